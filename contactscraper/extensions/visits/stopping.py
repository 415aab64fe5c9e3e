"""The end of a run before its list's: visits end too, and stay open for the next run."""

import asyncio
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from scrapy.crawler import Crawler

from contactscraper.extensions import extension
from contactscraper.extensions.stores import Stores
from contactscraper.extensions.uplink import Uplink
from contactscraper.items import Ending, Visit

if TYPE_CHECKING:
    from contactscraper.extensions.visits.owner import Visits

STOPPED = Ending("skip", "error", "stopped", "wider")
NETWORK_DOWN = Ending("skip", "error", "network-down", "wider")
#: Reasons for which a visit stays open for the next run.
STAYS_OPEN = frozenset({STOPPED.reason, NETWORK_DOWN.reason})


class Stopping:
    """Whether the run is being stopped, and how."""

    def __init__(self, crawler: Crawler, visits: "Visits") -> None:
        self._crawler = crawler
        self._visits = visits
        self._grace = crawler.settings.getfloat("STOP_GRACE")
        self._until: float | None = None  # monotonic seconds
        self._closing: asyncio.Task[None] | None = None
        self._missed: set[Visit] = set()

    @property
    def begun(self) -> bool:
        return self._until is not None

    @property
    def overdue(self) -> bool:
        """Whether requests that are still under way have had their grace."""
        return self._until is not None and time.monotonic() > self._until

    def listen(self, uplink: Uplink, stores: Stores) -> None:
        """Those that a run cannot do without say when they give up."""
        uplink.on_given_up = lambda: self._give_up(NETWORK_DOWN, "network-down")
        stores.on_broken = lambda: self._give_up(STOPPED, "memory-broken")

    def begin(self, ending: Ending = STOPPED) -> None:
        """No more lines; visits without a request under way end now, the others when theirs comes back."""
        if self.begun:
            return
        self._until = time.monotonic() + self._grace
        extension(self._crawler, Uplink).stop()
        under_way = self._under_way()
        for visit in self._visits.open_visits():
            if visit.waits or visit not in under_way:
                self._visits.end(visit, replace(ending))
        self._visits.changed()

    def end_stranded(self) -> None:
        """Ends the visits whose next request came too late (a redirect, a contact page): an engine that closes begins
        no more, so nothing would come back. Asked at each tick; one that was missed twice is such a visit."""
        under_way = self._under_way()
        missing = {v for v in self._visits.open_visits() if v.ending is None and v not in under_way}
        for visit in missing & self._missed:
            self._visits.end(visit, replace(STOPPED))
        self._missed = missing

    def _under_way(self) -> set[Visit]:
        """The visits whose request is with the downloader, or whose response is being read."""
        engine = self._crawler.engine
        assert engine is not None
        slot = engine.scraper.slot
        reading = (*slot.active, *(waiting[1] for waiting in slot.queue)) if slot is not None else ()
        return {request.meta["visit"] for request in (*engine.downloader.active, *reading) if "visit" in request.meta}

    def _give_up(self, ending: Ending, reason: str) -> None:
        if self._closing is None and not self._visits.is_drained:
            self.begin(ending)
            assert self._crawler.engine is not None
            self._closing = asyncio.ensure_future(self._crawler.engine.close_spider_async(reason=reason))
