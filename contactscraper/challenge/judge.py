"""The judge: evidence in its order, each step a short question to the signatures."""

import re
from collections.abc import Mapping

from contactscraper.challenge.headers import (
    BLOCK_STATUSES,
    header_wall,
    lower_headers,
    mitigated,
    parked_cookies,
    status_wall,
)
from contactscraper.challenge.kinds import ASKS, KINDS, Finding, PageKind
from contactscraper.challenge.plain_words import meant
from contactscraper.challenge.rows import (
    BODIES,
    NAMED_BODIES,
    NAMED_TITLES,
    PLAIN_ROWS,
    QUOTED_VISIBLE,
    SHELLS,
    TITLES,
    URLS,
    WALL_BODIES,
    WORTHLESS_BODIES,
    WORTHLESS_TITLES,
    Bodies,
)
from contactscraper.challenge.seen import Seen
from contactscraper.challenge.signatures import WALL_KINDS, Signature
from contactscraper.challenge.stubs import MAX_BYTES, refresh_target
from contactscraper.challenge.tab_titles import TAB_MARKS, TAB_TITLES

#: Visible characters up to which a body's proof without a gate of its own counts.
USUAL_VISIBLE = 3_000
#: The largest wall seen, with its script inside, has some 200 KB.
WALL_BYTES = 250_000
#: Visible characters below which a hint is enough, and with an error status.
HINT_VISIBLE, HINT_VISIBLE_ON_ERROR = 300, 1_500
#: A page below this size or with less text than this is judged as a shell.
SHELL_BYTES, SHELL_TEXT = 1024, 40
#: Visible characters from which on a page with a number to ring says what it has to say.
CARD_TEXT = 12
STUB_TEXT = 300
#: The same round one frame: more than a browser without frames is told is a page with a player or a map in it.
FRAMED_TEXT = 60
ERRORS = frozenset({401, 403, 405, 406, 409, 418, 429, 503})

#: Cloudflare's own error numbers: who is refused, who is slowed down. The others are trouble behind it.
CLOUDFLARE_BLOCKS = frozenset({1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1020, 1106})
CLOUDFLARE_LIMITS = frozenset({1015, 1027})
_CLOUDFLARE_ERROR = re.compile(r"cf-error-code[\"'][^<>]{0,80}>\s*(?:error\s*)?(\d{3,4})\b", re.IGNORECASE)
_ENGLISH = "s009"  # plain words: on a page that says how to reach somebody they are a name
_LOCALISED = "s010"  # plain words too, see `TAB_TITLES`


def judge(
    status: int, headers: Mapping[str, str | list[str]], body: bytes, url: str, rendered: bool = False
) -> Finding:
    """What a page is and whose. *url* is the final one; *rendered*: the body is what a browser tab shows."""
    seen = Seen(status, lower_headers(headers), body, url, rendered)
    for look in (_by_headers, _by_address, _by_number, _by_title, _by_body, _by_words, _by_rate, _by_worth, _by_target):
        found = look(seen)
        if found is not None:
            return found
    return Finding(_by_shape(seen))


def judge_page(
    status: int, headers: Mapping[str, str | list[str]], body: bytes, url: str, rendered: bool = False
) -> PageKind:
    """What a page is: `judge` without the vendor."""
    return judge(status, headers, body, url, rendered).kind


def wall_vendor(
    status: int, headers: Mapping[str, str | list[str]], body: bytes, url: str, rendered: bool = False
) -> str:
    """Whose wall a page is, '' where that does not show: `judge` without the kind."""
    return judge(status, headers, body, url, rendered).vendor


def _by_headers(seen: Seen) -> Finding | None:
    if seen.rendered:
        return None  # a challenge that has passed leaves its headers behind
    if (said := mitigated(seen.headers)) and said != "challenge":
        return Finding(PageKind.BLOCK, "cloudflare")
    wall = header_wall(seen.status, seen.headers)
    if wall is not None:
        asks = _first_row(seen, _asking(wall.vendor)) if wall.kind == "block" else None
        return asks or _by_row(wall)
    if vendor := status_wall(seen.status, seen.headers):
        return Finding(PageKind.BLOCK if seen.status in BLOCK_STATUSES else PageKind.CHALLENGE, vendor)
    return None


def _by_row(row: Signature) -> Finding:
    return Finding(KINDS[row.kind], row.vendor, row.id)


def _asking(vendor: str) -> tuple[Signature, ...]:
    """The rows that know a page of the same vendor which asks: a title may say no, and the page ask."""
    return tuple(s for s in WALL_BODIES if s.kind in ASKS and s.vendor == vendor)


def _by_address(seen: Seen) -> Finding | None:
    return _address(seen.url) or _address(seen.location)


def _address(url: str | None) -> Finding | None:
    if url:
        for row in URLS:
            if row.matches(url):
                return _by_row(row)
    return None


def _by_number(seen: Seen) -> Finding | None:
    """Cloudflare's error pages share one look: the number tells who is at fault."""
    if seen.status < 400 or seen.big or "cf-error-code" not in seen.lowered or seen.site_like:
        return None
    found = _CLOUDFLARE_ERROR.search(seen.text)
    number = int(found[1]) if found else 0
    if number in CLOUDFLARE_LIMITS:
        return Finding(PageKind.RATE_LIMIT, "cloudflare")
    if number in CLOUDFLARE_BLOCKS:
        return Finding(PageKind.BLOCK, "cloudflare")
    return Finding(PageKind.NORMAL) if number else None


def _by_title(seen: Seen, rows: tuple[Signature, ...] = NAMED_TITLES) -> Finding | None:
    if not seen.title:
        return None
    for row in rows:
        if not row.matches(seen.title) or not _counts(seen, row) or not meant(seen, row, seen.title):
            continue
        if not _challenged(seen) and (row.id == _LOCALISED or (row.id == _ENGLISH and seen.reachable)):
            continue
        asks = _first_row(seen, _asking(row.vendor)) if row.kind == "block" else None
        return asks or _by_row(row)
    if seen.title.lower().strip(" .…") in TAB_TITLES and seen.length <= HINT_VISIBLE_ON_ERROR and _challenged(seen):
        return None if seen.site_like else Finding(PageKind.CHALLENGE, "cloudflare")
    return None


def _challenged(seen: Seen) -> bool:
    """Whether something besides a title of plain words speaks of a challenge."""
    return seen.status in ERRORS or any(mark in seen.lowered for mark in TAB_MARKS)


def _counts(seen: Seen, row: Signature) -> bool:
    """Whether a row whose pattern is the page's title is believed."""
    if not row.admits(seen.status, seen.length, len(seen.body)):
        return False
    if seen.rings:
        return False  # a firm, a play or a band of that name
    gated = row.max_visible_chars is not None or bool(row.status_in)
    return seen.length <= (USUAL_VISIBLE if row.strength == "proof" or gated else HINT_VISIBLE) and not (
        (seen.site_like and (not row.never_normal or seen.status not in ERRORS)) or seen.one_pager
    )


def _by_body(seen: Seen) -> Finding | None:
    """What its markup and its vendor's words prove; where they say no and the page asks, it asks."""
    found = _first_row(seen, NAMED_BODIES)
    if found is None or found.kind is not PageKind.BLOCK:
        return found
    asking = tuple(row for row in _asking(found.vendor) if row.strength == "proof")
    return _first_row(seen, asking) or found


def _by_words(seen: Seen) -> Finding | None:
    """The words that any wall may use, where no vendor shows."""
    return _by_title(seen, TITLES) or _first_row(seen, BODIES)


def _first_row(seen: Seen, rows: Bodies | tuple[Signature, ...]) -> Finding | None:
    if not seen.body or seen.length > USUAL_VISIBLE or len(seen.body) > WALL_BYTES:
        return None
    for row in rows.on(seen) if isinstance(rows, Bodies) else rows:
        if (
            row.admits(seen.status, seen.length, len(seen.body))
            and row.may_match(seen.said if row.text else seen.lowered)
            and _in_body(seen, row)
        ):
            return _by_row(row)
    return None


def _in_body(seen: Seen, row: Signature) -> bool:
    """Whether a row's pattern is in the page as a wall has it, and not as a page that talks about walls."""
    parked = row.kind == "parked"
    if row.kind in WALL_KINDS and seen.one_pager:
        return False
    if seen.site_like and (row.text or not row.never_normal) and not (parked and not seen.contact):
        return False
    said = row.kind in WALL_KINDS and row.text and seen.status < 400
    if said and (seen.rings or (row.strength == "hint" and seen.writes)):
        return False
    if row.kind in WALL_KINDS and row.strength == "hint":
        if seen.contact and seen.length >= SHELL_TEXT:
            return False  # a form with its guard, on a page that says how to reach its owner
        if seen.status < 400 and seen.signs_in:
            return False  # a guard before a password
    walled = HINT_VISIBLE_ON_ERROR if seen.status in ERRORS or seen.rendered else HINT_VISIBLE
    if row.strength == "hint" and not row.text and seen.length > walled:
        return False
    if not row.text:
        return row.matches(seen.text) and not row.matches(seen.visible)  # markup that people can read is a quotation
    if row.kind in WALL_KINDS:
        if seen.status < 400 and seen.length > QUOTED_VISIBLE:
            return False
        return row.matches(seen.said) and meant(seen, row, seen.said)
    if not parked and seen.length > QUOTED_VISIBLE and (seen.contact or row.max_visible_chars is None):
        return False  # a diary that names its host's page; the hosts' own have no address of the site's owner
    return row.matches(seen.said)


def _by_rate(seen: Seen) -> Finding | None:
    return Finding(PageKind.RATE_LIMIT) if seen.status == 429 and not seen.rendered else None


def _by_worth(seen: Seen) -> Finding | None:
    if parked_cookies(seen.headers):
        return Finding(PageKind.PARKED, "godaddy")
    for row in WORTHLESS_TITLES:
        if seen.title and row.matches(seen.title) and row.admits(seen.status, seen.length, len(seen.body)):
            spared = seen.site_like and (seen.contact or not (row.kind == "parked" or row.never_normal))
            if seen.length <= USUAL_VISIBLE and not spared:
                return _by_row(row)
    return _first_row(seen, WORTHLESS_BODIES)


def _by_target(seen: Seen) -> Finding | None:
    """A pointer to a wall's own address is a wall, one to a marketplace is a parked name."""
    return _address(seen.target) if _points(seen) else None


def _points(seen: Seen) -> bool:
    """Whether the page's one purpose is to point elsewhere."""
    if not seen.body or seen.status >= 400 or len(seen.body) > MAX_BYTES or seen.length > STUB_TEXT:
        return False
    if seen.target is None:
        return False
    if refresh_target(seen.text) is not None or "<frameset" in seen.lowered:
        return True
    links = seen.lowered.count("<a ") + seen.lowered.count("<form")
    if "<iframe" in seen.lowered:
        return seen.length < FRAMED_TEXT and links <= 1 and seen.lowered.count("<iframe") == 1
    return seen.length < 200 and links <= 2 and len(seen.body) < 4_000


def _by_shape(seen: Seen) -> PageKind:
    if seen.location:
        return PageKind.REDIRECT_STUB
    if not seen.body or seen.status >= 400 or seen.big:
        return PageKind.NORMAL
    if _points(seen):
        return PageKind.REDIRECT_STUB
    return PageKind.JS_SHELL if _hollow(seen) and not _plain(seen) else PageKind.NORMAL


def _hollow(seen: Seen) -> bool:
    """Whether only a script could fill the page."""
    has_script = "<script" in seen.lowered
    if seen.length < SHELL_TEXT:
        if seen.length and not has_script:
            return False  # one word is all that such a page will ever say
        if seen.writes or seen.fields or (seen.length >= CARD_TEXT and seen.reachable):
            return False
        return has_script or len(seen.body) < SHELL_BYTES
    return has_script and any(
        row.admits(seen.status, seen.length) and row.may_match(seen.lowered) and row.matches(seen.text)
        for row in SHELLS
    )


def _plain(seen: Seen) -> bool:
    return any(
        row.admits(seen.status, seen.length, len(seen.body))
        and (row.layer == "title" or row.may_match(seen.lowered))
        and row.matches(seen.title if row.layer == "title" else seen.text)
        for row in PLAIN_ROWS
    )
