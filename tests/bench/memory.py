"""The memory: what a visit costs it, with as many domains stored as it may hold."""

import gc
import json
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from contactscraper.domains import Evidence, Method, Outcome
from contactscraper.extensions.lean import THRESHOLDS
from contactscraper.storage.memory import FILE, CachedVisit, Memory
from contactscraper.urls import url_key
from tests.bench.crawling.meter import processor_seconds
from tests.bench.figures import Figure

#: What the README claims.
MOST = 50.0  # us a visit
STORED, STORED_SHORT = 1_000_000, 100_000  # domains
VISITS, VISITS_SHORT = 40_000, 10_000
PARTS = 10
BATCH = 50  # visits between two flushes: a quarter of a second at 200 visits a second
DAY = 86400.0
NOW = 1_800_000_000.0


def run(short: bool = False) -> list[Figure]:
    gc.collect()  # as a crawl has it
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    stored, visits = (STORED_SHORT, VISITS_SHORT) if short else (STORED, VISITS)
    with tempfile.TemporaryDirectory(prefix="bench-memory-") as folder:
        fill(Path(folder), stored)
        began = time.monotonic()
        memory = Memory.own(Path(folder))
        opened = time.monotonic() - began
        try:
            cost = {kind: measure(memory, kind, stored, visits) for kind in ("new", "known", "cached")}
        finally:
            memory.close()
        size = (Path(folder) / FILE).stat().st_size / 1e6
    note = f"{stored:,} domains stored, {visits:,} visits, a flush each {BATCH}"
    return [
        Figure("a visit of a new site", cost["new"], "us", MOST, note=note),
        Figure("a visit of a known site", cost["known"], "us", MOST, note=note),
        Figure("a visit that is answered from memory", cost["cached"], "us", MOST, note=note),
        Figure("opening the memory", opened, "s", note=note),
        Figure("the memory's file", size, "MB", note=note),
    ]


def host(number: int) -> str:
    return f"site-{number}.example"


def fill(folder: Path, stored: int) -> None:
    """Writes *stored* domains and their answers as a run of two days ago has left them."""
    memory = Memory.own(folder)
    visit(memory, host(0), url_key(f"https://{host(0)}/"), NOW - 2 * DAY)  # two rows as the memory itself writes them
    memory.flush()
    memory.close()
    db = sqlite3.connect(folder / FILE)
    db.execute("PRAGMA journal_mode = OFF")
    db.execute("PRAGMA synchronous = OFF")
    db.execute("PRAGMA cache_size = -400000")  # KB: the index of a million sites, which is written in no order
    rows = dict(db.execute("SELECT key, value FROM memory"))
    domain = next(value for key, value in rows.items() if key.startswith("domain/"))
    answer = next(value for key, value in rows.items() if key.startswith("url/"))
    first = host(0)
    with db:
        db.executemany("INSERT INTO memory VALUES (?, ?)", _rows(stored, domain, answer, first))
    db.close()


def _rows(stored: int, domain: str, answer: str, first: str) -> Iterator[tuple[str, str]]:
    old = json.loads(answer)["key"]
    for number in range(1, stored):
        name = host(number)
        yield f"domain/{name}", domain.replace(first, name)
        key = url_key(f"https://{name}/")
        yield f"url/{key}", answer.replace(first, name).replace(old, key)


def visit(memory: Memory, domain: str, key: str, now: float) -> None:
    """What a visit asks of the memory and tells it, as gate and pipeline do."""
    url = f"https://{domain}/"
    memory.expect(domain, key)
    memory.domain(domain, now)
    memory.cached(key, now)
    memory.retry(key)
    evidence = Evidence(f"{key}:{int(1000 * now)}", now, Method.FETCH, Outcome.OK_CONTACT, 200)
    memory.record_visit(domain, [evidence], now)
    memory.drop_retry(key)
    result = {
        "final_url": url,
        "title": "An ordinary company",
        "emails": [f"info@{domain}"],
        "phones": ["+442079460123"],
        "faxes": [],
        "socials": {"facebook": ["https://www.facebook.com/ordinary"]},
        "found_on": url,
    }
    memory.cache(CachedVisit(key, url, domain, now, "ok-contact", "found", None, 200, result))


def asked(memory: Memory, domain: str, key: str, now: float) -> None:
    """A visit that ends with a remembered answer."""
    memory.expect(domain, key)
    memory.domain(domain, now)
    assert memory.cached(key, now) is not None
    memory.touch_domain(domain, now)
    memory.domain(domain, now)


def numbers(kind: str, stored: int, visits: int) -> Iterator[int]:
    """The sites of *visits* visits; neighbours in the list are none in the file."""
    half, prime = stored // 2, 7919
    for place in range(visits):
        yield {"new": stored + place, "known": place * prime % half, "cached": half + place * prime % half}[kind]


def measure(memory: Memory, kind: str, stored: int, visits: int) -> float:
    """Processor microseconds a visit, all threads and flushes counted; the median of the parts, since other programs
    slow some of them."""
    names = [(host(number), url_key(f"https://{host(number)}/")) for number in numbers(kind, stored, visits)]
    step, costs = asked if kind == "cached" else visit, []
    for start in range(0, visits, visits // PARTS):
        part = names[start : start + visits // PARTS]
        began = processor_seconds()
        for place, (domain, key) in enumerate(part, 1):
            step(memory, domain, key, NOW)
            if place % BATCH == 0:
                memory.flush()
        memory.flush()
        costs.append(1e6 * (processor_seconds() - began) / len(part))
    return statistics.median(costs)
