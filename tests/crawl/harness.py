"""Runs real crawls in a process of their own, against the test web, and reads what they left behind."""

import datetime
import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from contactscraper.storage.memory import Memory
from tests.web import Web
from tests.web.client import ROOT, Seen

#: Values of a log line that differ from run to run.
VARYING = ("at", "fetchMs", "bodySize", "domainStateExpiresAt", "tags")


@dataclass
class Run:
    """What one crawl did."""

    status: int
    log: str
    entries: list[dict[str, Any]] = field(default_factory=list)
    results: list[dict[str, Any]] = field(default_factory=list)
    requests: list[Seen] = field(default_factory=list)

    @property
    def stats(self) -> dict[str, Any]:
        found = re.search(r"Dumping Scrapy stats:\n(\{.*?\})\n\d{4}-", self.log, re.S)
        assert found, self.log[-3000:]
        return eval(found[1], {"datetime": datetime})  # noqa: S307 - our own crawl's repr

    def entry(self, line: str) -> dict[str, Any]:
        found = [entry for entry in self.entries if entry["input"] == line]
        assert len(found) == 1, f"{len(found)} log lines for {line}\n{self.log[-3000:]}"
        return found[0]

    def ending(self, line: str) -> tuple[str, ...]:
        entry = self.entry(line)
        return tuple(entry[name] for name in ("method", "outcome", "reason", "errorClass") if name in entry)

    def asked(self, host: str) -> list[str]:
        """The requests that *host* (and its www.) has seen, as ``METHOD path``, robots.txt left out."""
        hosts = (host, f"www.{host}")
        return [f"{s.method} {s.path}" for s in self.requests if s.host in hosts and s.path != "/robots.txt"]


def steady(entry: dict[str, Any]) -> dict[str, Any]:
    """A log line without what differs from run to run."""
    kept = {name: value for name, value in entry.items() if name not in VARYING}
    if "trail" in kept:
        kept["trail"] = [{name: value for name, value in step.items() if name != "ms"} for step in kept["trail"]]
    return kept


def command(web: Web, data: Path, *arguments: str) -> list[str]:
    return [
        sys.executable, "-W", "ignore", "-m", "scrapy", "crawl", "contacts", *web.arguments,
        "-s", f"DATA_DIR={data}", "-s", "STATS_DUMP=True", *arguments,
    ]  # fmt: skip


def environ(web: Web) -> dict[str, str]:
    return {**os.environ, **web.environ}


def write_list(folder: Path, lines: list[str]) -> Path:
    path = folder / "urls.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def read_lines(folder: Path, since: set[Path] = frozenset()) -> list[dict[str, Any]]:
    """The JSON lines of all files in *folder* but those of *since*; a torn line would raise."""
    files = sorted(set(folder.glob("*.jsonl")) - set(since))
    return [json.loads(line) for path in files for line in path.read_text("utf-8").splitlines()]


def crawl(web: Web, data: Path, lines: list[str] | None, *arguments: str, timeout: float = 120) -> Run:
    """One crawl over *lines* (None: no input argument) with its memory in *data*."""
    data.mkdir(parents=True, exist_ok=True)
    source = [] if lines is None else ["-a", f"input={write_list(data, lines)}"]
    logs, feeds = data / "pagelog", data / "contacts"
    before_logs, before_feeds = set(logs.glob("*.jsonl")), set(feeds.glob("*.jsonl"))
    web.clear()
    done = subprocess.run(
        command(web, data, *source, *arguments),
        cwd=ROOT, env=environ(web), timeout=timeout, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return Run(
        status=done.returncode,
        log=done.stderr,
        entries=read_lines(logs, before_logs),
        results=read_lines(feeds, before_feeds),
        requests=list(web.requests),
    )


def on_a_terminal(arguments: list[str], web: Web, columns: int = 100) -> str:
    """All that a terminal of so many columns gets from a command that ends well."""
    parent, child = pty.openpty()
    process = subprocess.Popen(
        arguments, cwd=ROOT, env={**environ(web), "COLUMNS": str(columns), "TERM": "xterm-256color"},
        stdin=child, stdout=child, stderr=child, close_fds=True,
    )  # fmt: skip
    os.close(child)
    shown = b""
    try:
        while block := os.read(parent, 65536):
            shown += block
    except OSError:  # Linux's way to say that the other end is closed
        pass
    os.close(parent)
    assert process.wait(60) == 0, shown.decode()
    return shown.decode()


@contextmanager
def prepared(data: Path) -> Iterator[Memory]:
    """The memory in *data*, to be filled before a crawl."""
    memory = Memory.own(data)
    yield memory
    memory.close()


@contextmanager
def remembered(data: Path, exit_name: str = "direct") -> Iterator[Memory]:
    """What a crawl left in the memory in *data*, as the exit of that name knows it."""
    memory = Memory.read(data, exit_name=exit_name)
    yield memory
    memory.close()
