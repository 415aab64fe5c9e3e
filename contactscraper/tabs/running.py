"""Browsers that run: started with the first tab, replaced when lost or worn, and never left behind.

A tab belongs to the browser that it was opened in. A worn browser takes no new tabs and ends with its last one, so
that replacing it hurts nobody, and a browser is given up once, however many tabs report its loss.
"""

import asyncio
import contextlib
import logging
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Browser
from playwright.async_api import Error as PlaywrightError

from contactscraper.tabs.order import NoBrowser

logger = logging.getLogger(__name__)

STARTING, CLOSING = 30.0, 5.0  # s
START_TRIES = 2


@dataclass(eq=False)
class Running:
    """A driver, its browser, and the tabs in it."""

    provider: Any
    browser: Browser
    open: int = 0
    served: int = 0
    worn: bool = False  # takes no new tabs
    ended: bool = False


class Browsers:
    """All browsers of a crawl: one that takes new tabs, and worn ones whose last tabs are still open."""

    def __init__(
        self, provider: Callable[[], Any], recycle: int, stats: Any, failed: Callable[[str], object] = str
    ) -> None:
        """*provider* makes scrapy-playwright's browser provider; *recycle* is a number of tabs, 0 for never; *failed*
        is told why a browser did not start, before the next try."""
        self._make_provider = provider
        self._failed = failed
        self._recycle = recycle
        self._stats = stats
        self._lock = asyncio.Lock()
        self._current: Running | None = None
        self._all: set[Running] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self._closed = self._told = False

    async def take(self) -> Running:
        """A browser for one more tab, to be given back. Raises NoBrowser where none starts."""
        async with self._lock:
            current = self._current
            if current is not None and (current.worn or not current.browser.is_connected()):
                self._retire(current)
                current = None
            if current is None:
                current = self._current = await self._start()
            current.open += 1
            current.served += 1
            if self._recycle and current.served >= self._recycle:
                current.worn = True
            return current

    def give_back(self, running: Running, *, worn: bool = False) -> None:
        """A tab is closed. *worn*: it could not be, and the browser is to take no more."""
        running.open -= 1
        running.worn |= worn
        if not running.open and (running is not self._current or running.worn):
            self._retire(running)

    async def close(self) -> None:
        """Ends all browsers; at most some seconds, whatever state they are in."""
        self._closed = True
        for running in list(self._all):
            running.open = 0
            self._retire(running)
        if self._ending:
            await asyncio.wait(self._ending, timeout=3 * CLOSING)

    async def _start(self) -> Running:
        error: BaseException | None = None
        for _ in range(START_TRIES):
            if self._closed:
                break
            provider = self._make_provider()
            try:
                async with asyncio.timeout(STARTING):
                    await provider.start()
                    browser = await provider.launch_browser()
            except (PlaywrightError, OSError, TimeoutError) as failed:
                error = failed
                self._failed(str(failed))
                await _end(provider, None)
                continue
            except BaseException:
                await _end(provider, None)
                raise
            self._stats.inc_value("tab/browsers_started")
            running = Running(provider, browser)
            self._all.add(running)
            return running
        reason = str(error).strip()[:500]
        if not self._told:
            self._told = True
            logger.error("The browser does not start, and visits that need it end as no-browser: %s", reason)
        raise NoBrowser(f"the browser does not start: {reason}") from error

    def _retire(self, running: Running) -> None:
        """Ends *running* as soon as no tab is open in it, or at once where it is gone."""
        running.worn = True
        if self._current is running:
            self._current = None
        if running.ended or (running.open and running.browser.is_connected()):
            return
        running.ended = True
        task = asyncio.ensure_future(self._end(running))
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def _end(self, running: Running) -> None:
        try:
            await _end(running.provider, running.browser)
        finally:
            self._all.discard(running)


async def _end(provider: Any, browser: Browser | None) -> None:
    """Closes *browser* and the driver of *provider*; kills those that do not listen."""
    driver = _driver_pid(provider)
    children = _children(driver)
    listened = True
    for part in (browser, provider):
        if part is not None:
            try:
                async with asyncio.timeout(CLOSING):
                    await part.close()
            except TimeoutError:
                listened = False
            except Exception:
                logger.debug("A part of the browser could not be closed", exc_info=True)
    if not listened:
        logger.warning("A browser did not end when asked to, and is killed.")
        for pid in (*children, driver):
            with contextlib.suppress(ProcessLookupError, PermissionError, TypeError):
                os.kill(pid, signal.SIGKILL)  # type: ignore[arg-type]  # None, where it is not known, is a TypeError


def _driver_pid(provider: Any) -> int | None:
    """The process of Playwright's driver, which it does not tell by itself."""
    try:
        return int(provider.playwright_context_manager._connection._transport._proc.pid)
    except (AttributeError, TypeError):
        return None


def _children(pid: int | None) -> list[int]:
    """The processes that *pid* has started: the browser's own, where the system tells (Linux)."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except (OSError, ValueError):
        return []
