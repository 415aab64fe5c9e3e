"""A disk that takes no more: the run stops at once, says so, and the next one goes on."""

import json
import resource
import subprocess
from pathlib import Path

import pytest

from tests.crawl.harness import command, crawl, environ, write_list
from tests.web import Web
from tests.web.client import ROOT

#: Lines that fill the memory, and lines that fill the page log alone.
HOSTS = [f"ok-{number:04d}.test" for number in range(600)]
PROFILES = [f"https://www.facebook.com/bakery.{number:04d}" for number in range(900)]
LIMIT = 200_000


def crawl_on_a_full_disk(web: Web, folder: Path, lines: list[str]) -> "subprocess.CompletedProcess[str]":
    """A crawl that can write no file beyond `LIMIT` bytes. Its log goes through a pipe."""
    return subprocess.run(
        command(web, folder, "-a", f"input={write_list(folder, lines)}"),
        cwd=ROOT, env=environ(web), capture_output=True, text=True, timeout=120, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, LIMIT)),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [(HOSTS, "memory.sqlite cannot be written"), ([*PROFILES, *HOSTS], ".jsonl cannot be written")],
    ids=["memory", "page-log"],
)
def test_the_run_stops_and_the_next_goes_on(web: Web, tmp_path: Path, lines: list[str], sentence: str) -> None:
    """Where memory or page log cannot be written the run asks nothing more, ends with status 1 and says what to do;
    the next run asks nothing that has its log line."""
    web.clear()
    stopped = crawl_on_a_full_disk(web, tmp_path, lines)
    assert stopped.returncode == 1
    assert sentence in stopped.stderr, stopped.stderr[-3000:]
    assert stopped.stderr.splitlines()[-1].endswith("what has its log line is remembered.")
    assert "Traceback" not in stopped.stderr
    assert len({seen.host for seen in web.requests}) < len(HOSTS)
    (log,) = (tmp_path / "pagelog").glob("*.jsonl")
    whole = log.read_bytes().rpartition(b"\n")[0].splitlines()  # the last line may be torn, and is repaired below
    logged = {entry["input"] for entry in map(json.loads, whole) if entry["method"] == "fetch"}
    again = crawl(web, tmp_path, lines)
    assert again.status == 0
    assert sorted(entry["input"] for entry in again.entries) == sorted(lines)
    assert {seen.host for seen in again.requests} & logged == set()
