"""The settings that a visit's way depends on, and whether there is a browser."""

import logging
from dataclasses import dataclass
from typing import Self

from scrapy.settings import BaseSettings

from contactscraper.cascade import Tabs
from contactscraper.network.addresses import AddressRules
from contactscraper.tabs import BROWSER_HINT, find_browser
from contactscraper.urls import DomainRules

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class VisitSettings:
    """``window``, ``most`` and ``tabs`` are numbers of visits; times in seconds."""

    window: int
    most: int
    tabs: int
    tab_enabled: bool
    tab_timeout: float
    tab_pages: int
    browser: str | None
    timeout: float
    wanted: str
    region: str | None
    keep_query: bool
    domain_rules: DomainRules
    address_rules: AddressRules
    referer: str

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Self:
        most = max(1, settings.getint("CONCURRENT_REQUESTS") // 2)
        return cls(
            window=max(1, min(settings.getint("VISIT_WINDOW"), most)),
            most=most,
            tabs=settings.getint("TAB_CONCURRENCY"),
            tab_enabled=settings.getbool("TAB_ENABLED"),
            tab_timeout=settings.getfloat("TAB_TIMEOUT"),
            tab_pages=settings.getint("TAB_CONTACT_PAGES"),
            browser=settings["TAB_BROWSER"],
            timeout=settings.getfloat("VISIT_TIMEOUT"),
            wanted=settings["CONTACTS_WANTED"],
            region=settings["PHONE_REGION"] or None,
            keep_query=settings.getbool("URL_KEY_KEEP_QUERY"),
            domain_rules=DomainRules(settings.getlist("SHARED_HOSTS"), settings.getbool("SUBDOMAIN_TRACKING")),
            address_rules=AddressRules.parse(settings["ALLOW_PRIVATE_ADDRESSES"]),
            referer=settings["FETCH_REFERER"] or "",
        )


def look_for_tabs(settings: VisitSettings) -> Tabs:
    """Whether tabs can be opened; says once how to get a browser where there is none."""
    if not settings.tab_enabled:
        return Tabs.OFF
    if find_browser(settings.browser) is None:
        logger.warning("%s", BROWSER_HINT)
        return Tabs.NO_BROWSER
    return Tabs.READY
