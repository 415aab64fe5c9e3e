"""robots.txt, before anything else of a site is asked. It shares HEAD's clock."""

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass
from typing import Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http.request import NO_CALLBACK
from scrapy.robotstxt import ProtegoRobotParser, RobotParser
from scrapy.utils.httpobj import urlparse_cached

from contactscraper.cascade import What
from contactscraper.items import Visit
from contactscraper.middlewares import StepDone
from contactscraper.middlewares.failures import failure_of, let_go
from contactscraper.reply import Failure
from contactscraper.urls import host_of

logger = logging.getLogger(__name__)

#: Crawlers need not read more of it (RFC 9309, section 2.5).
MAX_BYTES = 512 * 1024
MAX_HOSTS = 5_000


@dataclass(frozen=True, slots=True)
class Rules:
    """What a host's robots.txt says: *parser* is None where it forbids nothing; *failure* says why nobody answered."""

    parser: RobotParser | None = None
    failure: Failure | None = None


class RobotsMiddleware:
    """Asks each host's robots.txt once and forgets hosts that were not asked for long."""

    def __init__(self, crawler: Crawler, agent: str, timeout: float) -> None:
        self._crawler = crawler
        self._agent = agent
        self._timeout = timeout
        self._known: OrderedDict[str, Rules] = OrderedDict()
        self._asked: dict[str, asyncio.Future[Rules]] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        if not settings.getbool("ROBOTSTXT_OBEY"):
            raise NotConfigured("ROBOTSTXT_OBEY is off")
        agent = settings["ROBOTSTXT_USER_AGENT"] or settings["USER_AGENT"]
        return cls(crawler, agent, settings.getfloat("PROBE_TIMEOUT"))

    async def process_request(self, request: Request) -> None:
        visit: Visit | None = request.meta.get("visit")
        step = request.meta.get("step")
        if visit is None or step == "robots":
            return
        rules = await self._rules(request, visit)
        if rules.failure is not None and request.meta.get("first") and not request.meta.get("probed"):
            visit.reach_failure = rules.failure
        forbids = rules.parser is not None and not rules.parser.allowed(request.url, self._agent)
        if visit.story is not None:
            visit.story.robots(_site(request), forbids, rules.parser is not None, rules.failure)
        if forbids:
            self._crawler.stats.inc_value("robots/forbidden")
            raise StepDone(What.ROBOTS, step if step == "tab" else "fetch")

    async def _rules(self, request: Request, visit: Visit) -> Rules:
        site = _site(request)
        known = self._known.get(site)
        if known is not None:
            return known
        asked = self._asked.get(site)
        if asked is None:
            asked = self._asked[site] = asyncio.ensure_future(self._fetch(site, visit))
            asked.add_done_callback(lambda done: self._answered(site, done))
        return await asyncio.shield(asked)

    def _answered(self, site: str, asked: "asyncio.Future[Rules]") -> None:
        del self._asked[site]
        if asked.cancelled() or asked.exception() is not None or asked.result().failure is not None:
            return  # a later visit may find the host up
        self._known[site] = asked.result()
        while len(self._known) > MAX_HOSTS:
            self._known.popitem(last=False)

    async def _fetch(self, site: str, visit: Visit) -> Rules:
        request = Request(
            f"{site}/robots.txt",
            meta={
                "visit": visit,
                "step": "robots",
                "download_timeout": self._timeout,
                "download_maxsize": MAX_BYTES,
                "max_retry_times": 0,
            },
            callback=NO_CALLBACK,
            dont_filter=True,
        )
        self._crawler.stats.inc_value("robots/asked")
        try:
            assert self._crawler.engine is not None
            response = await self._crawler.engine.download_async(request)
        except Exception as error:
            failure = failure_of(error)
            if failure is None and not isinstance(error, StepDone):
                logger.warning("robots.txt of %s could not be read", site, exc_info=True)
            let_go(error)
            led_elsewhere = host_of(visit.failed_at) != host_of(site)  # which says nothing of this host
            return Rules(failure=None if led_elsewhere else failure)
        if response.status != 200:
            return Rules()  # no rules: as Scrapy does
        return Rules(ProtegoRobotParser.from_crawler(self._crawler, response.body[:MAX_BYTES]))


def _site(request: Request) -> str:
    parts = urlparse_cached(request)
    return f"{parts.scheme}://{parts.netloc}"
