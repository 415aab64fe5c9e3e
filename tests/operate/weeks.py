"""Weeks of a schedule in simulated time: real crawls, one after the other in one process, whose clock is moved on by a
week before each. All that a crawl knows of the time it asks `time.time`; DNS, TLS and the network keep the real one.

Order on standard input: {"settings": {...}, "weeks": 12, "input": "urls.txt"}. Prints [begin, end] (real epoch
seconds) of each week's crawl.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from contactscraper.storage.memory import Memory
from tests.crawl.harness import environ, write_list
from tests.web import Web
from tests.web.client import ROOT, Seen

WEEK = 7 * 86400.0


@dataclass(frozen=True)
class Week:
    """What one week has cost, and where the domains stood after it."""

    requests: int  # HEAD and GET of the crawler, robots.txt too
    tabs: int
    from_memory: int
    states: Mapping[str, str]


def play(web: Web, folder: Path, lines: list[str], weeks: int, settings: Mapping[str, str]) -> list[Week]:
    """*weeks* weekly crawls over *lines* on one memory in *folder*."""
    folder.mkdir(parents=True)
    data = folder / "data"
    order = {
        "settings": {**web.settings, **settings, "DATA_DIR": str(data)},
        "weeks": weeks,
        "input": str(write_list(folder, lines)),
    }
    web.clear()
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.operate.weeks"],
        cwd=ROOT, env=environ(web), input=json.dumps(order), capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr[-5000:]
    played = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(played) == weeks, done.stderr[-5000:]
    seen = web.requests
    logs = sorted((data / "pagelog").glob("*.jsonl"))
    assert len(logs) == weeks
    return [_week(one, log, seen) for one, log in zip(played, logs, strict=True)]


def _week(one: Mapping[str, Any], log: Path, seen: Sequence[Seen]) -> Week:
    ours = [s for s in seen if one["began"] <= s.at <= one["ended"] and "contactscraper" in s.user_agent]
    entries = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    steps = Counter(step["method"] for entry in entries for step in entry.get("trail", ()))
    return Week(len(ours), steps["tab"], sum(entry["method"] == "cache" for entry in entries), one["states"])


def main() -> None:
    import asyncio
    import time

    from scrapy.crawler import AsyncCrawlerProcess
    from scrapy.utils.project import get_project_settings

    order = json.load(sys.stdin)
    settings = get_project_settings()
    settings.update(order["settings"], priority="cmdline")
    process = AsyncCrawlerProcess(settings)
    real: Callable[[], float] = time.time

    async def weeks() -> None:
        from twisted.internet import reactor

        try:
            for week in range(order["weeks"]):
                now = lambda ahead=week * WEEK: real() + ahead  # noqa: E731 - what takes the clock's place
                time.time = now
                began = real()
                await process.crawl(process.create_crawler("contacts"), input=order["input"])
                memory = Memory.read(Path(order["settings"]["DATA_DIR"]))
                states = {record.domain: record.state.value for record in memory.domains()}
                memory.close()
                print(json.dumps({"began": began, "ended": real(), "states": states}), flush=True)
        finally:
            reactor.stop()

    task = asyncio.get_event_loop().create_task(weeks())
    process.start(stop_after_crawl=False)
    task.result()


if __name__ == "__main__":
    main()
