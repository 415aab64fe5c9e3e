"""The run's ledger, the page log, and the suppression list."""

import json
import tracemalloc
from pathlib import Path

import pytest

from contactscraper.storage.ledger import RunLedger, SeenVisit
from contactscraper.storage.pagelog import PageLog, repair_tail
from contactscraper.storage.suppressed import Suppressed, suppress, suppression_hash


def test_ledger_knows_how_a_visit_ended() -> None:
    """A key that was marked comes back with how its visit ended, the last mark counting; another does not."""
    ledger = RunLedger()
    assert ledger.seen("ffffffffffffffff") is None
    ledger.mark("ffffffffffffffff", "id=7", "error", "broken", "wider", "fetch")
    ledger.mark("0000000000000000", "", "ok-contact", "found", "", "tab")
    assert ledger.seen("ffffffffffffffff") == SeenVisit(RunLedger.digest("id=7"), "error", "broken", "wider", "fetch")
    assert ledger.seen("0000000000000000") == SeenVisit(0, "ok-contact", "found", "", "tab")
    assert RunLedger.digest("id=7") != RunLedger.digest("id=8") != 0
    ledger.mark("0000000000000000", "", "dead", "gone", "http", "head")
    assert (found := ledger.seen("0000000000000000")) is not None and found.outcome == "dead"
    ledger.close()


def test_ledger_memory_is_bounded() -> None:
    """Thirty thousand keys cost Python next to no memory; SQLite's own cache has its limit."""
    ledger = RunLedger()
    tracemalloc.start()
    for number in range(30_000):
        ledger.mark(f"{number * 0x9E3779B97F4A7C15 % 2**64:016x}", "", "ok-empty", "no-contact-words", "", "fetch")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 300_000
    assert ledger._db.execute("PRAGMA cache_size").fetchone()[0] == -8192
    ledger.close()


def test_page_log_writes_whole_lines(tmp_path: Path) -> None:
    """Each entry is a line as soon as it is written, whatever is in it, and a file that is gone on with is repaired."""
    log = PageLog(tmp_path / "pagelog", "run")
    entries = [
        {"url": "https://acme.test/", "n": 1},
        {"title": "a\nb\u2028c\ud800"},
        {"big": "x" * 200_000, "i": 2**70},
    ]
    for number, entry in enumerate(entries, 1):
        log.write(entry)
        assert len(log.path.read_bytes().splitlines()) >= number
    log.close()
    log.close()
    with log.path.open("ab") as file:
        file.write(b'{"half":')
    log = PageLog(tmp_path / "pagelog", "run")
    log.write({"last": True})
    log.close()
    lines = log.path.read_bytes().split(b"\n")
    assert lines.pop() == b"" and len(lines) == 4
    assert json.loads(lines[0]) == entries[0] and json.loads(lines[3]) == {"last": True}
    assert json.loads(lines[1])["title"] == "a\nb\u2028c?"


def test_a_run_without_visits_leaves_no_log(tmp_path: Path) -> None:
    """The file of a page log begins with its first line."""
    log = PageLog(tmp_path / "pagelog", "run")
    log.close()
    assert not log.path.exists()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"", b""),
        (b"{}\n", b"{}\n"),
        (b"{}\n{", b"{}\n"),
        (b"{", b""),
        (b"{}", b""),
        (b"{}\n" + b"x" * 200_000, b"{}\n"),
        (b"x" * 200_000, b""),
        (b"a" * 65_535 + b"\n" + b"x" * 65_536, b"a" * 65_535 + b"\n"),
        (b"a" * 65_536 + b"\n" + b"x" * 65_535, b"a" * 65_536 + b"\n"),
    ],
)
def test_repair(tmp_path: Path, before: bytes, after: bytes) -> None:
    """A half-written last line is cut, of any length, and nothing else."""
    path = tmp_path / "log.jsonl"
    path.write_bytes(before)
    assert repair_tail(path) == len(before) - len(after)
    assert path.read_bytes() == after
    assert repair_tail(path) == 0


def test_suppressed(tmp_path: Path) -> None:
    """A value on the list is known in each way of writing it; an email also by its domain, a host by the one above."""
    path = tmp_path / "data" / "suppressed.txt"
    assert not Suppressed(path) and not Suppressed(path).email("a@acme.test")
    assert suppress(path, "email", "Jane@Acme.test") and not suppress(path, "email", " jane@acme.test ")
    suppress(path, "phone", "+49 (30) 1234-56")
    suppress(path, "domain", "münchen.test")
    with path.open("a", encoding="utf-8") as file:
        file.write("# a comment\n\n" + suppression_hash("domain", "gone.test"))
    suppress(path, "domain", "last.test")
    known = Suppressed(path)
    assert known.email("JANE@acme.test") and not known.email("joe@acme.test")
    assert known.phone("+4930123456") and known.phone("+4930123456;ext=12") and not known.phone("+493012345")
    assert known.domain("gone.test") and known.domain("www.gone.test.") and not known.domain("notgone.test")
    assert known.email("info@mail.gone.test") and known.domain("last.test")
    assert known.domain("xn--mnchen-3ya.test") and known.email("a@MÜNCHEN.test")
    assert "jane" not in path.read_text().lower()


@pytest.mark.parametrize("value", ["", "@", ".", "..", "a..b", "\ud800", "x" * 100_000, "a." * 10_000, "\0"])
def test_suppressed_takes_anything(tmp_path: Path, value: str) -> None:
    """No value, however odd, raises."""
    path = tmp_path / "suppressed.txt"
    suppress(path, "domain", "gone.test")
    known = Suppressed(path)
    assert not (known.email(value) or known.phone(value) or known.domain(value))
