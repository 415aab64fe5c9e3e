"""Sites by name, as many as a test wants: ``ok-0001.test``, ``dead-0001.test`` and so on."""

import re
from collections.abc import Callable
from functools import lru_cache

from tests.web.endings import (
    EMPTY_IN_TAB,
    FOUND,
    FOUND_IN_TAB,
    GONE,
    NO_SUCH_NAME,
    NO_WORDS,
    REFUSED,
    SERVER_ERROR,
    WALL_CLOUDFLARE,
)
from tests.web.hosts.rendered import rendered
from tests.web.hosts.walls import CHALLENGE
from tests.web.model import NOBODY, NOT_FOUND, Reply, Site, site
from tests.web.pages import email, html, link, page

NAME = re.compile(r"([a-z]+)-(\d{1,7})\.test")


def _ok(host: str) -> Site:
    return site(host, "an email on the home page", FOUND, pages={"/": page("Mill " + host, email(f"info@{host}"))})


def _big(host: str) -> Site:
    body = html("Mill " + host, email(f"info@{host}"), filler=1)
    body = html("Mill " + host, email(f"info@{host}"), filler=(50_000 - len(body)) // 640)
    return site(host, "an email on a page of 50 KB", FOUND, pages={"/": Reply(body)})


def _contact(host: str) -> Site:
    pages = {
        "/": page("Mill " + host, link("/contact", "Contact")),
        "/contact": page("Contact", email(f"info@{host}")),
    }
    return site(host, "an email on the contact page", FOUND, pages=pages)


def _tab(host: str) -> Site:
    return site(host, "an email that a script brings", FOUND_IN_TAB, pages=rendered(host))


#: What the word before the number stands for.
KINDS: dict[str, Callable[[str], Site]] = {
    "ok": _ok,
    "big": _big,
    "contact": _contact,
    "shop": lambda host: site(host, "an email on every page", FOUND,
                              pages={"*": page("Shop " + host, email(f"info@{host}"))}),
    "tab": _tab,
    "empty": lambda host: site(host, "no contact", NO_WORDS, pages={"/": page("Mill " + host)}),
    "words": lambda host: site(host, "words of contact only", EMPTY_IN_TAB,
                               pages={"/": page("Mill " + host, "<p>Contact us by email.</p>")}),
    "dead": lambda host: site(host, "no such name", NO_SUCH_NAME, dns="nxdomain"),
    "refused": lambda host: site(host, "nothing listens", REFUSED, addresses=(NOBODY,)),
    "gone": lambda host: site(host, "404", GONE, pages={"/": NOT_FOUND}),
    "wall": lambda host: site(host, "a challenge", WALL_CLOUDFLARE, pages={"*": CHALLENGE}),
    "retry": lambda host: site(host, "503", SERVER_ERROR, pages={"*": Reply("<h1>Busy</h1>", 503)}),
}  # fmt: skip


@lru_cache(maxsize=4096)
def site_of(host: str) -> Site | None:
    """The site of a name such as ``tab-0017.test``, or None."""
    match = NAME.fullmatch(host)
    kind = KINDS.get(match[1]) if match else None
    return kind(host) if kind else None
