"""The list as a stream: any file is lines, lines with a problem, or one clear sentence."""

import gzip
import io
import json
import os
import threading
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contactscraper.storage.counting import count_lines
from contactscraper.storage.inputs import Line, open_input
from contactscraper.storage.raw_lines import MAX_LINE, InputError, raw_lines


def write(path: Path, name: str, data: bytes | str) -> str:
    file = path / name
    data = data.encode() if isinstance(data, str) else data
    file.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return str(file)


def urls(lines: Iterator[Line]) -> list[str]:
    return [f"!{line.problem}" if line.problem else line.url for line in lines]


@pytest.mark.parametrize("name", ["a.txt", "a.txt.gz", "a.lst"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_text(tmp_path: Path, name: str, ending: str, bom: str) -> None:
    """Comments and empty lines are skipped, any line ending and a BOM are fine, numbers are the file's."""
    source = write(tmp_path, name, bom + ending.join(["a.test", "", "# no", "  b.test/x ", "c.test"]))
    assert list(open_input(source)) == [Line(1, "a.test", "a.test"), Line(4, "  b.test/x ", "b.test/x"),
                                        Line(5, "c.test", "c.test")]  # fmt: skip


@pytest.mark.parametrize("name", ["a.csv", "a.CSV", "a.csv.gz"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_csv(tmp_path: Path, name: str, ending: str, mark: str) -> None:
    """Columns are found by name, quoted cells may hold line breaks, short and long rows are fine."""
    rows = ["\ufeffid|URL|company", '1|a.test|"Acme\nInc"', "2", "", "3|b.test|B|extra", '4|"c.test"|']
    source = write(tmp_path, name, ending.join(rows).replace("|", mark))
    assert list(open_input(source, keep=["company", "id"])) == [
        Line(2, "a.test", "a.test", {"company": "Acme\nInc", "id": "1"}),
        Line(4, "", "", {"company": "", "id": "2"}, "the column url is empty"),
        Line(6, "b.test", "b.test", {"company": "B", "id": "3"}),
        Line(7, "c.test", "c.test", {"company": "", "id": "4"}),
    ]


@pytest.mark.parametrize("name", ["a.jsonl", "a.ndjson", "a.jsonl.gz"])
def test_jsonl(tmp_path: Path, name: str) -> None:
    """Objects give their key and kept values as text; everything else is a line with its problem."""
    deep = "[" * 20000
    rows = ['{"url": " a.test ", "n": 7, "x": null}', "[1]", '"b.test"', "{", "", '{"url": 5}', '{"n": [1]}', deep,
            '{"url": "\\ud800\\u0000"}', "1" * 5000]  # fmt: skip
    lines = list(open_input(write(tmp_path, name, "\ufeff" + "\n".join(rows)), keep=["n", "x"]))
    assert lines[0] == Line(1, " a.test ", "a.test", {"n": "7", "x": ""})
    problems = ["", "the line is no JSON object", "the line is no JSON object", "the line is no JSON",
                "the line has no text at the key url", "the line has no text at the key url", "the line is no JSON", "",
                "the line is no JSON object"]  # fmt: skip
    assert [line.problem for line in lines][:8] == problems[:8] and lines[8].problem.startswith("the line is no JSON")
    assert lines[5].kept == {"n": "[1]", "x": ""} and lines[7].url == "?\ufffd"


@pytest.mark.parametrize(("name", "data", "sentence"), [
    ("a.txt", "a.test\n".encode("utf-16"), "UTF-16"),
    ("a.csv", "url\na.test\n".encode("utf-16-le"), "UTF-16"),
    ("a.txt", bytes(range(256)) * 20, "binary"),
    ("a.txt", b"\x7fELF\x02\x01\x01" + bytes(50), "binary"),
    ("a.txt", gzip.compress(b"a.test\n", mtime=0), "ends in .gz"),
    ("a.csv", b"PK\x03\x04" + bytes(30), "spreadsheet"),
    ("a.csv", b"", "no column 'url'"),
    ("a.csv", b"id,website\n1,a.test\n", "columns are: id, website; .*-a column="),
    ("a.csv", b"x" * 2 * MAX_LINE, "no first row"),
    ("a.jsonl", b'{"website": "a.test"}\n', "no column 'url'"),
])  # fmt: skip
def test_no_list(tmp_path: Path, name: str, data: bytes, sentence: str) -> None:
    """What is no list says so in one sentence, before the first line is drawn."""
    with pytest.raises(InputError, match=sentence) as caught:
        open_input(write(tmp_path, name, data))
    assert "\n" not in str(caught.value) and str(caught.value).endswith(".")


def test_unreadable_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing file, a directory, a forbidden one, a bad gzip and a column of a plain list are one sentence each."""
    (tmp_path / "plain.gz").write_bytes(b"a.test\n")
    write(tmp_path, "a.csv", "url,id\na.test,1\n")
    write(tmp_path, "a.txt", "a.test\n")
    for source, sentence in [
        ("no.txt", "no file"),
        ("", "directory"),
        ("plain.gz", "unpacked"),
        ("a.txt/b", "cannot be read"),
    ]:
        with pytest.raises(InputError, match=sentence):
            open_input(str(tmp_path / source))
    with pytest.raises(InputError, match="cannot be read"):
        open_input("a\0b")
    with pytest.raises(InputError, match="no column 'company'"):
        open_input(str(tmp_path / "a.csv"), keep=["id", "company"])
    with pytest.raises(InputError, match="without columns"):
        open_input(str(tmp_path / "a.txt"), column="website")

    def forbidden(*args: object, **kwargs: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", forbidden)
    with pytest.raises(InputError, match="permission denied"):
        open_input(str(tmp_path / "a.txt"))


@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.jsonl", "a.txt.gz"])
def test_long_lines(tmp_path: Path, name: str) -> None:
    """A line of a megabyte is one line with a problem, and its neighbours are read."""
    good = '{"url": "a.test"}' if name == "a.jsonl" else "a.test"
    head = "url\n" if name == "a.csv" else ""
    found = urls(open_input(write(tmp_path, name, f"{head}{good}\n{'x' * 1_000_000}\r\n{good}\n{'y' * MAX_LINE * 2}")))
    assert [found[0], found[2]] == ["a.test", "a.test"] and len(found) == 4
    assert "longer than" in found[1] and "longer than" in found[3]


def test_odd_bytes(tmp_path: Path) -> None:
    """NUL bytes are a problem of their line, invalid UTF-8 becomes replacement characters."""
    data = (
        b"# a list of sites, one of which an editor has broken, and another in Latin-1\na.te\0st\nb.test/\xe4\nc.test"
    )
    assert urls(open_input(write(tmp_path, "a.txt", data))) == [
        "!the line has NUL bytes in it",
        "b.test/\ufffd",
        "c.test",
    ]
    assert list(open_input(write(tmp_path, "b.txt", b""))) == []
    data = b"id,url\n1,a.te\0st/and/a/long/path/so/that/it/is/text\n2,b.test"
    assert urls(open_input(write(tmp_path, "a.csv", data))) == [
        "a.te\ufffdst/and/a/long/path/so/that/it/is/text", "b.test"]  # fmt: skip


def test_an_open_quote(tmp_path: Path) -> None:
    """A quotation mark that never closes costs what it swallows, with a problem, and not the memory."""
    rows = "url\na.test\n" + '"b.test\n' + "c.test\n" * 40_000
    found = urls(open_input(write(tmp_path, "a.csv", rows)))
    assert found[0] == "a.test" and "cannot be read" in found[1] and found[-1] == "c.test"


@pytest.mark.parametrize("name", ["a.txt.gz", "a.csv.gz", "a.jsonl.gz"])
def test_truncated_gzip(tmp_path: Path, name: str) -> None:
    """A gzip that was cut gives its lines so far, and then says that it is damaged."""
    row = '{{"url": "{}.test"}}' if "json" in name else "{}.test"
    rows = [row.format(os.urandom(8).hex()) for _ in range(30_000)]
    source = write(tmp_path, name, "\n".join(["url", *rows] if "csv" in name else rows))
    Path(source).write_bytes(Path(source).read_bytes()[:-100_000])
    lines = list(open_input(source))
    assert len(lines) > 1000 and "damaged" in lines[-1].problem
    assert not any(line.problem for line in lines[:-2])


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dash is standard input; what is no list there is one line that says so."""
    for data, expected in [(b"\xef\xbb\xbfa.test\r\nb.test", ["a.test", "b.test"]), (b"", []),
                           ("a.test".encode("utf-16"), ["!the input is UTF-16; save it as UTF-8"])]:  # fmt: skip
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        assert urls(open_input("-")) == expected
    assert count_lines("-") is None


def test_a_named_pipe(tmp_path: Path) -> None:
    """A pipe is read as it comes, nothing of it is lost by looking."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    thread = threading.Thread(target=lambda: pipe.write_bytes(b"a.test\nb.test\n"))
    thread.start()
    assert urls(open_input(str(pipe))) == ["a.test", "b.test"]
    thread.join()
    assert count_lines(str(pipe)) is None


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_blocks_may_end_anywhere(size: int) -> None:
    """Where a read ends makes no difference, inside a line ending or a character too."""

    class Slow(io.BytesIO):
        def read1(self, number: int | None = -1, /) -> bytes:
            return self.read(size)

    data = "\ufeffä.test\r\n\r\nb.test\rc.test\n\nd.test\r".encode()
    assert [text for text, _ in raw_lines(Slow(data))] == ["ä.test", "", "b.test", "c.test", "", "d.test"]


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.one_of(st.binary(max_size=300), st.text('a",\n\r\0;{}: url\t', max_size=80).map(str.encode)),
       st.sampled_from(["a.txt", "a.csv", "a.jsonl", "raw.gz"]))  # fmt: skip
def test_any_bytes(tmp_path: Path, data: bytes, name: str) -> None:
    """Any bytes under any name are lines or an InputError, and every line can be written as JSON in UTF-8."""
    (tmp_path / name).write_bytes(data)
    try:
        lines = list(open_input(str(tmp_path / name)))
    except InputError:
        return
    for line in lines:
        json.dumps([line.input, line.url, line.kept, line.problem], ensure_ascii=False).encode()
        assert line.url or line.problem


def test_a_million_lines_stream(tmp_path: Path) -> None:
    """A list of 1,000,000 lines goes through without growing."""
    source = tmp_path / "long.txt"
    with source.open("w") as file:
        file.writelines(f"https://host-{number}.test/path\n" for number in range(1_000_000))
    assert count_lines(str(source)) == 1_000_000
    lines = open_input(str(source))
    for _ in range(1000):
        next(lines)
    count = 1000
    tracemalloc.start()
    try:
        for count, _line in enumerate(lines, 1001):
            if count == 100_000:
                break
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 2_000_000
    assert count + sum(1 for _ in lines) == 1_000_000


def test_counting(tmp_path: Path) -> None:
    """The count knows a last line without its ending and a CSV's header, and never raises."""
    assert count_lines(write(tmp_path, "a.txt", "a\nb")) == 2
    assert count_lines(write(tmp_path, "b.txt", "")) == 0
    assert count_lines(write(tmp_path, "a.csv", "url\r\na\r\n")) == 1
    assert count_lines(write(tmp_path, "a.txt.gz", "a\n")) is None
    assert count_lines(str(tmp_path)) is None and count_lines("no\0file") is None and count_lines("/nowhere/x") is None
