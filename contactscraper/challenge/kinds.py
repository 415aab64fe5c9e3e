"""What a page can be, and what the kinds of the signatures mean for it."""

from enum import StrEnum
from typing import NamedTuple

from contactscraper.challenge.signatures import WALL_KINDS


class PageKind(StrEnum):
    """What a page is."""

    NORMAL = "normal"
    CHALLENGE = "challenge"
    BLOCK = "block"
    RATE_LIMIT = "rate-limit"
    PARKED = "parked"
    SUSPENDED = "suspended"
    DEFAULT_PAGE = "default-page"
    REDIRECT_STUB = "redirect-stub"
    JS_SHELL = "js-shell"


class Finding(NamedTuple):
    """What a page is, whose it is where that shows, and the signature's row that knew it ('' where there is none)."""

    kind: PageKind
    vendor: str = ""
    row: str = ""


#: What a row's kind means for the page.
KINDS: dict[str, PageKind] = {
    "challenge": PageKind.CHALLENGE,
    "captcha": PageKind.CHALLENGE,
    "block": PageKind.BLOCK,
    "ratelimit": PageKind.RATE_LIMIT,
    "parked": PageKind.PARKED,
    "suspended": PageKind.SUSPENDED,
    "default-page": PageKind.DEFAULT_PAGE,
    "no-site": PageKind.DEFAULT_PAGE,
}
WORTHLESS = frozenset(KINDS) - WALL_KINDS - {"ratelimit"}
#: Pages of few words that are what they are: a browser would find no more, the status decides.
PLAIN = frozenset({"under-construction", "maintenance", "origin-error", "soft-404", "login-wall", "consent"})
ASKS = frozenset({"challenge", "captcha"})


def error_class(vendor: str) -> str:
    """The log's errorClass of a wall."""
    return "cf-challenge" if vendor in ("cloudflare", "turnstile") else "wider"
