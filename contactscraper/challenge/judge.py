"""The judge: evidence in its order, each step a short question to the signatures."""

import html as entities
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from selectolax.lexbor import LexborHTMLParser

from contactscraper.challenge.headers import header_wall, lower_headers, status_wall
from contactscraper.challenge.signatures import SIGNATURES, Signature
from contactscraper.challenge.stubs import refresh_target, stub_target


class PageKind(StrEnum):
    NORMAL = "normal"
    CHALLENGE = "challenge"
    BLOCK = "block"
    RATE_LIMIT = "rate-limit"
    PARKED = "parked"
    SUSPENDED = "suspended"
    DEFAULT_PAGE = "default-page"
    REDIRECT_STUB = "redirect-stub"
    JS_SHELL = "js-shell"


#: What a row's kind means for the page. Kinds that are not here leave the page as it is: the status decides.
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
WALLS = frozenset({"challenge", "captcha", "block"})
ASKS = frozenset({"challenge", "captcha"})

#: Beyond these a page is a page, whatever words are in it.
BIG_BYTES = 250_000
#: Visible characters up to which a body's proof without a gate of its own counts.
USUAL_VISIBLE = 3_000
#: Visible characters below which a hint is enough, and with an error status.
HINT_VISIBLE, HINT_VISIBLE_ON_ERROR = 300, 1_500
#: A page below this size or with less text than this is judged as a shell.
SHELL_BYTES, SHELL_TEXT = 1024, 40
STUB_TEXT = 300
ERRORS = frozenset({401, 403, 405, 406, 409, 418, 429, 503})

_TITLE = re.compile(r"<title\b[^>]{0,200}>([^<]{0,500})", re.IGNORECASE)
_HIDDEN = "script,style,noscript,template,svg,head"


def _rows(layer: str, kinds: frozenset[str] | None = None) -> tuple[Signature, ...]:
    return tuple(
        s for s in SIGNATURES if s.layer == layer and s.kind in KINDS and (kinds is None or s.kind in kinds)
    )


_URLS, _TITLES, _BODIES = _rows("url"), _rows("title"), _rows("body")
_LOCALISED = "s010"  # titles that a wall's own script writes: plain words, unless a browser shows them


@dataclass
class Seen:
    """One reply, with what is asked of it more than once."""

    status: int
    headers: Mapping[str, list[str]]
    body: bytes
    url: str
    rendered: bool

    @cached_property
    def text(self) -> str:
        return self.body[:BIG_BYTES].decode("utf-8", "replace")

    @cached_property
    def lowered(self) -> str:
        return self.text.lower()

    @cached_property
    def title(self) -> str:
        found = _TITLE.search(self.text)
        return " ".join(entities.unescape(found[1]).split()) if found else ""

    @cached_property
    def visible(self) -> str:
        """The text that people see."""
        if not self.body:
            return ""
        tree = LexborHTMLParser(self.text)
        root = tree.body or tree.root
        if root is None:
            return ""
        for node in root.css(_HIDDEN):
            node.decompose()
        return " ".join(root.text(separator=" ").split())

    @property
    def location(self) -> str:
        return next(iter(self.headers.get("location", [])), "") if 300 <= self.status < 400 else ""


def judge_page(
    status: int, headers: Mapping[str, str | list[str]], body: bytes, url: str, rendered: bool = False
) -> PageKind:
    """What a page is. *rendered*: it is what a browser tab shows."""
    return _judge(status, headers, body, url, rendered)[0]


def wall_vendor(status: int, headers: Mapping[str, str | list[str]], body: bytes, url: str) -> str:
    """Whose wall a page is, '' where that does not show."""
    return _judge(status, headers, body, url, False)[1]


def _judge(
    status: int, headers: Mapping[str, str | list[str]], body: bytes, url: str, rendered: bool
) -> tuple[PageKind, str]:
    seen = Seen(status, lower_headers(headers), body, url, rendered)
    for look in (_by_headers, _by_address, _by_title, _by_body, _by_rate, _by_worth):
        found = look(seen)
        if found is not None:
            return found
    return _by_shape(seen), ""


def _by_headers(seen: Seen) -> tuple[PageKind, str] | None:
    if seen.rendered:
        return None  # a challenge that has passed leaves its headers behind
    mitigated = " ".join(seen.headers.get("cf-mitigated", [])).strip().lower()
    if mitigated and mitigated != "challenge":
        return PageKind.BLOCK, "cloudflare"
    wall = header_wall(seen.status, seen.headers)
    if wall is not None:
        return KINDS[wall.kind], wall.vendor
    if vendor := status_wall(seen.status, seen.headers):
        block = any(s.layer == "status" and s.vendor == vendor and s.kind == "block" for s in SIGNATURES)
        return (PageKind.BLOCK if block else PageKind.CHALLENGE), vendor
    return None


def _by_address(seen: Seen) -> tuple[PageKind, str] | None:
    for address in (seen.url, seen.location):
        for row in _URLS:
            if address and row.matches(address):
                return KINDS[row.kind], row.vendor
    return None


def _by_title(seen: Seen) -> tuple[PageKind, str] | None:
    if not seen.title:
        return None
    for row in _TITLES:
        if row.kind not in WALLS or not row.matches(seen.title):
            continue
        visible = len(seen.visible)
        if row.id == _LOCALISED and not (seen.rendered or seen.status in ERRORS or "cdn-cgi" in seen.lowered):
            continue
        if (
            row.strength == "proof"
            and row.admits(seen.status, visible, len(seen.body))
            and visible <= USUAL_VISIBLE
        ):
            asks = (
                _first_row(seen, ASKS) if row.kind == "block" else None
            )  # a title that says no, a page that asks
            return asks if asks and asks[1] == row.vendor else (KINDS[row.kind], row.vendor)
        if (
            row.strength == "hint"
            and row.admits(seen.status, visible, len(seen.body))
            and _walled(seen, visible)
        ):
            return KINDS[row.kind], row.vendor
    return None


def _walled(seen: Seen, visible: int) -> bool:
    """Whether a page looks like a wall: next to no text, or little with an error status."""
    return visible <= (HINT_VISIBLE_ON_ERROR if seen.status in ERRORS or seen.rendered else HINT_VISIBLE)


def _by_body(seen: Seen) -> tuple[PageKind, str] | None:
    if seen.status == 429 and "1015" in seen.text:
        return PageKind.RATE_LIMIT, "cloudflare"  # Cloudflare's own number for a rate limit
    return _first_row(seen, WALLS)


def _by_worth(seen: Seen) -> tuple[PageKind, str] | None:
    for row in _TITLES:
        if row.kind not in WALLS and seen.title and row.matches(seen.title):
            visible = len(seen.visible)
            if visible <= USUAL_VISIBLE and row.admits(seen.status, visible, len(seen.body)):
                return KINDS[row.kind], row.vendor
    return _first_row(seen, frozenset(KINDS) - WALLS)


def _first_row(seen: Seen, kinds: frozenset[str]) -> tuple[PageKind, str] | None:
    if not seen.body or len(seen.body) > BIG_BYTES:
        return None
    for row in _BODIES:
        if row.kind not in kinds or not row.admits(seen.status, 0, len(seen.body)):
            continue
        if row.needles and not any(needle in seen.lowered for needle in row.needles):
            continue
        visible = len(seen.visible)
        if not row.admits(seen.status, visible, len(seen.body)) or visible > USUAL_VISIBLE:
            continue
        if row.strength == "hint" and not _walled(seen, visible):
            continue
        if row.matches(seen.text) or row.matches(seen.visible):
            return KINDS[row.kind], row.vendor
    return None


def _by_rate(seen: Seen) -> tuple[PageKind, str] | None:
    return (PageKind.RATE_LIMIT, "") if seen.status == 429 and not seen.rendered else None


def _by_shape(seen: Seen) -> PageKind:
    if seen.location:
        return PageKind.REDIRECT_STUB
    if not seen.body or seen.status >= 400:
        return PageKind.NORMAL
    if len(seen.body) <= 16_000 and len(seen.visible) <= STUB_TEXT and _points(seen):
        return PageKind.REDIRECT_STUB
    has_script = "<script" in seen.lowered
    if len(seen.visible) < SHELL_TEXT and (has_script or len(seen.body) < SHELL_BYTES):
        return PageKind.JS_SHELL
    return PageKind.NORMAL


def _points(seen: Seen) -> bool:
    """Whether the page's one purpose is to point elsewhere."""
    if stub_target(seen.text, seen.url) is None:
        return False
    if refresh_target(seen.text) is not None or "<frameset" in seen.lowered:
        return True
    links = seen.lowered.count("<a ") + seen.lowered.count("<form")
    if "<iframe" in seen.lowered:
        return len(seen.visible) < 100 and links <= 1 and seen.lowered.count("<iframe") == 1
    return len(seen.visible) < 200 and links <= 2 and len(seen.body) < 4_000
