"""The headline run, by hand: a long list with tabs in it, and what a tab for every URL would have taken.

The sites are those of `tests.bench.crawl`, but for a stated share that asks for a tab: programs with a contact, programs
without one, and walls. A wall keeps its tab until the tab's time is over, so a list with more of them takes longer than
its processor time. The same list is then given to scrapy-playwright as it comes, a tab for every URL, for the first
few hundred URLs; what that says of the whole list is reckoned from them.
"""

from collections.abc import Mapping
from typing import Any

from tests.bench.crawl import MOST_GROWTH, MOST_LAG, MOST_MEMORY, TELLING, growth
from tests.bench.crawling.mix import MIX
from tests.bench.crawling.web import BenchWeb
from tests.bench.figures import Figure

#: It takes the best part of an hour, so it runs only where it is named.
BY_HAND = True
URLS, URLS_SHORT = 220_000, 2_000
TABS = 0.015  # of the URLs
#: URLs that are all read by a tab.
ASKED, ASKED_SHORT = 500, 60
#: What asks for a tab, as shares of 100.
TAB_SITES: Mapping[str, int] = {"app": 75, "blank": 15, "walled": 7, "guarded": 3}


def run(short: bool = False, urls: int | None = None, tabs: float = TABS, minutes: float = 0.0) -> list[Figure]:
    """*urls* is the list's length, *tabs* the share of its sites that ask for a tab. After so many *minutes* the crawl
    is stopped, and what it has done until then is told; 0: it goes to the end."""
    number, mix = urls or (URLS_SHORT if short else URLS), mixed(tabs)
    settings = {"TAB_ENABLED": True, "LOG_LEVEL": "INFO", "CLOSESPIDER_TIMEOUT": 60 * minutes}
    with BenchWeb() as web:
        crawl = web.crawl("product", number, mix, family=True, loud=True, **settings)
        asked = min(number, ASKED_SHORT if short else ASKED)
        every = web.crawl("tabs", asked, mix, family=True, TAB_ENABLED=True)
    return [*_of_crawl(crawl, tabs), *_of_every_tab(crawl, every)]


def mixed(tabs: float) -> dict[str, float]:
    """The published mix with a share of *tabs* among its sites, and no other walls."""
    plain = {kind: share for kind, share in MIX.items() if kind not in TAB_SITES}
    mix = {kind: (1 - tabs) * share / sum(plain.values()) for kind, share in plain.items()}
    mix.update({kind: tabs * share / sum(TAB_SITES.values()) for kind, share in TAB_SITES.items() if tabs})
    return mix


def done(crawl: dict[str, Any]) -> int:
    """How many lines have their result; those that a stop has left open are not among them."""
    stats = crawl["stats"]
    return max(1, stats.get("item_scraped_count", 0) - stats.get("visits/reason/stopped", 0))


def _of_crawl(crawl: dict[str, Any], tabs: float) -> list[Figure]:
    stats, family = crawl["stats"], crawl["family"]
    number = done(crawl)
    stopped = stats.get("finish_reason") == "closespider_timeout"
    whole = f" of {crawl['number']:,}" if number < crawl["number"] else ""
    note = f"{number:,}{whole} URLs, {100 * tabs:g} % of them ask for a tab; no robots.txt, http"
    opened, found = stats.get("tab/opened", 0), stats.get("visits/ok-contact", 0)
    browser = family["cpu"] - crawl["cpu"]
    limit = MOST_GROWTH if number >= TELLING else None
    return [
        Figure("all of them", crawl["seconds"] / 3600, "h", note=note),
        Figure("lines without a result", crawl["number"] - number, "", None if stopped else 0, note=note),
        Figure("sites with a contact", found, note=note),
        Figure("tabs opened", opened, note=note),
        Figure("throughput, tabs included", crawl["rate"], "URLs/s", note=note),
        Figure("processor, crawler", crawl["cpu"] / 3600, "h", note=note),
        Figure("processor, crawler", 1000 * crawl["cpu"] / number, "ms/URL", note=note),
        Figure("processor, browser and driver", browser / 3600, "h", note=note),
        Figure("processor, browser and driver", browser / max(1, opened), "s/tab", note=note),
        Figure("peak memory, crawler", crawl["memory"], "MB", MOST_MEMORY, note=note),
        Figure(
            "memory grows by",
            growth({**crawl, "number": number}),
            "MB per 100,000 URLs",
            limit,
            note="crawler, second half",
        ),
        Figure("peak memory with browser and driver", max(family["memory"], default=0.0), "MB", note=note),
        Figure("open files", crawl["files"], note=note),
        Figure("loop lag, p50", 1000 * crawl["lag_p50"], "ms", note=note),
        Figure("loop lag, p99", 1000 * crawl["lag_p99"], "ms", MOST_LAG, note=note),
    ]


def _of_every_tab(crawl: dict[str, Any], every: dict[str, Any]) -> list[Figure]:
    """A tab for every URL, reckoned for the list of *crawl*."""
    number, asked = done(crawl), every["number"]
    hours, busy = every["seconds"] / asked * number / 3600, every["family"]["cpu"] / asked * number / 3600
    found = every["stats"].get("bare/contact", 0)
    note = f"scrapy-playwright as it comes, measured on {asked} URLs of the same list, reckoned for {number:,}"
    return [
        Figure("a tab for every URL", hours, "h", note=note),
        Figure("a tab for every URL, processor", busy, "h", note=note),
        Figure("a tab for every URL, sites with a contact", found / asked * number, note=note),
        Figure("time : a tab for every URL", crawl["seconds"] / 3600 / hours, "", note=note),
        Figure("processor : a tab for every URL", crawl["family"]["cpu"] / 3600 / busy, "", note=note),
    ]
