"""A list cut into shards, and the lines of a run that have ended."""

import json
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from contactscraper.storage.cut import cut_list
from contactscraper.storage.inputs import Line, open_input
from contactscraper.storage.ledger import RunLedger
from contactscraper.storage.resumed import line_digest, take_up

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
LINES = st.lists(
    st.builds(Line, st.integers(1, 10**9), TEXT, TEXT, st.dictionaries(TEXT, TEXT, max_size=3), TEXT), max_size=30
)


@settings(max_examples=50, deadline=None)
@given(lines=LINES)
def test_nothing_is_lost_or_changed(tmp_path_factory: object, lines: list[Line]) -> None:
    """Each line is in its owner's file as it was, in the list's order; the counts are the files' own."""
    folder: Path = tmp_path_factory.mktemp("cut")  # type: ignore[attr-defined]
    cut = cut_list(lines, lambda line: len(line.input) % 3, lambda shard: folder / f"{shard}.lines")
    for shard in range(3):
        path = folder / f"{shard}.lines"
        there = list(open_input(str(path), "website", ("id",))) if path.exists() else []
        assert there == [line for line in lines if len(line.input) % 3 == shard]
        assert len(there) == cut.lines.get(shard, 0)


def test_the_digest_tells_lists_apart(tmp_path: Path) -> None:
    """Two lists have one digest only where they are the same; a line longer than any buffer passes."""
    lists = ([Line(1, "a", "a")], [Line(1, "a", "a", {"id": "1"})], [Line(1, "b" * 100_000, "b")], [])
    digests = set()
    for number, lines in enumerate(lists):
        (tmp_path / str(number)).mkdir()
        cut = cut_list(lines, lambda _: 0, lambda shard, at=number: tmp_path / str(at) / "0.lines")  # type: ignore[misc]
        digests.add(cut.digest)
    assert len(digests) == len(lists)
    assert next(open_input(str(tmp_path / "2" / "0.lines"))).input == "b" * 100_000


def test_a_large_list_goes_to_disk_in_parts(tmp_path: Path, monkeypatch: object) -> None:
    """The order holds where the buffer is written more than once."""
    monkeypatch.setattr("contactscraper.storage.cut.BUFFER", 500)  # type: ignore[attr-defined]
    lines = [Line(number, f"{number}.test", f"{number}.test") for number in range(200)]
    cut = cut_list(iter(lines), lambda line: line.number % 7, lambda shard: tmp_path / f"{shard}.lines")
    assert sum(cut.lines.values()) == 200
    assert [line.number for line in open_input(str(tmp_path / "3.lines"))] == list(range(3, 200, 7))


def key_of(line: str) -> tuple[str, str] | None:
    return (f"{len(line):016x}", "") if "." in line else None


def test_what_a_kill_leaves_is_taken_up(tmp_path: Path) -> None:
    """Half lines, log lines without a result and visits that stay open leave both files; twins are told by their URL."""
    log, results = tmp_path / "log.jsonl", tmp_path / "results.jsonl"
    ended = [
        ("a.test", "found", "1"),
        ("bb.test", "retry-queued", "2"),
        ("bb.test", "duplicate", "3"),
        ("no", "invalid-url", "4"),
    ]
    rows = [{"input": line, "reason": reason, "id": number} for line, reason, number in ended]
    rows.insert(1, {"input": "ccc.test", "reason": "stopped", "id": "5"})
    results.write_text("".join(json.dumps(row) + "\n" for row in rows) + '{"input": "half.test", "rea')
    told = [{"type": "website", "outcome": "error", "method": "fetch", **row} for row in rows]
    told.append(
        {"type": "website", "input": "half.test", "reason": "found", "outcome": "ok-contact", "method": "fetch"}
    )
    log.write_text("".join(json.dumps({k: v for k, v in row.items() if k != "id"}) + "\n" for row in told))
    ledger = RunLedger()
    assert take_up(log, results, ledger, ["id"], key_of) == 4
    assert [json.loads(line)["input"] for line in results.read_text().splitlines()] == [line for line, _, _ in ended]
    assert [json.loads(line)["input"] for line in log.read_text().splitlines()] == [line for line, _, _ in ended]
    known = [(line, number) for line, _, number in ended] + [("ccc.test", "5"), ("half.test", "6"), ("a.test", "7")]
    assert [ledger.had_ended(line_digest(line, {"id": number}, ["id"])) for line, number in known] == [True] * 4 + [
        False
    ] * 3
    assert not ledger.had_ended(line_digest("a.test", {"id": "1"}, ["id"])), "once noted, once said"
    seen = ledger.seen(f"{len('bb.test'):016x}")
    assert seen is not None and (seen.outcome, seen.reason) == ("error", "retry-queued")
    assert ledger.seen(f"{len('half.test'):016x}") is None
    assert take_up(log, results, RunLedger(), ["id"], key_of) == 4
    assert not list(tmp_path.glob("*.new"))
