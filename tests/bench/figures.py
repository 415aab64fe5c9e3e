"""What was measured, beside what is claimed: as a table and as JSON."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured *value*. *limit* is what the README claims, None where the value is only told; it is the most that
    the value may be, or with *at_least* the least. *note* says what it was measured on."""

    name: str
    value: float
    unit: str = ""
    limit: float | None = None
    at_least: bool = False
    note: str = ""

    @property
    def ok(self) -> bool:
        """Whether the claim holds. No number (NaN) is no success."""
        if self.limit is None:
            return True
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    @property
    def claim(self) -> str:
        """The limit in words, '' without one."""
        if self.limit is None:
            return ""
        return f"{'at least' if self.at_least else 'at most'} {number(self.limit)}"

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "ok": self.ok}


def number(value: float) -> str:
    """*value* with three digits that mean something."""
    if value != value or abs(value) >= 1000 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:.{0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2 if abs(value) >= 1 else 3}f}"


def show(title: str, figures: Sequence[Figure], console: Console | None = None) -> None:
    """Prints *figures* as a table."""
    table = Table(title=title, title_justify="left", header_style="bold")
    for name, justify in (("figure", "left"), ("value", "right"), ("unit", "left"), ("claim", "left")):
        table.add_column(name, justify=justify)  # type: ignore[arg-type]  # one of rich's own words
    table.add_column("")
    table.add_column("note", justify="right", style="dim")
    notes = list(dict.fromkeys(figure.note for figure in figures if figure.note))
    for figure in figures:
        verdict = "" if figure.limit is None else "[green]ok[/]" if figure.ok else "[bold red]missed[/]"
        mark = str(notes.index(figure.note) + 1) if figure.note else ""
        table.add_row(figure.name, number(figure.value), figure.unit, figure.claim, verdict, mark)
    console = console or Console()
    console.print(table)
    for place, note in enumerate(notes, 1):
        console.print(f"{place}: {note}", style="dim", highlight=False)


def save(path: Path, benches: Mapping[str, Sequence[Figure]], **about: Any) -> None:
    """Writes all figures as one JSON object: ``{**about, "benches": {name: [figure, ...]}}``."""
    rows = {name: [figure.to_dict() for figure in figures] for name, figures in benches.items()}
    path.write_text(json.dumps({**about, "benches": rows}, indent=2) + "\n", encoding="utf-8")
