"""The crawl: what a URL costs from its line to its log line, beside Scrapy's own HEAD and GET.

The web is `tests.bench.crawling`: as many hosts as wanted, with latencies and failures drawn from a published mix,
served by another process. Crawls of one kind alternate with those of the others, so that a busy machine slows all of
them; what counts are ratios within one run. BENCH_URLS sets the size of the long crawl; `tests.bench.headline` is the longest.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.bench.crawling.mix import ALIVE, CONTACT_PAGES, FAULTS, MIX
from tests.bench.crawling.web import BenchWeb
from tests.bench.figures import Figure

#: What the README claims.
MOST_RATIO = 1.6  # times the processor time of bare Scrapy's HEAD and GET
MOST_MEMORY = 500.0  # MB
MOST_GROWTH = 10.0  # MB per 100,000 URLs, once a crawl is half done
TELLING = 100_000  # URLs: in a shorter crawl it is the caches that grow until they are full
MOST_LAG = 100.0  # ms
LEAST_THROUGHPUT = 0.75  # of what it is without faults


#: Sites of a crawl that shows what a start costs.
FEW = 2


@dataclass(frozen=True)
class Sizes:
    """Numbers of URLs, and of rounds."""

    rounds: int
    round: int
    beside: int
    faults: int
    long: int


SHORT = Sizes(rounds=2, round=600, beside=400, faults=1_500, long=0)
WHOLE = Sizes(rounds=3, round=3_000, beside=2_000, faults=4_000, long=20_000)


def run(short: bool = False) -> list[Figure]:
    sizes = SHORT if short else WHOLE
    with BenchWeb() as web:
        figures = [*_by_ratio(web, sizes), *_prices(web, sizes), *_faults(web, sizes)]
        if number := int(os.environ.get("BENCH_URLS", sizes.long)):
            figures += _long(web, number)
    return figures


def _cost(measured: list[dict[str, Any]], start: dict[str, Any] | None = None) -> float:
    """Processor milliseconds a URL. *start* is a crawl over a few sites, whose cost is taken off each of *measured*."""
    first, few = (start["cpu"], start["number"]) if start else (0.0, 0)
    return 1000 * sum(m["cpu"] - first for m in measured) / sum(m["number"] - few for m in measured)


def _rounds(rounds: int, **crawls: Callable[[], dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The measures of all *crawls*, which take turns."""
    measured: dict[str, list[dict[str, Any]]] = {name: [] for name in crawls}
    for _ in range(rounds):
        for name, crawl in crawls.items():
            measured[name].append(crawl())
    return measured


def _by_ratio(web: BenchWeb, sizes: Sizes) -> list[Figure]:
    note = (
        f"{sizes.rounds} x {sizes.round} URLs: 14 % dead, 9 % walled, 77 % alive, 50 KB pages, http; what the first few "
        "sites cost (tables are read, patterns compiled) is taken off"
    )
    start = {mode: web.crawl(mode, FEW, ALIVE) for mode in ("get", "head-get", "product", "stages")}
    measured = _rounds(
        sizes.rounds,
        get=lambda: web.crawl("get", sizes.round, MIX),
        both=lambda: web.crawl("head-get", sizes.round, MIX),
        product=lambda: web.crawl("product", sizes.round, MIX),
    )
    modes = {"get": "get", "both": "head-get", "product": "product"}
    get, both, product = (_cost(measured[name], start[mode]) for name, mode in modes.items())
    timed, first = web.crawl("stages", sizes.round, MIX)["stages"], start["stages"]["stages"]
    stages = {name: (seconds - first.get(name, 0.0)) / (sizes.round - FEW) for name, seconds in timed.items()}
    told = [
        Figure(f"of it: {stage}", 1000 * seconds, "ms/URL", note="timing them adds a little to each")
        for stage, seconds in sorted(stages.items(), key=lambda item: -item[1])
    ]
    rest = product - sum(figure.value for figure in told)
    return [
        Figure("bare Scrapy, GET", get, "ms/URL", note=note),
        Figure("bare Scrapy, HEAD and GET", both, "ms/URL", note=note),
        Figure("whole job", product, "ms/URL", note=note),
        Figure("whole job, its start", 1000 * start["product"]["cpu"], "ms", note=f"with {FEW} sites"),
        *told,
        Figure("of it: Scrapy, our middlewares, network", rest, "ms"),
        Figure("whole job : bare HEAD and GET", product / both, "", MOST_RATIO, note="processor time"),
        Figure("whole job : bare GET", product / get, ""),
        Figure("throughput", max(m["rate"] for m in measured["product"]), "URLs/s"),
        Figure("open files", max(m["files"] for m in measured["product"])),
        Figure("loop lag, p50", 1000 * min(m["lag_p50"] for m in measured["product"]), "ms"),
        Figure("loop lag, p99", 1000 * min(m["lag_p99"] for m in measured["product"]), "ms", MOST_LAG),
    ]


def _prices(web: BenchWeb, sizes: Sizes) -> list[Figure]:
    """What other ways to ask cost, beside the same crawl without them."""
    measured = _rounds(
        1 if sizes is SHORT else 2,
        plain=lambda: web.crawl("product", sizes.beside, ALIVE),
        robots=lambda: web.crawl("product", sizes.beside, ALIVE, ROBOTSTXT_OBEY=True),
        onward=lambda: web.crawl("product", sizes.beside, CONTACT_PAGES),
        tls=lambda: web.crawl("product", sizes.beside, ALIVE, scheme="https"),
        bare=lambda: web.crawl("head-get", sizes.beside, ALIVE),
        bare_tls=lambda: web.crawl("head-get", sizes.beside, ALIVE, scheme="https"),
    )
    cost = {name: _cost(found) for name, found in measured.items()}
    note = f"{sizes.beside} sites, all alive"
    return [
        Figure("alive sites only, whole job : bare", cost["plain"] / cost["bare"], "", note=note),
        Figure("the same with TLS", cost["tls"] / cost["bare_tls"], "", note=note),
        Figure("TLS adds", cost["tls"] - cost["plain"], "ms/URL", note=note),
        Figure("robots.txt adds", cost["robots"] - cost["plain"], "ms/URL", note=f"{note}; one more request a site"),
        Figure("a contact page adds", cost["onward"] - cost["plain"], "ms/URL", note=f"{note}; one more page a site"),
    ]


def _faults(web: BenchWeb, sizes: Sizes) -> list[Figure]:
    """Hosts that make a crawler wait must not make the others wait."""
    sound = web.crawl("product", sizes.faults, MIX)["rate"]
    faulty = web.crawl("product", sizes.faults, FAULTS)["rate"]
    note = f"{sizes.faults} URLs; 5 % black holes, 5 % silent name servers, 5 % that answer after 4 s"
    return [
        Figure("throughput with faults", faulty, "URLs/s", note=note),
        Figure("throughput with faults : without", faulty / sound, "", LEAST_THROUGHPUT, at_least=True, note=note),
    ]


def growth(crawl: dict[str, Any]) -> float:
    """MB per 100,000 URLs: the usual memory of a crawl's second quarter and of its last."""
    grown: float = crawl["memory_late"] - crawl["memory_early"]
    return grown / (crawl["number"] / 2) * 100_000


def _long(web: BenchWeb, number: int) -> list[Figure]:
    """A crawl long enough to show what grows."""
    found = web.crawl("product", number, MIX)
    note, limit = f"{number:,} URLs", MOST_GROWTH if number >= TELLING else None
    return [
        Figure("long crawl", found["seconds"] / 60, "min", note=note),
        Figure("long crawl, processor", 1000 * found["cpu"] / number, "ms/URL", note=note),
        Figure("long crawl, throughput", found["rate"], "URLs/s", note=note),
        Figure("peak memory", found["memory"], "MB", MOST_MEMORY, note=note),
        Figure("memory grows by", growth(found), "MB per 100,000 URLs", limit, note=f"{note}, second half"),
        Figure("long crawl, open files", found["files"], note=note),
        Figure("long crawl, loop lag, p99", 1000 * found["lag_p99"], "ms", MOST_LAG, note=note),
    ]
