"""Sites whose status line decides, rightly or not."""

from tests.web.endings import (
    FOUND,
    FOUND_IN_TAB,
    GONE,
    GONE_IN_TAB,
    HTTP_STATUS,
    NOT_HTML_IN_TAB,
    RATE_LIMITED,
    SERVER_ERROR,
)
from tests.web.model import NOT_FOUND, Choose, Ending, Line, Reply, site
from tests.web.pages import email, html, page

FORBIDDEN = Reply("<html><head><title>403 Forbidden</title></head><body><h1>Forbidden</h1></body></html>", 403)
BUSY = Reply("<html><head><title>Busy</title></head><body><h1>Service Unavailable</h1></body></html>", 503)


def alive(host: str, head: Reply) -> dict[str, Reply]:
    """A site that answers HEAD with *head* and GET as it should."""
    return {"/": Reply(html("Mill " + host, email(f"info@{host}")), head=head)}


def by_browser(browser: Reply, other: Reply = FORBIDDEN) -> Choose:
    """*browser* for Chromium, *other* for the crawler."""
    return Choose(lambda ask: browser if "Chrome/" in ask.user_agent else other)


SITES = (
    site("gone.test", "404 on the home page", GONE, pages={"/": NOT_FOUND}),
    site("gone-410.test", "410 on the home page", GONE, pages={"/": Reply("<h1>Gone</h1>", 410)}),
    site("gone-deep.test", "404 on a deep page of a site that lives", GONE, "https://gone-deep.test/old/page.html",
         pages={"/": page("Deep Mill", email("info@gone-deep.test"))},
         more_lines=(Line("https://gone-deep.test/", FOUND),)),
    site("head-404.test", "404 to HEAD, a page to GET", FOUND, pages=alive("head-404.test", NOT_FOUND)),
    site("head-500.test", "500 to HEAD, a page to GET", FOUND, pages=alive("head-500.test", Reply(status=500))),
    site("head-405.test", "405 to HEAD, a page to GET", FOUND, pages=alive("head-405.test", Reply(status=405))),
    site("head-501.test", "501 to HEAD, a page to GET", FOUND, pages=alive("head-501.test", Reply(status=501))),
    site("head-403.test", "403 to HEAD, a page to GET", FOUND, pages=alive("head-403.test", FORBIDDEN)),
    site("error-500.test", "500", SERVER_ERROR, pages={"*": Reply("<h1>Internal Server Error</h1>", 500)}),
    site("busy-503.test", "503 with Retry-After of two minutes", SERVER_ERROR,
         pages={"*": Reply(BUSY.body, 503, {"Retry-After": "120"})}),
    site("busy-days.test", "503 with Retry-After of a week: a day is enough", SERVER_ERROR,
         pages={"*": Reply(BUSY.body, 503, {"Retry-After": "604800"})}),
    site("limit-429.test", "429 with Retry-After of ten minutes", RATE_LIMITED,
         pages={"*": Reply("<h1>Too Many Requests</h1>", 429, {"Retry-After": "600"})}),
    site("limit-get.test", "429 to GET only", Ending("fetch", "error", "retry-queued", "http"),
         pages={"*": Reply("<h1>Too Many Requests</h1>", 429, head=Reply())}),
    site("forbidden-403.test", "403 to a crawler, a page to a browser", FOUND_IN_TAB,
         pages={"/": by_browser(page("For Browsers", email("info@forbidden-403.test")))}),
    site("forbidden-all.test", "403 to everybody, no wall", HTTP_STATUS, pages={"*": FORBIDDEN}),
    site("forbidden-mail.test", "403 to everybody, with the address of its host", HTTP_STATUS,
         pages={"*": Reply(html("Forbidden", email("webmaster@hoster.test")), 403)}),
    site("login-401.test", "401 to everybody", HTTP_STATUS,
         pages={"*": Reply("<h1>Unauthorized</h1>", 401)}),
    site("gone-in-tab.test", "403 to a crawler, 404 to a browser", GONE_IN_TAB,
         pages={"/": by_browser(NOT_FOUND)}),
    site("busy-in-tab.test", "403 to a crawler, 503 to a browser", Ending("tab", "error", "retry-queued", "http"),
         pages={"/": by_browser(BUSY)}),
    site("file-in-tab.test", "403 to a crawler, a PDF to a browser", NOT_HTML_IN_TAB,
         pages={"/": by_browser(Reply(b"%PDF-1.4\n%%EOF\n", type="application/pdf"))}),
    site("attached-in-tab.test", "403 to a crawler, a download to a browser", NOT_HTML_IN_TAB,
         pages={"/": by_browser(Reply(b"PK", headers={"Content-Disposition": 'attachment; filename="a.zip"'},
                                      type="application/zip"))}),
)  # fmt: skip
