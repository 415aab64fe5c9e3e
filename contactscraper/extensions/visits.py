"""The one owner of all open visits: opens one a line, hands its next request to the engine, closes it exactly once.

Lines are drawn no faster than visits end. At most two visits of a domain are open at a time; its further lines are
parked, so that they starve nobody else. Visits that need a tab leave the fast path and wait in a line of their own,
which hands the engine no more than the tabs that are free. A keeper request stays in the engine until the last visit
has its log line, so that the crawl cannot close before, whatever stops it.
"""

import asyncio
import logging
import time
from collections import Counter, defaultdict, deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Any, Self

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.settings import BaseSettings
from scrapy.utils.httpobj import urlparse_cached

from contactscraper.cascade import Tabs
from contactscraper.contacts import Contacts, contact_links, extract_contacts, social_profile
from contactscraper.extensions.stores import Stores
from contactscraper.extensions.uplink import Uplink
from contactscraper.items import Ending, Result, StepResult, Visit
from contactscraper.network.addresses import AddressRules, literal_address
from contactscraper.storage.inputs import Line
from contactscraper.storage.memory import Retry
from contactscraper.tabs import BROWSER_HINT, TabOrder, find_browser
from contactscraper.urls import BadUrl, DomainRules, host_of, parse_input, query_of, url_key

logger = logging.getLogger(__name__)

#: Visits of one domain that are open at a time; also what a host sees at most, with its HEADs counted.
PER_DOMAIN = 2
#: Lines that wait for their domain's turn before no more are drawn.
MAX_PARKED = 20_000
#: Ends that wait for their batch before no more lines are drawn.
MAX_EMITTING = 2_000
TICK = 0.25  # s
#: Seconds that requests under way are given when the run is stopped.
STOP_GRACE = 10.0
STOPPED = Ending("skip", "error", "stopped", "wider")
NETWORK_DOWN = Ending("skip", "error", "network-down", "wider")


@dataclass(frozen=True)
class VisitSettings:
    """``window`` and ``tabs`` are numbers of visits; times in seconds."""

    window: int
    tabs: int
    tab_enabled: bool
    tab_timeout: float
    tab_pages: int
    browser: str | None
    timeout: float
    wanted: str
    region: str | None
    keep_query: bool
    domain_rules: DomainRules
    address_rules: AddressRules
    referer: str

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Self:
        return cls(
            window=max(1, settings.getint("CONCURRENT_REQUESTS") // 2),
            tabs=settings.getint("TAB_CONCURRENCY"),
            tab_enabled=settings.getbool("TAB_ENABLED"),
            tab_timeout=settings.getfloat("TAB_TIMEOUT"),
            tab_pages=settings.getint("TAB_CONTACT_PAGES"),
            browser=settings["TAB_BROWSER"],
            timeout=settings.getfloat("VISIT_TIMEOUT"),
            wanted=settings["CONTACTS_WANTED"],
            region=settings["PHONE_REGION"] or None,
            keep_query=settings.getbool("URL_KEY_KEEP_QUERY"),
            domain_rules=DomainRules(settings.getlist("SHARED_HOSTS"), settings.getbool("SUBDOMAIN_TRACKING")),
            address_rules=AddressRules.parse(settings["ALLOW_PRIVATE_ADDRESSES"]),
            referer=settings["FETCH_REFERER"] or "",
        )


class Visits:
    """Asked by all components: ``crawler.get_extension(Visits)``."""

    def __init__(self, crawler: Crawler, settings: VisitSettings) -> None:
        self._crawler = crawler
        self._settings = settings
        self.keep: tuple[str, ...] = ()
        self.counts: Counter[str] = Counter()  # for the summary
        self.outcomes: Counter[str] = Counter()
        self.resting: dict[str, float] = {}  # domains that a 429 holds back, until when (epoch seconds)
        self.tabs = self._look_for_tabs()
        self.stopping = False
        self._open: dict[str, Visit] = {}  # by key
        self._of_domain: Counter[str] = Counter()
        self._parked: defaultdict[str, deque[Visit]] = defaultdict(deque)
        self._parked_count = 0
        self._tab_line: deque[tuple[Visit, str]] = deque()
        self._in_tab: set[Visit] = set()
        self._emitting: set[asyncio.Task[None]] = set()
        self._changed = asyncio.Event()
        self._drained = asyncio.Event()
        self._exhausted = False
        self._ticker: asyncio.Task[None] | None = None
        self._stop_by = 0.0  # monotonic seconds
        self._closing_task: asyncio.Task[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        visits = cls(crawler, VisitSettings.from_settings(crawler.settings))
        connect = crawler.signals.connect
        connect(visits._opened, signals.spider_opened)
        connect(visits._dropped, signals.request_dropped)
        connect(visits._spider_error, signals.spider_error)
        connect(visits._item_error, signals.item_error)
        connect(visits._closed, signals.spider_closed)
        return visits

    @property
    def tabs_waiting(self) -> int:
        return len(self._tab_line)

    @property
    def tabs_open(self) -> int:
        return len(self._in_tab)

    @property
    def _stores(self) -> Stores:
        stores = self._crawler.get_extension(Stores)
        assert stores is not None
        return stores

    @property
    def _uplink(self) -> Uplink:
        uplink = self._crawler.get_extension(Uplink)
        assert uplink is not None
        return uplink

    def _look_for_tabs(self) -> Tabs:
        if not self._settings.tab_enabled:
            return Tabs.OFF
        if find_browser(self._settings.browser) is None:
            logger.warning("%s", BROWSER_HINT)
            return Tabs.NO_BROWSER
        return Tabs.READY

    # Drawing lines ---------------------------------------------------------------------------------------------------

    async def requests(self, spider: Any) -> AsyncIterator[Request]:
        """The first request of each visit, drawn as visits end. Lines that need none are answered on the way."""
        self.keep, self._spider = spider.keep, spider
        if clash := [name for name in self.keep if name in Result.fields]:
            logger.warning("The columns %s are not copied: results have fields of these names.", ", ".join(clash))
        yield Request("data:,", callback=spider.parse, errback=spider.failed, meta={"keeper": True}, dont_filter=True)
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
            self.stop()  # the engine has been told to stop
            raise
        except Exception:
            logger.exception("The list could not be read to its end")
        self._exhausted = True
        self._check_drained()

    async def _lines(self, spider: Any) -> AsyncIterator[Line | Retry]:
        lines = spider.lines()
        if lines is None:
            due = list(self._stores.memory.due_retries(time.time()))
            if not self.keep:  # the columns that their lists were run with
                self.keep = tuple(dict.fromkeys(name for retry in due for name in retry.kept))
            for retry in due:
                yield retry
        elif spider.input == "-":  # a pipe may be silent for long, and must not hold up the visits meanwhile
            while (piped := await asyncio.to_thread(next, lines, None)) is not None:
                yield piped
        else:
            for line in lines:
                yield line

    async def _room(self) -> None:
        await self._uplink.wait_until_up()
        while not self.stopping and (
            len(self._open) - len(self._tab_line) - len(self._in_tab) - self._parked_count >= self._settings.window
            or self._parked_count >= MAX_PARKED
            or len(self._emitting) >= MAX_EMITTING
        ):
            self._changed.clear()
            await self._changed.wait()
            await self._uplink.wait_until_up()

    def _draw(self, line: Line | Retry) -> Request | None:
        visit = Visit(number=self.counts["read"], input=line.input, kept=dict(line.kept), at=time.time())
        visit.forced = self._spider.force
        problem = "" if isinstance(line, Retry) else line.problem
        try:
            if problem:
                raise BadUrl(problem)
            if isinstance(line, Line) and (profile := social_profile(line.url)) is not None:
                self._social(visit, *profile)
                return None
            parsed = parse_input(line.url)
        except BadUrl as error:
            visit.tags.append(str(error)[:200])
            self.counts["invalid"] += 1
            self._emit(visit, Ending("skip", "error", "invalid-url", "parse"))
            return None
        visit.url, visit.bare = parsed.url, parsed.bare
        host = host_of(visit.url)
        address = literal_address(host)
        if host == "localhost" or (address is not None and not self._settings.address_rules.allows(address)):
            self.counts["invalid"] += 1
            self._emit(visit, Ending("skip", "error", "private-address", "parse"))
            return None
        visit.domain = self._settings.domain_rules.registered_domain(visit.url)
        visit.key = url_key(visit.url, self._settings.keep_query)
        visit.query = query_of(visit.url)
        if self._stores.suppressed.domain(visit.domain) or self._stores.suppressed.domain(host):
            self._emit(visit, Ending("skip", "error", "suppressed"))
            return None
        if self._is_duplicate(visit):
            return None
        self._open[visit.key] = visit
        if self._of_domain[visit.domain] >= PER_DOMAIN:
            self._parked[visit.domain].append(visit)
            self._parked_count += 1
            visit.waits = True
            return None
        self._of_domain[visit.domain] += 1
        return self._request(visit, visit.url, "fetch", first=True)

    def _social(self, visit: Visit, network: str, url: str) -> None:
        visit.type, visit.url = "social", url
        visit.contacts = Contacts.of_social(network, url)
        self.counts["social"] += 1
        self._emit(visit, Ending("skip", "ok-contact", "social-profile"))

    def _is_duplicate(self, visit: Visit) -> bool:
        """A line of a URL that this run has visited, or is visiting, is answered by that visit."""
        twin = self._open.get(visit.key)
        seen = None if twin is not None else self._stores.ledger.seen(visit.key)
        if twin is None and seen is None:
            return False
        self.counts["duplicates"] += 1
        if visit.query != (twin.query if twin is not None else ""):
            other = twin.query if twin is not None else None
            if other is not None and other != visit.query:
                self.counts["merged_by_query"] += 1
        if twin is not None:
            twin.twins.append(visit)
            return True
        assert seen is not None
        if seen.query != self._stores.ledger.digest(visit.query):
            self.counts["merged_by_query"] += 1
        cached = self._stores.memory.cached(visit.key, time.time())
        if cached is not None:
            visit.cached = self._stores.suppressed.from_result(cached.result)
            self._emit(visit, Ending("cache", cached.outcome, "cached", cached.error_class or ""))
        else:
            self._emit(visit, Ending("cache", seen.outcome, "duplicate", seen.error_class or ""))
        return True

    # Going on --------------------------------------------------------------------------------------------------------

    def go_on(self, visit: Visit, url: str, step: str) -> None:
        """The visit's next request: a page of the site by GET, or a browser tab."""
        assert self._crawler.engine is not None
        if step == "tab":
            visit.waits = True
            self._tab_line.append((visit, url))
            self._changed.set()
            self._open_tabs()
        else:
            self._crawler.engine.crawl(self._request(visit, url, step))

    def step_done(self, visit: Visit, step: StepResult) -> None:
        """A request of the visit has come back."""
        if visit in self._in_tab and step.request.meta["step"] == "tab":
            self._in_tab.discard(visit)
            self._open_tabs()

    def _open_tabs(self) -> None:
        assert self._crawler.engine is not None
        while self._tab_line and len(self._in_tab) < self._settings.tabs and not self.stopping:
            visit, url = self._tab_line.popleft()
            if visit.closed:
                continue
            visit.waits = False
            self._in_tab.add(visit)
            self._crawler.engine.crawl(self._tab_request(visit, url))

    def _request(self, visit: Visit, url: str, step: str, *, first: bool = False) -> Request:
        visit.touched = time.monotonic()
        headers = {"Referer": self._settings.referer} if self._settings.referer else {}
        if not first:
            headers = {"Referer": visit.final_url or visit.url}
        return Request(
            url,
            callback=self._spider.parse,
            errback=self._spider.failed,
            headers=headers,
            meta={"visit": visit, "step": step, "first": first, "asked": url},
            dont_filter=True,
        )

    def _tab_request(self, visit: Visit, url: str) -> Request:
        request = self._request(visit, url, "tab")
        request.priority = 10  # a free tab is never kept waiting by the fast path
        request.headers.clear()
        tab_only = not any(step.method == "fetch" and step.status and step.status < 400 for step in visit.trail)

        def done(html: str, shown: str) -> bool:
            return extract_contacts(html, shown, self._settings.region).has_contact(self._settings.wanted)

        def next_page(html: str, shown: str) -> str | None:
            return next(iter(contact_links(html, shown, 1)), None)

        onward = next_page if self._settings.tab_pages and tab_only else None
        request.meta["tab"] = TabOrder(done=done, next_page=onward, timeout=self._settings.tab_timeout)
        request.meta["handle_httpstatus_all"] = True  # the browser has followed the redirects itself
        request.meta["download_slot"] = f"tab:{urlparse_cached(request).hostname}"
        return request

    def rest(self, domain: str, until: float) -> None:
        """A 429 holds back the domain's other URLs of this run, until *until* (epoch seconds)."""
        self.resting[domain] = max(until, self.resting.get(domain, 0.0))

    def queue_retry(
        self, visit: Visit, due_at: float, reason: str, error_class: str, *, tries: int, resting: bool = False
    ) -> None:
        """Notes what the memory is to queue when the visit ends."""
        visit.retry = Retry(
            key=visit.key,
            url=visit.url,
            input=visit.input,
            domain=visit.domain,
            due_at=time.time() + 7 * 86400 if resting else due_at,
            reason=reason,
            error_class=error_class,
            tries=tries,
            kept=dict(visit.kept),
            resting=resting,
        )

    # Closing ---------------------------------------------------------------------------------------------------------

    def close(self, visit: Visit, values: dict[str, Any]) -> None:
        """The visit has its log line: makes room, and answers the lines that waited for it."""
        if visit.closed:
            return
        visit.closed = True
        assert visit.ending is not None
        ending = visit.ending
        self.outcomes[ending.outcome] += 1
        self.counts["results"] += 1
        self.counts[f"method/{ending.method}"] += 1
        self._crawler.stats.inc_value(f"visits/{ending.outcome}")
        self._crawler.stats.inc_value(f"visits/reason/{ending.reason}")
        if self._open.get(visit.key) is visit:
            del self._open[visit.key]
            self._in_tab.discard(visit)
            if ending.reason not in ("stopped", "network-down"):
                self._stores.ledger.mark(
                    visit.key, visit.query, ending.outcome, ending.reason, ending.error_class, ending.method
                )
            self._free_domain(visit)
            for twin in visit.twins:
                self._answer_twin(twin, visit, values)
        self._open_tabs()
        self._changed.set()

    def _answer_twin(self, twin: Visit, visit: Visit, values: dict[str, Any]) -> None:
        assert visit.ending is not None
        ending = visit.ending
        twin.state, twin.state_expires_at = visit.state, visit.state_expires_at
        if ending.reason in ("stopped", "network-down"):
            self._emit(twin, replace(ending))
            return
        twin.cached = dict(values)
        reason = "duplicate" if ending.outcome == "error" else "cached"
        self._emit(twin, Ending("cache", ending.outcome, reason, ending.error_class))

    def _free_domain(self, visit: Visit) -> None:
        domain = visit.domain
        if visit.waits and visit in self._parked.get(domain, ()):
            self._parked[domain].remove(visit)
            self._parked_count -= 1
            return
        self._of_domain[domain] -= 1
        waiting = self._parked.get(domain)
        if waiting and not self.stopping:
            assert self._crawler.engine is not None
            following = waiting.popleft()
            self._parked_count -= 1
            following.waits = False
            following.at = time.time()
            self._of_domain[domain] += 1
            self._crawler.engine.crawl(self._request(following, following.url, "fetch", first=True))
        if self._of_domain[domain] <= 0:
            del self._of_domain[domain]
            self._parked.pop(domain, None)

    def _emit(self, visit: Visit, ending: Ending) -> None:
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
        self._changed.set()
        self._check_drained()

    def _check_drained(self) -> None:
        if (self._exhausted or self.stopping) and not self._open and not self._emitting:
            self._drained.set()

    async def drained(self) -> None:
        """Returns when the last visit has its log line."""
        await self._drained.wait()

    # What goes wrong -------------------------------------------------------------------------------------------------

    def stop(self, ending: Ending = STOPPED) -> None:
        """No more lines; visits without a request under way end now, the others when theirs comes back."""
        if self.stopping:
            return
        self.stopping = True
        self._changed.set()
        self._uplink.stop()
        assert self._crawler.engine is not None
        under_way = {request.meta.get("visit") for request in self._crawler.engine.downloader.active}
        for visit in list(self._open.values()):
            if visit.waits or visit not in under_way:
                self._emit(visit, replace(ending))
        self._stop_by = time.monotonic() + STOP_GRACE
        self._check_drained()

    def _network_down(self) -> None:
        self.stop(NETWORK_DOWN)
        assert self._crawler.engine is not None
        self._closing_task = asyncio.ensure_future(self._crawler.engine.close_spider_async(reason="network-down"))

    def _opened(self, spider: Any) -> None:
        self._uplink.on_given_up = self._network_down
        self._ticker = asyncio.ensure_future(self._tick())

    def _closed(self, spider: Any) -> None:
        if self._ticker is not None:
            self._ticker.cancel()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            try:
                self._look_after()
            except Exception:
                logger.exception("Looking after the open visits failed")

    def _look_after(self) -> None:
        self._uplink.tick()
        engine = self._crawler.engine
        assert engine is not None
        slot = engine._slot  # there is no public sign that a spider is being closed
        if slot is not None and slot.closing is not None:
            self.stop()
        now = time.monotonic()
        if self.stopping and now > self._stop_by:
            for visit in list(self._open.values()):
                self._emit(visit, replace(STOPPED))
        for visit in list(self._open.values()):
            if not visit.waits and now - visit.touched > self._settings.timeout:
                logger.error("A step of %s did not come back; the visit is given up", visit.url)
                self._emit(visit, Ending("fetch", "error", "internal", "wider"))
        self._check_drained()

    def _dropped(self, request: Request) -> None:
        self._lost(request, "was dropped by the scheduler")

    def _spider_error(self, failure: Any, response: Any) -> None:
        request = getattr(response, "request", None)
        if request is not None:
            self._lost(request, "met a fault of our own")

    def _lost(self, request: Request, why: str) -> None:
        visit = request.meta.get("visit")
        if visit is not None and not visit.closed and visit.ending is None:
            logger.error("A request of %s %s", visit.url, why)
            self._emit(visit, Ending(request.meta["step"], "error", "internal", "wider"))

    def _item_error(self, item: Any, failure: Any) -> None:
        visit = item.visit if isinstance(item, StepResult) else item
        if not isinstance(visit, Visit) or visit.closed:
            return
        failed_before = visit.ending is not None and visit.ending.reason == "internal"
        if failed_before:
            logger.error("The end of %s could not be recorded", visit.url)
            visit.key = visit.key or "?"
            self.close(visit, {})
            return
        visit.ending, visit.evidence, visit.retry = None, [], None
        self._emit(visit, Ending("fetch", "error", "internal", "wider"))
