"""The browser: what it costs the others, and what happens when it dies."""

import os
import signal
import subprocess
import time
from pathlib import Path

from tests.crawl.harness import command, crawl, environ, read_lines, write_list
from tests.crawl.test_stopping import wait_for_lines
from tests.web import Web
from tests.web.client import ROOT


def browsers_of(parent: int) -> list[int]:
    """The processes of a browser that descend from *parent*."""
    parents, browsers = {}, []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if b"chrom" in (folder / "cmdline").read_bytes().partition(b"\0")[0].lower():
                browsers.append(int(folder.name))
        except OSError:
            continue  # it has ended meanwhile

    def descends(pid: int) -> bool:
        while pid in parents and pid != parent:
            pid = parents[pid]
        return pid == parent

    return [pid for pid in browsers if descends(pid)]


def test_waiting_tabs_hold_up_nobody(web: Web, tmp_path: Path) -> None:
    """With one tab at a time and six sites waiting for it, all sites that need none are done before the second tab."""
    tabs = [f"tab-{number:04d}.test" for number in range(20, 26)]
    plain = [f"ok-{number:04d}.test" for number in range(40)]
    run = crawl(web, tmp_path, [*tabs, *plain], "-s", "TAB_CONCURRENCY=1")
    order = [entry["method"] for entry in run.entries]
    assert sorted(set(order)) == ["fetch", "tab"]
    assert order.count("tab") == len(tabs)
    assert "tab" not in order[: len(plain) - 1]


def test_a_killed_browser_costs_no_visit(web: Web, tmp_path: Path) -> None:
    """The browser is killed in the middle: it is started again, the visits inside are tried again, none is left behind."""
    lines = [f"tab-{number:04d}.test" for number in range(30, 54)]
    child = subprocess.Popen(
        command(web, tmp_path, "-a", f"input={write_list(tmp_path, lines)}", "-s", "TAB_CONCURRENCY=2"),
        cwd=ROOT, env=environ(web), stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    wait_for_lines(tmp_path, 4)
    browsers = browsers_of(child.pid)
    assert browsers
    for pid in browsers:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    again: list[int] = []
    while not again and child.poll() is None:
        again = [pid for pid in browsers_of(child.pid) if pid not in browsers]
        time.sleep(0.02)
    _, log = child.communicate(timeout=120)
    entries = read_lines(tmp_path / "pagelog")
    assert {entry["input"]: entry["reason"] for entry in entries} == dict.fromkeys(lines, "found"), log[-3000:]
    assert again, "no browser was started again"
    assert browsers_of(child.pid) == []


def test_without_a_browser_all_else_works(web: Web, tmp_path: Path) -> None:
    """No browser on the machine: one warning that says how to get one, and only the visits that need it end in error."""
    run = crawl(web, tmp_path, ["tab-0050.test", "ok-0050.test"], "-s", "TAB_BROWSER=/nowhere/chromium")
    assert run.ending("tab-0050.test") == ("fetch", "error", "no-browser", "wider")
    assert run.ending("ok-0050.test") == ("fetch", "ok-contact", "found")
    assert run.log.count("No browser was found") == 1
    assert "chromium-headless-shell" in run.log
