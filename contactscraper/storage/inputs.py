"""The list as a stream of lines: text, CSV or JSONL, plain or gzipped, or standard input."""

import csv
import gzip
import io
import json
import sys
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

#: Bytes of a line beyond which it is no URL, and is never held whole.
MAX_LINE = 64 * 1024


class InputError(Exception):
    """The list cannot be used; the text says why and what to do, in one sentence."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the list. *input* is the line or cell as written, *url* the text to be parsed, *kept* the columns
    to be copied, *problem* says why the line is of no use ('' where it is)."""

    number: int
    input: str
    url: str
    kept: dict[str, str] = field(default_factory=dict)
    problem: str = ""


def open_input(source: str, column: str = "url", keep: Sequence[str] = ()) -> Iterator[Line]:
    """The lines of *source* (a path, or ``-``). Raises InputError at once where it cannot be read at all."""
    name = "standard input" if source == "-" else source
    kind = _kind(source)
    if kind == "text" and (column != "url" or keep):
        raise InputError(f"{name} is a plain list without columns; -a column and -a keep need a .csv or .jsonl file.")
    raw = _open(source)
    if source != "-":
        _check_start(raw, name)
    if kind == "csv":
        return _csv_lines(raw, name, column, keep)
    return _jsonl_lines(raw, column, keep) if kind == "jsonl" else _text_lines(raw)


def _kind(source: str) -> str:
    name = source.lower().removesuffix(".gz")
    return "csv" if name.endswith(".csv") else "jsonl" if name.endswith((".jsonl", ".ndjson")) else "text"


def _open(source: str) -> Any:
    if source == "-":
        return sys.stdin.buffer
    path = Path(source)
    try:
        if path.is_dir():
            raise InputError(f"{source} is a directory; give a file with one URL a line.")
        file: IO[bytes] = path.open("rb")
    except FileNotFoundError:
        raise InputError(f"There is no file {source}; check the path given as input.") from None
    except OSError as error:
        raise InputError(f"{source} cannot be read ({error.strerror}); check its permissions.") from None
    if source.lower().endswith(".gz"):
        return gzip.GzipFile(fileobj=file)
    return file


def _check_start(raw: Any, name: str) -> None:
    """The first bytes tell a list from something else."""
    try:
        start = raw.read(4096)
    except (OSError, EOFError, zlib.error):
        raise InputError(f"{name} cannot be unpacked; it is no gzip file or it is damaged.") from None
    raw.seek(0)
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError(f"{name} is UTF-16; save it as UTF-8.")
    odd = sum(start.count(bytes([byte])) for byte in range(32) if byte not in (9, 10, 13))
    if start and odd > len(start) * 0.1:
        raise InputError(f"{name} is a binary file, no list of URLs.")


def _raw_lines(raw: Any) -> Iterator[tuple[str, str]]:
    """Lines as (text, problem), any line ending. What cannot be unpacked ends the list with a problem."""
    pending, too_long = b"", False
    first = True
    while True:
        try:
            block = raw.read1(65536) if hasattr(raw, "read1") else raw.read(65536)
        except (OSError, EOFError, zlib.error) as error:
            yield "", f"the file is damaged from here on ({error})"
            return
        if not block:
            break
        if first:
            block, first = block.removeprefix(b"\xef\xbb\xbf"), False
        *lines, rest = (pending + block).replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        if (pending + block).endswith(b"\r"):  # its \n may come with the next block
            lines, rest = lines[:-1] if lines else lines, (lines[-1] if lines else b"") + b"\r"
        for line in lines:
            if too_long:
                too_long = False
                yield "", f"the line is longer than {MAX_LINE} bytes"
            else:
                yield _decoded(line)
        pending = rest
        if len(pending) > MAX_LINE:
            pending, too_long = b"", True
    if too_long:
        yield "", f"the line is longer than {MAX_LINE} bytes"
    elif pending.strip(b"\r"):
        yield _decoded(pending.rstrip(b"\r"))


def _decoded(line: bytes) -> tuple[str, str]:
    if len(line) > MAX_LINE:
        return "", f"the line is longer than {MAX_LINE} bytes"
    text = line.decode("utf-8", "replace")
    if "\0" in text:
        return text.replace("\0", "\ufffd"), "the line has NUL bytes in it"
    return text, ""


def _text_lines(raw: Any) -> Iterator[Line]:
    for number, (text, problem) in enumerate(_raw_lines(raw), 1):
        stripped = text.strip()
        if not problem and (not stripped or stripped.startswith("#")):
            continue
        yield Line(number, text, stripped, problem=problem)


def _csv_lines(raw: Any, name: str, column: str, keep: Sequence[str]) -> Iterator[Line]:
    csv.field_size_limit(MAX_LINE)
    text = io.TextIOWrapper(raw, encoding="utf-8-sig", errors="replace", newline="")
    sample = text.readline(MAX_LINE)
    delimiter = max(",;\t|", key=sample.count) if sample else ","
    header = [cell.strip() for cell in next(csv.reader([sample], delimiter=delimiter), [])]
    for wanted in (column, *keep):
        if wanted not in header:
            raise InputError(
                f"{name} has no column {wanted!r}; it has {', '.join(header) or 'no columns'}."
                + (" Name the one with the URLs by -a column=NAME." if wanted == column else "")
            )
    return _csv_rows(csv.reader(text, delimiter=delimiter), header, column, keep)


def _csv_rows(rows: Any, header: list[str], column: str, keep: Sequence[str]) -> Iterator[Line]:
    number = 1
    while True:
        number += 1
        try:
            row = next(rows)
        except StopIteration:
            return
        except (csv.Error, OSError, EOFError, zlib.error) as error:
            yield Line(number, "", "", problem=f"the row cannot be read ({error})")
            if not isinstance(error, csv.Error):
                return
            continue
        if not any(cell.strip() for cell in row):
            continue
        cells = dict(zip(header, row, strict=False))
        value = cells.get(column, "")
        problem = "" if value.strip() else f"the column {column} is empty"
        if "\0" in value:
            value, problem = value.replace("\0", "\ufffd"), "the cell has NUL bytes in it"
        yield Line(number, value, value.strip(), {name: cells.get(name, "") for name in keep}, problem)


def _jsonl_lines(raw: Any, column: str, keep: Sequence[str]) -> Iterator[Line]:
    for number, (text, problem) in enumerate(_raw_lines(raw), 1):
        if not problem and not text.strip():
            continue
        kept: dict[str, str] = {}
        value = text
        if not problem:
            value, kept, problem = _json_cells(text, column, keep)
        yield Line(number, value, value.strip(), kept, problem)


def _json_cells(text: str, column: str, keep: Sequence[str]) -> tuple[str, dict[str, str], str]:
    try:
        row = json.loads(text)
    except (ValueError, RecursionError):
        return text, {}, "the line is no JSON"
    if not isinstance(row, dict):
        return text, {}, "the line is no JSON object"
    kept = {name: _cell(row.get(name)) for name in keep}
    value = row.get(column)
    if not isinstance(value, str) or not value.strip():
        return text, kept, f"the line has no text at the key {column}"
    return value, kept, ""


def _cell(value: Any) -> str:
    return "" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
