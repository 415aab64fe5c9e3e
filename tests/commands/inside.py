"""Runs our commands in this process, which takes a hundredth of the time of a new one, and crawls that stay open."""

import contextlib
import io
import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from scrapy.cmdline import execute
from scrapy.utils.project import get_project_settings

from contactscraper.storage.memory import Memory
from tests.crawl.harness import command, environ
from tests.crawl.test_stopping import wait_for_lines
from tests.web import Web
from tests.web.client import ROOT

#: What the crawl has visited whose memory most of these tests look at.
LINES = [
    *("ok-0001.test", "contact-0001.test", "empty-0001.test", "dead-0001.test", "refused-0001.test"),
    *("wall-0001.test", "retry-0001.test", "words-0001.test", "big-0001.test", "gone-0001.test"),
]
NO_TABS = ("-s", "TAB_ENABLED=False")


@dataclass
class Said:
    """What a command has printed, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def error(self) -> str:
        """The one sentence that it ends with, without the usage before it."""
        assert self.status == 2, (self.status, self.out, self.err)
        assert "Traceback" not in self.err
        return self.err.strip().splitlines()[-1].partition("error: ")[2]


def scrapy(data: Path, *args: str, stdin: str | None = None) -> Said:
    """``scrapy ARGS`` over the memory in *data*; with *stdin* as if somebody typed it at a terminal."""
    out, err = io.StringIO(), io.StringIO()
    status = 0
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.redirect_stdout(out))
        stack.enter_context(contextlib.redirect_stderr(err))
        stack.enter_context(mock.patch.dict(os.environ, COLUMNS="150"))  # whatever runs these tests, and where
        if stdin is not None:
            stack.enter_context(_typed(stdin))
        try:
            execute(["scrapy", *args, "-s", f"DATA_DIR={data}"], get_project_settings())
        except SystemExit as ended:
            status = int(ended.code or 0)
    return Said(status, out.getvalue(), err.getvalue())


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class _typed(contextlib._RedirectStream):  # noqa: N801 - named as its siblings in contextlib
    _stream = "stdin"

    def __init__(self, text: str) -> None:
        super().__init__(_Terminal(text))  # type: ignore[arg-type]


def snapshot(data: Path) -> dict[str, Any]:
    """All that the memory in *data* holds."""
    memory = Memory.read(data)
    try:
        return {
            "domains": {(r.domain, r.exit): r for r in memory.domains()},
            "answers": {visit.key: visit for visit in memory.cached_visits()},
            "retries": {retry.key: retry for retry in memory.retries()},
        }
    finally:
        memory.close()


@contextlib.contextmanager
def running_crawl(web: Web, data: Path, line: str) -> "Iterator[subprocess.Popen[str]]":
    """A crawl that has visited *line* and waits for more of its list: it owns the memory until the block ends."""
    data.mkdir(parents=True, exist_ok=True)
    before = sum(path.read_bytes().count(b"\n") for path in (data / "pagelog").glob("*.jsonl"))
    child = subprocess.Popen(
        [*command(web, data, "-a", "input=-"), "-s", "TAB_ENABLED=False"],
        cwd=ROOT, env=environ(web), stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert child.stdin is not None
    try:
        child.stdin.write(line + "\n")
        child.stdin.flush()
        wait_for_lines(data, before + 1)
        yield child
    finally:
        child.stdin.close()
        try:
            child.wait(30)
        finally:
            child.kill()
