"""The signatures as the judge asks them: by layer and kind, and by the looks of a page that they may be in."""

from collections.abc import Iterable
from typing import NamedTuple

import re2

from contactscraper.challenge.kinds import KINDS, PLAIN, WORTHLESS
from contactscraper.challenge.seen import Seen
from contactscraper.challenge.signatures import SIGNATURES, WALL_KINDS, Signature

#: Visible characters up to which a phrase counts in a page that came as a success: more text talks about walls.
QUOTED_VISIBLE = 450


def _rows(layer: str, kinds: Iterable[str]) -> tuple[Signature, ...]:
    wanted = frozenset(kinds)
    return tuple(s for s in SIGNATURES if s.layer == layer and s.kind in wanted)


def _parted(rows: tuple[Signature, ...]) -> tuple[tuple[Signature, ...], tuple[Signature, ...]]:
    named = tuple(row for row in rows if row.vendor != "generic")
    return named, tuple(row for row in rows if row.vendor == "generic")


class Searched(NamedTuple):
    """Rows, and what one of which a page must hold: in its markup, in what it says. RE2 looks for all at once."""

    rows: tuple[Signature, ...]
    marks: object
    phrases: object

    @classmethod
    def of(cls, rows: tuple[Signature, ...]) -> "Searched":
        return cls(rows, _any([row for row in rows if not row.text]), _any([row for row in rows if row.text]))


def _any(rows: list[Signature]) -> object:
    """A pattern of all needles of *rows*."""
    if not all(row.needles for row in rows):
        return re2.compile("")
    return re2.compile("|".join(sorted(re2.escape(needle) for row in rows for needle in row.needles)) or "a^")


class Bodies(NamedTuple):
    """Rows that are looked for in bodies. What `_in_body` would refuse by a page's looks alone is not looked for."""

    all: Searched
    long: Searched  # on a success with more text than a wall says
    site: Searched  # on a page of a site

    @classmethod
    def of(cls, rows: tuple[Signature, ...]) -> "Bodies":
        return cls(
            Searched.of(rows),
            Searched.of(tuple(row for row in rows if not (row.text and row.kind in WALL_KINDS))),
            Searched.of(tuple(row for row in rows if row.kind == "parked" or (row.never_normal and not row.text))),
        )

    def on(self, seen: Seen) -> tuple[Signature, ...]:
        """The rows that may be in a page."""
        if seen.site_like:
            which = self.site
        else:
            which = self.long if seen.status < 400 and seen.length > QUOTED_VISIBLE else self.all
        marked, said = which.marks.search(seen.lowered), which.phrases.search(seen.said)  # type: ignore[attr-defined]
        return which.rows if marked or said else ()


URLS = _rows("url", KINDS)
WALL_TITLES, WORTHLESS_TITLES = _rows("title", WALL_KINDS), _rows("title", WORTHLESS)
WALL_BODIES = _rows("body", WALL_KINDS)
#: What any wall may say is looked for last, since it names no vendor.
NAMED_TITLES, TITLES = _parted(WALL_TITLES)
NAMED_BODIES, BODIES = map(Bodies.of, _parted(WALL_BODIES))
WORTHLESS_BODIES = Bodies.of(_rows("body", WORTHLESS))
PLAIN_ROWS = (*_rows("title", PLAIN), *_rows("body", PLAIN))
SHELLS = _rows("body", {"js-shell"})
