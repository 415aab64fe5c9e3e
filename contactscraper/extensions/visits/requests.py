"""The requests of a visit: pages by GET, and browser tabs."""

import time
from typing import Any

from scrapy import Request
from scrapy.utils.httpobj import urlparse_cached

from contactscraper.contacts import contact_links, extract_contacts
from contactscraper.extensions.visits.settings import VisitSettings
from contactscraper.items import Visit
from contactscraper.tabs import TabOrder


class Requests:
    """Makes them for one spider, whose callbacks they come back to."""

    def __init__(self, spider: Any, settings: VisitSettings) -> None:
        self._spider = spider
        self._settings = settings

    def keeper(self) -> Request:
        """A request that asks nobody: it stays in the engine until the last visit has its log line."""
        return Request(
            "data:,",
            callback=self._spider.parse,
            errback=self._spider.failed,
            meta={"keeper": True},
            dont_filter=True,
        )

    def page(self, visit: Visit, url: str, step: str = "fetch", *, first: bool = False) -> Request:
        visit.touched = time.monotonic()
        referer = self._settings.referer if first else visit.final_url or visit.url
        return Request(
            url,
            callback=self._spider.parse,
            errback=self._spider.failed,
            headers={"Referer": referer} if referer else {},
            meta={"visit": visit, "step": step, "first": first, "asked": url},
            dont_filter=True,
        )

    def tab(self, visit: Visit, url: str) -> Request:
        request = self.page(visit, url, "tab", first=url == visit.url)
        request.meta["first"] = False  # its own clock, and no HEAD before it
        request.priority = 10  # a free tab is never kept waiting by the fast path
        tab_only = not any(step.method == "fetch" and step.status and step.status < 400 for step in visit.trail)

        def done(html: str, shown: str) -> bool:
            return extract_contacts(html, shown, self._settings.region).has_contact(self._settings.wanted)

        def next_page(html: str, shown: str) -> str | None:
            return next(iter(contact_links(html, shown, 1)), None)

        onward = next_page if self._settings.tab_pages and tab_only else None
        request.meta["tab"] = TabOrder(done=done, next_page=onward, timeout=self._settings.tab_timeout)
        request.meta["handle_httpstatus_all"] = True  # the browser has followed the redirects itself
        request.meta["download_slot"] = f"tab:{urlparse_cached(request).hostname}"
        return request
