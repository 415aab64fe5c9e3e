"""Parts that live as long as a crawl, asked by all others."""

from typing import TypeVar

from scrapy.crawler import Crawler

_E = TypeVar("_E")


def extension(crawler: Crawler, kind: type[_E]) -> _E:
    """The crawl's extension of a *kind*. Raises LookupError where EXTENSIONS leaves it out: a crawl needs it."""
    found = crawler.get_extension(kind)
    if found is None:
        raise LookupError(f"the extension {kind.__name__} is switched off; contactscraper/settings.py has it on")
    return found
