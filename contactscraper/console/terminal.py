"""Tables for people and JSON for scripts. What pages and servers say never steers the terminal."""

import errno
import json
import os
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

#: Characters that would steer a terminal or turn its lines around: control codes, and marks of direction.
STEERING = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
#: Columns where nobody looks: a pipe or a file, whose lines are not to be folded.
WIDE = 200
#: Columns below which a table leaves out what tells least.
NARROW = 80
COLOURS = {
    "friendly": "green", "ok-contact": "green", "found": "green",
    "dead": "red", "antibot": "yellow", "antibot-soft": "yellow", "antibot-hard": "yellow",
    "http-error": "red", "network-error": "red", "error": "red", "over": "yellow", "due": "yellow",
    "cold": "blue", "cold-skip": "blue",
}  # fmt: skip


class Output(Console):
    """Rich's console, which ends its program where nobody reads on; there may be a report still to be written."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


def console() -> Console:
    """Standard output."""
    folded = sys.stdout.isatty() or "COLUMNS" in os.environ
    return Output(width=None if folded else WIDE, highlight=False, markup=False, emoji=False)


def plain(value: Any) -> str:
    """*value* as text that a terminal only shows."""
    return "" if value is None else STEERING.sub("\N{REPLACEMENT CHARACTER}", str(value))


def counted(count: int, one: str, many: str = "") -> str:
    """*count* with its noun: ``1 answer``, ``2,000 answers``."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def cell(value: Any) -> Text:
    text = plain(value)
    return Text(text, style=COLOURS.get(text, ""), overflow="fold")


def table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Table:
    """A table. A column's name may begin with marks: ``>`` stands on the right, ``=`` is never folded, ``?`` is left
    out on a narrow terminal."""
    narrow = console().width < NARROW
    kept = [place for place, name in enumerate(columns) if not (narrow and "?" in name[:2])]
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place in kept:
        name = columns[place].lstrip(">=?")
        marks = columns[place].removesuffix(name)
        justify: Literal["left", "right"] = "right" if ">" in marks else "left"
        made.add_column(name, justify=justify, no_wrap=">" in marks or "=" in marks, overflow="fold")
    for row in rows:
        made.add_row(*(cell(row[place]) for place in kept))
    return made


def facts(pairs: Iterable[tuple[str, Any]]) -> Table:
    """Names and values, one pair a line; pairs without a value are left out."""
    made = Table.grid(padding=(0, 2))
    made.add_column(style="dim", no_wrap=True)
    made.add_column(overflow="fold")
    for name, value in pairs:
        if value not in (None, "", [], ()):
            made.add_row(name, value if isinstance(value, Text) else cell(value))
    return made


def show(*parts: Any) -> None:
    """Prints texts and tables to standard output."""
    out = console()
    for part in parts:
        if isinstance(part, str):
            out.print(Text(plain(part)), soft_wrap=True)  # a path that is folded cannot be copied
        elif out.is_terminal:
            out.print(part)
        else:
            _print_trimmed(out, part)


def _print_trimmed(out: Console, part: Any) -> None:
    """Prints *part* without the blanks that fill a table's lines, which files and other programs would keep."""
    with out.capture() as printed:
        out.print(part)
    sys.stdout.writelines(f"{line.rstrip(' ')}\n" for line in printed.get().splitlines())


def show_json(value: Any) -> None:
    """Prints one JSON document, indented."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def stream_json(values: Iterable[Any]) -> None:
    """Prints an array, one element a line, as it is drawn: a million of them do not go through memory."""
    sys.stdout.write("[")
    for number, value in enumerate(values):
        sys.stdout.write(("," if number else "") + "\n" + json.dumps(value, ensure_ascii=False))
    sys.stdout.write("\n]\n")
