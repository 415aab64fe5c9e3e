"""Two crawls that want one DATA_DIR: the second leaves, or waits as long as it was told to."""

import signal
import subprocess
import time
from pathlib import Path

from contactscraper.storage.memory import Memory
from tests.crawl.harness import command, environ, read_lines, write_list
from tests.web import Web
from tests.web.client import ROOT


def start(web: Web, folder: Path, wait: float) -> "subprocess.Popen[str]":
    """A crawl of one host whose log goes to a file, as a job's does."""
    more = ["-s", f"DATA_DIR_WAIT={wait}", "--logfile", str(folder / "log")]
    return subprocess.Popen(
        [*command(web, folder / "data", "-a", f"input={write_list(folder, ['ok-0001.test'])}"), *more],
        cwd=ROOT, env=environ(web), stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def lines(folder: Path) -> list[str]:
    path = folder / "log"
    return path.read_text("utf-8").splitlines() if path.exists() else []


def wait_until_it_waits(folder: Path, child: "subprocess.Popen[str]") -> None:
    until = time.monotonic() + 60
    while not any("waiting for its end" in line for line in lines(folder)):
        assert child.poll() is None and time.monotonic() < until, lines(folder)
        time.sleep(0.05)


def test_it_waits_for_the_owner_and_then_crawls(web: Web, tmp_path: Path) -> None:
    """With DATA_DIR_WAIT a crawl says whom it waits for, and begins when the owner has let go."""
    owner = Memory.own(tmp_path / "data")
    child = start(web, tmp_path, wait=120)
    wait_until_it_waits(tmp_path, child)
    assert not (tmp_path / "data" / "pagelog").exists()
    owner.close()
    child.communicate(timeout=60)
    assert child.returncode == 0
    assert [entry["reason"] for entry in read_lines(tmp_path / "data" / "pagelog")] == ["found"]


def test_it_gives_up_and_says_so_in_its_log(web: Web, tmp_path: Path) -> None:
    """Where the wait was too short the log's last line names the owner, the status is 2, and nothing is written."""
    owner = Memory.own(tmp_path / "data")
    child = start(web, tmp_path, wait=0.5)
    child.communicate(timeout=60)
    owner.close()
    assert child.returncode == 2
    assert "belongs to a crawl that is running (process" in lines(tmp_path)[-1]
    assert not (tmp_path / "data" / "pagelog").exists()


def test_an_interrupt_ends_the_wait(web: Web, tmp_path: Path) -> None:
    """A crawl that is cancelled while it waits ends at once, says so, and leaves the owner alone."""
    owner = Memory.own(tmp_path / "data")
    child = start(web, tmp_path, wait=600)
    wait_until_it_waits(tmp_path, child)
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=30)
    assert child.returncode == 130
    assert "Traceback" not in errors
    assert "Stopped while it waited" in lines(tmp_path)[-1]
    owner.record_visit("a.test", [], 0.0)  # still open
    owner.close()
