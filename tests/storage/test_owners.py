"""Who owns a memory, and what becomes of one that is damaged."""

import logging
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from contactscraper.domains import Outcome, State
from contactscraper.storage.memory import Memory, MemoryBroken, MemoryOwned
from tests.storage.entries import NOW, piece


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
