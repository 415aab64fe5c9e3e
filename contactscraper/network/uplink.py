"""Is it the sites that fail, or our own network? A pure book of failures that nobody has confirmed yet.

A failure to reach a site is provisional until another host has answered after it. When `limit` different domains
fail in a row, nothing is believed any more until somebody (a canary) was asked.
"""

from dataclasses import dataclass
from enum import StrEnum


class Settled(StrEnum):
    """What becomes of a provisional failure."""

    COUNTS = "counts"  # another host answered after it: it is the site's own
    AGAIN = "again"  # the network was down and is back: ask once more
    DOWN = "down"  # the network stayed down


@dataclass(frozen=True, slots=True)
class Doubt:
    """One provisional failure: of a *host*, for a visit of a *domain*. *at* is monotonic time in seconds."""

    token: int
    host: str
    domain: str
    at: float


class UplinkBook:
    """Provisional failures, oldest first, and the row of domains that failed without an answer between them."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._doubts: dict[int, Doubt] = {}
        self._row: set[str] = set()
        self._page: tuple[str, str] | None = None  # host and digest of the last page

    def __len__(self) -> int:
        return len(self._doubts)

    def failed(self, doubt: Doubt) -> bool:
        """Note a failure. True where so many different domains have failed in a row that the network is doubted."""
        self._doubts[doubt.token] = doubt
        self._row.add(doubt.domain)
        return bool(self.limit) and len(self._row) >= self.limit

    def answered(self, host: str) -> list[int]:
        """A *host* answered: the tokens of the failures of other hosts, which count now."""
        self._row.clear()
        counts = [token for token, doubt in self._doubts.items() if doubt.host != host]
        for token in counts:
            del self._doubts[token]
        return counts

    def repeats(self, host: str, digest: str) -> bool:
        """Whether a page is the very page that the host before it showed, as a captive portal's would be."""
        before, self._page = self._page, (host, digest)
        return before is not None and before[0] != host and before[1] == digest

    def settle_all(self) -> list[int]:
        """The canaries have spoken: every token that was open."""
        tokens = list(self._doubts)
        self._doubts.clear()
        self._row.clear()
        return tokens

    def oldest(self) -> float | None:
        """When the oldest open failure was noted (monotonic seconds), or None."""
        return next((doubt.at for doubt in self._doubts.values()), None)
