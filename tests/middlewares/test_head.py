"""HEAD's short way past the middlewares: what it takes over, and what still goes their way."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from scrapy import Request
from scrapy.core.downloader import Slot
from scrapy.http import Response

from contactscraper.middlewares.head import ShortWay

URL = "https://acme.test/"


class Site:
    """A crawler whose handler answers with *reply*, and whose engine notes what goes the long way."""

    def __init__(self, reply: Response | Exception, slot: Slot | None = None) -> None:
        self.reply, self.slot = reply, slot or Slot(2, 0, 0)
        self.direct: list[Request] = []
        self.long: list[Request] = []
        self.queues_looked_at = 0
        downloader = SimpleNamespace(
            _get_slot=lambda request: ("acme.test", self.slot),
            handlers=SimpleNamespace(download_request_async=self._handle),
            _process_queue=self._look,
        )
        self.engine = SimpleNamespace(downloader=downloader, download_async=self._download)
        self.redirects = SimpleNamespace(process_response=self._redirect)

    def _look(self, slot: Slot) -> None:
        self.queues_looked_at += 1

    async def _handle(self, request: Request) -> Response:
        assert request in self.slot.transferring and request in self.slot.active
        self.direct.append(request)
        if isinstance(self.reply, Exception):
            raise self.reply
        return self.reply

    async def _download(self, request: Request) -> Response:
        self.long.append(request)
        return Response(request.url, 204)

    def _redirect(self, request: Request, response: Response) -> Request | Response:
        return request.replace(url="https://www.acme.test/") if response.status == 301 else response

    def get_downloader_middleware(self, kind: Any) -> Any:
        return self.redirects if kind.__name__ == "RedirectMiddleware" else None

    def ask(self) -> Response:
        get = Request(URL, headers={"Referer": "https://search.test/", "User-Agent": "x"}, meta={"proxy": "http://p:1"})
        return asyncio.run(ShortWay(self).head(Request(URL, method="HEAD"), get))  # type: ignore[arg-type]  # a double


def test_takes_over_what_the_middlewares_made() -> None:
    """The GET's headers less the Referer, and its proxy; the slot counts the request while it lasts."""
    site = Site(Response(URL))
    assert site.ask().status == 200
    (sent,) = site.direct
    assert sent.headers == {b"User-Agent": [b"x"]} and sent.meta["proxy"] == "http://p:1" and not site.long
    assert not site.slot.active and not site.slot.transferring and site.queues_looked_at == 1


def test_failure_frees_the_slot() -> None:
    """A HEAD that fails holds no place."""
    site = Site(OSError("gone"))
    with pytest.raises(OSError):
        site.ask()
    assert not site.slot.active and not site.slot.transferring and site.queues_looked_at == 1


def test_redirect_goes_the_long_way() -> None:
    """Where a redirect leads is asked with all that guards a request: robots.txt, look-up, proxy."""
    site = Site(Response(URL, 301, headers={"Location": "https://www.acme.test/"}))
    assert site.ask().url == "https://www.acme.test/"
    assert [request.url for request in site.long] == ["https://www.acme.test/"]


@pytest.mark.parametrize("busy", ["full", "queue", "delay"])
def test_busy_or_slow_host_is_asked_in_turn(busy: str) -> None:
    """A host that has its number of connections, or is to be asked slowly, is waited for as any request does."""
    slot = Slot(2, 1.0 if busy == "delay" else 0, 0)
    if busy == "full":
        slot.transferring |= {Request(URL), Request(URL + "a")}
    if busy == "queue":
        slot.queue.append((Request(URL), None))  # type: ignore[arg-type]  # never taken out
    site = Site(Response(URL), slot)
    assert site.ask().status == 204 and not site.direct
