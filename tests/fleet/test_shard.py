"""How a shard's part is said to have ended, by its crawl's status and the results that are there."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from contactscraper.fleet import shard as module
from contactscraper.fleet.shard import CrawlFailed, How, Order, run_shard
from contactscraper.storage.fleet_run import RunFolder
from contactscraper.storage.shards import fix_count

FOUND = {"outcome": "ok-contact", "reason": "found"}
STOPPED = {"outcome": "error", "reason": "stopped"}
DOWN = {"outcome": "error", "reason": "network-down"}


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    fix_count(tmp_path, 4)
    made = RunFolder(tmp_path, "run")
    made.begin()
    made.drive("token")
    return made


def run(
    monkeypatch: pytest.MonkeyPatch, folder: RunFolder, status: int, rows: list[dict[str, Any]], lines: int | None = 2,
    says: str = "", rest: bool = False,
) -> Any:  # fmt: skip
    """`run_shard` with a crawl that writes *rows*, says *says*, and leaves with *status*."""

    def crawl(order: Order, folder: RunFolder, own: Path, log: Path) -> tuple[int, float, float]:
        results = folder.results_of(order.shard, order.shards)
        results.parent.mkdir(parents=True, exist_ok=True)
        results.write_text("".join(json.dumps(row) + "\n" for row in rows))
        log.write_text(says)
        if rest:
            folder.drive("")
        return status, 2.0, 1.0

    monkeypatch.setattr(module, "_crawl", crawl)
    return run_shard(Order(str(folder.data_dir), folder.name, "token", 1, 4, lines, (), "m"))


def test_ended(monkeypatch: pytest.MonkeyPatch, folder: RunFolder) -> None:
    """Status 0 and a result a line: it is noted, and the task does nothing when it is run again, anywhere."""
    end = run(monkeypatch, folder, 0, [FOUND, STOPPED, FOUND])
    assert (end.how, end.seconds, end.cpu) == (How.ENDED, 2.0, 1.0)
    assert run(monkeypatch, folder, 1, []) == end


@pytest.mark.parametrize(
    ("status", "rows", "lines", "rest", "how"),
    [
        (0, [FOUND], 2, True, How.STOPPED),
        (0, [FOUND, FOUND], 2, True, How.ENDED),
        (-2, [FOUND], 2, True, How.STOPPED),
        (1, [FOUND, DOWN], 2, False, How.NETWORK_DOWN),
        (0, [], None, False, How.ENDED),
        (0, [STOPPED], None, True, How.STOPPED),
    ],
)
def test_ends(
    monkeypatch: pytest.MonkeyPatch,
    folder: RunFolder,
    status: int,
    rows: list[Any],
    lines: int | None,
    rest: bool,
    how: How,
) -> None:
    """Stopped, without network, or ended: only the last is noted."""
    assert run(monkeypatch, folder, status, rows, lines, rest=rest).how == how
    assert (folder.end_of(1) is not None) == (how is How.ENDED)


def test_refused(monkeypatch: pytest.MonkeyPatch, folder: RunFolder) -> None:
    """A crawl that could not begin says why; it is not tried again."""
    end = run(monkeypatch, folder, 2, [], says="Usage\n  scrapy\nchild.py: error: shards/01 belongs to a crawl.\n")
    assert (end.how, end.why) == (How.REFUSED, "shards/01 belongs to a crawl.")


@pytest.mark.parametrize(("status", "rows"), [(-9, [FOUND]), (1, [FOUND]), (0, [FOUND])])
def test_failed(monkeypatch: pytest.MonkeyPatch, folder: RunFolder, status: int, rows: list[Any]) -> None:
    """A crawl that was killed, met a fault, or left lines without a result is tried again by the engine."""
    with pytest.raises(CrawlFailed, match=r"the crawl of shard 1 .* with 1 of 2 lines done; its log is "):
        run(monkeypatch, folder, status, rows)


def test_not_begun(monkeypatch: pytest.MonkeyPatch, folder: RunFolder) -> None:
    """Nothing is begun for a fleet that has come to rest, nor on a machine that does not see its DATA_DIR."""
    folder.drive("another")
    assert run(monkeypatch, folder, 0, [FOUND, FOUND]).how == How.STOPPED
    folder.remove()
    end = run(monkeypatch, folder, 0, [FOUND, FOUND])
    assert end.how == How.REFUSED and "DATA_DIR must be shared" in end.why
    assert not list(folder.data_dir.glob("shards/*/contacts/*"))


def test_a_child_dies_with_its_parent(tmp_path: Path) -> None:
    """A process that was begun by the child's rule is gone when its parent was killed, even when it sleeps."""
    sleeper = (
        "import os, sys, time; from contactscraper.fleet.child import die_with; die_with(int(sys.argv[1]));"
        "print(os.getpid(), flush=True); time.sleep(60)"
    )
    parent = (
        "import os, subprocess, sys\n"
        f"child = subprocess.Popen([sys.executable, '-c', {sleeper!r}, str(os.getpid())])\n"
        "child.wait()\n"
    )
    process = subprocess.Popen([sys.executable, "-c", parent], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    child = int(process.stdout.readline())
    assert Path(f"/proc/{child}").exists()
    process.kill()
    process.wait()
    assert process.stdout.read() == "", "its standard output is closed: nobody holds it any more"
    process.stdout.close()
    by = time.monotonic() + 10
    while alive(child):
        assert time.monotonic() < by
        time.sleep(0.02)


def alive(pid: int) -> bool:
    """Whether a process runs; a zombie that waits for its new parent is as good as gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False
