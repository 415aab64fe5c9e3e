"""The memory: what it gives back, to whom, and what a batch is."""

import json
import sqlite3
import time
from pathlib import Path

import pytest
from sqlitedict import SqliteDict

from contactscraper.domains import Outcome, State
from contactscraper.storage.memory import Memory, MemoryBroken
from tests.storage.entries import DAY, NOW, piece, retry, visit


def test_a_domain_never_seen_is_unknown_and_not_kept(memory: Memory) -> None:
    """Asking for a domain gives a record and writes none."""
    record = memory.domain("acme.test", NOW)
    assert (record.state, record.first_seen, record.exit) == (State.UNKNOWN, NOW, "direct")
    assert memory.dirty == 0


def test_evidence_is_seen_at_once_and_by_others_after_the_flush(tmp_path: Path) -> None:
    """The owner reads its own writes; a reader sees whole batches, and all is there after a new start."""
    owner, reader = Memory.own(tmp_path), Memory.read(tmp_path)
    record, moves = owner.record_visit("acme.test", piece(Outcome.ANTIBOT), NOW, tags=("cloudflare",))
    assert [m.to for m in moves] == [State.ANTIBOT_SOFT]
    assert owner.domain("acme.test", NOW) == record
    assert reader.domain("acme.test", NOW).state is State.UNKNOWN
    owner.flush()
    assert reader.domain("acme.test", NOW) == record and owner.dirty == 0
    owner.close()
    again = Memory.own(tmp_path)
    assert again.domain("acme.test", NOW) == record
    again.close()
    reader.close()


def test_a_reader_works_before_there_is_anything(tmp_path: Path) -> None:
    """Reading a DATA_DIR that does not exist finds nothing and makes nothing."""
    reader = Memory.read(tmp_path / "none")
    assert reader.domain("acme.test", NOW).state is State.UNKNOWN
    assert list(reader.domains()) == list(reader.retries()) == [] and reader.cached("x", NOW) is None
    assert not (tmp_path / "none").exists()


def test_reading_during_an_open_write(tmp_path: Path) -> None:
    """A reader neither waits for a transaction that is being written nor sees a part of it."""
    owner = Memory.own(tmp_path)
    owner.record_visit("acme.test", piece(Outcome.DEAD), NOW)
    owner.flush()
    writer = sqlite3.connect(tmp_path / "memory.sqlite", isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("DELETE FROM memory")
    reader = Memory.read(tmp_path)
    start = time.monotonic()
    assert reader.domain("acme.test", NOW).state is State.DEAD
    assert time.monotonic() - start < 1
    writer.execute("ROLLBACK")
    writer.close()
    reader.close()
    owner.close()


def test_answers(memory: Memory) -> None:
    """An answer comes back whole while it is fresh; one that may not be kept is not, and one can be forgotten."""
    memory.cache(visit())
    found = memory.cached("00ff", NOW + 89 * DAY)
    assert found is not None and found.result == visit().result and found.expires_at == NOW + 90 * DAY
    assert memory.cached("00ff", NOW + 91 * DAY) is None
    memory.cache(visit("01", outcome="error", reason="broken", result={}))
    assert memory.cached("01", NOW) is None
    memory.forget_url("00ff")
    assert memory.cached("00ff", NOW) is None
    memory.flush()
    assert list(memory.cached_visits()) == []


def test_retries(memory: Memory) -> None:
    """Due retries come longest waiting first, with what their line had; those at rest and those not due do not."""
    memory.queue_retry(retry("b", NOW + 2, kept={"id": "7"}))
    memory.queue_retry(retry("a", NOW + 1))
    memory.flush()
    memory.queue_retry(retry("c", NOW + 9))
    memory.queue_retry(retry("d", NOW + 1, resting=True))
    assert [r.key for r in memory.due_retries(NOW + 3)] == ["a", "b"]
    assert list(memory.due_retries(NOW)) == []
    assert (found := memory.retry("b")) is not None and found.kept == {"id": "7"}
    memory.drop_retry("a")
    memory.drop_retry("none")
    memory.flush()
    assert {r.key for r in memory.retries()} == {"b", "c", "d"} and memory.retry("a") is None


def test_expired_entries_leave_the_file(memory: Memory) -> None:
    """Answers and rests that are over are swept out as batches are written; domains and the queue stay."""
    for number in range(100):
        memory.cache(visit(f"{number:04x}", outcome="ok-empty", result={}))
    memory.queue_retry(retry("rest", NOW, resting=True))
    memory.queue_retry(retry("due", NOW))
    memory.record_visit("acme.test", piece(Outcome.OK_EMPTY), NOW)
    memory.flush()
    for number in range(150):
        memory.record_visit(f"d{number}.test", piece(Outcome.OK_EMPTY), NOW + 100 * DAY)
    memory.flush()
    assert list(memory.cached_visits()) == []
    assert [r.key for r in memory.retries()] == ["due"]
    assert len(list(memory.domains())) == 151


def test_a_batch_is_all_or_nothing(tmp_path: Path) -> None:
    """Where a part of a batch cannot be written none of it is, all of it still waits, and the next flush has it."""
    memory = Memory.own(tmp_path)
    memory.flush()
    spoiler = sqlite3.connect(tmp_path / "memory.sqlite")
    spoiler.execute(
        "CREATE TRIGGER full BEFORE INSERT ON memory WHEN NEW.key = 'retry/x' BEGIN SELECT RAISE(FAIL, 'full'); END"
    )
    spoiler.commit()
    memory.record_visit("acme.test", piece(Outcome.OK_CONTACT), NOW)
    memory.cache(visit())
    memory.queue_retry(retry("x", NOW))
    with pytest.raises(MemoryBroken, match="full"):
        memory.flush()
    assert spoiler.execute("SELECT count(*) FROM memory").fetchone() == (0,) and memory.dirty == 3
    spoiler.execute("DROP TRIGGER full")
    spoiler.commit()
    memory.flush()
    assert spoiler.execute("SELECT count(*) FROM memory").fetchone() == (3,)
    spoiler.close()
    memory.close()


def test_odd_values_are_written(memory: Memory) -> None:
    """Lone surrogates, NUL and huge numbers in a page's title do not keep a batch from being written."""
    memory.cache(visit(result={"title": "a\ud800b\0c", "emails": ["a@acme.test"], "n": 2**70}))
    memory.flush()
    found = memory.cached("00ff", NOW)
    assert found is not None and found.result["title"] == "a?b\0c"


def test_sqlitedict_can_read_it(tmp_path: Path) -> None:
    """The file is an ordinary table of sqlitedict, its values JSON."""
    memory = Memory.own(tmp_path)
    memory.record_visit("acme.test", piece(Outcome.OK_CONTACT, status=200), NOW)
    memory.close()
    table = SqliteDict(
        str(tmp_path / "memory.sqlite"),
        tablename="memory",
        decode=json.loads,
        journal_mode="WAL",
        autocommit=False,
    )
    record = table["domain/acme.test"]["direct"]
    table.close()
    assert record["fetchOk"] == 1 and record["recent"][0]["outcome"] == "ok-contact"


def test_survives_a_power_cut(memory: Memory) -> None:
    """The connection does not leave writing to chance as sqlitedict would."""
    conn = memory._table._dict.conn  # type: ignore[union-attr]
    assert conn.select_one("PRAGMA synchronous") == (1,)
    assert conn.select_one("PRAGMA journal_mode") == ("wal",)


def test_cost_of_a_visit(memory: Memory) -> None:
    """One read and one write of a domain with a full history cost far less than a millisecond, flush included."""
    evidence = piece(Outcome.OK_EMPTY, status=200)
    for number in range(2000):
        for _ in range(4):
            memory.record_visit(f"d{number}.test", evidence, NOW)
    memory.flush()
    start = time.process_time()
    for number in range(2000):
        memory.domain(f"d{number}.test", NOW)
        memory.record_visit(f"d{number}.test", evidence, NOW)
        if number % 200 == 0:
            memory.flush()
    cost = (time.process_time() - start) / 2000
    print(f"{1e6 * cost:.0f} us a visit")
    assert cost < 0.0005
