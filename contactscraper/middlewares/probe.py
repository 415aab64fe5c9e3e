"""Step 2, HEAD (1 s): is there anybody, and would a GET be of use? And the one place where hosts that fail end up."""

import time
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK
from scrapy.settings import BaseSettings
from scrapy.utils.httpobj import urlparse_cached

from contactscraper.cascade import What
from contactscraper.extensions import extension
from contactscraper.extensions.uplink import Uplink
from contactscraper.items import Ending, Step, Visit
from contactscraper.middlewares import StepDone, Unreached, VisitEnds, header_lists
from contactscraper.middlewares.failures import failure_of, let_go
from contactscraper.middlewares.head import ShortWay
from contactscraper.network.certificates import tolerated
from contactscraper.network.uplink import Settled
from contactscraper.reply import FAILURES, Failure, Verdict, classify_reply
from contactscraper.resolver import LookupKind, installed_resolver
from contactscraper.urls import host_of, other_doors

#: What a look-up says about a host that is not to be asked.
LOOKUPS = {
    LookupKind.NO_SUCH_NAME: Failure.NO_SUCH_NAME,
    LookupKind.TROUBLE: Failure.DNS_TROUBLE,
    LookupKind.PRIVATE: Failure.PRIVATE_ADDRESS,
}
#: Failures of name servers; the others are the hosts'.
OF_NAMES = frozenset({Failure.NO_SUCH_NAME, Failure.DNS_TROUBLE})
#: HEAD's verdicts that end the step. The others go on with GET.
VERDICTS = {Verdict.WALL: What.WALL, Verdict.BLOCK: What.BLOCK, Verdict.RATE_LIMITED: What.RATE_LIMITED}
#: Verdicts that a GET is asked to confirm (`PROBE_CONFIRM`).
TO_CONFIRM = {Verdict.GONE: What.GONE, Verdict.SERVER_ERROR: What.SERVER_ERROR}


@dataclass(frozen=True)
class ProbeSettings:
    """``timeout`` in seconds."""

    enabled: bool
    timeout: float
    confirm: bool
    dead_on_bad_certificate: bool

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Self:
        return cls(
            enabled=settings.getbool("PROBE_ENABLED"),
            timeout=settings.getfloat("PROBE_TIMEOUT"),
            confirm=settings.getbool("PROBE_CONFIRM"),
            dead_on_bad_certificate=settings.getbool("DEAD_ON_BAD_CERTIFICATE"),
        )


class ProbeMiddleware:
    """Looks names up, asks HEAD, tries the other doors, and believes a failure only when the network is up."""

    def __init__(self, crawler: Crawler, settings: ProbeSettings) -> None:
        self._crawler = crawler
        self._settings = settings
        self._short_way = ShortWay(crawler)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler, ProbeSettings.from_settings(crawler.settings))

    @cached_property
    def _uplink(self) -> Uplink:
        return extension(self._crawler, Uplink)

    async def process_request(self, request: Request) -> Request | None:
        visit: Visit | None = request.meta.get("visit")
        if visit is None:
            return None
        await self._look_up(request)
        if not request.meta.get("first") or request.meta.get("probed"):
            return None
        request.meta["probed"] = True
        failure, visit.reach_failure = visit.reach_failure, None
        if failure is not None and FAILURES[failure].provisional:
            raise Unreached(failure)
        if failure is not None or not self._probes(request):
            request.meta["sent"] = True
            return None  # robots.txt was slow or broken: HEAD's second is spent
        answer = await self._head(visit, request.url, request)
        if isinstance(answer, Failure):
            if FAILURES[answer].dead or answer is Failure.DNS_TROUBLE:
                raise Unreached(answer, visit.failed_at)
            request.meta["sent"] = True
            return None
        request.meta["sent"] = True
        return self._go_on(visit, request, answer)

    async def process_exception(self, request: Request, exception: Exception) -> Request | None:
        """A host that cannot be reached: its other doors, then doubt, then the verdict."""
        visit: Visit | None = request.meta.get("visit")
        if visit is None or isinstance(exception, StepDone | VisitEnds):
            return None
        failure = failure_of(exception)
        visit.failed_at = (isinstance(exception, Unreached) and exception.url) or request.url
        if visit.story is not None and failure is not None and request.meta["step"] != "head":
            visit.story.failure(_asking(request), visit.failed_at, failure)
        own = host_of(request.url) == host_of(visit.url)
        if failure is Failure.PRIVATE_ADDRESS and request.meta.get("first"):
            raise StepDone(What.PRIVATE_ADDRESS if own else What.REDIRECT_ELSEWHERE, "fetch") from exception
        if failure is None or not FAILURES[failure].provisional:
            return None
        if not request.meta.get("first") and request.meta["step"] != "tab":
            return None
        if failure is Failure.BAD_CERTIFICATE and self._tolerates(visit):
            return self._again(request)
        if request.meta.get("first"):
            return await self._unreached(visit, request, failure)
        return await self._settle(visit, request, failure)

    def _probes(self, request: Request) -> bool:
        return self._settings.enabled and bool(request.meta.get("probe"))

    async def _look_up(self, request: Request) -> None:
        if request.meta.get("proxy"):
            return  # names are the proxy's business
        found = await installed_resolver().lookup(urlparse_cached(request).hostname or "")
        if found.kind in LOOKUPS:
            raise Unreached(LOOKUPS[found.kind])

    async def _head(self, visit: Visit, url: str, get: Request | None = None) -> Response | Failure:
        """HEAD's reply, or how it failed. *get* is the GET of the same address, where one is on its way."""
        head = Request(
            url,
            method="HEAD",
            meta={"visit": visit, "step": "head", "download_timeout": self._settings.timeout},
            callback=NO_CALLBACK,
            dont_filter=True,
        )
        visit.touched = started = time.monotonic()
        visit.failed_at = url  # until a redirect has led elsewhere
        step = Step("head", url)
        visit.trail.append(step)
        try:
            assert self._crawler.engine is not None
            if get is not None:
                response = await self._short_way.head(head, get)
            else:
                response = await self._crawler.engine.download_async(head)
        except (StepDone, VisitEnds):
            raise
        except Exception as error:
            failure = failure_of(error)
            step.ms = round(1000 * (time.monotonic() - started))
            if failure is None:
                raise
            let_go(error)
            step.outcome = failure.value
            if visit.story is not None:
                visit.story.failure("HEAD", url, failure, step.ms)
            return failure
        step.ms = round(1000 * (time.monotonic() - started))
        step.status = response.status
        if visit.story is not None:
            visit.story.request("HEAD", url, step.status, step.ms, "" if response.url == url else response.url)
        if response.url.startswith("https:"):  # a captive portal answers HEAD too, but has no certificate
            self._uplink.answered(host_of(response.url))
        return response

    def _go_on(self, visit: Visit, request: Request, head: Response) -> Request | None:
        """From HEAD's answer to the GET, which begins where HEAD's redirects led."""
        reply = classify_reply(head.status, header_lists(head.headers), time.time())
        visit.tags.extend(tag for tag in reply.tags if tag not in visit.tags)
        if visit.story is not None:
            visit.story.reply(head.url, head.status, header_lists(head.headers), reply.verdict, reply.vendor)
        what = VERDICTS.get(reply.verdict)
        if what is None and not self._settings.confirm:
            what = TO_CONFIRM.get(reply.verdict)
        if what is not None:
            visit.status, visit.final_url, visit.retry_after = head.status, head.url, reply.retry_after
            raise StepDone(what, "head", reply.vendor)
        if head.url == request.url:
            return None
        return request.replace(url=head.url, dont_filter=True)

    def _tolerates(self, visit: Visit) -> bool:
        """Whether a host's bad certificate is put up with from now on (`DEAD_ON_BAD_CERTIFICATE = False`)."""
        host = host_of(visit.failed_at)
        if self._settings.dead_on_bad_certificate or host in tolerated:
            return False
        tolerated.add(host)
        visit.tags.append("bad-certificate")
        return True

    async def _unreached(self, visit: Visit, request: Request, failure: Failure) -> Request:
        failed_at = visit.failed_at
        if FAILURES[failure].dead and not visit.doors_tried and host_of(failed_at) == host_of(visit.url):
            visit.doors_tried = True
            for door in other_doors(visit.url, visit.bare):
                if (opened := await self._try_door(visit, request, door)) is not None:
                    return opened
        visit.failed_at = failed_at  # the first door's failure counts, not the last one's
        return await self._settle(visit, request, failure)

    async def _try_door(self, visit: Visit, request: Request, door: str) -> Request | None:
        try:
            answer = await self._head(visit, door)
        except StepDone:
            return None  # robots.txt, or an address that is not to be asked: no door of ours
        if isinstance(answer, Failure):
            return None
        visit.url = door
        opened = request.replace(url=door, dont_filter=True)
        opened.meta["probed"] = True
        return self._go_on(visit, opened, answer) or opened

    async def _settle(self, visit: Visit, request: Request, failure: Failure) -> Request:
        """Waits until the failure can be believed. Returns the request anew where it was the network's fault."""
        visit.waits = True
        try:
            settled = await self._uplink.settle(
                host_of(visit.failed_at),
                visit.domain,
                visit.touched,
                names=failure in OF_NAMES,
                again=visit.asked_again,
            )
        finally:
            visit.waits = False
            visit.touched = time.monotonic()
        if visit.story is not None:
            visit.story.doubt(host_of(visit.failed_at), settled)
        if settled is Settled.AGAIN:
            visit.doors_tried, visit.asked_again, visit.reach_failure = False, True, None
            installed_resolver().forget(host_of(visit.failed_at))
            return self._again(request)
        if settled is Settled.DOWN:
            raise VisitEnds(Ending("skip", "error", "network-down", "wider"))
        step = request.meta["step"]
        method = "head" if step == "fetch" and self._probes(request) and not request.meta.get("sent") else step
        visit.final_url = visit.failed_at
        raise StepDone(What(failure.value), method)

    @staticmethod
    def _again(request: Request) -> Request:
        again = request.replace(dont_filter=True)
        again.meta.update(probed=False, sent=False)
        return again


def _asking(request: Request) -> str:
    """How a request asks, in a story's words."""
    return "TAB" if request.meta["step"] == "tab" else request.method
