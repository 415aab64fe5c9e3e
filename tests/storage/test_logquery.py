"""Page logs as DuckDB reads them: the same stages as the rules say, and nothing in a file that breaks it."""

import gzip
import io
import json
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contactscraper.funnel import JOURNEY, STEPS, stage_of, steps_of
from contactscraper.report import write_report
from contactscraper.storage.logfiles import NoLog, find_logs
from contactscraper.storage.logquery import COLUMNS, LogQuery
from contactscraper.storage.shards import fix_count, memory_dirs
from contactscraper.storage.table import encode

REASONS = sorted({reason for stage in JOURNEY for reason in stage.reasons} | {"found", "cached", "wall", "", "new"})
URLS = ("https://a.test/", "https://a.test/contact", "https://www.a.test/", "")


def optional(**values: Any) -> Any:
    """Log objects in which each value may be absent."""
    return st.fixed_dictionaries({}, optional={name: st.sampled_from(value) for name, value in values.items()})


steps = optional(method=["head", "fetch", "tab"], url=URLS, ms=[0, 1, 70, 12_345], status=[200, 404])
lines = st.builds(
    lambda base, rest, trail: {**base, **rest, **({"trail": trail} if trail else {})},
    st.fixed_dictionaries(
        {
            "at": st.just("2026-12-01T08:00:00.000Z"),
            "method": st.sampled_from(["head", "fetch", "tab", "cache", "skip"]),
            "outcome": st.sampled_from(["ok-contact", "ok-empty", "dead", "error"]),
        }
    ),
    optional(reason=REASONS, finalUrl=URLS),
    st.lists(steps, max_size=5),
)


def write(path: Path, entries: list[dict[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(encode(entry) + "\n" for entry in entries), encoding="utf-8")
    return path


def line(**values: Any) -> dict[str, Any]:
    return {"at": "2026-12-01T08:00:00.000Z", "method": "fetch", "outcome": "ok-contact", "reason": "found", **values}


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(lines, min_size=1, max_size=60))
def test_stages_are_those_of_the_rules(tmp_path: Path, entries: list[dict[str, Any]]) -> None:
    """SQL puts each line at the stage, and finds the steps and the counts, that the pure rules say."""
    query = LogQuery([write(tmp_path / "log.jsonl", entries)], tmp_path)
    ended = Counter(stage_of(entry) for entry in entries)
    found = Counter(stage_of(entry) for entry in entries if entry["outcome"] == "ok-contact")
    asked = Counter(step for entry in entries for step in steps_of(entry))
    assert {row.name: (row.ended, row.contacts) for row in query.stages()} == {
        stage.name: (ended[stage.name], found[stage.name]) for stage in JOURNEY
    }
    assert {row.name: row.asked for row in query.stages() if row.name in STEPS} == {step: asked[step] for step in STEPS}
    times = [query._one(f"SELECT sum(ms_{step}) FROM log")[0] or 0 for step in STEPS]
    assert times == [sum(steps_of(entry).get(step, 0) for entry in entries) for step in STEPS]
    query.close()


def test_what_is_no_log_line_is_skipped_and_counted(tmp_path: Path) -> None:
    """Torn, foreign, binary, endless and deeply nested lines cost their own line, and each is counted."""
    good = encode(line(input="a\0b")).encode()
    foreign = [
        b"plain text", b"[1, 2]", b"42", b"null", b"{}", b'{"method":"fetch","outcome":"dead"}',
            b'{"at":"2026-12-01T08:00:00Z","method":"fetch"}', b'{"at":"infinity","method":"fetch","outcome":"dead"}',
            b"\xff\xfe\0\0",
        b'{"at":"yesterday","method":"fetch","outcome":"dead"}', b'{"x":"' + b"y" * 17_000_000 + b'"}',
        b'{"a":' * 3000, b'{"at":"2026-12-01T08:00:00Z","method":"\xff","outcome":"dead"}',
    ]  # fmt: skip
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"\n".join([good, *foreign, b"", good, b'{"at":"2026-12-01T08:00']))
    query = LogQuery([path], tmp_path)
    assert (query.read.lines, query.read.torn, query.read.foreign) == (2, 1, len(foreign))


def test_odd_values_are_left_out_and_the_line_counts(tmp_path: Path) -> None:
    """A line whose status or trail is not what it should be is still a visit."""
    odd = line(status={"x": 1}, emails="many", trail="none", tags=7, socials={"a": 1})
    query = LogQuery([write(tmp_path / "log.jsonl", [odd, line(status="200", trail=[5, {"method": 5}])])], tmp_path)
    assert (query.read.lines, query.read.foreign) == (2, 0)


anything = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=20)
    | st.sampled_from(["2026-12-01T08:00:00.000Z", "infinity", "-infinity", "epoch", "290000-01-01", "0001-01-01 BC"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["method", "url", "ms", "x"]), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.fixed_dictionaries({}, optional=dict.fromkeys([*COLUMNS, "other"], anything)), max_size=20))
def test_nothing_in_a_line_breaks_it(tmp_path: Path, entries: list[dict[str, Any]]) -> None:
    """Whatever values the keys have, each line is counted once, as ours or as foreign, and a report can be written."""
    whole = [{**line(), **entry} for entry in entries]
    query = LogQuery([write(tmp_path / "log.jsonl", [*entries, *whole])], tmp_path, whole=True)
    assert query.read.lines + query.read.foreign == 2 * len(entries)
    assert sum(group.lines for group in query.groups(["method", "reason", "status"])) == query.read.lines
    query.period()
    assert write_report(query, tmp_path / "report.html", now=datetime(2026, 12, 1, tzinfo=UTC)) > 0
    query.close()


def torn_gz(data: bytes) -> bytes:
    return gzip.compress(data)[:-9]


@pytest.mark.parametrize("pack", [gzip.compress, torn_gz, lambda data: data, lambda data: gzip.compress(data) * 2])
def test_gz_even_where_it_is_broken(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    """A .gz is read as it is, as far as it goes where it breaks off, and as plain text where it is no gzip."""
    plain = write(tmp_path / "plain.jsonl", [line(input=str(number)) for number in range(500)])
    packed = tmp_path / "log.jsonl.gz"
    packed.write_bytes(pack(plain.read_bytes()))
    assert LogQuery([packed], tmp_path).read.lines >= 490
    assert LogQuery([packed, plain], tmp_path).read.lines >= 990


def test_names_are_no_patterns(tmp_path: Path) -> None:
    """A file's name may hold what is a pattern elsewhere."""
    odd = write(tmp_path / "a[1]*'{x}" / "what?.jsonl", [line()])
    write(tmp_path / "a1" / "what?.jsonl", [line()])
    assert LogQuery([odd], tmp_path).read.lines == 1


def test_filters(tmp_path: Path) -> None:
    """Of one key's values any fits, different keys must all fit, an empty value means absent; the time is UTC."""
    entries = [
        line(),
        line(outcome="dead", errorClass="dns"),
        line(outcome="dead", errorClass="ssl"),
        line(outcome="error", at="2026-12-02T00:00:00.000Z", status=503),
    ]
    path = write(tmp_path / "log.jsonl", entries)

    def count(since: datetime | None = None, **where: list[str]) -> int:
        query = LogQuery([path], tmp_path, since=since, where=where)
        return query.stages()[0].reached

    assert count(outcome=["dead"]) == 2
    assert count(outcome=["dead", "error"], errorClass=["dns"]) == 1
    assert count(errorClass=[""]) == 2
    assert count(status=["503"]) == 1
    assert count(stage=["get"]) == 4
    assert count(method=["'; DROP TABLE log --"]) == 0
    assert count(since=datetime(2026, 12, 1, 12, tzinfo=UTC)) == 1


def test_groups(tmp_path: Path) -> None:
    """The most frequent group stands first, and its stages add up to its lines."""
    entries = [line(), line(), line(outcome="dead", reason="gone"), line(method="cache", reason="cached")]
    query = LogQuery([write(tmp_path / "log.jsonl", entries)], tmp_path)
    groups = query.groups(["method", "outcome"])
    assert [(*group.values, group.lines, group.contacts) for group in groups] == [
        ("fetch", "ok-contact", 2, 2),
        ("cache", "ok-contact", 1, 1),
        ("fetch", "dead", 1, 0),
    ]
    assert all(sum(group.stages.values()) == group.lines for group in groups)


def test_which_files_are_meant(tmp_path: Path) -> None:
    """Files, folders, a DATA_DIR with its shards, standard input (packed or not); each file once."""
    data = tmp_path / "data"
    root = write(data / "pagelog" / "1.jsonl", [line()])
    (data / "pagelog" / "notes.txt").write_text("no log")
    nothing = io.BytesIO()
    assert find_logs([], data, tmp_path, nothing) == [root]
    assert find_logs([str(root), str(data), str(data / "pagelog")], data, tmp_path, nothing) == [root]
    fix_count(data, 3)
    shard = write(memory_dirs(data)[2] / "pagelog" / "1.jsonl", [line()])
    assert find_logs([], data, tmp_path, nothing) == [root, shard]
    assert find_logs([str(data)], tmp_path, tmp_path, nothing) == [root, shard]
    piped = find_logs(["-"], data, tmp_path, io.BytesIO(gzip.compress(root.read_bytes())))
    assert LogQuery(piped, tmp_path).read.lines == 1


@pytest.mark.parametrize(
    ("names", "message"), [([], "run a crawl first"), (["none.jsonl"], "no file or folder"), (["."], "no page log")]
)
def test_no_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: list[str], message: str) -> None:
    """Where there is nothing to read, one sentence says so."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NoLog, match=message):
        find_logs(names, tmp_path / "data", tmp_path, io.BytesIO())


def test_an_empty_log(tmp_path: Path) -> None:
    """A log without lines is a funnel of noughts."""
    path = tmp_path / "log.jsonl"
    path.touch()
    query = LogQuery([path], tmp_path)
    assert query.stages()[0].reached == 0 and query.period() is None and query.groups(["method"]) == []
    assert json.dumps(query.values("outcome")) == "[]"
