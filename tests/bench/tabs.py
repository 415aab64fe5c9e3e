"""Tabs: what a page that is a program costs, with all processes of the browser, and how often a tab was worth it.

The product crawls sites whose contact appears only after two fetches and a rendering (`tests.bench.crawling.apps`).
What a crawl of the same kind without them costs is its start, and is taken off. BENCH_TABS sets the number of tabs of
the long crawl (2000: by hand).
"""

import os
import statistics
from typing import Any

from tests.bench.crawling.apps import SUBRESOURCES
from tests.bench.crawling.mix import APPS, TABS
from tests.bench.crawling.web import BenchWeb
from tests.bench.figures import Figure

#: What the README claims.
MOST = 0.45  # s of processor time a page
GOAL = 0.40
MOST_BY_WAITING = 0.75  # times what scrapy-playwright takes that is told what to wait for
MOST_GROWTH = 0.15  # of the memory, from a long crawl's first half to its second
MOST_PER_CONTACT = 1.5  # tabs
MODES = ("product", "tabs", "tabs-waiting")
LONG, LONG_SHORT = 200, 40  # tabs
ASKED = 20


def run(short: bool = False) -> list[Figure]:
    number = int(os.environ.get("BENCH_TABS", LONG_SHORT if short else LONG))
    with BenchWeb() as web:
        return [*_price(web), *_long(web, number), *_worth(web, 60 if short else 300)]


def _crawl(web: BenchWeb, number: int, mix: Any, mode: str = "product", *, apart: bool = True) -> dict[str, Any]:
    """*apart*: each host is a registered domain of its own, as on a list; otherwise all are one site to a browser."""
    return web.crawl(mode, number, mix, family=True, apart=apart, TAB_ENABLED=True)


def _each(few: dict[str, Any], many: dict[str, Any]) -> float:
    """Processor seconds a page, the start taken off."""
    return float((many["family"]["cpu"] - few["family"]["cpu"]) / ASKED)


def _found(few: dict[str, Any], many: dict[str, Any]) -> int:
    """Contacts that scrapy-playwright has found, the start taken off."""
    return int(many["stats"].get("bare/contact", 0) - few["stats"].get("bare/contact", 0))


def _price(web: BenchWeb) -> list[Figure]:
    few, few_stock, few_waiting = (_crawl(web, 2, APPS, mode) for mode in MODES)
    many, many_stock, many_waiting = (_crawl(web, 2 + ASKED, APPS, mode) for mode in MODES)
    found = many["stats"].get("visits/ok-contact", 0) - few["stats"].get("visits/ok-contact", 0)
    own = many["cpu"] - few["cpu"]
    page, stock, waiting = _each(few, many), _each(few_stock, many_stock), _each(few_waiting, many_waiting)
    one_site = _each(_crawl(web, 2, APPS, apart=False), _crawl(web, 2 + ASKED, APPS, apart=False))
    stock_found, waiting_found = _found(few_stock, many_stock), _found(few_waiting, many_waiting)
    note = f"{ASKED} pages with {SUBRESOURCES} files, contact after two fetches and a rendering; a start is taken off"
    return [
        Figure("processor time a page", page, "s", MOST, note=note),
        Figure("of it: crawler", own / ASKED, "s"),
        Figure("processor time a page, all hosts below one domain", one_site, "s", note="one site to the browser"),
        Figure("contact found", found, f"of {ASKED}", ASKED, at_least=True, note=note),
        Figure("stock scrapy-playwright, processor time a page", stock, "s", note="the same browser, read at `load`"),
        Figure("stock scrapy-playwright, contact found", stock_found, f"of {ASKED}"),
        Figure("a page : stock scrapy-playwright", page / stock, ""),
        Figure("scrapy-playwright that waits for the contact, a page", waiting, "s", note="told its selector"),
        Figure("scrapy-playwright that waits for it, found", waiting_found, f"of {ASKED}"),
        Figure("a page : scrapy-playwright that waits for it", page / waiting, "", MOST_BY_WAITING),
        Figure("pages a minute", 60 * ASKED / (many["seconds"] - few["seconds"]), note="4 tabs at a time"),
        Figure("start and end of a browser", few["family"]["cpu"], "s", note="with two pages"),
    ]


def _long(web: BenchWeb, number: int) -> list[Figure]:
    crawl = _crawl(web, number, APPS)
    early, late = halves(crawl["family"]["memory"])
    note = f"{number} tabs, crawler, driver and browser together"
    return [
        Figure("memory, highest", max(crawl["family"]["memory"]), "MB", note=note),
        Figure("memory, first half of a crawl", early, "MB", note=note),
        Figure("memory, second half of a crawl", late, "MB", note=note),
        Figure(
            "memory grows by", (late - early) / early, "of itself", MOST_GROWTH if number >= LONG else None, note=note
        ),
        Figure("processor time a page", crawl["family"]["cpu"] / number, "s", note=note),
    ]


def halves(memory: list[float]) -> tuple[float, float]:
    """The usual memory in the first and in the second half of the time that a browser ran: before and after it there
    is the crawler alone."""
    most = max(memory)
    running = [amount for amount in memory if amount > most / 2]
    middle = len(running) // 2
    return statistics.median(running[:middle] or running), statistics.median(running[middle:])


def _worth(web: BenchWeb, number: int) -> list[Figure]:
    """How many tabs were opened for each contact that a tab has found, and what sent visits there."""
    stats = _crawl(web, number, TABS)["stats"]
    opened = stats.get("tab/opened", 0)
    found = stats.get("cascade/tab/contact", 0)
    sent = {name: value for name, value in stats.items() if name.startswith("tab/asked_for/")}
    note = f"{number} sites; the contact of 4 in 5 that ask for a tab is there"
    return [
        Figure("tabs opened", opened, note=note),
        Figure("tabs opened per contact found", opened / max(1, found), "", MOST_PER_CONTACT, note=note),
        *(
            Figure(f"asked for a tab: {name.rpartition('/')[2]}", value, note=note)
            for name, value in sorted(sent.items())
        ),
    ]
