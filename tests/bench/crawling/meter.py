"""What a crawl costs its process, from the spider's opening to the engine's stop."""

import asyncio
import os
import resource
import statistics
import time
from array import array
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self

from scrapy import signals
from scrapy.crawler import Crawler

TICK = 0.02  # s between two looks at the loop's lag
LOOK = 0.5  # s between two looks at memory and files
PAGE = os.sysconf("SC_PAGESIZE")


def processor_seconds() -> float:
    """Of this process and all its threads."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def resident() -> float:
    """MB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / 1e6


def percentile(values: Iterable[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


class Meter:
    """Its `result` is there when the crawl has ended."""

    def __init__(self) -> None:
        self.result: dict[str, Any] = {}
        self._lags = array("d")  # arrays, since what is kept here for each URL would count as the crawler's growth
        self._memory: list[float] = []
        self._files = 0
        self._tasks: list[asyncio.Task[None]] = []
        self._ended = array("d")  # when visits ended
        self._began = (0.0, 0.0)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        meter = cls()
        crawler.signals.connect(meter._start, signals.spider_opened)
        crawler.signals.connect(meter._visit_ended, signals.item_scraped)
        crawler.signals.connect(meter._stop, signals.engine_stopped)
        return meter

    def _start(self) -> None:
        self._began = (processor_seconds(), time.monotonic())
        self._tasks = [asyncio.ensure_future(self._watch_loop()), asyncio.ensure_future(self._watch_process())]

    def _visit_ended(self) -> None:
        self._ended.append(time.monotonic())

    async def _watch_loop(self) -> None:
        while True:
            asked = time.monotonic()
            await asyncio.sleep(TICK)
            self._lags.append(time.monotonic() - asked - TICK)

    async def _watch_process(self) -> None:
        while True:
            self._memory.append(resident())
            self._files = max(self._files, len(os.listdir("/proc/self/fd")))
            await asyncio.sleep(LOOK)

    def _stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        quarter = max(1, len(self._memory) // 4)
        self.result = {
            "cpu": processor_seconds() - self._began[0],
            "seconds": time.monotonic() - self._began[1],
            "rate": self._rate(),
            "lag_p50": percentile(self._lags, 0.5),
            "lag_p99": percentile(self._lags, 0.99),
            "memory": max(self._memory, default=0.0),
            "memory_early": statistics.median(self._memory[quarter : 2 * quarter] or self._memory),
            "memory_late": statistics.median(self._memory[-quarter:]),
            "files": self._files,
        }

    def _rate(self) -> float:
        """Visits a second between the first tenth and the last: a crawl begins and ends slowly."""
        tenth = len(self._ended) // 10
        if not tenth:
            return 0.0
        return (len(self._ended) - 2 * tenth) / (self._ended[-tenth - 1] - self._ended[tenth])
