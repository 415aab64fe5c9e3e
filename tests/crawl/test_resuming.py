"""A run by name: killed, stopped or ended, the same command goes on with it, and each line has one result in the end."""

import signal
from collections import Counter
from pathlib import Path
from typing import Any

from contactscraper.storage.resumed import read_entries
from contactscraper.urls import host_of
from tests.crawl.harness import crawl, read_lines
from tests.crawl.test_stopping import start, wait_for_lines
from tests.web import Web

RUN = ("-a", "run=weekly")
#: Beside hosts that may be cached: plain errors, which another run would try anew, each with a twin; no URL; a profile.
UNCACHED = [f"retry-{number:04d}.test" for number in range(30)]
ODD = ["no url at all", "https://www.facebook.com/acme.mill", "no url at all"]


def lines(count: int) -> list[str]:
    hosts = [f"{kind}-{number:04d}.test" for number in range(count) for kind in ("ok", "dead", "big")]
    return [*ODD, *hosts, *UNCACHED, *[f"https://{host}/" for host in UNCACHED], *hosts[:20], "ok-9999.test"]


def test_a_killed_run_goes_on_line_by_line(web: Web, tmp_path: Path) -> None:
    """Killed and stopped in the middle, forced: no URL that has its result is asked again, whatever it ended in, nor
    for its twins; in the end each line has one log line and one result in the run's files, and then all is done."""
    listed = lines(30)
    forced = (*RUN, "-a", "force=1")
    ended: set[str] = set()
    for progress, how in ((15, signal.SIGKILL), (50, signal.SIGINT), (75, signal.SIGKILL), (110, signal.SIGKILL)):
        web.clear()
        child = start(web, tmp_path, listed, *forced)
        wait_for_lines(tmp_path, progress)
        child.send_signal(how)
        child.communicate(timeout=60)
        assert {request.host for request in web.requests} & ended == set()
        ended = {host_of(row["input"]) for row in whole_lines(tmp_path / "contacts") if row["reason"] != "stopped"}
    last = crawl(web, tmp_path, listed, *forced)
    assert last.status == 0
    assert {request.host for request in last.requests} & ended == set()
    entries, results = read_lines(tmp_path / "pagelog"), read_lines(tmp_path / "contacts")
    assert Counter(entry["input"] for entry in entries) == Counter(listed)
    assert Counter(result["input"] for result in results) == Counter(listed)
    assert not {entry["reason"] for entry in entries} & {"stopped", "internal"}
    assert len(list((tmp_path / "pagelog").iterdir())) == len(list((tmp_path / "contacts").iterdir())) == 1
    again = crawl(web, tmp_path, listed, *forced)
    assert again.requests == []
    assert f"{len(listed)} lines had their result already" in again.log


def whole_lines(folder: Path) -> list[dict[str, Any]]:
    """The lines that a killed crawl has written whole."""
    return [row for path in folder.glob("*.jsonl") for row in read_entries(path)]


def test_columns_tell_lines_apart(web: Web, tmp_path: Path) -> None:
    """Lines with one URL and different kept columns are different lines: each has its own result, once."""
    rows = "url,id\nok-0001.test,1\nok-0001.test,2\nretry-0001.test,3\nretry-0001.test,3\n"
    (tmp_path / "list.csv").write_text(rows)
    arguments = ("-a", f"input={tmp_path / 'list.csv'}", "-a", "keep=id", *RUN)
    crawl(web, tmp_path, None, *arguments)
    results = tmp_path / "contacts" / "weekly.jsonl"
    whole = results.read_text().splitlines(keepends=True)
    assert len(whole) == 4
    results.write_text("".join(whole[:2]) + whole[2][:40])
    again = crawl(web, tmp_path, None, *arguments)
    assert again.status == 0
    found = sorted((row["input"], row["id"]) for row in read_lines(tmp_path / "contacts"))
    assert found == [("ok-0001.test", "1"), ("ok-0001.test", "2"), ("retry-0001.test", "3"), ("retry-0001.test", "3")]
    assert len(read_lines(tmp_path / "pagelog")) == 4


def test_a_run_needs_its_results(web: Web, tmp_path: Path) -> None:
    """With other FEEDS, or a name that is no file's, a sentence says so and nothing is written."""
    for arguments, sentence in (
        (
            (*RUN, "-s", 'FEEDS={"x.csv": {"format": "csv"}}'),
            "-a run=NAME goes on from the results in DATA_DIR/contacts",
        ),
        (("-a", "run=../weekly"), "run is '../weekly'; it can be a name of letters"),
    ):
        refused = crawl(web, tmp_path, ["ok-0001.test"], *arguments)
        assert refused.status == 2 and sentence in refused.log
    assert not (tmp_path / "pagelog").exists()


def test_a_plain_crawl_leaves_shards_alone(web: Web, tmp_path: Path) -> None:
    """A DATA_DIR that is cut into shards has no memory of its own: the crawl says which command it is for."""
    (tmp_path / "shards.json").write_text('{"shards": 8}')
    refused = crawl(web, tmp_path, ["ok-0001.test"])
    assert refused.status == 2 and "is cut into 8 shards" in refused.log and "scrapy fleet" in refused.log
    assert not (tmp_path / "memory.sqlite").exists()
