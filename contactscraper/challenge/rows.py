"""The signatures as the judge asks them: by layer and kind, and by the looks of a page that they may be in."""

from collections.abc import Iterable
from typing import NamedTuple

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


class Bodies(NamedTuple):
    """Rows that are looked for in bodies. What `_in_body` would refuse by a page's looks alone is not looked for."""

    all: tuple[Signature, ...]
    long: tuple[Signature, ...]  # on a success with more text than a wall says
    site: tuple[Signature, ...]  # on a page of a site

    @classmethod
    def of(cls, rows: tuple[Signature, ...]) -> "Bodies":
        return cls(
            rows,
            tuple(row for row in rows if not (row.text and row.kind in WALL_KINDS)),
            tuple(row for row in rows if row.kind == "parked" or (row.never_normal and not row.text)),
        )

    def on(self, seen: Seen) -> tuple[Signature, ...]:
        if seen.site_like:
            return self.site
        return self.long if seen.status < 400 and seen.length > QUOTED_VISIBLE else self.all


URLS = _rows("url", KINDS)
WALL_TITLES, WORTHLESS_TITLES = _rows("title", WALL_KINDS), _rows("title", WORTHLESS)
WALL_BODIES = _rows("body", WALL_KINDS)
#: What any wall may say is looked for last, since it names no vendor.
NAMED_TITLES, TITLES = _parted(WALL_TITLES)
NAMED_BODIES, BODIES = map(Bodies.of, _parted(WALL_BODIES))
WORTHLESS_BODIES = Bodies.of(_rows("body", WORTHLESS))
PLAIN_ROWS = (*_rows("title", PLAIN), *_rows("body", PLAIN))
SHELLS = _rows("body", {"js-shell"})
