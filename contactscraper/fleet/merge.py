"""One set of results from those of all shards, through Scrapy's own feeds, and one summary."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import scrapy
from scrapy import signals
from scrapy.crawler import Crawler
from twisted.python.failure import Failure

from contactscraper.funnel import Funnel
from contactscraper.items import Result, result_class
from contactscraper.storage.resumed import OPEN_REASONS, read_entries
from contactscraper.urls import BadUrl, parse_input, query_of, url_key

#: Rows between two moments in which the feeds may write.
BATCH = 1000
#: Reasons of lines that are no duplicates of each other.
UNKEYED = frozenset({"invalid-url", "private-address", "social-profile", "suppressed"})


def final_rows(paths: Sequence[Path]) -> Iterator[dict[str, Any]]:
    """The results of a run that has ended in all its shards, in the order of the shards."""
    for path in paths:
        yield from (row for row in read_entries(path) if row.get("reason") not in OPEN_REASONS)


def further_columns(paths: Sequence[Path]) -> tuple[str, ...]:
    """The columns that the results have beyond our own fields, as they come."""
    return tuple(dict.fromkeys(name for row in final_rows(paths) for name in row if name not in Result.fields))


class Tally:
    """The funnel of a run from the page logs of its shards, counted as one crawl would. *keep_query*:
    `URL_KEY_KEEP_QUERY`."""

    def __init__(self, keep_query: bool) -> None:
        self._keep_query = keep_query
        self.funnel = Funnel()
        self.duplicates = self.merged = 0

    def count(self, page_log: Path) -> None:
        """Counts one shard's part; duplicates meet in it."""
        seen: dict[int, int] = {}  # URL key to digest of its query
        for entry in read_entries(page_log):
            if entry.get("reason") not in OPEN_REASONS:
                self.funnel.add(entry)
                self._compare(entry, seen)

    def _compare(self, entry: Mapping[str, Any], seen: dict[int, int]) -> None:
        if entry.get("reason") in UNKEYED:
            return
        try:
            url = parse_input(str(entry.get("input"))).url
        except BadUrl:
            return
        key, query = int(url_key(url, self._keep_query), 16), hash(query_of(url))
        if key in seen:
            self.duplicates += 1
            self.merged += seen[key] != query
        else:
            seen[key] = query


class Merger(scrapy.Spider):
    """Hands rows to the feeds as if they had just been scraped. ``-O``, ``-o`` and ``FEEDS`` mean what they mean for a
    crawl, whatever the format."""

    name = "merge"
    custom_settings = {
        "EXTENSIONS": {"scrapy.extensions.feedexport.FeedExporter": 500},
        "ITEM_PIPELINES": {},
        "DOWNLOADER_MIDDLEWARES": {},
        "SPIDER_MIDDLEWARES": {},
        "DOWNLOAD_HANDLERS": {},
    }

    def __init__(self, run: str, paths: Sequence[Path], keep: Sequence[str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.run_name, self._paths, self._class = run, paths, result_class(tuple(keep))
        self.rows = 0
        self.written: list[str] = []
        self.failure: BaseException | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> "Merger":
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.slot_closed, signals.feed_slot_closed)
        return spider

    def slot_closed(self, slot: Any) -> None:
        self.written.append(slot.uri)

    async def start(self) -> AsyncIterator[Any]:
        """Not as items of a crawl, which would cost several times as much a row."""
        rows = final_rows(self._paths)
        while (batch := list(islice(rows, BATCH))) and self.failure is None:
            for row in batch:
                self._hand_on(row)
                self.rows += 1
            await asyncio.sleep(0)
        nothing: tuple[scrapy.Request, ...] = ()
        for request in nothing:  # what makes this a generator, as Scrapy wants it
            yield request

    def _hand_on(self, row: Mapping[str, Any]) -> None:
        item = self._class(**{name: value for name, value in row.items() if name in self._class.fields})
        for _, outcome in self.crawler.signals.send_catch_log(
            signals.item_scraped, item=item, response=None, spider=self
        ):
            if isinstance(outcome, Failure):
                self.failure = outcome.value
