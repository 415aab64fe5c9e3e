"""The journal of the memory's file: WAL on a disk of one's own, a rollback journal where machines share it."""

import subprocess
import sys
from pathlib import Path

import pytest

from contactscraper.domains import Evidence, Method, Outcome, State
from contactscraper.storage.memory import Memory, MemoryBroken

NOW = 1_800_000_000.0
ROLLBACK = ("DELETE", "TRUNCATE", "PERSIST")


def note(memory: Memory, *domains: str) -> None:
    for domain in domains:
        memory.record_visit(domain, [Evidence("v", NOW, Method.FETCH, Outcome.OK_EMPTY)], NOW)
    memory.flush()


def known(data_dir: Path) -> set[str]:
    reader = Memory.read(data_dir)
    found = {record.domain for record in reader.domains()}
    reader.close()
    return found


@pytest.mark.parametrize("journal", ROLLBACK)
def test_a_rollback_journal_needs_no_shared_memory(tmp_path: Path, journal: str) -> None:
    """There is no -wal and no -shm file at any time, others read while a crawl owns the memory, and what is on disk stays."""
    owner = Memory.own(tmp_path, journal=journal)
    for batch in range(3):
        note(owner, *(f"d{batch}-{number}.test" for number in range(300)))
        assert not list(tmp_path.glob("*-wal")) + list(tmp_path.glob("*-shm"))
        assert len(known(tmp_path)) == 300 * (batch + 1)
    owner.close()
    again = Memory.own(tmp_path, journal=journal)
    assert again.domain("d2-299.test", NOW).recent
    again.close()


def test_the_journal_can_be_changed(tmp_path: Path) -> None:
    """A memory moves to a shared file system and back: the setting of the run counts, and nothing is lost."""
    for number, journal in enumerate(("WAL", "DELETE", "WAL", "PERSIST")):
        owner = Memory.own(tmp_path, journal=journal)
        note(owner, f"d{number}.test")
        assert (tmp_path / "memory.sqlite-wal").exists() == (journal == "WAL")
        owner.close()
        assert known(tmp_path) == {f"d{earlier}.test" for earlier in range(number + 1)}


def test_a_reader_comes_before_the_next_owner(tmp_path: Path) -> None:
    """A kill in the middle of a batch leaves a rollback journal: who reads first sees whole batches, and does not fail."""
    owner = Memory.own(tmp_path, journal="DELETE")
    note(owner, "whole.test")
    owner.close()
    killed = (
        "import os, sqlite3, sys\n"
        "half = sqlite3.connect(sys.argv[1])\n"
        "half.execute('PRAGMA cache_size = 1')\n"
        "half.executemany('INSERT INTO memory VALUES (?, ?)', ((f'domain/h{n}.test', 'x' * 5000) for n in range(200)))\n"
        "os.kill(os.getpid(), 9)\n"
    )
    subprocess.run([sys.executable, "-c", killed, str(tmp_path / "memory.sqlite")], check=False)
    assert (tmp_path / "memory.sqlite-journal").exists()
    assert known(tmp_path) == {"whole.test"}
    next_owner = Memory.own(tmp_path, journal="DELETE")
    assert next_owner.domain("h1.test", NOW).state is State.UNKNOWN and next_owner.domain("whole.test", NOW).recent
    next_owner.close()


def test_an_unknown_journal_is_refused(tmp_path: Path) -> None:
    """OFF and MEMORY would not survive a kill; the sentence names what can be chosen."""
    with pytest.raises(MemoryBroken, match="MEMORY_JOURNAL is 'OFF'; it can be WAL, DELETE"):
        Memory.own(tmp_path, journal="OFF")
    assert not (tmp_path / "memory.sqlite").exists()
