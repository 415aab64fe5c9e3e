"""Walls of vendors that are met everywhere, each beside pages that are only served through them."""

# fmt: off
from tests.challenge.sample import BLOCK, CHALLENGE, DEFAULT, NORMAL, RATE, SHELL, Sample, article, site, small

_CF = {"Server": "cloudflare", "CF-RAY": "8f3a1c2b4d5e6f70-FRA"}
_ORCHESTRATE = (
    "<noscript><div class=\"h2\"><span id=\"challenge-error-text\">Enable JavaScript and cookies to continue</span>"
    "</div></noscript><script>(function(){window._cf_chl_opt = {cvId: '3',cZone: 'ottermill.example',"
    "cType: 'managed',cRay: '8f3a1c2b4d5e6f70',cFPWv: 'b',cUPMDTk:'/?__cf_chl_tk=Zk-1790000000-1.0.1.1-x'};"
    "var a = document.createElement('script');a.src = '/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"
    "?ray=8f3a1c2b4d5e6f70';window._cf_chl_opt.cOgUHash = location.hash;"
    "document.getElementsByTagName('head')[0].appendChild(a);}());</script>"
)
_CF_FORM = (
    '<h1>ottermill.example</h1><p>{0}</p><div id="turnstile-wrapper"></div>'
    '<script src="/cdn-cgi/challenge-platform/h/g/orchestrate/chl_page/v1?ray=8f3a"></script>'
    "<script>window._cf_chl_opt={{cType: 'interactive'}}</script>"
)


def _cf_error(number: str, title: str, said: str) -> str:
    return small(
        f'<div id="cf-wrapper"><div id="cf-error-details" class="cf-error-details-wrapper"><h1>'
        f'<span class="cf-error-type">Error</span> <span class="cf-error-code">{number}</span> '
        f"<span>Ray ID: 8f3a1c2b4d5e6f70</span></h1><h2>{title}</h2><p>{said}</p></div></div>",
        f"{title} | ottermill.example used Cloudflare to restrict access",
    )


_JSD = (
    "<script>(function(){function c(){var b=a.contentDocument;if(b){var d=b.createElement('script');"
    "d.innerHTML=\"window.__CF$cv$params={r:'8f3a1c2b4d5e6f70',t:'MTc5'};var a=document.createElement('script');"
    "a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js';\"}}})();</script>"
)

CLOUDFLARE = [
    Sample("managed", CHALLENGE, small(_ORCHESTRATE, "Just a moment..."), 403, {**_CF, "cf-mitigated": "challenge"},
           vendor="cloudflare"),
    Sample("managed, header lost", CHALLENGE, small(_ORCHESTRATE, "Just a moment..."), 403, _CF, vendor="cloudflare"),
    Sample("managed, through a proxy as 200", CHALLENGE, small(_ORCHESTRATE, "Just a moment..."), vendor="cloudflare"),
    Sample("managed, script split", CHALLENGE, small("<script src='/x.js'></script>", "Just a moment..."), 503, _CF),
    Sample("head of a challenge", CHALLENGE, "", 403, {**_CF, "cf-mitigated": "challenge"}),
    Sample("unknown mitigation", BLOCK, "", 403, {**_CF, "cf-mitigated": "block"}),
    Sample("German, in a tab", CHALLENGE, small(_CF_FORM.format("Bestätigen Sie, dass Sie ein Mensch sind."),
           "Nur einen Moment…"), 403, _CF, rendered=True),
    Sample("Italian title", CHALLENGE, small("<div id='cf-please-wait'></div>", "Un momento…"), 403, rendered=True),
    *[
        Sample(f"tab title {title}", CHALLENGE, small("<div class='main-wrapper'><h1>ottermill.example</h1>"
               "<p>…</p></div><script src='https://challenges.cloudflare.com/turnstile/v0/b/api.js'></script>", title),
               403, _CF, rendered=True, vendor="cloudflare")
        for title in (
            "Just a moment...", "Nur einen Moment …", "Un instant…", "Un momento…", "Un momento...", "Um momento…",
            "Só um momento…", "Een moment…", "Jeszcze chwila…", "Один момент…", "Зачекайте…",
            "Bir dakika lütfen...", "请稍候…", "請稍候...", "しばらくお待ちください...", "잠시만 기다리십시오…",
            "لحظة…", "Ett ögonblick…", "Okamžik, prosím…",
        )
    ],
    Sample("captcha of 2020", CHALLENGE, small(
        '<form class="challenge-form" id="challenge-form" action="/?__cf_chl_captcha_tk__=x" method="POST">'
        '<input type="hidden" name="jschl_vc" value="0"/><div class="cf-browser-verification cf-im-under-attack">'
        "<h1>Checking your browser before accessing ottermill.example.</h1></div>"
        "<script>document.cookie='__cf_chl_jschl_tk__=1'</script></form>", "Just a moment..."), 503, _CF),
    Sample("marker of old tools", CHALLENGE, small('<div id="cf-challenge-running"></div>', ""), 503),
    Sample("waf block", BLOCK, small(
        '<div id="cf-wrapper"><h1 data-translate="block_headline">Sorry, you have been blocked</h1><h2>You are '
        "unable to access ottermill.example</h2><h2>Why have I been blocked?</h2><p>This website is using a security "
        "service to protect itself from online attacks. The action you just performed triggered the security "
        "solution. There are several actions that could trigger this block including submitting a certain word or "
        "phrase, a SQL command or malformed data.</p><p>You can email the site owner to let them know you were "
        "blocked.</p><p>Cloudflare Ray ID: <strong>8f3a1c2b4d5e6f70</strong> &bull; Performance &amp; security by "
        '<a href="https://www.cloudflare.com/5xx-error-landing">Cloudflare</a></p></div>',
        "Attention Required! | Cloudflare"), 403, _CF, vendor="cloudflare"),
    Sample("waf block, through a proxy as 200", BLOCK, small("<h1>Please complete the check</h1>", "Attention Required! | "
           "Cloudflare"), vendor="cloudflare"),
    Sample("1020", BLOCK, _cf_error("1020", "Access denied", "The owner of this website has banned you."), 403, _CF),
    Sample("1009", BLOCK, _cf_error("1009", "Access denied", "The country you are in is banned."), 403, _CF),
    Sample("1015", RATE, _cf_error("1015", "You are being rate limited", "Banned temporarily."), 429, _CF),
    Sample("1000", NORMAL, _cf_error("1000", "DNS points to prohibited IP", "You've requested a page on a website "
           "that is on the Cloudflare network."), 403, _CF),
    Sample("1016", NORMAL, _cf_error("1016", "Origin DNS error", "Cannot be resolved."), 530, _CF),
    Sample("origin down", NORMAL, _cf_error("521", "Web server is down", "Error code 521"), 521, _CF),
    Sample("origin slow", NORMAL, _cf_error("522", "Connection timed out", "Error code 522"), 522, _CF),
    Sample("1020 as text", BLOCK, "error code: 1020", 403, {**_CF, "Content-Type": "text/plain"}, vendor="cloudflare"),
    Sample("1016 as text", NORMAL, "error code: 1016", 530, {**_CF, "Content-Type": "text/plain"}),
    Sample("detections on a served page", NORMAL, site(head=_JSD), 200,
           {**_CF, "Set-Cookie": ["__cf_bm=x.1; path=/; HttpOnly", "cf_clearance=y; path=/"]}),
    Sample("older detections", NORMAL, site(head='<script src="/cdn-cgi/challenge-platform/h/g/scripts/jsd/1/main.js">'
           "</script>"), 200, _CF),
    Sample("detections on the site's own 403", NORMAL, site("<p>Members only.</p>", head=_JSD), 403, _CF),
    Sample("detections on a script's shell", SHELL, small('<div id="app"></div><script src="/a.js"></script>'
           + _JSD, "Ottermill"), 200, _CF),
    Sample("plain English", NORMAL, site("<p>Just a moment... the bell will ring. We are checking your browser before "
           "accessing the till, as the joke goes. Sorry, you have been blocked by a sheep.</p>")),
    Sample("a shop with that name", NORMAL, site(title="Just a Moment")),
    Sample("a café", NORMAL, site("<p>Espresso, torte, gelato.</p>", title="Un momento")),
    Sample("a one-page site that says so", NORMAL, small("<h1>Ottermill</h1><p>We write software that lives between two "
           "services: checking your browser before accessing the till is what it does.</p><a href='mailto:desk@ottermill."
           "example'>desk@ottermill.example</a><script src='https://ct.captcha-delivery.com/c.js'></script>", "Ottermill")),
    Sample("quotes Cloudflare", NORMAL, article(
        "window._cf_chl_opt = {}", "__cf_chl_f_tk", "cf-browser-verification", "sorry, you have been blocked",
        "cType: 'managed'", "/cdn-cgi/challenge-platform/h/b/orchestrate/", "checking your browser before accessing")),
    Sample("quotes on an error page of its own", NORMAL, article("window._cf_chl_opt = {}", "__cf_chl_rt_tk"), 404),
]

_FORM = (
    '<form action="/send" method="post"><label>Name <input name="n"></label><label>Message <textarea name="m">'
    "</textarea></label>{}<button>Send</button></form>"
)
_WIDGETS = {
    "turnstile": '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>'
    '<div class="cf-turnstile" data-sitekey="0x4"></div>',
    "recaptcha": '<script src="https://www.google.com/recaptcha/api.js"></script><div class="g-recaptcha"></div>',
    "hcaptcha": '<script src="https://js.hcaptcha.com/1/api.js"></script><div class="h-captcha"></div>',
    "friendly": '<div class="frc-captcha" data-sitekey="F"></div>',
    "geetest": '<script src="https://static.geetest.com/v4/gt4.js"></script>',
    "arkose": '<script src="https://client-api.arkoselabs.com/v2/api.js"></script>',
    "tencent": '<script src="https://turing.captcha.qcloud.com/TCaptcha.js"></script><i data-x="TencentCaptcha"></i>',
}
CAPTCHAS = [
    *[Sample(f"{name} in a form", NORMAL, site(_FORM.format(widget))) for name, widget in _WIDGETS.items()],
    *[
        Sample(f"{name} in a form of a bare page", NORMAL, small(
            f"<h1>Write to us</h1><p>Ottermill Clocks, 020 7946 0123</p>{_FORM.format(widget)}", "Contact"))
        for name, widget in _WIDGETS.items()
    ],
    Sample("a login", NORMAL, small(
        "<h1>Sign in</h1>" + _FORM.format('<input type="password" name="p">' + _WIDGETS["hcaptcha"]), "Log in")),
    Sample("a contact page that came as 403", NORMAL, small("<h1>Contact</h1><p>Ring <a href='tel:+442079460123'>020 7946 0123"
           "</a> or use the form.</p>" + _FORM.format(_WIDGETS["recaptcha"]), "Contact"), 403),
    Sample("turnstile before a 403", CHALLENGE, small(
        '<h1>One more step</h1><div id="turnstile-wrapper"></div>' + _WIDGETS["turnstile"], "Security check"), 403),
    Sample("recaptcha before a 403", CHALLENGE, small(
        "<h1>Are you human?</h1><form>" + _WIDGETS["recaptcha"] + "</form>", "Security check"), 403),
    Sample("hcaptcha before a 429", CHALLENGE, small("<h1>Are you human?</h1>" + _WIDGETS["hcaptcha"], "Check"), 429),
]

_AWS = (
    "<script>window.awsWafCookieDomainList = [];window.gokuProps = {\"key\":\"AQ\",\"iv\":\"C\",\"context\":\"q\"};"
    '</script><script src="https://de5282c3ca0c.526cf06acb0d.eu-west-1.token.awswaf.com/de5282c3ca0c/challenge.js">'
    '</script><div id="challenge-container"></div><script>AwsWafIntegration.getToken()</script><noscript><h1>JavaScript'
    " is disabled</h1>In order to continue, we need to verify that you're not a robot.</noscript>"
)
CLOUDS = [
    Sample("aws silent", CHALLENGE, small(_AWS), 202, {"x-amzn-waf-action": "challenge"}, vendor="aws-waf"),
    Sample("aws captcha", CHALLENGE, small('<div id="captcha-container"></div><script src="https://a.b.eu-west-1.captcha.'
           'awswaf.com/a/b/captcha.js"></script>', "Human Verification"), 405, {"x-amzn-waf-action": "captcha"}),
    Sample("aws captcha, header lost", CHALLENGE, small('<div id="captcha-container"></div><script src="https://a.b.'
           'eu-west-1.captcha.awswaf.com/a/b/captcha.js"></script>', "Human Verification"), 405),
    Sample("aws, header lost", CHALLENGE, small(_AWS), vendor="aws-waf"),
    Sample("aws sdk on a shop", NORMAL, site(head='<script src="https://a.eu-west-1.token.awswaf.com/a/challenge.js" '
           "defer></script><script>window.awsWafCookieDomainList = ['ottermill.example']</script>"), 200,
           {"x-amzn-requestid": "9c1", "Set-Cookie": "aws-waf-token=1; Path=/"}),
    Sample("quotes aws", NORMAL, article("window.gokuProps = {}", "awswafcaptchacdk")),
    Sample("cloudfront block", BLOCK, small(
        "<h1>403 ERROR</h1><h2>The request could not be satisfied.</h2><hr>Request blocked. We can't connect to the "
        "server for this app or website at this time.<pre>Generated by cloudfront (CloudFront) Request ID: aa==</pre>",
        "ERROR: The request could not be satisfied"), 403, {"Server": "CloudFront", "X-Cache": "Error from cloudfront"}),
    Sample("cloudfront origin", NORMAL, small("<h1>504 ERROR</h1><h2>The request could not be satisfied.</h2>",
           "ERROR: The request could not be satisfied"), 504),
    Sample("vercel", CHALLENGE, small('<p id="header-text">Please wait</p><script src="/.well-known/vercel/security/'
           'static/challenge.v2.min.js"></script>', "Vercel Security Checkpoint"), 429,
           {"x-vercel-mitigated": "challenge", "x-vercel-challenge-token": "2.1"}, vendor="vercel"),
    Sample("vercel, in a tab", CHALLENGE, small("<p>We're verifying your browser</p>", "Vercel Security Checkpoint"), 403,
           rendered=True),
    Sample("vercel deny", BLOCK, "Forbidden", 403, {"x-vercel-mitigated": "deny"}),
    Sample("azure", BLOCK, small("<h2>The request is blocked.</h2><div>20260921T141320Z-16</div>", "The request is "
           "blocked."), 403, {"x-azure-ref": "20260921T141320Z"}, vendor="azure"),
    Sample("azure serves", NORMAL, site(), 200, {"x-azure-ref": "20260921T141320Z"}),
    Sample("fastly", CHALLENGE, small('<noscript>JavaScript is disabled in your browser.</noscript><script src="/_fs-ch-'
           '1T1wmsGaOgGaSxcX/script.js"></script><p>A required part of this site couldn’t load.</p>', "Client Challenge",
           '<link rel="stylesheet" href="/_fs-ch-1T1wmsGaOgGaSxcX/assets/styles.css">'), vendor="fastly"),
    Sample("fastly serves", NORMAL, site(), 200, {"x-served-by": "cache-fra-eddf8230-FRA"}),
    Sample("netlify", DEFAULT, small("<h1>Site not found</h1><p>Looks like you've followed a broken link.</p>",
           "Site Not Found"), 404),
    Sample("google sorry", CHALLENGE, small('<form id="captcha-form"><div class="g-recaptcha"></div></form>Our systems '
           "have detected unusual traffic from your computer network.", "https://www.google.com/search"), 429,
           url="https://www.google.com/sorry/index?continue=x", vendor="google"),
    Sample("google consent", NORMAL, small("<h1>Before you continue to Google</h1><form><button>Reject all</button>"
           "</form>", "Before you continue"), url="https://consent.google.com/m?continue=x"),
    Sample("quotes google", NORMAL, article("unusual traffic from your computer network")),
    Sample("amazon", CHALLENGE, small('<h4>Enter the characters you see below</h4><p>Sorry, we just need to make sure '
           'you\'re not a robot.</p><form method="get" action="/errors/validateCaptcha"><input name="amzn"></form>'
           '<a href="/gp/help/a">Conditions of Use</a> <a href="/gp/help/b">Privacy Policy</a>', "Robot Check"),
           vendor="amazon"),
]
