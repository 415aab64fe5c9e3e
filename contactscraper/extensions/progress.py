"""What a run is doing, while it does it, and a summary at the end."""

import logging
import time
from collections.abc import Callable
from typing import Any, Self

from scrapy import signals
from scrapy.crawler import Crawler

from contactscraper.extensions.stores import Stores
from contactscraper.extensions.visits import Visits
from contactscraper.funnel import Funnel, summary_lines

logger = logging.getLogger(__name__)


class Progress:
    """A line now and then, and at the end the way from lines read to contacts found."""

    def __init__(self, crawler: Crawler, interval: float) -> None:
        self._crawler = crawler
        self._interval = interval
        self._started = time.monotonic()
        self._last = self._started
        self._feeds: list[str] = []

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        progress = cls(crawler, crawler.settings.getfloat("PROGRESS_INTERVAL"))
        crawler.signals.connect(progress.item_scraped, signals.item_scraped)
        crawler.signals.connect(progress.feed_closed, signals.feed_slot_closed)
        crawler.signals.connect(progress.summary, signals.engine_stopped)
        return progress

    @property
    def _visits(self) -> Visits:
        visits = self._crawler.get_extension(Visits)
        assert visits is not None
        return visits

    def item_scraped(self, item: Any) -> None:
        now = time.monotonic()
        if now - self._last >= self._interval:
            self._last = now
            visits = self._visits
            done, rate = visits.counts["results"], visits.counts["results"] / (now - self._started)
            outcomes = ", ".join(f"{name} {count}" for name, count in visits.outcomes.most_common())
            logger.info(
                "%d of the %d lines read are done (%.1f a second): %s; tabs: %d open, %d waiting",
                done, visits.counts["read"], rate, outcomes, visits.tab_line.open, visits.tab_line.waiting,
            )  # fmt: skip

    def feed_closed(self, slot: Any) -> None:
        self._feeds.append(slot.uri)

    def summary(self) -> None:
        """The last thing that a run says."""
        visits, stores = self._visits, self._crawler.get_extension(Stores)
        assert stores is not None
        seconds = time.monotonic() - self._started
        funnel = Funnel(dict(visits.counts), dict(visits.outcomes), seconds)
        log: Callable[..., None] = logger.info
        for line in summary_lines(funnel):
            log("%s", line)
        if stores.memory.lapsed:
            log(
                "%d domains were last seen longer ago than their state lives, so their history was cleared: make"
                " DOMAIN_TTL_UNKNOWN and DOMAIN_TTL_ANTIBOT_SOFT longer than the schedule's interval",
                sum(stores.memory.lapsed.values()),
            )
        for uri in self._feeds:
            log("results: %s", uri)
        log("page log: %s", stores.page_log.path if stores.page_log else "off")
