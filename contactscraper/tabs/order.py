"""What the crawl asks of a tab, and what a tab brings besides its response."""

from collections.abc import Callable
from dataclasses import dataclass

from scrapy.exceptions import IgnoreRequest


@dataclass(frozen=True, slots=True)
class TabOrder:
    """*done* says of (html, url) whether a contact shows, so that the tab can be read at once; *next_page* names the
    one page to go on to, or None; *timeout* in seconds."""

    done: Callable[[str, str], bool]
    next_page: Callable[[str, str], str | None] | None
    timeout: float


@dataclass(frozen=True, slots=True)
class TabPage:
    """One page that was read in a tab."""

    url: str
    status: int
    html: str


class NotHtml(IgnoreRequest):
    """The tab met a document that is not HTML."""


class NoBrowser(Exception):
    """There is no browser on the machine, or it does not start."""


class TabPrivateAddress(IgnoreRequest):
    """The tab was led to an address that is not to be asked."""
