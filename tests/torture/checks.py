"""What a torture has checked, as a table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

#: Examples of what is wrong that stand in a table.
SHOWN = 3


@dataclass(frozen=True, slots=True)
class Check:
    """One promise: *ok* where it was kept, *note* what was seen."""

    promise: str
    ok: bool
    note: str = ""


def kept(promise: str, ok: object, note: object = "") -> Check:
    """A promise that holds where *ok* is true."""
    return Check(promise, bool(ok), str(note))


def none_of(promise: str, wrong: Iterable[Any], note: str = "") -> Check:
    """A promise that holds where there is nothing *wrong*; else some of it is shown."""
    found = list(wrong)
    shown = ", ".join(str(one)[:200] for one in found[:SHOWN])
    return Check(promise, not found, f"{len(found)}: {shown}" if found else note)


def show(title: str, checks: Sequence[Check], console: Console | None = None) -> None:
    """Prints *checks* as a table."""
    table = Table(title=title, title_justify="left", header_style="bold")
    table.add_column("promise")
    table.add_column("")
    table.add_column("seen", style="dim")
    for check in checks:
        verdict = "[green]kept[/]" if check.ok else "[bold red]BROKEN[/]"
        table.add_row(escape(check.promise), verdict, escape(check.note))
    (console or Console()).print(table)
