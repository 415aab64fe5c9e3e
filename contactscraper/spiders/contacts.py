"""The spider: a list goes in. What a visit does is decided elsewhere; here its requests begin and come back."""

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from typing import Any

import scrapy
from scrapy.crawler import Crawler
from scrapy.http import Response
from twisted.python.failure import Failure

from contactscraper.cascade import What
from contactscraper.extensions import extension
from contactscraper.extensions.visits import Visits
from contactscraper.items import StepResult, Visit
from contactscraper.middlewares import StepDone, VisitEnds
from contactscraper.middlewares.failures import failure_of, let_go
from contactscraper.storage.inputs import Line, open_input
from contactscraper.storage.raw_lines import InputError
from contactscraper.story import Story
from contactscraper.tabs import NoBrowser, NotHtml, TabPrivateAddress

#: A tab's own exceptions -> what the step has come to.
WHAT: dict[type[Exception], What] = {
    NotHtml: What.NOT_HTML,
    TabPrivateAddress: What.PRIVATE_ADDRESS,
    NoBrowser: What.NO_BROWSER,
}


class ContactsSpider(scrapy.Spider):
    """Arguments (``-a``): ``input`` a list (.txt, .csv, .jsonl, each also .gz, ``-`` for standard input),
    ``column`` its URL column (``url``), ``keep`` further columns to copy (``id,company``),
    ``force=1`` to visit in full whatever the memory says, ``retries=only`` for the retries that are due, ``run`` a
    name: the same name again goes on with that run, and leaves out the lines that have their result."""

    name = "contacts"
    story: Story | None = None  # where visits are to be told step by step

    def __init__(
        self,
        input: str | None = None,  # noqa: A002 - the name that users type
        column: str = "url",
        keep: str = "",
        force: str = "",
        retries: str = "",
        run: str = "",
        _job: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.input = None if retries == "only" else input
        self.column = column
        self.keep = tuple(name.strip() for name in keep.split(",") if name.strip())
        self.force = force.lower() not in ("", "0", "false", "no")
        self.run = run
        started = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
        self.run_name = run or (f"{started}-{_job}" if _job else started)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> "ContactsSpider":
        spider = super().from_crawler(crawler, *args, **kwargs)
        spider.lines()  # a list that cannot be read says so before anything is written
        return spider

    def lines(self) -> Iterator[Line] | None:
        """The list's lines, or None where the due retries are the list. Raises InputError."""
        return None if self.input is None else open_input(self.input, self.column, self.keep)

    async def start(self) -> AsyncIterator[Any]:
        visits = extension(self.crawler, Visits)
        async for request in visits.requests(self):
            yield request

    def parse(self, response: Response, **kwargs: Any) -> Iterator[StepResult]:
        request = response.request
        assert request is not None
        yield StepResult(request.meta["visit"], request.meta["step"], request, response)

    def failed(self, failure: Failure) -> Iterator[StepResult]:
        request: scrapy.Request = failure.request  # type: ignore[attr-defined]  # Scrapy adds it
        visit = request.meta.get("visit")
        if visit is None:
            return  # the keeper
        yield self._came_to(visit, request, failure.value)
        let_go(failure.value)

    def _came_to(self, visit: Visit, request: scrapy.Request, error: BaseException) -> StepResult:
        """What a step has come to that ended by an exception."""
        step = request.meta["step"]
        if isinstance(error, VisitEnds):
            return StepResult(visit, step, request, detail=error.ending)
        if isinstance(error, StepDone):
            return StepResult(visit, error.method, request, what=error.what, detail=error.vendor)
        for kind, what in WHAT.items():
            if isinstance(error, kind):
                return StepResult(visit, step, request, what=what)
        if (known := failure_of(error)) is not None:
            return StepResult(visit, step, request, what=What(known.value))
        self.logger.error("A step of %s failed by our own fault", visit.url, exc_info=error)
        return StepResult(visit, step, request, what=What.INTERNAL)


__all__ = ["ContactsSpider", "InputError"]
