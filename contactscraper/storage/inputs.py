"""The list as a stream of lines: text, CSV or JSONL, plain or gzipped, or standard input.

Nothing here holds more of the list than a block and a line, and no content raises once a list is open: what is of
no use is a line with a problem.
"""

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Self

from contactscraper.storage.raw_lines import MAX_LINE, InputError, open_raw, raw_lines

#: Characters of a CSV row, whose quoted cells may go over many lines.
MAX_ROW = 4 * MAX_LINE
#: How the name of a shard's part of a list ends (storage/cut.py), which holds lines as they were read.
CUT = ".lines"


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
    raw, start = open_raw(source, name)
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


def _cut_lines(raw: BinaryIO) -> Iterator[Line]:
    with raw:
        for row in raw:  # our own file, so of any length
            yield Line(*json.loads(row))


def _text_lines(raw: BinaryIO) -> Iterator[Line]:
    with raw:
        for number, (text, problem) in enumerate(raw_lines(raw), 1):
            stripped = text.strip()
            if problem or (stripped and not stripped.startswith("#")):
                yield Line(number, text, stripped, problem=problem)


class _Feeder:
    """Bounded lines for ``csv.reader``. A class, because a generator would end with its first error."""

    def __init__(self, raw: BinaryIO) -> None:
        self._lines = raw_lines(raw)
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
        for number, (text, problem) in enumerate(raw_lines(raw), 1):
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
