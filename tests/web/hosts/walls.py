"""Walls: challenges and blocks of the large vendors, as a crawler meets them."""

from tests.web.endings import FOUND_IN_TAB, WALL, WALL_CLOUDFLARE
from tests.web.model import Ask, Choose, Reply, site
from tests.web.pages import email, html, page, script

RAY = "9a1b2c3d4e5f6071-AMS"
CLOUDFLARE = {"Server": "cloudflare", "CF-RAY": RAY}
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


SITES = (
    site("cf-challenge.test", "Cloudflare's challenge, for browsers too", WALL_CLOUDFLARE, pages={"*": CHALLENGE}),
    site("cf-passes.test", "Cloudflare's challenge, which a browser passes", FOUND_IN_TAB,
         pages={"*": passes(page("Behind the Wall", email("info@cf-passes.test")))}),
)  # fmt: skip
