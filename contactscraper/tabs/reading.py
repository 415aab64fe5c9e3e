"""One tab from its opening to its reading: as soon as a contact shows, else when it is quiet, else when time is up."""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass, field

from playwright.async_api import Dialog, Download, Frame, Page, Request, Response
from playwright.async_api import Error as PlaywrightError

from contactscraper.reply import is_html
from contactscraper.tabs.errors import is_download
from contactscraper.tabs.order import NotHtml, TabOrder, TabPage

POLL = 0.15  # s
#: Looks after which the visible text is looked at again even where nothing has changed: a style may have unveiled it.
SHOWN = 6
#: Seconds without a request under way or a change of the page after which it is read. A page that may still be a
#: challenge is given longer: it loads the site when the browser has passed.
QUIET, QUIET_CHALLENGE = 0.5, 3.0
#: Seconds that a page's scripts are given at least: a timer makes no request that would show that it runs.
AT_LEAST = 2.5
CHALLENGES = frozenset({202, 401, 403, 405, 429, 503})
#: A page that does not answer a question for so long is busy.
ANSWER = 3.0
#: Characters of a document that are read. A page that grows beyond is read at once.
MOST = 2_000_000

#: The page's size (to see a change) and whether something like a contact is in it (to ask no more than needed). The
#: visible text costs a layout of the page, so it is not looked at where nothing has changed or a link says enough.
LOOK = r"""([limit, seen]) => {
  const body = document.body;
  if (!body) return [0, false];
  const size = body.textContent.length + body.getElementsByTagName('*').length;
  if (size > limit || size === seen) return [size, false];
  const hint = !!document.querySelector('a[href^="mailto:" i],a[href^="tel:" i],[data-cfemail]')
    || /@|\[at\]|\(at\)|\d[\d\s().\/-]{6,}\d/.test(body.innerText || '');
  return [size, hint];
}"""
CONTENT = "(limit) => document.documentElement ? document.documentElement.outerHTML.slice(0, limit) : ''"


@dataclass
class Watch:
    """What the tab has been doing. Its methods are the page's event handlers."""

    page: Page
    under_way: set[Request] = field(default_factory=set)
    main: Response | None = None
    download: bool = False
    parsed: bool = False
    stirred: float = field(default_factory=time.monotonic)

    def attach(self) -> None:
        page = self.page
        page.on("request", self._request)
        page.on("requestfinished", self._finished)
        page.on("requestfailed", self._settled)
        page.on("response", self._response)
        page.on("download", self._download)
        page.on("dialog", _dismiss)
        page.context.on("page", _close)  # windows that windows open, too
        page.on("framenavigated", self._navigated)
        page.on("domcontentloaded", self._parsed)

    def _request(self, request: Request) -> None:
        self.under_way.add(request)
        self.stirred = time.monotonic()

    def _settled(self, request: Request) -> None:
        self.under_way.discard(request)
        self.stirred = time.monotonic()

    def _finished(self, request: Request) -> None:
        self._settled(request)
        with suppress(PlaywrightError):
            # Where a script leads to tel: or another program, the parser stops and no event says that it is done.
            if request.is_navigation_request() and request.frame == self.page.main_frame:
                self.parsed = True

    def _navigated(self, frame: Frame) -> None:
        self.stirred = time.monotonic()

    def _parsed(self, page: Page) -> None:
        self.parsed = True

    def _response(self, response: Response) -> None:
        with suppress(PlaywrightError):
            if response.request.is_navigation_request() and response.frame == self.page.main_frame:
                self.main = response

    async def _download(self, download: Download) -> None:
        self.download = True
        with suppress(PlaywrightError):
            await download.cancel()

    @property
    def status(self) -> int:
        return self.main.status if self.main is not None else 200

    def is_quiet(self) -> bool:
        patience = QUIET_CHALLENGE if self.status in CHALLENGES else QUIET
        return not self.under_way and time.monotonic() - self.stirred > patience


async def _dismiss(dialog: Dialog) -> None:
    with suppress(PlaywrightError):
        await dialog.dismiss()


async def _close(popup: Page) -> None:
    with suppress(PlaywrightError):
        await popup.close()


async def read_tab(page: Page, url: str, order: TabOrder, referer: str | None = None) -> tuple[list[TabPage], Watch]:
    """Opens *url* as if *referer* had led there, and the one page to go on to where the order has one; the last page
    is the last of the list."""
    watch = Watch(page)
    watch.attach()
    pages = [await _read_one(watch, url, order, referer)]
    if order.next_page is not None and not order.done(pages[0].html, pages[0].url):
        onward = order.next_page(pages[0].html, pages[0].url)
        if onward is not None:
            main = watch.main
            with suppress(NotHtml, PlaywrightError, TimeoutError):
                shown = await _read_one(watch, onward, order, pages[0].url)
                if shown.status < 400:
                    pages.append(shown)
            if len(pages) == 1:
                watch.main = main  # a page that is not there leaves the first one as it was
    return pages, watch


async def _read_one(watch: Watch, url: str, order: TabOrder, referer: str | None) -> TabPage:
    page, started = watch.page, time.monotonic()
    watch.main, watch.download, watch.parsed = None, False, False
    try:
        response = await page.goto(url, wait_until="commit", timeout=1000 * order.timeout, referer=referer)
    except PlaywrightError as error:
        if watch.download or (is_download(error) and not _shows(watch)):
            raise NotHtml("a download") from error
        raise
    answer = watch.main or response
    if answer is None or not answer.headers:  # HTTP/0.9: any bytes at all
        raise PlaywrightError("the server did not answer in HTTP")
    if not _shows(watch):
        raise NotHtml("not HTML")
    html = await _until_read(watch, order, started + order.timeout)
    return TabPage(page.url, watch.status, html)


def _shows(watch: Watch) -> bool:
    """Whether the main document is a page."""
    return watch.main is None or is_html(watch.main.headers.get("content-type", ""))


async def _until_read(watch: Watch, order: TabOrder, until: float) -> str:
    page, seen_size, asked_size, looks = watch.page, -1, -1, 0
    while time.monotonic() < until:
        await asyncio.sleep(POLL)
        looked, looks = time.monotonic(), looks + 1
        known = -1 if looks % SHOWN == 0 else seen_size
        try:
            size, hint = await asyncio.wait_for(
                page.evaluate(LOOK, [MOST, known]), min(ANSWER, max(0.5, until - time.monotonic()))
            )
        except PlaywrightError as error:
            if "navigat" in str(error) or "context was destroyed" in str(error):
                continue  # the page is on its way to another
            raise
        except TimeoutError:
            continue  # busy
        if size != seen_size or time.monotonic() - looked > POLL:  # changed, or too busy to answer: no quiet page
            seen_size, watch.stirred = size, time.monotonic()
        if hint and size != asked_size:
            asked_size = size
            html = await _content(page)
            if html is not None and order.done(html, page.url):
                return html
        if size > MOST or (watch.is_quiet() and time.monotonic() - until + order.timeout > AT_LEAST):
            break
    html = await _content(page)
    if html is None or (not watch.parsed and not order.done(html, page.url)):
        raise TimeoutError  # busy, or still on its way
    return html


async def _content(page: Page) -> str | None:
    """The document as it is now; None while the page is busy or on its way to another."""
    for _ in range(3):
        try:
            return str(await asyncio.wait_for(page.evaluate(CONTENT, MOST), ANSWER))
        except PlaywrightError as error:
            if "navigat" not in str(error) and "context was destroyed" not in str(error):
                raise
            await asyncio.sleep(POLL)
        except TimeoutError:
            return None
    return None
