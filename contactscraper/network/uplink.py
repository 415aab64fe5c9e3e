"""Is it the sites that fail, or our own network? A pure book of failures that nobody has confirmed yet.

A failure to reach a site is provisional until another host has answered after it. When `limit` different domains
fail in a row, nothing is believed any more until somebody (a canary) was asked. An answer may tell of an outage that
is just over, though: failures that were sent when nobody answered, and more of them in a row than chance brings
together, are asked once more.
"""

from collections import deque
from dataclasses import dataclass
from enum import StrEnum

#: Different domains that fail in a row and make an outage likelier than chance: of 14 % dead sites, five in a row are
#: 1 in 20,000.
SUSPICIOUS = 5
#: Seconds around a request's beginning within which somebody has answered where the network was up.
NEAR = 1.0


class Settled(StrEnum):
    """What becomes of a provisional failure."""

    COUNTS = "counts"  # another host answered after it: it is the site's own
    AGAIN = "again"  # the network was down and is back: ask once more
    DOWN = "down"  # the network stayed down


@dataclass(frozen=True, slots=True)
class Doubt:
    """One provisional failure: of a *host*, for a visit of a *domain*. *began* (when it was asked) and *at* (when it
    failed) are monotonic times in seconds. *again*: it was asked once more already, for a suspicion."""

    token: int
    host: str
    domain: str
    at: float
    began: float
    again: bool = False


class UplinkBook:
    """Provisional failures, oldest first, and the row of domains that failed without an answer between them."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._doubts: dict[int, Doubt] = {}
        self._row: set[str] = set()
        self._answers: deque[float] = deque(maxlen=1000)  # times, no two within a tenth of a second
        self._page: tuple[str, bytes] | None = None  # host and body of the last page

    def __len__(self) -> int:
        return len(self._doubts)

    def failed(self, doubt: Doubt) -> bool:
        """Note a failure. True where so many different domains have failed in a row that the network is doubted."""
        self._doubts[doubt.token] = doubt
        self._row.add(doubt.domain)
        return bool(self.limit) and len(self._row) >= self.limit

    def answered(self, host: str, now: float) -> dict[int, Settled]:
        """A *host* answered: what becomes of the failures of other hosts, by token."""
        if not self._answers or now - self._answers[-1] > NEAR / 10:
            self._answers.append(now)
        outage = len(self._row) >= SUSPICIOUS
        self._row.clear()
        settled = {
            token: Settled.COUNTS if doubt.again or not (outage or self._silent(doubt.began)) else Settled.AGAIN
            for token, doubt in self._doubts.items()
            if doubt.host != host
        }
        for token in settled:
            del self._doubts[token]
        return settled

    def _silent(self, at: float) -> bool:
        """Whether nobody answered near a time."""
        return not any(abs(answer - at) <= NEAR for answer in reversed(self._answers))

    def repeats(self, host: str, body: bytes) -> bool:
        """Whether a page is the very page that the host before it showed, as a captive portal's would be. The last
        *body* is kept whole: two that differ do so in their length or at their beginning, and no digest is so cheap."""
        before, self._page = self._page, (host, body)
        return before is not None and before[0] != host and before[1] == body

    def settle_all(self, settled: Settled) -> dict[int, Settled]:
        """The network was down: every token that was open is *settled*."""
        tokens = dict.fromkeys(self._doubts, settled)
        self._doubts.clear()
        self._row.clear()
        return tokens

    def oldest(self) -> float | None:
        """When the oldest open failure was noted (monotonic seconds), or None."""
        return next((doubt.at for doubt in self._doubts.values()), None)
