"""What a run is doing, while it does it, and a summary at the end."""

import asyncio
import logging
import time
from dataclasses import dataclass
from typing import Any, Self

from rich.console import Console
from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.settings import BaseSettings

from contactscraper.extensions import extension
from contactscraper.extensions.stores import Stores
from contactscraper.extensions.terminal import Bar
from contactscraper.extensions.visits import Visits
from contactscraper.funnel import summary_lines
from contactscraper.pace import Pace, progress_line

logger = logging.getLogger(__name__)

REDRAW = 0.5  # s


@dataclass(frozen=True)
class ProgressSettings:
    """``interval`` is the time between two lines of the log, in seconds; 0 for none."""

    bar: bool
    interval: float

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Self:
        return cls(bar=settings.getbool("PROGRESS_BAR"), interval=settings.getfloat("PROGRESS_INTERVAL"))


class Progress:
    """A bar on a terminal, else a line of the log now and then; at the end the way from lines read to contacts."""

    def __init__(self, crawler: Crawler, settings: ProgressSettings, console: Console) -> None:
        self._crawler = crawler
        self._settings = settings
        self._console = console
        self._bar = Bar(console) if settings.bar and console.is_terminal and not console.is_dumb_terminal else None
        self._started = time.monotonic()
        self._cpu = time.process_time()
        self._pace = Pace(self._started)
        self._task: asyncio.Task[None] | None = None
        self._feeds: list[str] = []

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        progress = cls(crawler, ProgressSettings.from_settings(crawler.settings), Console(stderr=True))
        crawler.signals.connect(progress.opened, signals.spider_opened)
        crawler.signals.connect(progress.feed_closed, signals.feed_slot_closed)
        crawler.signals.connect(progress.closed, signals.spider_closed)
        crawler.signals.connect(progress.summary, signals.engine_stopped)
        return progress

    @property
    def _visits(self) -> Visits:
        return extension(self._crawler, Visits)

    def opened(self, spider: Any) -> None:
        if self._bar is not None:
            self._bar.start()
            self._task = asyncio.ensure_future(self._every(REDRAW))
        elif self._settings.interval > 0:
            self._task = asyncio.ensure_future(self._every(self._settings.interval))

    async def _every(self, seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                self._show()
            except Exception:
                logger.exception("The progress could not be shown")

    def _show(self) -> None:
        visits = self._visits
        done = visits.counts["results"]
        self._pace.note(time.monotonic(), done)
        tabs = (visits.funnel.tabs, visits.tab_line.open, visits.tab_line.waiting)
        if self._bar is not None:
            self._bar.show(done, visits.total, self._pace, visits.funnel.outcomes, tabs)
        else:
            logger.info("%s", progress_line(done, visits.total, self._pace, visits.funnel.outcomes, tabs))

    def feed_closed(self, slot: Any) -> None:
        self._feeds.append(slot.uri)

    def closed(self, spider: Any) -> None:
        if self._task is not None:
            self._task.cancel()
        if self._bar is not None:
            self._show()
            self._bar.stop()

    def summary(self) -> None:
        """The last thing that a run says."""
        visits, stores = self._visits, extension(self._crawler, Stores)
        if visits.nothing_due:
            self._say([visits.nothing_due])
            return
        counts = visits.counts
        lines = summary_lines(
            visits.funnel,
            read=counts["read"],
            duplicates=counts["duplicates"],
            merged=counts["merged_by_query"],
            ended_before=counts["ended_before"],
            seconds=time.monotonic() - self._started,
            cpu=time.process_time() - self._cpu,
        )
        if lapsed := sum(stores.memory.lapsed.values()):
            lines.append(
                f"{lapsed:,} domains were last seen longer ago than their state lives, so their history was cleared:"
                " make DOMAIN_TTL_UNKNOWN and DOMAIN_TTL_ANTIBOT_SOFT longer than the schedule's interval"
            )
        lines += [f"results:  {uri}" for uri in self._feeds]
        log = stores.page_log.path if stores.page_log else None
        lines.append(f"page log: {log if log and log.exists() else 'none'}")
        self._say(lines, "The run's summary")

    def _say(self, lines: list[str], *heading: str) -> None:
        logger.info("%s", "\n".join([*heading, *lines]))
        if self._bar is not None and not self._bar.shows(logging.INFO):  # the log goes elsewhere, the reader is here
            self._console.print("\n".join(lines), markup=False, highlight=False, soft_wrap=True)
