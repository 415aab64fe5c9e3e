"""The list as a stream of lines: text, CSV or JSONL, plain or gzipped, or standard input.

Nothing here holds more of the list than a block and a line, and no content raises once a list is open: what is of
no use is a line with a problem.
"""

import csv
import gzip
import json
import stat
import sys
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Self, cast

#: Bytes of a line beyond which it is no URL, and is never held whole.
MAX_LINE = 64 * 1024
#: Characters of a CSV row, whose quoted cells may go over many lines.
MAX_ROW = 4 * MAX_LINE
TOO_LONG = f"the line is longer than {MAX_LINE} bytes"
UTF_16 = "is UTF-16; save it as UTF-8"
BROKEN = (OSError, EOFError, zlib.error)
#: How the name of a shard's part of a list ends (storage/cut.py), which holds lines as they were read.
CUT = ".lines"
#: First bytes of files that people take for lists, and what to say of them.
MAGIC: dict[bytes, str] = {
    b"\xff\xfe": UTF_16,
    b"\xfe\xff": UTF_16,
    b"\x1f\x8b": "is gzipped; give it a name that ends in .gz",
    b"PK\x03\x04": "is a spreadsheet or an archive; export the list as CSV",
    b"\xd0\xcf\x11\xe0": "is a spreadsheet; export the list as CSV",
    b"SQLite format 3": "is a database; export the list as CSV",
    b"%PDF": "is a PDF; give a text file with one URL a line",
}


class InputError(Exception):
    """The list cannot be used; the text says why and what to do, in one sentence."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the list.

    *number* counts the file's lines from 1, *input* is the line or cell as written, *url* the text to be parsed,
    *kept* the columns to be copied, and *problem* says why the line is of no use ('' where it is of use).
    """

    number: int
    input: str
    url: str
    kept: dict[str, str] = field(default_factory=dict)
    problem: str = ""


def open_input(source: str, column: str = "url", keep: Sequence[str] = ()) -> Iterator[Line]:
    """The lines of *source* (a path, or ``-`` for standard input), drawn as they are asked for.

    Raises InputError at once where the list is missing, unreadable, no list at all, or lacks *column* or one of *keep*.
    """
    name = "standard input" if source == "-" else source
    kind = kind_of(source)
    if kind == "text" and (column != "url" or keep):
        raise InputError(f"{name} is a plain list without columns; -a column and -a keep need a .csv or .jsonl file.")
    raw, start = _open(source, name)
    if kind == "csv":
        return _csv_lines(raw, name, column, keep)
    if kind == "jsonl":
        _check_keys(start, name, (column, *keep))
        return _jsonl_lines(raw, column, keep)
    return _cut_lines(raw) if kind == "cut" else _text_lines(raw)


def kind_of(source: str) -> str:
    name = source.lower().removesuffix(".gz")
    if name.endswith(CUT):
        return "cut"
    return "csv" if name.endswith(".csv") else "jsonl" if name.endswith((".jsonl", ".ndjson")) else "text"


def _open(source: str, name: str) -> tuple[BinaryIO, bytes]:
    """The list's bytes and the first of them, which stay to be read. Pipes are not touched before they are read."""
    if source == "-":
        return sys.stdin.buffer, b""
    path = Path(source)
    zipped = source.lower().endswith(".gz")
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise InputError(f"{name} is a directory; give a file with one URL a line.")
        file = path.open("rb", buffering=2 * MAX_LINE)
    except FileNotFoundError:
        raise InputError(f"There is no file {name}; check the path given as input.") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{name} cannot be read ({_why(error)}); check its path and its permissions.") from None
    raw = cast(BinaryIO, gzip.GzipFile(fileobj=file)) if zipped else file
    if not stat.S_ISREG(mode):
        return raw, b""
    try:
        start = cast(Any, raw).peek(MAX_LINE)[:MAX_LINE]
    except BROKEN as error:
        file.close()
        what = "cannot be unpacked; it is no gzip file or is damaged" if zipped else f"cannot be read ({_why(error)})"
        raise InputError(f"{name} {what}.") from None
    if fault := _no_list(start):
        file.close()
        raise InputError(f"{name} {fault}.")
    return raw, start


def _why(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()


def _no_list(start: bytes) -> str:
    """What *start*, the first bytes of a file, is instead of a list; '' where it may be one."""
    for magic, fault in MAGIC.items():
        if start.startswith(magic):
            return fault
    start = start[:4096]
    nulls = start.count(0)
    if nulls > 4 and nulls * 5 > len(start) * 2 and max(start[::2].count(0), start[1::2].count(0)) == nulls:
        return UTF_16
    odd = sum(start.count(byte) for byte in range(32) if byte not in b"\t\n\r\f\x1a")
    return "is a binary file, no list of URLs" if odd > 3 and odd * 20 > len(start) else ""


def _raw_lines(raw: BinaryIO) -> Iterator[tuple[str, str]]:
    """Lines as (text, problem), with any line ending. Damage ends the list with a problem."""
    pending, too_long, first = b"", False, True
    read = getattr(raw, "read1", raw.read)  # read1 hands on what a pipe has, without waiting for a whole block
    while True:
        try:
            block = read(MAX_LINE)
        except BROKEN as error:
            if pending and not too_long:
                yield _decoded(pending)
            yield "", f"the file is damaged from here on ({_why(error)})"
            return
        if not block:
            break
        if first and (fault := _no_list(block)):  # a pipe, which could not be looked at before
            yield "", f"the input {fault}"
            return
        first = False
        pending += block
        # A \r at the end stays: its \n may come with the next block.
        tail = b"\r" if pending.endswith(b"\r") else b""
        whole = pending.removesuffix(b"\r").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        *lines, pending = whole.split(b"\n")
        for line in lines:
            yield ("", TOO_LONG) if too_long else _decoded(line)
            too_long = False
        if len(pending) > MAX_LINE:
            pending, too_long = b"", True
        pending += tail
    if too_long:
        yield "", TOO_LONG
    elif pending:
        yield _decoded(pending.removesuffix(b"\r"))


def _decoded(line: bytes) -> tuple[str, str]:
    if len(line) > MAX_LINE:
        return "", TOO_LONG
    text = line.decode("utf-8", "replace").removeprefix("\ufeff")
    if "\0" in text:
        return text.replace("\0", "\ufffd"), "the line has NUL bytes in it"
    return text, ""


def _cut_lines(raw: BinaryIO) -> Iterator[Line]:
    with raw:
        for row in raw:  # our own file, so of any length
            yield Line(*json.loads(row))


def _text_lines(raw: BinaryIO) -> Iterator[Line]:
    with raw:
        for number, (text, problem) in enumerate(_raw_lines(raw), 1):
            stripped = text.strip()
            if problem or (stripped and not stripped.startswith("#")):
                yield Line(number, text, stripped, problem=problem)


class _Feeder:
    """Bounded lines for ``csv.reader``. A class, because a generator would end with its first error."""

    def __init__(self, raw: BinaryIO) -> None:
        self._lines = _raw_lines(raw)
        self.number = 0
        self.fed = 0  # characters of the present row

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> str:
        text, problem = next(self._lines)
        self.number += 1
        self.fed += len(text)
        if problem and not text:
            raise csv.Error(problem)
        if self.fed > MAX_ROW:
            raise csv.Error(f"the row is longer than {MAX_ROW} characters; is a quotation mark missing?")
        return text + "\n"


def _csv_lines(raw: BinaryIO, name: str, column: str, keep: Sequence[str]) -> Iterator[Line]:
    csv.field_size_limit(MAX_LINE)
    feeder = _Feeder(raw)
    try:
        head = next(feeder, "")
        delimiter = max(",;\t|", key=head.count)
        header = [cell.strip() for cell in next(csv.reader([head], delimiter=delimiter), [])]
    except csv.Error as error:
        raw.close()
        raise InputError(f"{name} has no first row with the names of its columns ({error}).") from None
    places: dict[str, int] = {}
    for wanted in (column, *keep):
        found = [place for place, title in enumerate(header) if title == wanted]
        found += [place for place, title in enumerate(header) if title.casefold() == wanted.casefold()]
        if not found:
            raw.close()
            raise _missing(name, wanted, column, header)
        places[wanted] = found[0]
    return _csv_rows(raw, feeder, csv.reader(feeder, delimiter=delimiter), places, column, keep)


def _missing(name: str, wanted: str, column: str, there: Sequence[str]) -> InputError:
    listed = ", ".join(there[:20]) + (", ..." if len(there) > 20 else "") or "none"
    hint = "; name the one with the URLs by -a column=NAME" if wanted == column else ""
    return InputError(f"{name} has no column {wanted!r}, its columns are: {listed}{hint}.")


def _csv_rows(
    raw: BinaryIO, feeder: _Feeder, rows: Iterator[list[str]], places: Mapping[str, int], column: str,
    keep: Sequence[str],
) -> Iterator[Line]:  # fmt: skip
    with raw:
        while True:
            number, feeder.fed = feeder.number + 1, 0
            try:
                row = next(rows)
            except StopIteration:
                return
            except csv.Error as error:
                yield Line(number, "", "", problem=f"the row cannot be read ({error})")
                continue
            if not any(cell.strip() for cell in row):
                continue
            cells = {name: row[place] if place < len(row) else "" for name, place in places.items()}
            value = cells[column]
            problem = "" if value.strip() else f"the column {column} is empty"
            yield Line(number, value, value.strip(), {name: cells[name] for name in keep}, problem)


def _check_keys(start: bytes, name: str, wanted: Sequence[str]) -> None:
    """A key that no object at the start of the list has is a slip of the pen, not 20 million bad lines."""
    there: dict[str, None] = {}
    for line in start.removeprefix(b"\xef\xbb\xbf").splitlines():
        try:
            row = json.loads(line.decode("utf-8", "replace"))
        except (ValueError, RecursionError):
            continue  # also the last line, where it is cut
        if isinstance(row, dict):
            there.update(dict.fromkeys(row))
    for key in wanted if there else ():
        if key not in there:
            raise _missing(name, key, wanted[0], list(there))


def _jsonl_lines(raw: BinaryIO, column: str, keep: Sequence[str]) -> Iterator[Line]:
    with raw:
        for number, (text, problem) in enumerate(_raw_lines(raw), 1):
            if problem:
                yield Line(number, text, text.strip(), {}, problem)
            elif text.strip():
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
    return _cell(value), kept, ""


def _cell(value: Any) -> str:
    text = "" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    # JSON can spell halves of characters, which no file and no log takes.
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")
