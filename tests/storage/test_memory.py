"""The memory: what it gives back, to whom, and what a batch is."""

import json
import logging
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlitedict import SqliteDict

from contactscraper.domains import TTLS, Evidence, Method, Outcome, State
from contactscraper.storage.memory import CachedVisit, Memory, MemoryBroken, MemoryOwned, Retry

DAY = 86400.0
NOW = 1_800_000_000.0


def piece(outcome: Outcome, method: Method = Method.FETCH, visit: str = "v", **more: object) -> list[Evidence]:
    return [Evidence(visit=visit, at=NOW, method=method, outcome=outcome, **more)]  # type: ignore[arg-type]


def visit(key: str = "00ff", **more: object) -> CachedVisit:
    values = {
        "key": key,
        "url": "https://acme.test/",
        "domain": "acme.test",
        "at": NOW,
        "outcome": "ok-contact",
        "reason": "found",
        "error_class": None,
        "status": 200,
        "result": {"emails": ["a@acme.test"], "socials": {}},
    }
    return CachedVisit(**{**values, **more})  # type: ignore[arg-type]


def retry(key: str, due_at: float, **more: object) -> Retry:
    return Retry(key, f"https://{key}.test/", key, f"{key}.test", due_at, "server-error", "http", 1, **more)  # type: ignore[arg-type]


@pytest.fixture
def memory(tmp_path: Path):  # type: ignore[no-untyped-def]
    with_closing = Memory.own(tmp_path)
    yield with_closing
    with_closing.close()


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


def test_state_ends_with_its_time(memory: Memory) -> None:
    """A record is given as it is now, the change is kept, and a history that was lost to time is counted."""
    memory.record_visit("acme.test", piece(Outcome.DEAD), NOW)
    assert memory.domain("acme.test", NOW + 29 * DAY).state is State.DEAD
    assert memory.lapsed == {}
    record = memory.domain("acme.test", NOW + 31 * DAY)
    assert (record.state, record.recent) == (State.UNKNOWN, ())
    assert memory.domain("acme.test", NOW + 32 * DAY) == record
    assert memory.lapsed == {State.DEAD: 1}


def test_times_are_the_callers(tmp_path: Path) -> None:
    """Each state's time is what the settings say."""
    with_short = Memory.own(tmp_path, ttls=TTLS(dead=10.0))
    with_short.record_visit("acme.test", piece(Outcome.DEAD), NOW)
    assert with_short.domain("acme.test", NOW + 11).state is State.UNKNOWN
    with_short.close()


def test_touch_keeps_a_domain_alive(memory: Memory) -> None:
    """A cache hit renews unknown's time and adds no entry; of a domain that is not known it makes no record."""
    memory.record_visit("acme.test", piece(Outcome.OK_CONTACT), NOW)
    memory.touch_domain("acme.test", NOW + 6 * DAY)
    record = memory.domain("acme.test", NOW + 12 * DAY)
    assert len(record.recent) == 1 and record.last_seen == NOW + 6 * DAY
    memory.touch_domain("other.test", NOW)
    assert [r.domain for r in memory.domains()] == ["acme.test"]


@pytest.mark.parametrize(
    ("outcome", "state", "shared"),
    [(Outcome.DEAD, State.DEAD, True), (Outcome.ANTIBOT, State.ANTIBOT_SOFT, False)],
)
def test_exits(tmp_path: Path, outcome: Outcome, state: State, shared: bool) -> None:
    """What is seen belongs to its exit, but dead and cold count whichever exit has them."""
    one = Memory.own(tmp_path, exit_name="one")
    one.record_visit("acme.test", piece(outcome), NOW)
    one.close()
    two = Memory.own(tmp_path, exit_name="two")
    seen = two.domain("acme.test", NOW)
    assert (seen.state, seen.exit) == ((state, "one") if shared else (State.UNKNOWN, "two"))
    two.record_visit("acme.test", piece(Outcome.OK_CONTACT), NOW)
    assert {(r.exit, len(r.recent)) for r in two.domains()} == {("one", 1), ("two", 1)}
    assert two.domain("acme.test", NOW).state is (state if shared else State.UNKNOWN), "it was not forced"
    two.close()


def test_a_forced_visit_frees_a_domain_through_all_exits(tmp_path: Path) -> None:
    """What a forced visit finds alive is dead through no exit, even where its own exit never knew the domain."""
    one = Memory.own(tmp_path, exit_name="one")
    one.record_visit("acme.test", piece(Outcome.DEAD), NOW)
    one.close()
    two = Memory.own(tmp_path, exit_name="two")
    two.record_visit("acme.test", piece(Outcome.DEAD, status=404), NOW, forced=True)
    assert two.domain("acme.test", NOW).state is State.DEAD
    two.record_visit("acme.test", piece(Outcome.OK_CONTACT), NOW, forced=True)
    assert {(r.exit, r.state) for r in two.domains()} == {("one", State.UNKNOWN), ("two", State.UNKNOWN)}
    assert {r.exit: len(r.recent) for r in two.domains()} == {"one": 1, "two": 2}
    two.close()


def test_reset_and_set(tmp_path: Path) -> None:
    """A reset makes a domain be visited anew through every exit, its answers and retries gone; a state that is set by
    hand counts, whatever other exits have."""
    one = Memory.own(tmp_path, exit_name="one")
    one.record_visit("acme.test", piece(Outcome.DEAD), NOW)
    one.cache(visit("01"))
    one.cache(visit("02", domain="other.test"))
    one.queue_retry(retry("acme", NOW))
    one.close()
    two = Memory.own(tmp_path, exit_name="two")
    assert two.set_domain("acme.test", State.FRIENDLY, NOW).state is State.FRIENDLY
    assert two.domain("acme.test", NOW).state is State.FRIENDLY
    two.set_domain("acme.test", State.COLD, NOW)
    two.reset_domain("acme.test")
    two.flush()
    assert two.domain("acme.test", NOW).state is State.UNKNOWN
    assert list(two.domains()) == list(two.retries()) == []
    assert two.cached("01", NOW) is None and two.cached("02", NOW) is not None
    two.close()


def test_least_recently_seen_leave_first(tmp_path: Path) -> None:
    """Beyond the limit the domains that were seen longest ago leave, however they were first seen, and those that
    wait to be written stay."""
    memory = Memory.own(tmp_path, domain_max=50)
    for number in range(50):
        memory.record_visit(f"d{number}.test", piece(Outcome.OK_EMPTY), NOW + number)
    memory.flush()
    memory.touch_domain("d0.test", NOW + 60)
    memory.flush()
    memory.record_visit("d1.test", piece(Outcome.OK_EMPTY), NOW + 61)
    memory.record_visit("new.test", piece(Outcome.OK_EMPTY), NOW + 62)
    memory.flush()
    left = {r.domain for r in memory.domains()}
    assert len(left) <= 50 and {"d0.test", "d1.test", "new.test", "d49.test"} <= left and "d2.test" not in left
    for number in range(500):
        memory.record_visit(f"e{number}.test", piece(Outcome.OK_EMPTY), NOW + 100 + number)
        if number % 20 == 0:
            memory.flush()
    memory.flush()
    assert len(list(memory.domains())) <= 70
    memory.close()
    with_fewer = Memory.own(tmp_path, domain_max=50)
    assert with_fewer.domain("e499.test", NOW + 700).recent
    with_fewer.close()


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


def test_two_owners(tmp_path: Path) -> None:
    """A second owner is told in one sentence who holds the memory since when, also in the same process; a reader may
    read; once it is let go, the next may own it."""
    first = Memory.own(tmp_path)
    script = (
        "import sys, pathlib; from contactscraper.storage.memory import Memory, MemoryOwned\n"
        "try: Memory.own(pathlib.Path(sys.argv[1]))\n"
        "except MemoryOwned as error: print(error.pid, error)"
    )
    said = subprocess.run([sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=True)
    pid, sentence = said.stdout.split(" ", 1)
    assert int(pid) == os.getpid() and f"process {pid}, since 20" in sentence and sentence.count("\n") == 1
    with pytest.raises(MemoryOwned):
        Memory.own(tmp_path)
    with pytest.raises(MemoryOwned):
        Memory.check_free(tmp_path)
    Memory.read(tmp_path).close()
    first.close()
    Memory.check_free(tmp_path)
    Memory.own(tmp_path).close()


def test_check_free_makes_nothing(tmp_path: Path) -> None:
    """Asking whether a DATA_DIR is free makes no file."""
    Memory.check_free(tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_a_data_dir_that_is_a_file(tmp_path: Path) -> None:
    """A DATA_DIR that cannot be one is said in one sentence."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(MemoryBroken, match="cannot be used"):
        Memory.own(tmp_path / "file")


def spoil(path: Path, how: str) -> None:
    if how == "no database":
        path.write_bytes(b"hello" * 1000)
    elif how == "cut":
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    elif how == "page":
        with path.open("r+b") as file:
            file.seek(path.stat().st_size // 2)
            file.write(b"\xff" * 8192)


@pytest.mark.parametrize("how", ["no database", "cut", "page"])
def test_a_damaged_file_is_set_aside(tmp_path: Path, how: str, caplog: pytest.LogCaptureFixture) -> None:
    """A file that is no sound database is kept beside, said in the log, and an empty memory begins."""
    memory = Memory.own(tmp_path)
    for number in range(500):
        memory.record_visit(f"d{number}.test", piece(Outcome.OK_EMPTY), NOW)
    memory.close()
    spoil(tmp_path / "memory.sqlite", how)
    with caplog.at_level(logging.ERROR):
        fresh = Memory.own(tmp_path)
    assert "is damaged" in caplog.text and "memory.sqlite.broken-1" in caplog.text
    assert list(fresh.domains()) == []
    fresh.record_visit("acme.test", piece(Outcome.OK_EMPTY), NOW)
    fresh.close()
    assert (tmp_path / "memory.sqlite.broken-1").exists()
    again = Memory.own(tmp_path)
    assert again.domain("acme.test", NOW).recent
    again.close()
    spoil(tmp_path / "memory.sqlite", "no database")
    Memory.own(tmp_path).close()
    assert (tmp_path / "memory.sqlite.broken-2").exists()


def test_a_reader_of_a_damaged_file_is_told(tmp_path: Path) -> None:
    """Reading sets nothing aside: it says what is wrong."""
    spoil(tmp_path / "memory.sqlite", "no database")
    with pytest.raises(MemoryBroken, match="cannot be read"):
        Memory.read(tmp_path)
    assert (tmp_path / "memory.sqlite").exists()


@pytest.mark.parametrize("text", ["no json", "[1]", "{}", '{"direct": 3}', '{"direct": {"domain": "acme.test"}}'])
def test_a_damaged_entry_is_a_miss(tmp_path: Path, text: str) -> None:
    """An entry that cannot be understood counts as unknown and is written anew."""
    Memory.own(tmp_path).close()
    spoiler = sqlite3.connect(tmp_path / "memory.sqlite")
    for key in ("domain/acme.test", "url/00ff", "retry/00ff"):
        spoiler.execute("INSERT INTO memory VALUES (?, ?)", (key, text))
    spoiler.commit()
    spoiler.close()
    memory = Memory.own(tmp_path)
    assert memory.domain("acme.test", NOW).state is State.UNKNOWN
    assert memory.cached("00ff", NOW) is None and memory.retry("00ff") is None
    assert list(memory.due_retries(NOW)) == list(memory.domains()) == []
    memory.record_visit("acme.test", piece(Outcome.OK_EMPTY), NOW)
    memory.reset_domain("other.test")
    memory.flush()
    assert memory.domain("acme.test", NOW).recent
    memory.close()


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
