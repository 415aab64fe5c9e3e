"""HEAD by the short way: past the middlewares, which its GET has just been through, straight to the download handler.

Asked by the engine, a HEAD costs a second trip through them all, half a millisecond a site. Here it takes over what
they have made of its GET (headers, cookies, proxy), and its host's slot still counts it. What needs the middlewares
goes their way: a redirect, a host that is busy or to be asked slowly.
"""

from scrapy import Request
from scrapy.core.downloader import Downloader, Slot
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.redirect import RedirectMiddleware
from scrapy.http import Headers, Response

from contactscraper.middlewares.cookies import VisitCookiesMiddleware


class ShortWay:
    """Sends HEADs."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    async def head(self, head: Request, get: Request) -> Response:
        """The reply to *head* before the same address is asked by *get*, which has been through all middlewares but
        those that only count. Raises what a download raises."""
        engine = self._crawler.engine
        assert engine is not None
        downloader = engine.downloader
        _, slot = downloader._get_slot(head)
        if slot.delay or slot.queue or slot.free_transfer_slots() < 1:
            return await engine.download_async(head)
        head.headers = _headers_of(get)
        for name in ("proxy", "_auth_proxy", "_scheme_proxy", "cookiejar"):
            if name in get.meta:
                head.meta[name] = get.meta[name]
        response = await _sent(downloader, slot, head)
        response.request = head
        return await self._led_on(head, response)

    async def _led_on(self, head: Request, response: Response) -> Response:
        """What the middlewares make of a reply that sets a cookie or leads elsewhere; no others look at a HEAD's."""
        if b"Set-Cookie" not in response.headers and b"Location" not in response.headers:
            return response
        cookies = self._crawler.get_downloader_middleware(VisitCookiesMiddleware)
        redirects = self._crawler.get_downloader_middleware(RedirectMiddleware)
        if cookies is not None:
            cookies.process_response(head, response)
        after = redirects.process_response(head, response) if redirects is not None else response
        if isinstance(after, Response):
            return after
        assert self._crawler.engine is not None
        return await self._crawler.engine.download_async(after)


async def _sent(downloader: Downloader, slot: Slot, head: Request) -> Response:
    """The handler's reply. The slot counts the request, as the downloader itself would have it."""
    slot.active.add(head)
    slot.transferring.add(head)
    try:
        return await downloader.handlers.download_request_async(head)
    finally:
        slot.active.remove(head)
        slot.transferring.remove(head)
        downloader._process_queue(slot)


def _headers_of(get: Request) -> Headers:
    """The headers of *get* less the Referer, as they are: Headers' own copy would spell each of them anew."""
    headers = Headers()
    dict.update(headers, get.headers)
    dict.pop(headers, b"Referer", None)
    return headers
