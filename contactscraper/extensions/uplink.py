"""The uplink guard: no site is called dead while it may be our own network that is down.

Steps bring their failures here (`settle`) and wait until they count; answers are reported (`answered`). Where too
many domains fail in a row, or nobody answers any more, the canaries are asked.
"""

import asyncio
import itertools
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Self

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http.request import NO_CALLBACK
from scrapy.settings import BaseSettings

from contactscraper.network.uplink import Doubt, Settled, UplinkBook
from contactscraper.resolver import installed_resolver
from contactscraper.urls import host_of

logger = logging.getLogger(__name__)

#: Stands for the canaries in the books: a host that no list names.
CANARY = ""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0


@dataclass(frozen=True)
class UplinkSettings:
    """``limit`` is a number of domains, the others are seconds."""

    limit: int
    canaries: tuple[str, ...]
    patience: float
    stall: float
    canary_timeout: float = 5.0

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Self:
        return cls(
            limit=settings.getint("UPLINK_GUARD"),
            canaries=tuple(settings.getlist("UPLINK_CANARIES")),
            patience=settings.getfloat("UPLINK_GUARD_PATIENCE"),
            stall=settings.getfloat("UPLINK_STALL"),
        )


class Uplink:
    """Knows whether the network is up, for all visits of a crawl."""

    def __init__(self, crawler: Crawler, settings: UplinkSettings) -> None:
        self._crawler = crawler
        self._settings = settings
        self._hosts, self._names = UplinkBook(settings.limit), UplinkBook(settings.limit)
        self._books = (self._hosts, self._names)
        self._waiting: dict[int, asyncio.Future[Settled]] = {}
        self._tokens = itertools.count()
        self._asking: asyncio.Task[None] | None = None
        self._up = asyncio.Event()
        self._up.set()
        self._back_at = 0.0  # when the network came back (monotonic seconds)
        self.given_up = False
        self.on_given_up: Callable[[], None] = lambda: None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        uplink = cls(crawler, UplinkSettings.from_settings(crawler.settings))
        crawler.signals.connect(uplink.opened, signals.spider_opened)
        crawler.signals.connect(uplink.stop, signals.spider_closed)
        return uplink

    def opened(self, spider: object) -> None:
        installed_resolver().on_found = self.resolved

    async def wait_until_up(self) -> None:
        """Returns at once, or when the network is back: no new URL is drawn before."""
        await self._up.wait()

    def answered(self, host: str) -> None:
        """*host* sent a reply of its own."""
        if self._up.is_set():
            self._release(self._hosts.answered(host, time.monotonic()))

    def resolved(self, host: str) -> None:
        """A name server has answered for *host*, just now."""
        if self._up.is_set():
            self._release(self._names.answered(host, time.monotonic()))

    def repeats(self, host: str, body: bytes) -> bool:
        """Whether *host* shows the same page as the host before it."""
        return self._settings.limit > 0 and self._hosts.repeats(host, body)

    async def settle(self, host: str, domain: str, began: float, *, names: bool = False, again: bool) -> Settled:
        """Waits until a failure to reach *host* can be believed, and says what becomes of it. *began* is when the
        request was sent (monotonic seconds), *again* whether it was sent anew already. A failure to look a name up
        (*names*) waits for another name: hosts whose names are known answer without a name server."""
        if not self._settings.limit:
            return Settled.COUNTS
        if self.given_up:
            return Settled.DOWN
        if began < self._back_at and self._up.is_set():
            return Settled.AGAIN  # it was on its way while the network was down
        token = next(self._tokens)
        self._waiting[token] = future = asyncio.get_running_loop().create_future()
        book = self._names if names else self._hosts
        doubted = book.failed(Doubt(token, host, domain, time.monotonic(), began, again))
        self._crawler.stats.inc_value("uplink/provisional")
        if doubted:
            self._ask()
        return await future

    def tick(self) -> None:
        """Called a few times a second: failures that nobody confirms are asked of the canaries."""
        oldest = min((at for book in self._books if (at := book.oldest()) is not None), default=None)
        if oldest is not None and time.monotonic() - oldest > self._settings.stall:
            self._ask()

    def stop(self) -> None:
        """Ends all waiting: the crawl closes."""
        if self._asking is not None:
            self._asking.cancel()
        self._settle_all(Settled.DOWN)
        self._up.set()

    def _settle_all(self, settled: Settled) -> None:
        for book in self._books:
            self._release(book.settle_all(settled))

    def _release(self, settled: Mapping[int, Settled]) -> None:
        for token, verdict in settled.items():
            future = self._waiting.pop(token, None)
            if future is not None and not future.done():
                future.set_result(verdict)

    def _ask(self) -> None:
        if self._asking is None or self._asking.done():
            self._asking = asyncio.ensure_future(self._ask_canaries())

    async def _ask_canaries(self) -> None:
        if await self._any_canary():
            for book in self._books:
                self._release(book.answered(CANARY, time.monotonic()))
            return
        self._up.clear()
        self._crawler.stats.inc_value("uplink/down")
        logger.warning("The network seems to be down: no canary answers. Waiting for it to come back.")
        deadline = time.monotonic() + self._settings.patience
        pause = FIRST_PAUSE
        while time.monotonic() < deadline:
            await asyncio.sleep(min(pause, max(0.0, deadline - time.monotonic())))
            pause = min(pause * 2, LONGEST_PAUSE)
            if await self._any_canary():
                logger.warning("The network is back: going on.")
                self._back_at = time.monotonic()
                self._settle_all(Settled.AGAIN)
                self._up.set()
                return
        logger.error("The network stayed down for %d s: closing. No domain was marked.", self._settings.patience)
        self.given_up = True
        self._settle_all(Settled.DOWN)
        self._up.set()
        self.on_given_up()

    async def _any_canary(self) -> bool:
        asked = [asyncio.ensure_future(self._canary(url)) for url in self._settings.canaries]
        try:
            for answer in asyncio.as_completed(asked):
                if await answer:
                    return True
        finally:
            for task in asked:
                task.cancel()
        return False

    async def _canary(self, url: str) -> bool:
        self._crawler.stats.inc_value("uplink/canaries")
        installed_resolver().forget(host_of(url))  # that a name was known says nothing of its server
        request = Request(
            url,
            method="HEAD",
            callback=NO_CALLBACK,
            meta={"download_timeout": self._settings.canary_timeout, "dont_redirect": True},
        )
        try:
            assert self._crawler.engine is not None
            await self._crawler.engine.download_async(request)
        except Exception:
            logger.debug("No answer from the canary %s", url, exc_info=True)
            return False
        return True
