"""The download handler: Twisted for plain requests, a browser tab for those that carry a `TabOrder`.

Stock scrapy-playwright can wait for ever on a browser that is gone or a page that never rests, and starts a browser
for http and another for https. So here one instance serves both; each tab has a hard deadline, a context of its own
that is closed whatever happens, and one more try where the browser died under it.
"""

import asyncio
import itertools
import json
import logging
import time
from contextlib import suppress
from ipaddress import ip_address
from typing import Any, Self
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page, Response, Route
from playwright.async_api import Request as PlaywrightRequest
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadFailedError, DownloadTimeoutError
from scrapy.http import HtmlResponse
from scrapy.http import Response as ScrapyResponse
from scrapy_playwright.handler import ScrapyPlaywrightDownloadHandler

from contactscraper.network.addresses import AddressRules, literal_address
from contactscraper.network.pool import tune
from contactscraper.resolver import LookupKind, installed_resolver
from contactscraper.tabs.browser import BROWSER_HINT, find_browser, launch_arguments
from contactscraper.tabs.errors import as_scrapy_error, is_gone
from contactscraper.tabs.order import NoBrowser, TabOrder, TabPrivateAddress
from contactscraper.tabs.reading import read_tab

logger = logging.getLogger(__name__)

#: What a tab does not load: none of it holds a contact.
NOT_LOADED = frozenset({"image", "media", "font", "stylesheet"})
#: Seconds beyond a tab's own time after which it is torn down.
GRACE = 10.0
CLOSING = 5.0  # s
TRIES = 2

_instances: "WeakKeyDictionary[Crawler, TabDownloadHandler]" = WeakKeyDictionary()


class TabDownloadHandler(ScrapyPlaywrightDownloadHandler):
    """Registered for http and https alike."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        from twisted.internet import reactor

        settings = crawler.settings
        tune(self, reactor, max(0.5, settings.getfloat("DOWNLOAD_TIMEOUT") - 0.2))
        self._executable = find_browser(settings["TAB_BROWSER"])
        ports = {int(a): int(b) for a, b in settings.getdict("PORT_MAP").items()}
        self.config.launch_options = {
            "executable_path": self._executable,
            "args": launch_arguments(ports, _arguments(settings["TAB_LAUNCH_ARGS"])),
        }
        self.config.max_pages_per_context = 4  # a tab, and the popups that it opens before they are closed
        self._rules = AddressRules.parse(settings["ALLOW_PRIVATE_ADDRESSES"])
        self._recycle = settings.getint("TAB_BROWSER_RECYCLE")
        self._names = itertools.count()
        self._started = False
        self._closed = False
        self._open = 0
        self._served = 0
        self._all_closed = asyncio.Event()
        self._all_closed.set()
        self._browser_lock = asyncio.Lock()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if crawler not in _instances:
            _instances[crawler] = cls(crawler)
        return _instances[crawler]

    async def _launch(self) -> None:
        """Nothing at the crawl's start: a run without tabs pays for no browser."""

    async def download_request(self, request: Request) -> ScrapyResponse:
        order: TabOrder | None = request.meta.get("tab")
        if order is None:
            return await super().download_request(request)
        if self._executable is None:
            raise NoBrowser(BROWSER_HINT)
        for attempt in range(1, TRIES + 1):
            try:
                return await self._in_tab(request, order)
            except PlaywrightError as error:
                if not is_gone(error):
                    raise as_scrapy_error(error) from error.__cause__
                self.stats.inc_value("tab/browser_lost")
                await self._forget_browser()
                if attempt == TRIES:
                    raise DownloadFailedError(f"the browser was lost: {error}") from error
            except TimeoutError as error:
                raise DownloadTimeoutError(f"the tab of {request.url} did not come to rest") from error
        raise AssertionError("unreachable")

    async def _in_tab(self, request: Request, order: TabOrder) -> ScrapyResponse:
        await self._make_ready()
        name = f"visit-{next(self._names)}"
        request.meta["playwright_context"] = name
        request.meta["playwright_context_kwargs"] = self._context_arguments(request)
        self._open += 1
        self._served += 1
        self._all_closed.clear()
        self.stats.inc_value("tab/opened")
        try:
            pages = 1 if order.next_page is None else 2
            async with asyncio.timeout(order.timeout * pages + GRACE):
                page = await self._create_page(request=request, spider=self._crawler.spider)
                return await self._read(request, order, page)
        finally:
            await self._close_context(name)
            self._open -= 1
            if not self._open:
                self._all_closed.set()

    async def _read(self, request: Request, order: TabOrder, page: Page) -> ScrapyResponse:
        refused: list[str] = []

        async def check(route: Route, asked: PlaywrightRequest) -> None:
            await self._check(route, asked, refused)

        await page.context.route("**/*", check)
        started = time.monotonic()
        try:
            pages, watch = await read_tab(page, request.url, order)
        except PlaywrightError as error:
            if refused and "ERR_BLOCKED_BY_CLIENT" in str(error):
                raise TabPrivateAddress(refused[0]) from error
            raise
        if refused and not order.done(pages[-1].html, pages[-1].url):
            raise TabPrivateAddress(refused[0])
        await self._check_server(watch.main)
        request.meta["tab_pages"] = pages
        request.meta["download_latency"] = time.monotonic() - started
        last = pages[-1]
        headers = {"Content-Type": "text/html; charset=utf-8"}
        if watch.main is not None:
            dropped = ("content-type", "content-encoding", "content-length", "transfer-encoding")
            headers |= {name: value for name, value in watch.main.headers.items() if name not in dropped}
        return HtmlResponse(
            url=last.url if last.url.startswith("http") else request.url,
            status=last.status,
            headers=headers,
            body=last.html.encode("utf-8", "replace"),
            encoding="utf-8",
            request=request,
            flags=["tab"],
        )

    async def _check(self, route: Route, asked: PlaywrightRequest, refused: list[str]) -> None:
        """Each request of a tab before it leaves: what it loads, and whom it would ask."""
        with suppress(PlaywrightError):
            parts = urlsplit(asked.url)
            if asked.resource_type in NOT_LOADED or parts.scheme not in ("http", "https", "data", "blob"):
                await route.abort("blockedbyclient" if asked.is_navigation_request() else "failed")
                return
            if parts.scheme in ("http", "https") and not asked_by_proxy(self._crawler):
                kind = await self._kind(parts.hostname or "")
                if kind is LookupKind.PRIVATE:
                    if asked.is_navigation_request() and asked.frame.parent_frame is None:
                        refused.append(parts.hostname or "")
                    self.stats.inc_value("tab/refused_private")
                    await route.abort("blockedbyclient")
                    return
                if kind is not LookupKind.FOUND:
                    await route.abort("namenotresolved")
                    return
            await route.continue_()

    async def _kind(self, host: str) -> LookupKind:
        literal = literal_address(host)
        if literal is not None:
            return LookupKind.FOUND if self._rules.allows(literal) else LookupKind.PRIVATE
        return (await installed_resolver().lookup(host)).kind

    async def _check_server(self, main: Response | None) -> None:
        """A name may have changed its address since our look-up: what came from a private one is dropped."""
        if main is None or asked_by_proxy(self._crawler):
            return
        with suppress(PlaywrightError, ValueError, KeyError, TypeError):
            server = await asyncio.wait_for(main.server_addr(), CLOSING)
            address = ip_address(str(server["ipAddress"]).strip("[]"))  # type: ignore[index]  # None is a TypeError
            if not self._rules.allows(address):
                raise TabPrivateAddress(str(address))

    def _context_arguments(self, request: Request) -> dict[str, Any]:
        arguments: dict[str, Any] = {"accept_downloads": False, "service_workers": "block"}
        if agent := self._crawler.settings["TAB_USER_AGENT"]:
            arguments["user_agent"] = agent
        if proxy := request.meta.get("proxy"):
            arguments["proxy"] = _proxy(proxy)
        return arguments

    # The browser's life ----------------------------------------------------------------------------------------------

    async def _make_ready(self) -> None:
        """Starts the driver with the first tab, and a fresh browser after so many tabs: both leak a little."""
        async with self._browser_lock:
            if self._recycle and self._served >= self._recycle:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._all_closed.wait(), 2 * GRACE + 30)
                await self._forget_browser()
                self._served = 0
            if not self._started:
                await super()._launch()
                self._started = True

    async def _forget_browser(self) -> None:
        """Closes driver and browser, as far as they still listen; the next tab starts new ones."""
        self._started = False
        browser, provider = self.__dict__.pop("browser", None), self.__dict__.pop("browser_provider", None)
        self.context_wrappers.clear()
        for part in (browser, provider):
            if part is not None:
                with suppress(Exception):
                    await asyncio.wait_for(part.close(), CLOSING)

    async def _browser_disconnected_callback(self) -> None:
        self.context_wrappers.clear()
        self.__dict__.pop("browser", None)

    async def _close_context(self, name: str) -> None:
        wrapper = self.context_wrappers.pop(name, None)
        if wrapper is None:
            return
        try:
            await asyncio.wait_for(wrapper.context.close(), CLOSING)
        except TimeoutError:
            logger.warning("A tab could not be closed; the browser is started anew.")
            self._served = max(self._served, self._recycle)
        except PlaywrightError:
            pass  # it went with its browser

    async def _close(self) -> None:
        await self._forget_browser()

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await super().close()


def asked_by_proxy(crawler: Crawler) -> bool:
    """Whether tabs go through a proxy, whose business the names are then."""
    return bool(crawler.settings["TAB_PROXY"])


def _arguments(value: Any) -> list[str]:
    if isinstance(value, str):
        return json.loads(value) if value.startswith("[") else value.split()
    return list(value or ())


def _proxy(url: str) -> dict[str, str]:
    parts = urlsplit(url)
    port = f":{parts.port}" if parts.port else ""
    found = {"server": f"{parts.scheme}://{parts.hostname}{port}"}
    if parts.username:
        found |= {"username": parts.username, "password": parts.password or ""}
    return found
