"""Walls that answer in JSON, guards of smaller vendors and waiting rooms, each beside ordinary pages with its words."""

from tests.challenge.sample import BLOCK, CHALLENGE, DEFAULT, NORMAL, PARKED, SHELL, Sample, article, site, small

_JSON = {"Content-Type": "application/json"}
_PX = (
    '{"appId":"PXq7Rt2","jsClientSrc":"/q7Rt2/init.js","firstPartyEnabled":true,"uuid":"71-0a","hostUrl":"/q7Rt2/xhr",'
    '"blockScript":"/q7Rt2/captcha/captcha.js?a=c&m=0"}'
)
_SITE_APP = '{"appId":"shop-1","name":"Ottermill Clocks","telephone":"+44 20 7946 0123","scripts":["/a.js"]}'
FURTHER = [
    Sample(
        "cloudflare bans an address, look lost",
        BLOCK,
        small(
            "<h1>Error 1007</h1><p>Access denied.</p>",
            "Access denied | ottermill.example used Cloudflare to restrict access",
        ),
        403,
        vendor="cloudflare",
    ),
    Sample(
        "akamai's riddle as 429",
        CHALLENGE,
        small(
            '<div id="sec-container"></div>',
            "Please wait",
            '<script src="/_sec/cp_challenge/ak-challenge-5-1.htm"></script>',
        ),
        429,
        vendor="akamai",
    ),
    Sample("perimeterx in JSON", CHALLENGE, _PX, 403, _JSON, vendor="perimeterx"),
    Sample("an app's own JSON", NORMAL, _SITE_APP, 403, _JSON),
    Sample("quotes perimeterx's JSON", NORMAL, article(_PX.replace('"', "&quot;"))),
    Sample(
        "datadome in JSON",
        CHALLENGE,
        '{"url":"https://geo.captcha-delivery.com/captcha/?initialCid=A&t=fe"}',
        403,
        _JSON,
        vendor="datadome",
    ),
    Sample(
        "imunify360 in JSON",
        BLOCK,
        '{"message": "Access denied by Imunify360 bot-protection."}',
        200,
        _JSON,
        vendor="imunify360",
    ),
    Sample("quotes imunify360", NORMAL, article("Access denied by Imunify360 bot-protection")),
    Sample(
        "shape",
        CHALLENGE,
        '<html><head><script src="/q.js?single" async></script></head><body><noscript>Please enable '
        "JavaScript to view the page content. Your support ID is: 5512.</noscript></body></html>",
        vendor="shape",
    ),
    Sample("quotes shape", NORMAL, article("Please enable JavaScript to view the page content. Your support ID is")),
    Sample(
        "a Russian no", BLOCK, small("<h1>403</h1><p>Ваш запрос заблокирован. Обратитесь в поддержку.</p>", "403"), 403
    ),
    Sample("a Russian order", NORMAL, site("<p>Если ваш запрос отклонён банком, позвоните нам.</p>", "Оплата")),
    Sample(
        "yandex asks",
        CHALLENGE,
        small("<h1>Подтвердите, что запросы отправляли вы, а не робот</h1><script src='/c.js'></script>", "Капча"),
        vendor="yandex",
    ),
    Sample("quotes yandex", NORMAL, article("Подтвердите, что запросы отправляли вы, а не робот")),
    Sample(
        "yandex asks by its title",
        CHALLENGE,
        small('<div class="smart-captcha"></div><p>Нажмите, чтобы продолжить</p>', "Вы не робот?"),
        vendor="yandex",
    ),
    Sample(
        "a form with a Russian guard",
        NORMAL,
        small(
            '<h1>Напишите нам</h1><form><textarea name="t"></textarea><p>Вы не '
            'робот?</p><div class="smart-captcha"></div></form>',
            "Контакты",
        ),
    ),
    Sample(
        "reblaze asks",
        CHALLENGE,
        '<html><head><script>window.rbzns={seed:"q"};</script></head><body onload="winsocks(true);"></body></html>',
        247,
        vendor="reblaze",
    ),
    Sample("reblaze, seeds on a served page", NORMAL, site(head='<script>window.rbzns={seed:"q"};</script>')),
    Sample(
        "radware asks",
        CHALLENGE,
        small("<p>Your behavior on this site made us think of a bot.</p>", "Radware Captcha Page"),
        vendor="radware",
    ),
    Sample("radware says no", BLOCK, small("<p>We are sorry.</p>", "Radware Block Page"), 403, vendor="radware"),
    Sample("a slider", CHALLENGE, small("<p>为了更好的体验，请滑动滑块完成</p><script src='/nc.js'></script>", "提示")),
    Sample("a maker of sliders", NORMAL, site("<p>拖动滑块即可调节亮度，三年质保。</p>", "调光开关")),
    Sample("a slider's title", CHALLENGE, small('<div id="nc"></div><script src="/nc.js"></script>', "滑动验证页面")),
    Sample(
        "enable script and cookies",
        CHALLENGE,
        "<html><body><noscript>Enable JavaScript and cookies to continue</noscript>"
        '<script src="/x.js"></script></body></html>',
        403,
        vendor="cloudflare",
    ),
    Sample(
        "a shop's shell asks for cookies",
        SHELL,
        '<html><body><div id="shop"></div><noscript>Please enable JavaScript and '
        'cookies to continue shopping</noscript><script src="/x.js"></script></body></html>',
    ),
    Sample("quotes the marker", NORMAL, article("Enable JavaScript and cookies to continue")),
    Sample(
        "a queue's address",
        CHALLENGE,
        "",
        302,
        {"Location": "https://ottermill.queue-it.net/?c=ottermill&e=sale"},
        vendor="queue-it",
    ),
    Sample(
        "a queue's page",
        CHALLENGE,
        small("<h1>You are now in line</h1><p>Keep this window open.</p>", "Queue"),
        vendor="queue-it",
    ),
    Sample("a band in line", NORMAL, site("<p>You are now in line for the best clocks.</p>")),
    Sample("not in your country", BLOCK, small("<p>This website is not available in your country.</p>", "Sorry"), 403),
    Sample("not sent to your country", NORMAL, site("<p>This shop is not available in your country; ring us.</p>")),
    Sample("not for Europe", BLOCK, small("<h1>451</h1><p>Unavailable due to legal reasons.</p>", "Unavailable"), 451),
    Sample("quotes 451", NORMAL, article("Unavailable due to legal reasons")),
    Sample(
        "stormwall",
        CHALLENGE,
        '<html><head><script src="https://static.stormwall.pro/j.js"></script></head><body></body></html>',
        vendor="stormwall",
    ),
    Sample(
        "bunny",
        CHALLENGE,
        small(
            "<h1>Establishing a secure connection...</h1>",
            "Hold on",
            '<script src="/.bunny-shield/assets/challenge.js"></script>',
        ),
        403,
        vendor="bunny",
    ),
    Sample("arvan", CHALLENGE, "Transferring to the website...<script src='/a.js'></script>", 200, vendor="arvancloud"),
    Sample("an open check", CHALLENGE, "Checking your browser for robots...<script src='/p.js'></script>"),
    Sample(
        "a check of trees",
        NORMAL,
        small(
            "<p>Checking your connection to the mains since 1987: Ottermill Electric, 3 Toll "
            "Lane, Brackwater, open from Tuesday to Saturday, free estimates in all of the county, ring 020 7946 0123</p>"
        ),
    ),
    Sample(
        "bodis without its name",
        PARKED,
        '<!doctype html><html data-adblockkey="MFwwDQ" lang="en"><head><title></title>'
        '</head><body><div id="target"></div><script>window.park = "eyJ1";</script></body></html>',
    ),
    Sample(
        "a name for sale", PARKED, small("<h1>oakenbridge.com is for sale</h1><p>Buy now for $2,500.</p>", "Buy it")
    ),
    Sample("a broker's offers", NORMAL, site("<p>This week oakenbridge.com is for sale, with us as its agents.</p>")),
    Sample(
        "a name just registered",
        PARKED,
        small("<p>oakenbridge.com was recently registered at a registrar. Please check back later!</p>", "Hello"),
    ),
    Sample(
        "a firm registered at court",
        NORMAL,
        site("<p>oakenbridge.com was registered with the county court in 1996.</p>"),
    ),
    Sample(
        "it works, says a firm",
        NORMAL,
        small(
            "<h1>It works!</h1><p>Knees and backs since 1987: Karin Otter, 3 Toll Lane, Brackwater, 020 7946 0123</p>",
            "It works!",
        ),
    ),
    Sample("it works, alone", DEFAULT, small("<h1>It works!</h1>", "It works!")),
    Sample(
        "a firm called so",
        NORMAL,
        small("<h1>Just a Moment</h1><p>Coffee and cake. 3 Mill Lane, 020 7946 0123</p>", "Just a Moment"),
    ),
    Sample("one word", NORMAL, small("Welcome", "Hi")),
    Sample(
        "a form and nothing else",
        NORMAL,
        small(
            '<form action="/send"><input name="n"><textarea name="m"></textarea>'
            "<button>Send message</button></form><script src='/h.js'></script>",
            "Write to us",
        ),
    ),
    Sample(
        "a card with a covered address",
        NORMAL,
        small('Ottermill: <a data-cfemail="5a3b1a383974">[hidden]</a><script src="/d.js"></script>', "Ottermill"),
    ),
    Sample(
        "spamfirewall", BLOCK, small("<h1>SpamFireWall is activated for your IP 203.0.113.9</h1>", "Blacklisted"), 403
    ),
    Sample("quotes spamfirewall", NORMAL, article("SpamFireWall is activated for your IP")),
    Sample(
        "killbot", CHALLENGE, small("<p>Please wait.</p><script src='/k.js'></script>", "KillBot user verification")
    ),
    Sample("a Japanese no", BLOCK, small("<p>お使いのIPアドレスからのアクセスは制限されています。</p>", "403"), 403),
    Sample("quotes a Dutch no", NORMAL, article("Uw IP-adres is geblokkeerd")),
    Sample(
        "it works, and more",
        DEFAULT,
        "<html><body><h1>It works!</h1><p>This is the default web page for this server.</p></body>",
    ),
    Sample(
        "apache functions", DEFAULT, small("<h1>Apache is functioning normally</h1>", "Apache is functioning normally")
    ),
    Sample(
        "f5 with a long id",
        BLOCK,
        small(
            "The requested URL was rejected. Please consult with your administrator. Your support "
            "ID is: 1234567890123456",
            "Request Rejected",
        ),
    ),
    Sample(
        "a wall that tells an address",
        CHALLENGE,
        small("<p>Please wait, 203.0.113.77, it is 2026-03-04 10:20:30</p>", "One moment, please..."),
    ),
    *(
        Sample(
            f"a card called {title}",
            NORMAL,
            small(f"<h1>{title}</h1><p>3 Mill Lane, Brackwater, 020 7946 0123</p>", title),
        )
        for title in ("Client Challenge", "One moment, please", "Robot or human?", "Request Rejected", "Security check")
    ),
    Sample(
        "a form, its guard and one word",
        NORMAL,
        small(
            '<form><textarea name="m"></textarea><div class="g-recaptcha"></div>'
            "<button>Send</button></form><script src='/r.js'></script>",
            "Contact",
        ),
    ),
    Sample(
        "a tea room's address", NORMAL, small("<p>Tea by the canal, mail@tea.example, 3 Mill Lane</p>", "Just a moment")
    ),
]
