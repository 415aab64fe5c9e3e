"""The one owner of all open visits: opens one a line, hands its next request to the engine, closes it exactly once.

Lines are drawn no faster than visits end. At most two visits of a domain are open at a time; its further lines wait
for their turn. Visits that need a tab leave the fast path and wait in a line of their own. A keeper request stays in
the engine until the last visit has its log line, so that the crawl cannot close before, whatever stops it.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import cached_property
from typing import Any, Self

from scrapy import Request, signals
from scrapy.crawler import Crawler

from contactscraper.extensions import extension
from contactscraper.extensions.stores import Stores
from contactscraper.extensions.uplink import Uplink
from contactscraper.extensions.visits.lines import following, visit_of
from contactscraper.extensions.visits.put_off import PutOff
from contactscraper.extensions.visits.requests import Requests
from contactscraper.extensions.visits.settings import VisitSettings, look_for_tabs
from contactscraper.extensions.visits.stopping import STAYS_OPEN, STOPPED, Stopping
from contactscraper.extensions.visits.turns import DomainTurns, TabLine
from contactscraper.extensions.visits.twins import end_after, end_beside
from contactscraper.extensions.visits.watch import Watch
from contactscraper.funnel import Funnel
from contactscraper.items import Ending, Result, StepResult, Visit
from contactscraper.pace import nothing_due
from contactscraper.storage.counting import count_lines
from contactscraper.storage.inputs import Line
from contactscraper.storage.memory import Retry
from contactscraper.urls import host_of

logger = logging.getLogger(__name__)

#: Visits of one domain that are open at a time; also what a host sees at most, with its HEADs counted.
PER_DOMAIN = 2
#: Lines that wait for their domain's turn before no more are drawn.
MAX_PARKED = 20_000
#: Ends that wait for their batch before no more lines are drawn.
MAX_EMITTING = 2_000


class Visits:
    """Asked by all components: ``extension(crawler, Visits)``."""

    def __init__(self, crawler: Crawler, settings: VisitSettings) -> None:
        self._crawler = crawler
        self._settings = settings
        self.keep: tuple[str, ...] = ()
        self.counts: Counter[str] = Counter()  # for the summary
        self.funnel = Funnel()
        self.nothing_due = ""  # what is said instead of a summary where no retry is due
        self.total: int | None = None  # lines of the list, about, where that is known
        self.put_off = PutOff()
        self.tabs = look_for_tabs(settings)
        self.tab_line = TabLine(settings.tabs)
        self._stopping = Stopping(crawler, self)
        self._slow = 0  # visits that wait for a host that is slow, as the watch has counted them last
        self._open: dict[str, Visit] = {}  # by key
        self._turns = DomainTurns(PER_DOMAIN)
        self._emitting: set[asyncio.Task[None]] = set()
        self._changed = asyncio.Event()
        self._drained = asyncio.Event()
        self._exhausted = False
        self._watch = Watch(crawler, self, self._stopping, settings.timeout)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        visits = cls(crawler, VisitSettings.from_settings(crawler.settings))
        connect = crawler.signals.connect
        connect(visits._opened, signals.spider_opened)
        connect(visits._watch.request_dropped, signals.request_dropped)
        connect(visits._watch.spider_error, signals.spider_error)
        connect(visits._watch.item_error, signals.item_error)
        connect(visits._watch.stop, signals.spider_closed)
        return visits

    @property
    def stopping(self) -> bool:
        """Whether the run ends before its list does."""
        return self._stopping.begun

    @property
    def is_drained(self) -> bool:
        return self._drained.is_set()

    @cached_property
    def _stores(self) -> Stores:
        return extension(self._crawler, Stores)

    @cached_property
    def _uplink(self) -> Uplink:
        return extension(self._crawler, Uplink)

    def _crawl(self, request: Request) -> None:
        assert self._crawler.engine is not None
        self._crawler.engine.crawl(request)

    # Drawing lines ---------------------------------------------------------------------------------------------------

    async def requests(self, spider: Any) -> AsyncIterator[Request]:
        """The first request of each visit, drawn as visits end. Lines that need none are answered on the way."""
        self.keep, self._forced, self._story = spider.keep, spider.force, spider.story
        self._requests = Requests(spider, self._settings)
        if clash := [name for name in self.keep if name in Result.fields]:
            logger.warning("The columns %s are not copied: results have fields of these names.", ", ".join(clash))
        yield self._requests.keeper()
        try:
            async for line in self._lines(spider):
                if isinstance(line, Line) and self._stores.had_ended(line):
                    self.counts["ended_before"] += 1
                    continue
                await self._room()
                if self.stopping:
                    break
                self.counts["read"] += 1
                if (request := self._draw(line)) is not None:
                    yield request
        except asyncio.CancelledError:
            self._stopping.begin()  # the engine has been told to stop
            raise
        except Exception:
            logger.exception("The list could not be read to its end")
        self._exhausted, self.total = True, self.counts["read"]
        self.check_drained()

    async def _lines(self, spider: Any) -> AsyncIterator[Line | Retry]:
        lines = spider.lines()
        if lines is None:
            due = list(self._stores.memory.due_retries(now := time.time()))
            if not due:
                self.nothing_due = nothing_due([r.due_at for r in self._stores.memory.retries() if not r.resting], now)
            if not self.keep:  # the columns that their lists were run with
                self.keep = tuple(dict.fromkeys(name for retry in due for name in retry.kept))
            self.total = len(due)
            lines = iter(due)
        else:
            self.total = await asyncio.to_thread(count_lines, spider.input)
        while (line := await following(lines, waits=spider.input == "-")) is not None:
            yield line

    def open_visits(self) -> list[Visit]:
        return list(self._open.values())

    @property
    def _on_the_fast_path(self) -> int:
        return len(self._open) - self.tab_line.waiting - self.tab_line.open - self._turns.waiting

    def slow(self, number: int) -> None:
        """So many visits wait for a slow host: they cost nothing meanwhile, and others may begin; but no more than a
        window of them, since on a machine that is starved every host is slow, and open visits take memory."""
        self._slow = min(number, self._settings.window)
        self._changed.set()

    async def _room(self) -> None:
        await self._uplink.wait_until_up()
        while not self.stopping and (
            self._on_the_fast_path - self._slow >= self._settings.window
            or self._on_the_fast_path >= self._settings.most
            or self._turns.waiting >= MAX_PARKED
            or len(self._emitting) >= MAX_EMITTING
        ):
            self._changed.clear()
            await self._changed.wait()
            await self._uplink.wait_until_up()

    def _draw(self, line: Line | Retry) -> Request | None:
        visit, ending = visit_of(line, self.counts["read"], time.time(), self._settings)
        visit.forced, visit.story = self._forced, self._story
        if ending is not None:
            self.counts["social" if ending.outcome == "ok-contact" else "invalid"] += 1
            self.end(visit, replace(ending))
            return None
        if self._stores.suppressed.domain(visit.domain) or self._stores.suppressed.domain(host_of(visit.url)):
            self.end(visit, Ending("skip", "error", "suppressed"))
            return None
        if self._is_duplicate(visit):
            return None
        self._open[visit.key] = visit
        return self._requests.page(visit, visit.url, first=True) if self._turns.enter(visit) else None

    def _is_duplicate(self, visit: Visit) -> bool:
        """A line of a URL that this run has visited, or is visiting, is answered by that visit."""
        twin = self._open.get(visit.key)
        if twin is not None:
            twin.twins.append(visit)
            merged = twin.query != visit.query
        elif (seen := self._stores.ledger.seen(visit.key)) is not None:
            self.end(visit, end_after(visit, seen, self._stores, time.time()))
            merged = seen.query != self._stores.ledger.digest(visit.query)
        else:
            return False
        self.counts["duplicates"] += 1
        self.counts["merged_by_query"] += merged
        return True

    # Going on --------------------------------------------------------------------------------------------------------

    def go_on(self, visit: Visit, url: str, step: str) -> None:
        """The visit's next request: a page of the site by GET, or a browser tab."""
        if step == "tab":
            self.tab_line.join(visit, url)
            self._changed.set()
            self._open_tabs()
        else:
            self._crawl(self._requests.page(visit, url, step))

    def step_done(self, visit: Visit, step: StepResult) -> None:
        """A request of the visit has come back."""
        if visit in self.tab_line and step.request.meta["step"] == "tab":
            self.tab_line.leave(visit)
            self._open_tabs()

    def _open_tabs(self) -> None:
        if not self.stopping:
            for visit, url in self.tab_line.admitted():
                self._crawl(self._requests.tab(visit, url))

    # Closing ---------------------------------------------------------------------------------------------------------

    def close(self, visit: Visit, values: dict[str, Any]) -> None:
        """The visit has its log line: makes room, and answers the lines that waited for it."""
        if visit.closed:
            return
        visit.closed = True
        assert visit.ending is not None
        ending = visit.ending
        self.counts["results"] += 1
        self.funnel.add(visit.line())
        self._crawler.stats.inc_value(f"visits/{ending.outcome}")
        self._crawler.stats.inc_value(f"visits/method/{ending.method}")
        self._crawler.stats.inc_value(f"visits/reason/{ending.reason}")
        if self._open.get(visit.key) is visit:
            del self._open[visit.key]
            self.tab_line.leave(visit)
            if ending.reason not in STAYS_OPEN:
                self._stores.ledger.mark(
                    visit.key, visit.query, ending.outcome, ending.reason, ending.error_class, ending.method
                )
            self._free_domain(visit)
            for twin in visit.twins:
                self.end(twin, end_beside(twin, visit, values))
        self._open_tabs()
        self._changed.set()

    def _free_domain(self, visit: Visit) -> None:
        following = self._turns.leave(visit, let_next=not self.stopping)
        if following is not None:
            following.at = time.time()
            self._crawl(self._requests.page(following, following.url, first=True))

    def end(self, visit: Visit, ending: Ending) -> None:
        """Ends a visit that has no request under way: its item goes to the pipelines by itself."""
        if visit.closed or visit.ending is not None:
            return
        visit.ending = ending
        assert self._crawler.engine is not None
        coroutine = self._crawler.engine.scraper.start_itemproc_async(visit, response=None)
        task = asyncio.ensure_future(coroutine)
        self._emitting.add(task)
        task.add_done_callback(self._emitted)

    def _emitted(self, task: "asyncio.Task[None]") -> None:
        self._emitting.discard(task)
        self.changed()

    def changed(self) -> None:
        """Something has ended: there may be room for more lines, or nothing left to do."""
        self._changed.set()
        self.check_drained()

    def check_drained(self) -> None:
        """Lets the crawl close where nothing is left to do."""
        if (self._exhausted or self.stopping) and not self._open and not self._emitting:
            self._drained.set()

    async def drained(self) -> None:
        """Returns when the last visit has its log line."""
        await self._drained.wait()

    def unrecorded(self, visit: Visit) -> None:
        """The visit's end cannot be kept: it has no log line, and stays open for the next run."""
        visit.ending, visit.key = replace(STOPPED), visit.key or "?"
        self.close(visit, {})

    def _opened(self, spider: Any) -> None:
        self._stopping.listen(self._uplink, self._stores)
        self._watch.start(self._uplink)
