"""Answers that would crash, stall or fill a careless crawler."""

from tests.web import raw
from tests.web.endings import BROKEN, FOUND, NO_WORDS, TAB_FAILED, TOO_BIG
from tests.web.model import Reply, site
from tests.web.pages import email, html

LIMIT = 5 * 1024 * 1024  # DOWNLOAD_MAXSIZE


def body(host: str, *parts: str) -> str:
    return html("Mill " + host, *parts, email(f"info@{host}"))


AT_SIGNS = html("At", "@" * (LIMIT - 10_000))
DEEP = html("Deep", "<div>" * 50_000, email("info@deep.test"), "</div>" * 50_000)
NOT_GZIP = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nContent-Length: 6\r\n\r\nplain!"
NOT_HTTP = b"SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n"

SITES = (
    site("bomb.test", "300 KB of gzip that unpack to 300 MB", TOO_BIG, pages={"/": raw.gzip_bomb()}),
    site("endless-body.test", "a body without end", TOO_BIG, pages={"/": raw.endless_body()}),
    site("endless-headers.test", "header lines without end", TAB_FAILED, pages={"/": raw.endless_headers()}),
    site("at-signs.test", "5 MB of @", NO_WORDS, pages={"/": Reply(AT_SIGNS)}),
    site("nul-bytes.test", "NUL bytes in the page", FOUND,
         pages={"/": Reply(body("nul-bytes.test", "\0" * 500, "<p>a\0b</p>"))}),
    site("bad-encoding.test", "says UTF-8 and is not", FOUND,
         pages={"/": Reply(body("bad-encoding.test").encode() + b"<p>\xff\xfe\xed\xa0\x80 caf\xe9</p>")}),
    site("no-such-encoding.test", "an encoding that nobody knows", FOUND,
         pages={"/": Reply(body("no-such-encoding.test"), type="text/html; charset=x-unheard-of")}),
    site("cookie-flood.test", "400 cookies", FOUND, pages={"/": raw.cookie_flood(body("cookie-flood.test"))}),
    site("deep.test", "50,000 elements inside each other", FOUND, pages={"/": Reply(DEEP)}),
    site("no-gzip.test", "says gzip and is not", BROKEN, pages={"/": raw.as_is(NOT_GZIP)}),
    site("no-http.test", "GET is answered in another protocol", TAB_FAILED, pages={"/": raw.as_is(NOT_HTTP)}),
)  # fmt: skip
