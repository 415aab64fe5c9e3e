"""What the product is measured against: Scrapy itself, with nothing done to what it brings.

GET, or HEAD and GET as Scrapy's documentation has it: a request of one's own inside a downloader middleware. A host
that HEAD does not reach is not asked again. Settings are the product's, less its components: the same reactor, handler,
name resolver, concurrency, and stock middlewares.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import scrapy
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK
from scrapy.settings import BaseSettings
from scrapy_playwright.page import PageMethod

from contactscraper.tabs import find_browser

#: How a tab goes on reading until the contact that it is to find is there.
UNTIL_CONTACT = {
    "playwright_page_goto_kwargs": {"wait_until": "domcontentloaded"},
    "playwright_page_methods": [PageMethod("wait_for_selector", "a[href^='mailto:']", state="attached", timeout=9_000)],
}
COMPONENTS = ("DOWNLOADER_MIDDLEWARES", "SPIDER_MIDDLEWARES", "ITEM_PIPELINES", "EXTENSIONS")
OURS = "contactscraper."


def with_stock_tabs(settings: BaseSettings) -> None:
    """scrapy-playwright as it comes, with the product's browser and no more arguments than the web here needs."""
    handler = "scrapy_playwright.handler.ScrapyPlaywrightDownloadHandler"
    ports = {int(port): int(to) for port, to in settings.getdict("PORT_MAP").items()}
    rules = ", ".join(f"MAP *:{port} 127.0.0.1:{to}" for port, to in ports.items())
    launch = {"executable_path": find_browser(None), "args": [f"--host-resolver-rules={rules}"]}
    settings.set("DOWNLOAD_HANDLERS", {"http": handler, "https": handler}, priority="cmdline")
    settings.set("PLAYWRIGHT_LAUNCH_OPTIONS", launch, priority="cmdline")
    settings.set("PLAYWRIGHT_MAX_PAGES_PER_CONTEXT", settings.getint("TAB_CONCURRENCY"), priority="cmdline")


def strip(settings: BaseSettings, *, head: bool) -> None:
    """Takes the product's components out of its settings."""
    for name in COMPONENTS:
        kept = {path: order for path, order in settings.getdict(name).items() if not str(path).startswith(OURS)}
        settings.set(name, kept, priority="cmdline")
    settings.set("FEEDS", {}, priority="cmdline")
    if head:
        middlewares = {**settings.getdict("DOWNLOADER_MIDDLEWARES"), f"{__name__}.HeadFirst": 760}
        settings.set("DOWNLOADER_MIDDLEWARES", middlewares, priority="cmdline")


class HeadFirst:
    """Asks HEAD before each GET."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._timeout = crawler.settings.getfloat("PROBE_TIMEOUT")

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "HeadFirst":
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        if request.method == "HEAD":
            return
        meta = {"download_timeout": self._timeout}
        head = Request(request.url, method="HEAD", meta=meta, callback=NO_CALLBACK, dont_filter=True)
        try:
            assert self._crawler.engine is not None
            await self._crawler.engine.download_async(head)
        except Exception as error:
            raise IgnoreRequest("nobody answers") from error


class BareSpider(scrapy.Spider):
    """Draws URLs as visits end, so many at a time as the product does."""

    name = "bare"

    def __init__(self, input: str, window: int, tabs: str = "", **kwargs: Any) -> None:  # noqa: A002 - as the product
        """*tabs* is how scrapy-playwright reads: as it comes (``tabs``), or ``tabs-waiting`` for the contact."""
        super().__init__(**kwargs)
        self._input, self._window = input, int(window)
        self._meta = {"playwright": True, **(UNTIL_CONTACT if tabs == "tabs-waiting" else {})} if tabs else {}
        self._open, self._changed = 0, asyncio.Event()

    async def start(self) -> AsyncIterator[Request]:
        for line in self._lines():
            while self._open >= self._window:
                self._changed.clear()
                await self._changed.wait()
            self._open += 1
            yield Request(line.strip(), self.parse, errback=self.failed, meta=dict(self._meta), dont_filter=True)

    def _lines(self) -> Iterator[str]:
        with Path(self._input).open(encoding="utf-8") as lines:
            yield from lines

    def parse(self, response: Response, **kwargs: Any) -> None:
        if self._meta and b"mailto:" in response.body:
            self.crawler.stats.inc_value("bare/contact")
        self._done()

    def failed(self, failure: Any) -> None:
        self._done()

    def _done(self) -> None:
        self._open -= 1
        self._changed.set()
