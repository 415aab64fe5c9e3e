"""Crawls that are started, watched and ended from outside, and what they left behind."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.crawl.harness import command, environ, write_list
from tests.torture.checks import Check, kept, none_of
from tests.web import Web
from tests.web.client import ROOT

#: The name of the run that is killed and gone on with: one log and one file of results for all its parts.
RUN = "torture"
#: Kinds of the test web's numbered hosts, and how many of 100 lines are of each.
MIX = {"ok": 40, "contact": 20, "big": 10, "retry": 6, "dead": 10, "empty": 8, "wall": 3, "tab": 3}


@dataclass
class Ended:
    """A crawl that is over: its exit *status* (negative: the signal that killed it), what it logged, and how long it
    took (seconds)."""

    status: int
    log: str
    seconds: float


def mixed(count: int, seed: int) -> list[str]:
    """*count* hosts in `MIX`, in an order of chance."""
    kinds = [kind for kind, share in MIX.items() for _ in range(share)]
    lines = [f"{kinds[number % len(kinds)]}-{number:05d}.test" for number in range(count)]
    random.Random(seed).shuffle(lines)
    return lines


def folder() -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(prefix="torture-")


class Crawl:
    """One ``scrapy crawl contacts`` in a process group of its own."""

    def __init__(
        self,
        web: Web,
        data: Path,
        lines: list[str],
        *arguments: str,
        env: Mapping[str, str] | None = None,
        **popen: Any,
    ) -> None:
        data.mkdir(parents=True, exist_ok=True)
        self.data = data
        self._log = tempfile.TemporaryFile("w+")  # noqa: SIM115 - as long as the crawl
        self._began = time.monotonic()
        source = write_list(Path(tempfile.mkdtemp(prefix="list-", dir=data.parent)), lines)
        self.process = subprocess.Popen(
            [*command(web, data, "-a", f"input={source}"), *arguments],
            cwd=ROOT, env={**environ(web), **(env or {})}, stderr=self._log, stdin=subprocess.DEVNULL,
            start_new_session=True, **popen,
        )  # fmt: skip

    def wait(self, seconds: float = 600) -> Ended:
        """Until it ends; one that does not is killed, with what it has started, and has status -9."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
        took = time.monotonic() - self._began
        self._log.seek(0)
        return Ended(self.process.returncode, self._log.read(), took)

    def kill(self) -> None:
        """SIGKILL to the crawler alone, as the system's own killer would; its browser is left to itself."""
        self.process.kill()
        self.process.wait()

    def signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            self.process.send_signal(number)

    def logged(self) -> int:
        """Lines of page logs so far."""
        return sum(path.read_bytes().count(b"\n") for path in (self.data / "pagelog").glob("*.jsonl"))

    def wait_for(self, lines: int, seconds: float = 120) -> bool:
        """Until so many lines are logged; False where the crawl ended, or the time was up, before."""
        until = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < until:
            if self.logged() >= lines:
                return True
            time.sleep(0.02)
        return self.logged() >= lines


def whole_lines(path: Path) -> tuple[list[dict[str, Any]], list[str]]:
    """The JSON lines of *path*, and those that are torn."""
    good, torn = [], []
    for line in path.read_bytes().split(b"\n"):
        if line:
            try:
                good.append(json.loads(line))
            except ValueError:
                torn.append(repr(line[:80]))
    return good, torn


def entries(data: Path, kind: str = "pagelog") -> list[dict[str, Any]]:
    """All whole lines of *kind* (pagelog, contacts), in order of time."""
    return [entry for path in sorted((data / kind).glob("*.jsonl")) for entry in whole_lines(path)[0]]


def sound(data: Path) -> list[Check]:
    """Database and outputs are whole."""
    torn = [line for kind in ("pagelog", "contacts") for path in (data / kind).glob("*.jsonl")
            for line in whole_lines(path)[1]]  # fmt: skip
    database = data / "memory.sqlite"
    verdict = "no database"
    if database.exists():
        check = sqlite3.connect(database)
        verdict = check.execute("PRAGMA integrity_check").fetchone()[0]
        check.close()
    return [
        kept("the database passes PRAGMA integrity_check", verdict == "ok", verdict),
        none_of("no line of a log or of results is torn", torn),
    ]


def accounted(data: Path, lines: list[str]) -> list[Check]:
    """Every line of the list has one log line and one result, and nothing else has."""
    checks = []
    for kind, name in (("pagelog", "log line"), ("contacts", "result")):
        found = Counter(entry["input"] for entry in entries(data, kind))
        wrong = {line: found[line] for line in {*lines, *found} if found[line] != lines.count(line)}
        checks.append(none_of(f"every line has exactly one {name}", wrong.items(), f"{len(lines):,} lines"))
    return checks


def processes_of(data: Path) -> list[int]:
    """Processes whose command line names *data*."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if str(data).encode() in path.read_bytes() and int(path.parent.name) != os.getpid():
                found.append(int(path.parent.name))
    return found
