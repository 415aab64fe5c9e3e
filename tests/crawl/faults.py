"""Components that fail on purpose, to show that no visit vanishes."""

from scrapy import Request, signals
from scrapy.exceptions import IgnoreRequest


class FaultyMiddleware:
    """A fault of our own in a request's way, for hosts whose number says so."""

    def process_request(self, request: Request) -> None:
        if request.meta.get("step") == "fetch" and "-0101." in request.url:
            raise KeyError("a fault of our own")

    def process_response(self, request, response):
        if request.meta.get("step") == "fetch" and "-0102." in request.url:
            raise ZeroDivisionError("another one")
        return response


class FaultyPipeline:
    """A fault while a visit's end is recorded."""

    def process_item(self, item):
        if "-0103." in getattr(item, "url", "") and item.ending.reason != "internal":
            raise RuntimeError("a fault in the pipeline")
        return item


class Dropper:
    """Drops a request before it is scheduled, as any extension may."""

    @classmethod
    def from_crawler(cls, crawler):
        dropper = cls()
        crawler.signals.connect(dropper.scheduled, signals.request_scheduled)
        return dropper

    def scheduled(self, request):
        if "-0104." in request.url:
            raise IgnoreRequest("dropped")
