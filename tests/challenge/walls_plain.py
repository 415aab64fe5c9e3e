"""Small pages of firms, plays, shops and clubs that are called as walls are, and walls that say little."""

from tests.challenge.sample import BLOCK, CHALLENGE, DEFAULT, NORMAL, PARKED, SHELL, Sample, article, small

_COUNTER = "<script async src='https://www.googletagmanager.com/gtag/js?id=G-1'></script>"
_SLIDER = "<script src='/js/slider.js'></script>"
_GTAG = "<script>window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}gtag('js',1)</script>"


def _app(aside: str, title: str = "Shop") -> Sample:
    page = small(f'<noscript>{aside}</noscript><div id="app"></div><script src="/assets/app.js"></script>', title)
    return Sample(f"an app that says {aside[:60]!r}", SHELL, page)


def _named(title: str, rest: str, head: str = "") -> Sample:
    return Sample(f"called {title!r}: {rest[:40]}", NORMAL, small(f"<h1>{title}</h1>{rest}", title, head))


NAMES = [
    _named("Human Verification", "<p>We check diplomas for employers. Write to us: desk@dunlin.example.</p>"),
    _named(
        "Human Verification",
        '<a href="/prices">Prices</a> <a href="/manual">Manual</a><p>Banks see with it whether somebody sits there.</p>',
        '<script src="/app.js"></script>',
    ),
    _named("Verifying you are human", '<img src="/p.jpg" alt=""><p>Paintings by Ida Brask, until 3 May.</p>', _COUNTER),
    _named("Verify you are human", '<p>A tale. The clerk looked up, and the dog did.</p><a href="/tales">More</a>'),
    _named("Are you a robot?", '<p>Tin robots from Leeds.</p><a href="/shop">Shop</a> <a href="/cart">Cart</a>'),
    _named(
        "Just a moment", '<p>Coffee and cards.</p><a href="https://instagram.com/moment.dunlin">Pictures</a>', _GTAG
    ),
    _named("Just a moment...", '<p>Ten quiet minutes with Ruth Amsel. <a href="/book">Book a place</a></p>', _COUNTER),
    _named("One moment, please", '<p>People who wait, in photographs.</p><a href="/prints">Prints</a>'),
    _named("Robot or human?", '<p>Ten pictures, ten guesses.</p><a href="/q/1">Begin the quiz</a>', _COUNTER),
    _named("Request Rejected", '<p>Poems by Ann Orme, 64 pages.</p><a href="/order">Order</a>'),
    _named("Bot verification", '<p>Type /ask.</p><a href="/commands">Commands</a> <a href="/invite">Invite it</a>'),
    _named("Client Challenge", '<p>Six weeks, three evenings each.</p><a href="/join">Join</a>', _COUNTER),
    _named("Pardon our interruption", '<p>The shop is being rebuilt; come to the tent.</p><a href="/map">Map</a>'),
    _named("Security Check", '<p>Pike Locksmiths look at your locks.</p><a href="/book">Book a visit</a>'),
    _named("Waiting room", '<p>You are now in line for the best coffee of the station. <a href="/menu">Menu</a></p>'),
    _named("Our queue", "<p>You are in the queue for soup from noon; bring a bowl.</p>"),
    _named("Just a moment", "<img src='/1.jpg'><p>Photographs by Lena Holt, Fridays at Pier Lane 14.</p>", _SLIDER),
    _named("Security check", "<p>A play by the parish, each night at eight until Sunday.</p>", _SLIDER),
    _named("Sicherheitscheck", "<p>Licht, Bremsen und Reifen für 29 Euro bei Auto Berger.</p>", _SLIDER),
    _named(
        "Captcha",
        "<p>Techno duo from Gent. A new album comes out in May, on Grey.</p><iframe src='//player.example/1'></iframe>",
    ),
    _app("You need to enable JavaScript and cookies to continue."),
    _app("This site requires Javascript to work, please enable Javascript in your browser."),
    _app("Please enable JS and disable any ad blocker to buy here."),
    _app("Checking your browser... it has no scripts."),
    _app("We verify that you are human; please enable JavaScript."),
    _app("Loading...", "Just a moment..."),
    _named(
        "A game", "<p>Prove that you are human in five levels!</p><button>Play</button>", "<script src=/g.js></script>"
    ),
    Sample(
        "a vote with a widget",
        NORMAL,
        small(
            '<h1>The best pie</h1><form><input type="radio" name="p">Plum <div class="g-recaptcha"></div></form>',
            "Vote",
            "<script src='https://www.google.com/recaptcha/api.js'></script>",
        ),
    ),
    Sample(
        "a form that asks for a name and who is no robot",
        NORMAL,
        small(
            '<h1>Заявка</h1><form method="post"><input name="phone" placeholder="+7"><p>Подтвердите, что вы не робот: '
            'сколько будет 3 + 4?</p><input name="a"><button>Отправить</button></form>',
            "Обратный звонок",
        ),
    ),
    Sample(
        "a short form with a widget",
        NORMAL,
        small(
            '<h1>Заявка</h1><form><input name="name" placeholder="Имя"><div class="smart-captcha"></div></form>',
            "Окна",
            '<script src="https://smartcaptcha.yandexcloud.net/captcha.js"></script>',
        ),
    ),
    Sample(
        "a club's own 403",
        NORMAL,
        small(
            '<a href="/news">News</a> <a href="/login">Sign in</a><h1>Access denied</h1><p>For members.</p>',
            "Access denied",
        ),
        403,
    ),
    Sample(
        "a small firm behind fastly",
        NORMAL,
        small(
            '<p>We mend boats at the quay, and paint them in any weather. <a href="mailto:post@dunlin.example">Write to us</a></p>',
            "Boats",
            "<script src='/_fs-ch-1T1wmsGaOgGaSxcX/script.js'></script>",
        ),
    ),
    Sample(
        "an app with a token of that name",
        NORMAL,
        small(
            "<p>Our court is open each day from eight to ten, in winter too.</p>",
            "Court",
            "<script>localStorage.getItem('swp_token')</script>",
        ),
    ),
]

WALLS = [
    Sample(
        "stormwall's script",
        CHALLENGE,
        small("", "", "<script src='https://static.stormwall.pro/jsav1.9.js'></script>"),
        vendor="stormwall",
    ),
    Sample(
        "cookie of humans",
        CHALLENGE,
        '<html><script>document.cookie = "humans_40112=1"; document.location.reload(true)</script></html>',
        409,
    ),
    Sample("quotes the cookie of humans", NORMAL, article('document.cookie = "humans_40112=1"')),
    Sample(
        "edgeone's two cookies",
        CHALLENGE,
        small("", "", "<script>var k='__tst_status';document.cookie='EO_Bot_Ssid=17;path=/';</script>"),
        vendor="tencent",
    ),
    Sample("quotes edgeone's cookies", NORMAL, article("EO_Bot_Ssid and __tst_status")),
    Sample(
        "f5 in Spanish",
        BLOCK,
        small("La URL solicitada fue rechazada. Hable con su administrador. Su ID: 7712345678901234567", "Rechazo"),
        vendor="f5",
    ),
    Sample("quotes f5 in Spanish", NORMAL, article("La URL solicitada fue rechazada. Su ID: 7712345678901234567")),
    Sample(
        "barracuda hides what it refuses",
        BLOCK,
        f'<div style="border: 3px solid"> The specified URL cannot be found. </div><!--{"0123456789" * 52}-->',
        404,
        vendor="barracuda",
    ),
    Sample("a site's own lost page", NORMAL, small("<div>The specified URL cannot be found.</div>", "Lost"), 404),
    Sample(
        "barracuda says no, look like a success",
        BLOCK,
        small("<p>This request was blocked by the Barracuda firewall. Transaction ID: 18c</p>", "No"),
        vendor="barracuda",
    ),
    Sample("quotes barracuda", NORMAL, article("blocked by the Barracuda firewall")),
    Sample(
        "a tale of barracudas",
        NORMAL,
        small("<p>The channel was blocked by the barracuda swarm, and we waited on the reef.</p>", "Dive log"),
    ),
    Sample(
        "barracuda by its title",
        BLOCK,
        small("<p>The request was stopped. Transaction ID: 18c</p>", "Barracuda Networks - Web Application Firewall"),
        vendor="barracuda",
    ),
    Sample(
        "a shop of firewalls",
        NORMAL,
        small(
            '<p>In stock from 900.</p><a href="/cart">Cart</a> <a href="/all">All firewalls</a>',
            "Barracuda Web Application Firewall",
        ),
    ),
    Sample(
        "naver", BLOCK, small("<h1>서비스 이용이 제한되었습니다.</h1><p>과도한 접근 요청</p>", "네이버"), vendor="naver"
    ),
    Sample("quotes naver", NORMAL, article("과도한 접근 요청")),
    Sample(
        "arvancloud's cookie",
        CHALLENGE,
        small("Un momento", "", "<script>document.cookie='__arcsjs=1a';location.reload()</script>"),
        vendor="arvancloud",
    ),
    Sample("quotes arvancloud's cookie", NORMAL, article("__arcsjs")),
    Sample("qrator says no", BLOCK, small("<h1>HTTP 403</h1><p>Qrator</p>", "403"), 403, vendor="qrator"),
    Sample("quotes qrator", NORMAL, article("HTTP 403, Qrator"), 403),
    Sample("locked out", BLOCK, small("<p>You have been locked out by the administrator for too many tries.</p>"), 403),
    Sample("quotes the lock-out", NORMAL, article("You have been locked out by the administrator for"), 403),
    Sample("refused by country", BLOCK, small("<h1>Access to this site from your country is blocked.</h1>", "No"), 403),
    Sample("refused by country, as success", BLOCK, small("<p>Access from your country is not allowed.</p>", "No")),
    Sample("quotes the refusal by country", NORMAL, article("Access from your country is not allowed")),
    Sample(
        "a queue that counts in long numbers",
        CHALLENGE,
        small("<p>You are now in line. Users ahead of you: 0012345678. Your number: 00987654321</p>", "In line"),
    ),
    Sample(
        "a queue in German",
        CHALLENGE,
        small("<h1>Virtueller Warteraum</h1><p>Sie befinden sich jetzt in der Warteschlange.</p>", "Warteraum"),
    ),
    Sample(
        "a queue without a script",
        CHALLENGE,
        small("<p>You are in the queue. Your place: 15 550 100 123. Do not refresh this page.</p>", "Waiting room"),
    ),
    Sample(
        "killbot with an address", CHALLENGE, small("...", "KillBot user verification [203.0.113.9] [a.example]...")
    ),
    Sample("made by the panel, by its title", DEFAULT, small("<p>index.html</p>", "恭喜，站点创建成功！")),
    Sample("expired in Italian", PARKED, small("<p>Il dominio crodo.example è scaduto.</p>", "Dominio")),
    Sample(
        "a blog whose domain had expired",
        NORMAL,
        article("Il dominio crodo.example è scaduto", title="Il mio dominio"),
    ),
]

WALLS += [
    Sample(
        "a rejection with a desk to write to and to ring",
        BLOCK,
        small(
            "The requested URL was rejected. Please consult with your administrator.<br>Your support ID is: 4711471147"
            '<br><a href="mailto:desk@dunlin.example">desk@dunlin.example</a> <a href="tel:+442079460188">020 7946 0188</a>',
            "Request Rejected",
        ),
    ),
    Sample(
        "a button to hold with a number to ring",
        CHALLENGE,
        small(
            '<div id="px-captcha"></div><p>Press &amp; hold, so that we know you are human. Reference ID 77.</p>'
            '<a href="tel:+442079460188">+44 20 7946 0188</a>',
            "Access to this page has been denied",
            "<script src='https://captcha.px-cloud.net/PXa/captcha.js'></script>",
        ),
    ),
]
NAMES += [
    Sample(
        "a small firm with a number, under a play's name",
        NORMAL,
        small(
            '<p>A play on whether you are human. <a href="tel:+442079460188">020 7946 0188</a></p>', "Robot or human?"
        ),
    ),
]
