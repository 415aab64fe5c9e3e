"""The memory as a file: export, import and rebuild, of one memory or of many shards."""

import csv
import time
from dataclasses import replace
from math import floor
from pathlib import Path
from typing import Any

import pytest

from contactscraper.domains import TTLS, DomainRecord
from contactscraper.domains.export import FIELDS
from contactscraper.storage.memory import CachedVisit, Memory
from contactscraper.storage.shards import fix_count, memory_dirs, shard_count, shard_of
from tests.commands.inside import LINES, NO_TABS, scrapy, snapshot
from tests.crawl.harness import crawl
from tests.web import Web


def test_export_reset_import_gives_the_same_memory(data: Path) -> None:
    """The CSV has all fields, one row a domain, and gives the whole memory back: evidence, answers and retries."""
    before, path = snapshot(data), data / "memory.csv"
    assert scrapy(data, "domains", "export", str(path), "--json").json == {"file": str(path), "rows": len(LINES)}
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == (*FIELDS, "answers", "retries") and [row["domain"] for row in rows] == sorted(LINES)
    assert scrapy(data, "domains", "reset", "--all", "--yes").status == 0
    assert snapshot(data) == {"domains": {}, "answers": {}, "retries": {}}
    assert scrapy(data, "domains", "import", str(path)).status == 0
    assert snapshot(data) == before


def test_an_export_runs_nothing_in_a_spreadsheet(data: Path) -> None:
    """An exit may be called like a formula: its cell is text in the file, and the name is what it was after an import."""
    visited = scrapy(data, "domains", "set", "acme.test", "cold", "-s", "EXIT_NAME==1+1")
    assert visited.status == 0, visited.err
    before, path = snapshot(data), data / "memory.csv"
    assert scrapy(data, "domains", "export", str(path)).status == 0
    cells = [cell for row in csv.reader(path.read_text("utf-8").splitlines()) for cell in row]
    assert "'=1+1" in cells and [cell for cell in cells if cell[:1] in ("=", "+", "-", "@")] == []
    assert scrapy(data, "domains", "import", str(path), "--yes").status == 0
    assert snapshot(data) == before


def test_a_memory_goes_into_shards_and_back(data: Path, tmp_path: Path) -> None:
    """With --shards a new DATA_DIR is cut, each domain is its owner's with answers and retries, and back in a plain one
    the memory is the same; the list of those who do not want to be collected goes along."""
    before, cut, back = snapshot(data), tmp_path / "cut", tmp_path / "back"
    (data / "suppressed.txt").write_text("ab" * 32, encoding="utf-8")
    taken = scrapy(cut, "domains", "import", str(data), "--shards", "5")
    assert taken.status == 0, taken.error
    assert shard_count(cut) == 5
    for part, folder in enumerate(memory_dirs(cut)):
        memory = Memory.read(folder)
        owned = [*memory.domains(), *memory.cached_visits(), *memory.retries()]
        assert {shard_of(entry.domain, 5) for entry in owned} <= {part}
        memory.close()
    assert scrapy(cut, "domains", "stats", "--json").json["records"] == len(LINES)
    assert scrapy(back, "domains", "import", str(cut)).status == 0
    assert shard_count(back) is None and snapshot(back) == before
    assert (back / "suppressed.txt").read_text(encoding="utf-8").split() == ["ab" * 32]
    again = scrapy(cut, "domains", "import", str(data), "--shards", "8", "--yes")
    assert again.status == 2 and "is cut into 5 shards, and the number stays" in again.error
    plain = scrapy(back, "domains", "import", str(data), "--shards", "5", "--yes")
    assert plain.status == 2 and "--shards is for a new DATA_DIR" in plain.error


def test_a_spreadsheets_own_csv_is_read(data: Path) -> None:
    """Semicolons and a byte order mark are what spreadsheets of many countries save."""
    path = data / "edited.csv"
    path.write_text("\ufeffdomain;state\nok-0001.test;cold\n", encoding="utf-8")
    assert scrapy(data, "domains", "import", str(path), "--yes").status == 0
    assert snapshot(data)["domains"]["ok-0001.test", "direct"].state == "cold"


def test_domains_written_by_hand_are_those_of_the_memory(data: Path) -> None:
    """Capitals and umlauts of a list written by hand name the domains that visits meet; a state without an end gets its
    usual time, as if it had been set by hand, and only friendly has none."""
    path = data / "hand.csv"
    path.write_text("domain,state\nHAND-1.Test,dead\nbücher-2.test,cold\nkind.test,friendly\n", encoding="utf-8")
    assert scrapy(data, "domains", "import", str(path)).status == 0
    states = {domain: record.state for (domain, _), record in snapshot(data)["domains"].items()}
    assert (states["hand-1.test"], states["xn--bcher-2-n2a.test"]) == ("dead", "cold")
    ends = {domain: record.state_expires_at for (domain, _), record in snapshot(data)["domains"].items()}
    assert ends["hand-1.test"] == pytest.approx(time.time() + TTLS().dead, abs=60)
    assert ends["xn--bcher-2-n2a.test"] == pytest.approx(time.time() + TTLS().cold, abs=60)
    assert ends["kind.test"] is None


def test_export_does_not_overwrite_unasked(data: Path) -> None:
    """A file that is there is replaced only where that is wanted, and - is standard output."""
    path = data / "memory.csv"
    path.write_text("mine", encoding="utf-8")
    assert "replaces the file" in scrapy(data, "domains", "export", str(path)).error
    assert path.read_text(encoding="utf-8") == "mine"
    assert scrapy(data, "domains", "export", str(path), "--yes").status == 0
    assert scrapy(data, "domains", "export", "-").out == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("url\nok.test\n", "has no column domain and no state"),
        ("domain,state\nok.test,lukewarm\n", "its state is 'lukewarm'"),
        ("domain,state,recent\nok.test,dead,[1]\n", "its recent holds something that is no evidence"),
        ("domain,state,fetchTotal\nok.test,dead,many\n", "its fetchTotal cannot be read"),
        ("domain,state,lastSeen\nok.test,dead,yesterday\n", "its lastSeen cannot be read"),
        ('domain,state,answers\nok.test,dead,"[{}]"\n', "its answers cannot be read"),
        ("domain,state\n,dead\n", "it has no domain"),
        ("domain,state\na\x1b[2Jb.test,dead\n", "its domain 'a\\x1b[2Jb.test' is none: the URL has control characters"),
    ],
)  # fmt: skip
def test_a_bad_import_changes_nothing(data: Path, text: str, error: str) -> None:
    """One bad row is named with its line, and not even the good rows before it are written."""
    path = data / "bad.csv"
    head, rows = text.split("\n", 1)
    path.write_text(f"{head}\n{'good.test,dead' + ',' * head.count(',')}\n{rows}" if "state" in head else text, "utf-8")
    before = snapshot(data)
    assert error in scrapy(data, "domains", "import", str(path), "--yes").error
    assert snapshot(data) == before


def test_rebuild_gives_back_what_the_logs_tell(web: Web, data: Path) -> None:
    """With the database lost, page logs give each domain the state and evidence that it had and queue what waits, and
    results give the answers: the next run asks nothing of what had been answered, or is not due."""
    answered = {key: answer_essence(visit) for key, visit in snapshot(data)["answers"].items()}
    lost = {key: essence(record) for key, record in snapshot(data)["domains"].items()}
    waiting = snapshot(data)["retries"]
    for path in data.glob("memory.*"):
        path.unlink()
    told = scrapy(data, "domains", "rebuild", "--json").json
    assert told == {"lines": len(LINES), "useless": 0, "domains": len(LINES), "answers": 8, "retries": 1}
    assert {key: essence(record) for key, record in snapshot(data)["domains"].items()} == lost
    assert {key: answer_essence(visit) for key, visit in snapshot(data)["answers"].items()} == answered
    for key, retry in snapshot(data)["retries"].items():
        assert retry.due_at == pytest.approx(waiting[key].due_at, abs=10)  # the log has the visit's beginning
        assert replace(retry, due_at=0.0) == replace(waiting[key], due_at=0.0)
    asked = {seen.host for seen in crawl(web, data, LINES, *NO_TABS).requests}
    assert asked == {"words-0001.test"}


def answer_essence(visit: CachedVisit) -> tuple[Any, ...]:
    """An answer as far as a result can tell it: to the second, and not whose wall it was."""
    error_class = None if visit.reason == "wall" else visit.error_class
    return (
        visit.url,
        visit.domain,
        visit.outcome,
        visit.reason,
        error_class,
        visit.result,
        floor(visit.expires_at + 1e-6),
    )


def essence(record: DomainRecord) -> tuple[Any, ...]:
    """A record as far as a log can tell it: to the millisecond."""
    counts = (record.fetch_total, record.fetch_ok, record.fetch_ok_empty, record.tab_total, record.tab_ok)
    recent = [(e.method, e.outcome, e.visit, e.status, e.error_class, e.partial, e.wall) for e in record.recent]
    return record.state, recent, counts, record.tags, int(record.last_seen)


def test_rebuild_sets_a_damaged_memory_aside(data: Path) -> None:
    """A file that is no database any more is kept beside the new one, and torn lines of a log are counted."""
    (data / "memory.sqlite").write_bytes(b"no database " * 1000)
    log = next((data / "pagelog").glob("*.jsonl"))
    with log.open("ab") as file:
        file.write(b'{"type": "webs')
    told = scrapy(data, "domains", "rebuild", "--json").json
    assert told == {"lines": len(LINES) + 1, "useless": 1, "domains": len(LINES), "answers": 8, "retries": 1}
    assert (data / "memory.sqlite.broken-1").exists()
    assert "cannot be read" in scrapy(data, "domains", "rebuild", "no.jsonl").error


# Shards ---------------------------------------------------------------------------------------------------------------


def test_shards_are_read_and_changed_as_one(data: Path, tmp_path: Path) -> None:
    """A sharded DATA_DIR takes a plain one's memory over, tells the same of it, and is changed as one."""
    sharded = tmp_path / "sharded"
    fix_count(sharded, 40)
    assert scrapy(sharded, "domains", "import", str(data)).status == 0
    assert len(list(sharded.glob("shards/*/memory.sqlite"))) > 3
    mine, theirs = (scrapy(place, "domains", "list", "--json").json for place in (sharded, data))
    assert sorted(mine, key=str) == sorted(theirs, key=str)
    assert scrapy(sharded, "domains", "stats", "--json").json["memories"] == 40
    assert scrapy(sharded, "retries", "run-now", "--all", "--json").json == {"urls": ["https://retry-0001.test/"]}
    assert scrapy(sharded, "domains", "set", "ok-0001.test", "friendly").status == 0
    assert scrapy(sharded, "domains", "show", "ok-0001.test", "--json").json["records"][0]["state"] == "friendly"
    shard = next(sharded.glob("shards/*/memory.sqlite")).parent
    owner = Memory.own(shard)
    try:
        assert str(shard) in scrapy(sharded, "domains", "set", "ok-0001.test", "dead").error
    finally:
        owner.close()
    assert scrapy(sharded, "domains", "reset", "--all", "--yes").status == 0
    assert scrapy(sharded, "domains", "list", "--json").json == []
