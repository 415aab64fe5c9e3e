"""SIGTERM and Ctrl-C, once (a clean end) and twice (at once), and the same command again."""

import random
import signal
import time
from collections import Counter
from pathlib import Path

from tests.torture.checks import Check, kept, none_of
from tests.torture.crawls import RUN, Crawl, entries, folder, mixed, sound
from tests.web import Web

SETTINGS = ("-s", "STATS_DUMP=False", "-s", "TAB_TIMEOUT=8")
#: Seconds within which one signal ends a run: its requests' grace, its tabs, its browser.
CLEAN, AT_ONCE = 40, 20


def run(short: bool, seed: int) -> list[Check]:
    """Each signal once and twice, on a memory of its own."""
    checks: list[Check] = []
    lines = mixed(120 if short else 600, seed)
    chance = random.Random(seed)
    with Web() as web, folder() as name:
        for number in (signal.SIGTERM, signal.SIGINT):
            for times in (1, 2):
                data = Path(name) / f"{number.name}-{times}"
                checks += _stopped(web, data, lines, number, times, chance.randrange(10, len(lines) // 2))
    return checks


def _stopped(web: Web, data: Path, lines: list[str], number: signal.Signals, times: int, after: int) -> list[Check]:
    what = f"{number.name}, {'once' if times == 1 else 'twice'}"
    crawl = Crawl(web, data, lines, "-a", f"run={RUN}", *SETTINGS)
    crawl.wait_for(after)
    for _ in range(times):
        crawl.signal(number)
        time.sleep(0.5)  # two at once are one for the system
    ended = crawl.wait(CLEAN if times == 1 else AT_ONCE)
    logged = entries(data)
    known = {entry["input"] for entry in logged}
    again = Crawl(web, data, lines, "-a", f"run={RUN}", *SETTINGS).wait(600)
    counts = Counter(entry["input"] for entry in entries(data) if entry["reason"] != "stopped")
    checks = [
        kept(f"{what}: it ends within its time", ended.status != -9, f"{ended.seconds:.0f} s, status {ended.status}"),
        none_of(
            f"{what}: no visit has two log lines", [i for i, n in Counter(e["input"] for e in logged).items() if n > 1]
        ),
        none_of(f"{what}: the next run finishes the list", set(lines) - set(counts), f"status {again.status}"),
        none_of(f"{what}: nothing that was answered is answered again", [i for i, n in counts.items() if n > 1]),
        *[Check(f"{what}: {check.promise}", check.ok, check.note) for check in sound(data)],
    ]
    if times == 1:
        checks.append(
            kept(f"{what}: it says that it was stopped", "(shutdown)" in ended.log, f"{len(known)} lines by then")
        )
    return checks
