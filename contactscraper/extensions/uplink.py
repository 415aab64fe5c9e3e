"""The uplink guard: no site is called dead while it may be our own network that is down.

Steps bring their failures here (`settle`) and wait until they count; answers are reported (`answered`). Where too
many domains fail in a row, or nobody answers any more, the canaries are asked.
"""

import asyncio
import itertools
import logging
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http.request import NO_CALLBACK
from scrapy.settings import BaseSettings

from contactscraper.network.uplink import Doubt, Settled, UplinkBook

logger = logging.getLogger(__name__)

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
        self._book = UplinkBook(settings.limit)
        self._waiting: dict[int, asyncio.Future[Settled]] = {}
        self._tokens = itertools.count()
        self._asking: asyncio.Task[None] | None = None
        self._up = asyncio.Event()
        self._up.set()
        self.given_up = False
        self.on_given_up: Callable[[], None] = lambda: None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        uplink = cls(crawler, UplinkSettings.from_settings(crawler.settings))
        crawler.signals.connect(uplink.stop, signals.spider_closed)
        return uplink

    async def wait_until_up(self) -> None:
        """Returns at once, or when the network is back: no new URL is drawn before."""
        await self._up.wait()

    def answered(self, host: str) -> None:
        """*host* sent a reply of its own."""
        if self._up.is_set():
            self._release(self._book.answered(host), Settled.COUNTS)

    def repeats(self, host: str, body: bytes) -> bool:
        """Whether *host* shows the same page as the host before it."""
        digest = f"{len(body)}:{zlib.crc32(body)}"  # whoever makes two pages alike gains an extra question to a canary
        return self._settings.limit > 0 and self._book.repeats(host, digest)

    async def settle(self, host: str, domain: str) -> Settled:
        """Waits until a failure to reach *host* can be believed, and says what becomes of it."""
        if not self._settings.limit:
            return Settled.COUNTS
        if self.given_up:
            return Settled.DOWN
        token = next(self._tokens)
        self._waiting[token] = future = asyncio.get_running_loop().create_future()
        doubted = self._book.failed(Doubt(token, host, domain, time.monotonic()))
        self._crawler.stats.inc_value("uplink/provisional")
        if doubted:
            self._ask()
        return await future

    def tick(self) -> None:
        """Called a few times a second: failures that nobody confirms are asked of the canaries."""
        oldest = self._book.oldest()
        if oldest is not None and time.monotonic() - oldest > self._settings.stall:
            self._ask()

    def stop(self) -> None:
        """Ends all waiting: the crawl closes."""
        if self._asking is not None:
            self._asking.cancel()
        self._release(self._book.settle_all(), Settled.DOWN)
        self._up.set()

    def _release(self, tokens: list[int], settled: Settled) -> None:
        for token in tokens:
            future = self._waiting.pop(token, None)
            if future is not None and not future.done():
                future.set_result(settled)

    def _ask(self) -> None:
        if self._asking is None or self._asking.done():
            self._asking = asyncio.ensure_future(self._ask_canaries())

    async def _ask_canaries(self) -> None:
        if await self._any_canary():
            self._release(self._book.settle_all(), Settled.COUNTS)
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
                self._release(self._book.settle_all(), Settled.AGAIN)
                self._up.set()
                return
        logger.error("The network stayed down for %d s: closing. No domain was marked.", self._settings.patience)
        self.given_up = True
        self._release(self._book.settle_all(), Settled.DOWN)
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
