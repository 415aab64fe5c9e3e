"""The download handler: Twisted for plain requests, a browser tab for those that carry a `TabOrder`.

Stock scrapy-playwright can wait for ever on a browser that is gone or a page that never rests, and starts a browser
for http and another for https. So here one instance serves both; each tab has a hard deadline, a context of its own
that is closed whatever happens, and one more try where the browser died under it.
"""

import asyncio
import base64
import json
import logging
import time
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import unquote, urlsplit
from weakref import WeakKeyDictionary

from playwright.async_api import BrowserContext
from playwright.async_api import Error as PlaywrightError
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadFailedError, DownloadTimeoutError
from scrapy.http import HtmlResponse
from scrapy.http import Response as ScrapyResponse
from scrapy.settings import BaseSettings
from scrapy_playwright.handler import ScrapyPlaywrightDownloadHandler

from contactscraper.middlewares import Unreached
from contactscraper.network.addresses import AddressRules
from contactscraper.network.certificates import tolerated
from contactscraper.network.pool import tune
from contactscraper.reply import Failure, is_proxys_own
from contactscraper.resolver import installed_resolver
from contactscraper.settings import USER_AGENT
from contactscraper.tabs.browser import BROWSER_HINT, find_browser, launch_arguments
from contactscraper.tabs.errors import as_scrapy_error, is_crash, is_gone
from contactscraper.tabs.guard import Guard, host_rules
from contactscraper.tabs.order import NoBrowser, NotHtml, TabOrder, TabPrivateAddress
from contactscraper.tabs.reading import read_tab
from contactscraper.tabs.running import Browsers
from contactscraper.tabs.sandbox import Sandbox, wanted
from contactscraper.tabs.transport import read_promptly
from contactscraper.urls import host_of

logger = logging.getLogger(__name__)

#: A popup blocker, as browsers have it: a page can open windows faster than they can be closed.
NO_WINDOWS = "window.open = () => null"

#: Seconds beyond a tab's own time after which it is torn down.
GRACE = 10.0
CLOSING = 5.0  # s
TRIES = 2
#: Headers of the main document that do not fit the rendered one.
NOT_PASSED_ON = frozenset({"content-type", "content-encoding", "content-length", "transfer-encoding"})

_instances: "WeakKeyDictionary[Crawler, TabDownloadHandler]" = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class TabSettings:
    """The settings of this door."""

    browser: str | None
    arguments: list[str]
    user_agent: str | None
    proxy: str | None
    recycle: int
    sandbox: bool | None
    ports: dict[int, int]
    rules: AddressRules

    def agent_of(self, request: Request) -> str | None:
        """The user agent of a tab: its own setting, else one that was chosen for the crawl or the request; the
        browser's own (None) where nobody has chosen one."""
        chosen = (request.headers.get("User-Agent") or b"").decode("latin-1")
        return self.user_agent or (chosen if chosen != USER_AGENT else None) or None

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Self:
        return cls(
            browser=settings["TAB_BROWSER"],
            arguments=_arguments(settings["TAB_LAUNCH_ARGS"]),
            user_agent=settings["TAB_USER_AGENT"] or None,
            proxy=settings["TAB_PROXY"] or None,
            recycle=settings.getint("TAB_BROWSER_RECYCLE"),
            sandbox=wanted(settings["TAB_SANDBOX"]),
            ports={int(a): int(b) for a, b in settings.getdict("PORT_MAP").items()},
            rules=AddressRules.parse(settings["ALLOW_PRIVATE_ADDRESSES"]),
        )


class TabDownloadHandler(ScrapyPlaywrightDownloadHandler):
    """Registered for http and https alike."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        read_promptly()
        from twisted.internet import reactor

        tune(self, reactor, max(0.5, crawler.settings.getfloat("DOWNLOAD_TIMEOUT") - 0.2))
        self._settings = settings = TabSettings.from_settings(crawler.settings)
        self._executable = find_browser(settings.browser)
        self.config.launch_options = {
            "executable_path": self._executable,
            "args": launch_arguments(settings.ports, settings.arguments, host_rules(settings.rules)),
        }
        self._sandbox = Sandbox(settings.sandbox)
        self._browsers = Browsers(self._provider, settings.recycle, self.stats, self._sandbox.failed)
        self._closed = False

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if crawler not in _instances:
            _instances[crawler] = cls(crawler)
        return _instances[crawler]

    def _provider(self) -> Any:
        self.config.launch_options["chromium_sandbox"] = self._sandbox.on  # Playwright leaves it out unless told
        return self.browser_provider_cls(self.config)

    async def _launch(self) -> None:
        """Nothing at the crawl's start: a run without tabs pays for no browser."""

    async def download_request(self, request: Request) -> ScrapyResponse:
        order: TabOrder | None = request.meta.get("tab")
        if order is None:
            return _reached(request, await super().download_request(request))
        if self._executable is None:
            raise NoBrowser(BROWSER_HINT)
        for attempt in range(1, TRIES + 1):
            try:
                return await self._in_tab(request, order)
            except PlaywrightError as error:
                if not is_gone(error):
                    raise as_scrapy_error(error)  # noqa: B904 - its cause is set, and read by who judges it
                self.stats.inc_value("tab/lost")
                if attempt == TRIES or self._closed:
                    raise DownloadFailedError(f"the tab was lost: {error}") from error
            except TimeoutError as error:
                self.stats.inc_value("tab/timeout")
                raise DownloadTimeoutError(f"the tab of {request.url} did not come to rest") from error
        raise AssertionError("unreachable")

    async def _in_tab(self, request: Request, order: TabOrder) -> ScrapyResponse:
        running = await self._browsers.take()
        context, closed, lost = None, False, False
        try:
            self.stats.inc_value("tab/opened")
            pages = 1 if order.next_page is None else 2
            # Opening a context or a page has no time limit of its own, and a page may be busy for ever.
            async with asyncio.timeout(order.timeout * pages + GRACE):
                context = await running.browser.new_context(**self._context_arguments(request))
                return await self._read(request, order, context)
        except PlaywrightError as error:
            lost = is_gone(error) and not is_crash(error)  # a driver that is gone does not say so by itself
            raise
        finally:
            try:
                closed = await _close(context)
            finally:
                self._browsers.give_back(running, worn=lost or not closed)

    async def _read(self, request: Request, order: TabOrder, context: BrowserContext) -> ScrapyResponse:
        guard = Guard(self._settings.rules, _lookup, proxied=bool(self._proxy(request)), stats=self.stats)
        await guard.attach(context, urlsplit(request.url).hostname or "")
        await context.add_init_script(NO_WINDOWS)
        page = await context.new_page()
        started = time.monotonic()
        try:
            referer = (request.headers.get("Referer") or b"").decode("latin-1") or None
            pages, watch = await read_tab(page, request.url, order, referer)
        except (PlaywrightError, NotHtml, TimeoutError) as error:
            if guard.refused:
                raise TabPrivateAddress(guard.refused[0]) from error
            raise
        await guard.settle()
        last = pages[-1]
        led_there = host_of(last.url) in guard.refused
        if guard.refused and (led_there or page.is_closed() or not order.done(last.html, last.url)):
            raise TabPrivateAddress(guard.refused[0])
        request.meta["tab_pages"] = pages
        request.meta["download_latency"] = time.monotonic() - started
        headers = {"Content-Type": "text/html; charset=utf-8"}
        if watch.main is not None:
            headers |= {name: value for name, value in watch.main.headers.items() if name not in NOT_PASSED_ON}
        return HtmlResponse(
            url=last.url if last.url.startswith("http") else request.url,
            status=last.status,
            headers=headers,
            body=last.html.encode("utf-8", "replace"),
            encoding="utf-8",
            request=request,
            flags=["tab"],
        )

    def _proxy(self, request: Request) -> str | None:
        return request.meta.get("proxy") or self._settings.proxy

    def _context_arguments(self, request: Request) -> dict[str, Any]:
        arguments: dict[str, Any] = {"accept_downloads": False, "service_workers": "block"}
        if agent := self._settings.agent_of(request):
            arguments["user_agent"] = agent
        if urlsplit(request.url).hostname in tolerated:
            arguments["ignore_https_errors"] = True
        if proxy := self._proxy(request):
            arguments["proxy"] = _proxy_options(proxy, request.headers.get("Proxy-Authorization"))
        return arguments

    async def _close(self) -> None:
        await self._browsers.close()

    async def close(self) -> None:
        """Ends the stock handler's connections and all browsers; called once for each scheme."""
        if self._closed:
            return
        self._closed = True
        await super().close()


def _reached(request: Request, response: ScrapyResponse) -> ScrapyResponse:
    """The site's reply. Raises Unreached for what a proxy says of itself."""
    if request.meta.get("proxy") and is_proxys_own(response.status, urlsplit(request.url).scheme):
        raise Unreached(Failure.PROXY_DOWN)
    return response


async def _lookup(host: str) -> Any:
    return await installed_resolver().lookup(host)


async def _close(context: BrowserContext | None) -> bool:
    """Closes *context* and all pages in it. False where it did not listen, or where it is not known."""
    if context is None:
        return False  # asked for and not come: it may yet open, and nobody would close it
    try:
        async with asyncio.timeout(CLOSING):
            await context.close()
    except TimeoutError:
        logger.warning("A tab could not be closed; its browser takes no more of them.")
        return False
    except PlaywrightError:
        pass  # it went with its browser
    return True


def _arguments(value: Any) -> list[str]:
    if isinstance(value, str):
        return json.loads(value) if value.startswith("[") else value.split()
    return list(value or ())


def _proxy_options(url: str, authorization: bytes | None) -> dict[str, str]:
    """*url* in Playwright's form. Scrapy has moved the name and the password into the header *authorization*."""
    parts = urlsplit(url)
    port = f":{parts.port}" if parts.port else ""
    found = {"server": f"{parts.scheme or 'http'}://{parts.hostname}{port}"}
    name, password = unquote(parts.username or ""), unquote(parts.password or "")
    if not name and authorization and authorization[:6].lower() == b"basic ":
        name, _, password = base64.b64decode(authorization[6:]).decode("utf-8", "replace").partition(":")
    return found | ({"username": name, "password": password} if name else {})
