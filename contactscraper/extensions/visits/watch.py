"""Looks after the open visits: whatever happens to a request, its visit ends."""

import asyncio
import logging
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.crawler import Crawler

from contactscraper.extensions.uplink import Uplink
from contactscraper.extensions.visits.stopping import STOPPED, Stopping
from contactscraper.items import Ending, StepResult, Visit

if TYPE_CHECKING:
    from contactscraper.extensions.visits.owner import Visits

logger = logging.getLogger(__name__)

TICK = 0.25  # s
#: Seconds after which a step that has not come back is one that waits for its host: a name server, a black hole.
SLOW = 1.5


class Watch:
    """Ends visits whose request was dropped, met a fault of ours, or did not come back within *timeout* seconds."""

    def __init__(self, crawler: Crawler, visits: "Visits", stopping: Stopping, timeout: float) -> None:
        self._crawler = crawler
        self._visits = visits
        self._stopping = stopping
        self._timeout = timeout
        self._ticker: asyncio.Task[None] | None = None

    def start(self, uplink: Uplink) -> None:
        self._ticker = asyncio.ensure_future(self._tick(uplink))

    def stop(self, spider: Any) -> None:
        if self._ticker is not None:
            self._ticker.cancel()

    async def _tick(self, uplink: Uplink) -> None:
        while True:
            await asyncio.sleep(TICK)
            try:
                uplink.tick()
                self._look_after()
            except Exception:
                logger.exception("Looking after the open visits failed")

    def _look_after(self) -> None:
        engine = self._crawler.engine
        assert engine is not None
        slot = engine._slot  # there is no public sign that a spider is being closed
        if slot is not None and slot.closing is not None:
            self._stopping.begin()
        if self._stopping.begun:
            self._stopping.end_stranded()
        now, slow = time.monotonic(), 0
        for visit in self._visits.open_visits():
            slow += not visit.waits and now - visit.touched > SLOW and visit not in self._visits.tab_line
            if self._stopping.overdue:
                self._visits.end(visit, replace(STOPPED))
            elif not visit.waits and now - visit.touched > self._timeout:
                logger.error("A step of %s did not come back; the visit is given up", visit.url)
                self._visits.end(visit, Ending("fetch", "error", "internal", "wider"))
        self._visits.slow(slow)
        self._visits.check_drained()

    def request_dropped(self, request: Request) -> None:
        self._lost(request, "was dropped by the scheduler")

    def spider_error(self, failure: Any, response: Any) -> None:
        request = getattr(response, "request", None)
        if request is not None:
            self._lost(request, "met a fault of our own")

    def _lost(self, request: Request, why: str) -> None:
        visit = request.meta.get("visit")
        if visit is not None and not visit.closed and visit.ending is None:
            logger.error("A request of %s %s", visit.url, why)
            self._visits.end(visit, Ending(request.meta["step"], "error", "internal", "wider"))

    def item_error(self, item: Any, failure: Any) -> None:
        visit = item.visit if isinstance(item, StepResult) else item
        if not isinstance(visit, Visit) or visit.closed:
            return
        failed_before = visit.ending is not None and visit.ending.reason == "internal"
        if failed_before:
            logger.error("The end of %s could not be recorded", visit.url)
            visit.key = visit.key or "?"
            self._visits.close(visit, {})
            return
        visit.ending, visit.evidence, visit.retry = None, [], None
        self._visits.end(visit, Ending("fetch", "error", "internal", "wider"))
