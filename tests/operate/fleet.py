"""Real fleets: the command, a scheduler and workers as processes of their own, and what they leave behind."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from contactscraper.storage.memory import Memory
from contactscraper.storage.resumed import OPEN_REASONS, read_entries
from contactscraper.storage.shards import memory_dirs
from tests.web import Web
from tests.web.client import ROOT

SETTINGS = "tests.operate.fleet_settings"
#: Kinds of generated hosts: most are cheap, some end in errors that no cache keeps.
KINDS = ("ok", "contact", "big", "empty", "dead", "ok", "retry", "refused", "gone", "ok")


def hosts(count: int) -> list[str]:
    """*count* hosts of the test web, of every kind that needs no tab."""
    return [f"{KINDS[number % len(KINDS)]}-{number:05d}.test" for number in range(count)]


@dataclass
class Ended:
    """A process that has ended: its status, and what it said."""

    status: int
    log: str


@dataclass
class Fleets:
    """Begins processes with the environment of *web* and ends those that are left. *more* is added to it."""

    web: Web
    folder: Path
    more: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._begun: list[subprocess.Popen[bytes]] = []

    @property
    def environ(self) -> dict[str, str]:
        path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
        named = {"SCRAPY_SETTINGS_MODULE": SETTINGS, "PYTHONPATH": path, "PYTHONUNBUFFERED": "1"}
        return {**os.environ, **self.web.environ, **named, **self.more}

    def begin(self, name: str, *command: str) -> "subprocess.Popen[bytes]":
        """``python COMMAND``, its output appended to *name*.log, in a group of its own as a terminal's command is."""
        with (self.folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-W", "ignore", *command],
                cwd=ROOT, env=self.environ, stdin=subprocess.DEVNULL, stdout=log, stderr=log, process_group=0,
            )  # fmt: skip
        self._begun.append(process)
        return process

    def fleet(self, data: Path, *arguments: str) -> "subprocess.Popen[bytes]":
        """``scrapy fleet`` with its DATA_DIR in *data*."""
        fast = ("-s", "PROGRESS_INTERVAL=2", "-s", f"DATA_DIR={data}")
        return self.begin("fleet", "-m", "scrapy", "fleet", *self.web.arguments, *fast, *arguments)

    def ended(self, process: "subprocess.Popen[bytes]", seconds: float = 300, name: str = "fleet") -> Ended:
        status = process.wait(seconds)
        return Ended(status, (self.folder / f"{name}.log").read_text("utf-8"))

    def scheduler(self, *options: str) -> tuple["subprocess.Popen[bytes]", str]:
        """A scheduler on a free port of loopback, and its address."""
        note = self.folder / f"scheduler-{len(self._begun)}.json"
        process = self.begin(
            "scheduler", "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0",
            "--no-dashboard", "--scheduler-file", str(note), *options,
        )  # fmt: skip
        wait_for(note.exists, 60, "the scheduler's address")
        return process, json.loads(note.read_text())["address"]

    def worker(self, address: str, *options: str) -> "subprocess.Popen[bytes]":
        """One worker process with one slot, which does not come back when it is killed."""
        return self.begin(
            "worker", "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard",
            "--host", "127.0.0.1", "--local-directory", str(self.folder / "dask"), "--death-timeout", "30", *options,
        )  # fmt: skip

    def close(self) -> None:
        for process in self._begun:
            if process.poll() is None:
                process.kill()
            process.wait()


@contextmanager
def fleets(web: Web, folder: Path, **more: str) -> Iterator[Fleets]:
    made = Fleets(web, folder, more)
    try:
        yield made
    finally:
        made.close()
        wait_for(lambda: not crawls_of(folder), 30, "the end of all crawls")


def crawls_of(data: Path) -> list[psutil.Process]:
    """The crawls of shards under *data* that are running."""
    found = []
    for process in psutil.process_iter(["cmdline"]):
        words = process.info["cmdline"] or []
        if "contactscraper.fleet.child" in words and any(str(data) in word for word in words):
            found.append(process)
    return found


def wait_for(ready: Callable[[], Any], seconds: float, what: str) -> None:
    deadline = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < deadline, f"{what}: not within {seconds} s"
        time.sleep(0.1)


def results_in(data: Path) -> list[dict[str, Any]]:
    """The whole lines of the shards' results, those of visits that stay open left out."""
    rows = [row for path in sorted(data.glob("shards/*/contacts/*.jsonl")) for row in read_entries(path)]
    return [row for row in rows if row["reason"] not in OPEN_REASONS]


def states_in(data: Path) -> dict[str, str]:
    """The state of every domain that is remembered under *data*, plain or in shards."""
    states = {}
    for path in memory_dirs(data):
        memory = Memory.read(path)
        for record in memory.domains():
            assert record.domain not in states, f"{record.domain} has two owners"
            states[record.domain] = record.state.value
        memory.close()
    return states


def kill(process: "subprocess.Popen[bytes]") -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()
