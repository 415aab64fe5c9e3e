"""Killed, stopped, offline: nothing is lost, and nothing false is learned."""

import signal
import sqlite3
import subprocess
import time
from collections import Counter
from pathlib import Path

from tests.crawl.harness import command, crawl, environ, read_lines, write_list
from tests.web import Web
from tests.web.client import ROOT


def mixed(count: int) -> list[str]:
    """Hosts of every kind: contacts, contact pages, retries, dead ones, 50 KB pages, and some that need a tab."""
    kinds = ("ok", "contact", "retry", "dead", "big", "empty")
    hosts = [f"{kind}-{number:04d}.test" for number in range(count) for kind in kinds]
    return [*[f"tab-{number:04d}.test" for number in range(4)], *hosts]


def start(web: Web, data: Path, lines: list[str], *arguments: str) -> "subprocess.Popen[str]":
    data.mkdir(parents=True, exist_ok=True)
    return subprocess.Popen(
        [*command(web, data, "-a", f"input={write_list(data, lines)}"), *arguments],
        cwd=ROOT, env=environ(web), stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def wait_for_lines(data: Path, count: int, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        logged = sum(path.read_bytes().count(b"\n") for path in (data / "pagelog").glob("*.jsonl"))
        if logged >= count:
            return
        time.sleep(0.02)
    raise AssertionError(f"fewer than {count} log lines after {seconds} s")


def test_killed_and_run_again_nothing_is_fetched_twice(web: Web, tmp_path: Path) -> None:
    """After SIGKILL no visit that has its log line and may be cached is asked again, every line ends, the file is sound."""
    lines = mixed(20)
    web.clear()
    for progress in (10, 40, 75):
        child = start(web, tmp_path, lines)
        wait_for_lines(tmp_path, progress)
        child.kill()
        child.wait()
        check = sqlite3.connect(tmp_path / "memory.sqlite")
        assert check.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        check.close()
    logged = {entry["input"] for entry in read_lines(tmp_path / "pagelog")}
    last = crawl(web, tmp_path, lines)
    assert Counter(entry["input"] for entry in last.entries) == Counter(lines)
    assert Counter(result["input"] for result in last.results) == Counter(lines)
    asked_again = {request.host for request in last.requests} & logged
    assert asked_again == set()


def test_one_interrupt_ends_the_run_cleanly(web: Web, tmp_path: Path) -> None:
    """After SIGINT each visit that was open has its log line, and the next run finishes the list."""
    lines = mixed(40)
    child = start(web, tmp_path, lines)
    wait_for_lines(tmp_path, 10)
    child.send_signal(signal.SIGINT)
    _, log = child.communicate(timeout=60)
    assert "Spider closed (shutdown)" in log
    entries = read_lines(tmp_path / "pagelog")
    assert len({entry["input"] for entry in entries}) == len(entries)
    assert {e["reason"] for e in entries if e["method"] == "skip"} <= {"stopped", "retry-later", "domain-dead"}
    again = crawl(web, tmp_path, lines)
    assert len(again.entries) == len(lines)
    assert not [entry for entry in again.entries if entry["reason"] == "stopped"]


def test_a_stop_waits_for_nothing_that_cannot_come(web: Web, tmp_path: Path) -> None:
    """Visits that want another page when the run is stopped (contact pages, redirects) do not hold it up for the whole
    grace: what is asked of an engine that closes is never begun."""
    lines = [f"{kind}-{number:04d}.test" for number in range(150) for kind in ("contact", "ok")]
    child = start(web, tmp_path, lines, "-s", "TAB_ENABLED=False", "-s", "STOP_GRACE=60")
    wait_for_lines(tmp_path, 20)
    child.send_signal(signal.SIGINT)
    asked = time.monotonic()
    _, log = child.communicate(timeout=60)
    assert "Spider closed (shutdown)" in log and time.monotonic() - asked < 20, log[-2000:]
    entries = read_lines(tmp_path / "pagelog")
    assert 20 <= len(entries) < len(lines) and {entry["reason"] for entry in entries} <= {"found", "stopped"}
    assert any(e["reason"] == "stopped" and e.get("trail") for e in entries), "one was on its way"


def test_without_a_network_nothing_is_learned(web: Web, tmp_path: Path) -> None:
    """With DNS broken for all, a run over 200 domains marks none dead and closes with network-down."""
    web.break_dns("servfail")
    try:
        run = crawl(
            web, tmp_path, [f"ok-{number:04d}.test" for number in range(200)],
            "-s", "UPLINK_GUARD_PATIENCE=2", "-s", "DNS_TIMEOUT=1",
        )  # fmt: skip
    finally:
        web.break_dns(None)
    assert run.stats["finish_reason"] == "network-down"
    assert run.status != 0
    assert {entry["reason"] for entry in run.entries} == {"network-down"}
    check = sqlite3.connect(tmp_path / "memory.sqlite")
    assert check.execute("SELECT count(*) FROM memory").fetchone() == (0,)
    check.close()
    again = crawl(web, tmp_path, ["ok-0000.test"])
    assert again.ending("ok-0000.test") == ("fetch", "ok-contact", "found")


def test_a_captive_portal_teaches_nothing(web: Web, tmp_path: Path) -> None:
    """A portal that answers each host with one page marks no domain and caches no answer."""
    web.portal(True)
    try:
        run = crawl(
            web, tmp_path, [f"http://ok-{number:04d}.test" for number in range(60)],
            "-s", "UPLINK_GUARD_PATIENCE=2", "-s", "TAB_ENABLED=False",
        )  # fmt: skip
    finally:
        web.portal(False)
    assert run.stats["finish_reason"] == "network-down"
    assert len([entry for entry in run.entries if entry["reason"] != "network-down"]) <= 1


def test_a_second_crawl_says_who_owns_the_memory(web: Web, tmp_path: Path) -> None:
    """While a crawl owns a DATA_DIR another one names its process, leaves with status 2 and writes nothing."""
    child = start(web, tmp_path, mixed(40))
    wait_for_lines(tmp_path, 5)
    second = crawl(web, tmp_path, ["ok-0001.test"])
    child.kill()
    child.wait()
    assert second.status == 2
    assert f"process {child.pid}" in second.log
    assert second.entries == []
