"""A fleet loses workers, its scheduler and its command, and every line ends in exactly one final result.

`FLEET_HOSTS=5000 make test-operate ARGS="-k dies"` is the large version.
"""

import json
import os
import time
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.crawl.harness import crawl, read_lines
from tests.operate.fleet import fleets, hosts, kill, results_in, states_in, wait_for
from tests.web import Web
from tests.web.client import Seen

pytestmark = [pytest.mark.operate, pytest.mark.crawl, pytest.mark.slow, pytest.mark.long]

HOSTS = int(os.environ.get("FLEET_HOSTS", "600"))
PATIENCE = 120 + HOSTS / 4  # s, for each part
#: A busy machine is no slow network: what is compared here are endings.
PATIENT = ("PROBE_TIMEOUT=60", "DOWNLOAD_TIMEOUT=60", "DNS_TIMEOUT=60", "CONCURRENT_REQUESTS=64", "TAB_ENABLED=False")
SLOWLY = tuple(piece for setting in PATIENT for piece in ("-s", setting))
SHARDS = 8 if HOSTS < 2000 else 24


def write_list(folder: Path) -> tuple[Path, list[str]]:
    lines = hosts(HOSTS)
    path = folder / "urls.txt"
    path.write_text("\n".join(lines) + "\n")
    return path, lines


def overlaps(requests: list[Seen]) -> dict[str, Any]:
    """Hosts that two crawls have asked at once: one asked before the other had done with it."""
    spans: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for request in requests:
        spans[request.host.removeprefix("www.")][request.user_agent].append(request.at)
    found = {}
    for host, agents in spans.items():
        ordered = sorted((min(times), max(times), agent) for agent, times in agents.items())
        if any(later[0] < earlier[1] for earlier, later in pairwise(ordered)):
            found[host] = ordered
    return found


def test_a_worker_dies_and_the_scheduler_dies(web: Web, tmp_path: Path) -> None:
    """Three workers; one is killed, then the scheduler, and the command is run again: each line has one final result,
    no URL that ended is fetched again, no host is asked by two crawls at once, and states and outcomes are those of a
    run in one process."""
    data, (path, lines) = tmp_path / "fleet", write_list(tmp_path)
    web.clear()
    arguments = ("-a", f"input={path}", "--shards", str(SHARDS), *SLOWLY)
    ended: dict[str, float] = {}

    def note_ended() -> None:
        now = time.time()
        for row in results_in(data):
            ended.setdefault(row["input"], now)

    with fleets(web, tmp_path) as made:
        scheduler, address = made.scheduler()
        workers = [made.worker(address) for _ in range(3)]
        fleet = made.fleet(data, *arguments, "--scheduler", address)
        wait_for(lambda: len(results_in(data)) > HOSTS / 6, PATIENCE, "a sixth of the results")
        note_ended()
        kill(workers[0])
        at_kill = len(ended)
        wait_for(lambda: len(results_in(data)) > HOSTS / 2, PATIENCE, "half of the results")
        note_ended()
        kill(scheduler)
        first = made.ended(fleet, 120)
        assert first.status == 1 and "The scheduler is gone" in first.log, first.log[-3000:]
        wait_for(
            lambda: all(worker.poll() is not None for worker in workers), 90, "the end of workers without scheduler"
        )
        note_ended()
        _, address = made.scheduler()
        for _ in range(3):
            made.worker(address)
        again = made.ended(
            made.fleet(data, *arguments, "--scheduler", address, "-O", str(tmp_path / "all.jsonl")), PATIENCE
        )
        assert again.status == 0 and "is gone on with" in again.log, again.log[-3000:]
    requests = list(web.requests)
    assert 0 < at_kill < len(ended) < len(lines), "both kills came in the middle"

    merged = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text().splitlines()]
    assert Counter(row["input"] for row in merged) == Counter(lines)
    assert not {row["reason"] for row in merged} & {"stopped", "network-down", "internal"}
    logged = read_lines_of(data)
    assert Counter(row["input"] for row in logged) == Counter(lines)

    again_asked = {s.host for s in requests if s.host in ended and s.at > ended[s.host] + 0.5}
    assert again_asked == set()
    assert overlaps(requests) == {}
    print(f"{at_kill} of {len(lines)} lines had ended at the first kill, {len(ended)} at the second")

    plain = crawl(web, tmp_path / "plain", lines, *SLOWLY, timeout=PATIENCE)
    assert plain.status == 0
    # A look-up may fail on a busy machine: such a line waits in the retry queue, and teaches nothing.
    unlucky = {
        r["input"] for r in [*logged, *plain.entries] if r.get("errorClass") == "dns" and r["outcome"] == "error"
    }
    assert len(unlucky) <= HOSTS / 50
    assert endings(merged, unlucky) == endings(plain.results, unlucky)
    alone = {domain: state for domain, state in states_in(tmp_path / "plain").items() if domain not in unlucky}
    assert {domain: state for domain, state in states_in(data).items() if domain not in unlucky} == alone


def endings(rows: list[dict[str, Any]], without: set[str]) -> dict[str, str]:
    return {row["input"]: row["outcome"] for row in rows if row["input"] not in without}


def read_lines_of(data: Path) -> list[dict[str, Any]]:
    return [row for folder in sorted(data.glob("shards/*/pagelog")) for row in read_lines(folder)]
