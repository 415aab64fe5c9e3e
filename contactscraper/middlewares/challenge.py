"""Steps 3 and 5: what did a GET or a tab bring? A wall, a worthless page, a pointer elsewhere, or the site's page."""

import time
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import StopDownload
from scrapy.http import Headers, Response, TextResponse

from contactscraper.cascade import What, is_shell
from contactscraper.challenge import Finding, PageKind, judge, stub_target
from contactscraper.extensions import extension
from contactscraper.extensions.uplink import Uplink
from contactscraper.items import Ending, Step, Visit
from contactscraper.middlewares import VisitEnds, header_lists
from contactscraper.network.uplink import Settled
from contactscraper.reply import Reply, Verdict, classify_reply, is_html, leads_elsewhere
from contactscraper.urls import host_of, other_doors

#: What a page's kind means, before its status is asked: a wall may come with any status.
KINDS = {
    PageKind.CHALLENGE: What.WALL,
    PageKind.BLOCK: What.WALL,
    PageKind.RATE_LIMIT: What.RATE_LIMITED,
    PageKind.PARKED: What.PARKED,
    PageKind.SUSPENDED: What.SUSPENDED,
    PageKind.DEFAULT_PAGE: What.DEFAULT_PAGE,
}
#: What a reply's status line and headers prove, whatever the body says.
PROOFS = {Verdict.WALL: What.WALL, Verdict.BLOCK: What.BLOCK}
#: What they mean where the body is no wall.
VERDICTS = {
    Verdict.GONE: What.GONE,
    Verdict.RATE_LIMITED: What.RATE_LIMITED,
    Verdict.SERVER_ERROR: What.SERVER_ERROR,
    Verdict.FORBIDDEN: What.FORBIDDEN,
}


@dataclass(frozen=True, slots=True)
class Found:
    """What a response is. *what* is None for a page that is to be read; *shell* where only a script fills it."""

    what: What | None
    vendor: str = ""
    retry_after: float | None = None
    shell: bool = False


class ChallengeMiddleware:
    """Judges each page once and leaves what it is in ``meta["found"]`` for the pipeline."""

    def __init__(self, crawler: Crawler, stub_max: int) -> None:
        self._crawler = crawler
        self._stub_max = stub_max

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        middleware = cls(crawler, crawler.settings.getint("STUB_MAX"))
        crawler.signals.connect(middleware.headers_received, signals.headers_received)
        return middleware

    @cached_property
    def _uplink(self) -> Uplink:
        return extension(self._crawler, Uplink)

    def headers_received(self, headers: Headers, request: Request) -> None:
        """The body of what is no page is not read."""
        if request.meta.get("step") == "fetch" and not is_html(_content_type(headers)):
            raise StopDownload(fail=False)

    async def process_response(self, request: Request, response: Response) -> Response | Request:
        visit: Visit | None = request.meta.get("visit")
        step = request.meta.get("step")
        if visit is None or step not in ("fetch", "tab"):
            return response
        now = time.time()
        visit.trail.append(
            Step(step, response.url, response.status, ms=round(1000 * request.meta.get("download_latency", 0.0)))
        )
        headers = header_lists(response.headers)
        reply = classify_reply(response.status, headers, now)
        visit.tags.extend(tag for tag in reply.tags if tag not in visit.tags)
        judged = self._judge(request, response, headers)
        kind = judged.kind
        found = self._found(judged, reply, response)
        request.meta["found"] = found
        if visit.story is not None:
            visit.story.reply(
                response.url, response.status, header_lists(response.headers), reply.verdict, reply.vendor
            )
            visit.story.page(response.url, kind, judged.row, judged.vendor, found.shell, found.what)
        if step == "tab":
            return response
        if (again := await self._doubt(visit, request, response, found)) is not None:
            return again
        if kind is PageKind.REDIRECT_STUB and found.what is None:
            return self._follow(visit, request, response) or response
        if found.what is What.DEFAULT_PAGE and request.meta.get("first") and not visit.doors_tried:
            return self._other_door(visit, request) or response
        return response

    def _judge(self, request: Request, response: Response, headers: dict[str, list[str]]) -> Finding:
        if not is_html(_content_type(response.headers)):
            return Finding(PageKind.NORMAL, "")
        rendered = request.meta["step"] == "tab"
        return judge(response.status, headers, response.body, response.url, rendered)

    def _found(self, judged: Finding, reply: Reply, response: Response) -> Found:
        what = PROOFS.get(reply.verdict) or KINDS.get(judged.kind)
        if what is None and judged.kind is not PageKind.REDIRECT_STUB:
            what = VERDICTS.get(reply.verdict)
        if what is None and leads_elsewhere(response.status, _location(response), response.url):
            what = What.REDIRECT_ELSEWHERE
        if what is None and not is_html(_content_type(response.headers)):
            what = What.NOT_HTML
        if what is None and not isinstance(response, TextResponse) and response.body:
            what = What.NOT_HTML
        shell = what is None and is_shell(judged.kind, len(response.body))
        return Found(what, reply.vendor or judged.vendor, reply.retry_after, shell)

    async def _doubt(self, visit: Visit, request: Request, response: Response, found: Found) -> Request | None:
        """A page that repeats the page of the host before it may be a captive portal's. None where it counts."""
        uplink, host = self._uplink, host_of(visit.url)
        worthless = found.what in (What.PARKED, What.DEFAULT_PAGE, What.SUSPENDED)
        if worthless or not response.body or not uplink.repeats(host, response.body):
            uplink.answered(host)
            return None
        visit.waits = True
        try:
            settled = await uplink.settle(host, visit.domain, visit.touched, again=visit.asked_again)
        finally:
            visit.waits = False
            visit.touched = time.monotonic()
        if settled is Settled.COUNTS:
            return None
        if settled is Settled.DOWN:
            raise VisitEnds(Ending("skip", "error", "network-down", "wider"))
        visit.asked_again = True
        again = request.replace(url=visit.url, dont_filter=True)
        again.meta["probed"] = False
        return again

    def _follow(self, visit: Visit, request: Request, response: Response) -> Request | None:
        target = stub_target(response.body, response.url)
        if target is None or visit.rank >= self._stub_max:
            return None
        visit.rank += 1
        return request.replace(url=target, dont_filter=True)

    @staticmethod
    def _other_door(visit: Visit, request: Request) -> Request | None:
        """From a server's default page to the site's other door; the default page counts if nothing is there."""
        visit.doors_tried = True
        doors = other_doors(visit.url, visit.bare)
        if not doors:
            return None
        # Another name is likelier to have the site than another scheme.
        door = next((door for door in doors if host_of(door) != host_of(visit.url)), doors[0])
        again = request.replace(url=door, dont_filter=True)
        again.meta.update(first=False, fallback=request.meta["found"])
        return again


def _content_type(headers: Headers) -> str:
    return (headers.get("Content-Type") or b"").decode("latin-1")


def _location(response: Response) -> str:
    return (response.headers.get("Location") or b"").decode("latin-1")
