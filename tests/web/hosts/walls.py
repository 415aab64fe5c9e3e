"""Walls: challenges and blocks of the large vendors, as a crawler meets them."""

from tests.web.endings import EMPTY_IN_TAB, FOUND, FOUND_IN_TAB, WALL, WALL_CLOUDFLARE
from tests.web.model import WALLED_EXIT, Ask, Choose, Reply, site
from tests.web.pages import email, link, page

CLOUDFLARE = {"Server": "cloudflare", "CF-RAY": "9a1b2c3d4e5f6071-AMS"}
CHALLENGED = {**CLOUDFLARE, "cf-mitigated": "challenge"}


def challenge_page(extra: str = "") -> str:
    """The body of Cloudflare's challenge. *extra* is what its script does here."""
    return (
        '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title>'
        '<meta name="robots" content="noindex,nofollow"><style>.main-wrapper{padding:3em}</style></head>'
        '<body class="no-js"><div class="main-wrapper" role="main"><div class="main-content"><noscript>'
        '<span id="challenge-error-text">Enable JavaScript and cookies to continue</span></noscript></div></div>'
        "<script>(function(){window._cf_chl_opt={cvId:'3',cType:'managed',cRay:'9a1b2c3d4e5f6071'};"
        "var el=document.createElement('script');"
        "el.src='/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=9a1b2c3d4e5f6071';"
        f"document.head.append(el);{extra}}}());</script></body></html>"
    )


CHALLENGE = Reply(challenge_page(), 403, CHALLENGED)
PASS = "setTimeout(function(){document.cookie='cf_clearance=passed; path=/';location.reload();},300);"


def passes(behind: Reply) -> Choose:
    """A challenge that a browser passes: its script sets a cookie and loads the page again."""

    def by(ask: Ask) -> Reply:
        return behind if "cf_clearance=passed" in ask.cookies else Reply(challenge_page(PASS), 403, CHALLENGED)

    return Choose(by)


def walls_an_exit(behind: Reply) -> Choose:
    """A wall for those who come from one address, for headers and browsers alike."""
    return Choose(lambda ask: CHALLENGE if ask.peer == WALLED_EXIT else behind)


CF_BLOCKED = (
    '<!DOCTYPE html><html><head><title>Attention Required! | Cloudflare</title></head><body><div id="cf-wrapper">'
    '<div id="cf-error-details" class="cf-error-details-wrapper"><h1 data-translate="block_headline">Sorry, you have '
    'been blocked</h1><h2><span>You are unable to access</span> this site</h2><div class="cf-error-footer">'
    "<span>Cloudflare Ray ID: <strong>9a1b2c3d4e5f6071</strong></span></div></div></div></body></html>"
)
SUCURI_BLOCKED = (
    "<!DOCTYPE html><html><head><title>Sucuri WebSite Firewall - Access Denied</title>"
    '<link rel="stylesheet" href="https://cdn.sucuri.net/sucuri-firewall-block.css"></head><body>'
    '<div id="main-container"><h1>Access Denied - Sucuri Website Firewall</h1><p>If you are the site owner, open a '
    "ticket or write to cloudproxy@sucuri.net and quote the lines below.</p><table><tr><td>Block ID:</td><td>BNP005</td></tr>"
    "</table><p>&copy; Sucuri Inc</p></div></body></html>"
)
INCAPSULA = (
    '<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"></head><body style="margin:0px">'
    '<iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&xinfo=5-1234-0&incident_id=123-456" frameborder=0 '
    'width="100%" height="100%">Request unsuccessful. Incapsula incident ID: 123000450012345-67890</iframe></body>'
    "</html>"
)
AWS = (
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title></title><script type="text/javascript">'
    'window.awsWafCookieDomainList = [];window.gokuProps = {"key":"AQIDA","iv":"CgA","context":"p"};</script>'
    '<script src="https://1a2b3c4d5e6f.token.awswaf.test/challenge.js"></script></head><body>'
    '<div id="challenge-container"></div>'
    "<script>AwsWafIntegration.saveReferrer();AwsWafIntegration.checkForceRefresh();</script><noscript><h1>"
    "JavaScript is disabled</h1>In order to continue, we need to verify that you are not a robot. This requires "
    "JavaScript. Enable JavaScript and then reload the page.</noscript></body></html>"
)
SG = (
    '<html><head><link rel="icon" href="data:;">'
    '<meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F&y=ipc"></head></html>'
)
#: Where the stub leads: the captcha itself.
SG_SCREEN = Reply(
    '<!DOCTYPE html><html><head><title>Robot Challenge Screen</title><script>const sgchallenge="19:1:abc";'
    'const sgsubmit_url="/.well-known/sgcaptcha/?r=%2F";</script></head><body>'
    "<h1>Checking the site connection security</h1></body></html>",
    202,
    {"sg-captcha": "challenge"},
)

SITES = (
    site("cf-challenge.test", "Cloudflare's challenge, for browsers too", WALL_CLOUDFLARE, pages={"*": CHALLENGE}),
    site("cf-passes.test", "Cloudflare's challenge, which a browser passes", FOUND_IN_TAB,
         pages={"*": passes(page("Behind the Wall", email("info@cf-passes.test")))}),
    site("cf-passes-contact.test", "the same, with the email on the contact page", FOUND_IN_TAB,
         pages={"/": passes(page("Behind the Wall", link("/contact", "Contact"))),
                "/contact": passes(page("Contact", email("info@cf-passes-contact.test")))}),
    site("cf-passes-gone.test", "the same, with a contact page that is not there", EMPTY_IN_TAB,
         pages={"/": passes(page("Behind the Wall", link("/contact", "Contact")))}),
    site("cf-block.test", "cf-mitigated: block", WALL_CLOUDFLARE,
         pages={"*": Reply(CF_BLOCKED, 403, {**CLOUDFLARE, "cf-mitigated": "block"})}),
    site("cf-403.test", "403 by Cloudflare, known by its cf-ray", WALL_CLOUDFLARE,
         pages={"*": Reply(CF_BLOCKED, 403, CLOUDFLARE)}),
    site("cf-503.test", "503 by Cloudflare with its challenge", WALL_CLOUDFLARE,
         pages={"*": Reply(challenge_page(), 503, CLOUDFLARE)}),
    site("cf-get-only.test", "HEAD is let through, GET is challenged", WALL_CLOUDFLARE,
         pages={"*": Reply(CHALLENGE.body, 403, CHALLENGED, head=Reply())}),
    site("sgcaptcha.test", "SiteGround's captcha, 202", WALL,
         pages={"/": Reply(SG, 202, {"sg-captcha": "challenge"}), "*": SG_SCREEN}),
    site("aws-waf.test", "Amazon's challenge, 202", WALL,
         pages={"*": Reply(AWS, 202, {"Server": "CloudFront", "x-amzn-waf-action": "challenge"})}),
    site("exit-wall.test", "a wall for one exit alone", FOUND,
         pages={"*": walls_an_exit(page("Open House", email("info@exit-wall.test")))}),
    site("body-200.test", "a wall in the body of a 200 (Incapsula)", WALL,
         pages={"*": Reply(INCAPSULA, 200, head=Reply())}),
    site("body-503.test", "a wall in the body of a 503 (Sucuri), with the wall's own email", WALL,
         pages={"*": Reply(SUCURI_BLOCKED, 503)}),
    site("body-404.test", "a wall in the body of a 404 (Amazon)", WALL, pages={"*": Reply(AWS, 404)}),
)  # fmt: skip
