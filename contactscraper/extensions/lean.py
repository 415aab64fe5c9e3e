"""What Python does for each request that nobody sees: log records that no handler takes, and walks over old objects."""

import gc
import logging
from typing import Self

from scrapy import signals
from scrapy.crawler import Crawler

#: Scrapy opens the root logger for every level and leaves the choice to its handler, so three records a page are made
#: and thrown away.
LOGGERS = ("scrapy", "contactscraper")
#: New objects between two collections, and collections of one generation between two of the next: the default's 700
#: are made by a single page. The full collection, every 600,000 objects, walks over what a crawl holds, some hundredths
#: of a second; more seldom, the rings of broken connections pile up to a hundred megabytes.
THRESHOLDS = (20_000, 10, 3)


class Lean:
    """Takes effect when the spider opens: by then everything is loaded that stays to the end."""

    def __init__(self, level: int) -> None:
        self._level = level

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        named = logging.getLevelName(str(crawler.settings["LOG_LEVEL"]).upper())
        lean = cls(named if isinstance(named, int) else logging.NOTSET)
        crawler.signals.connect(lean.opened, signals.spider_opened)
        return lean

    def opened(self) -> None:
        for name in LOGGERS:
            logging.getLogger(name).setLevel(self._level)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*THRESHOLDS)
