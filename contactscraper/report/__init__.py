"""A report to look at: one HTML file with the log's lines in it, that works offline and asks no network."""

import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from contactscraper.report.columns import Columns
from contactscraper.report.page import foot, head, packed
from contactscraper.storage.logquery import LogQuery

__all__ = ["TooManyLines", "write_report"]

#: Lines that a report can hold: a file of some 120 MB, and as many as its sorting takes.
MOST_LINES = 2_000_000


class TooManyLines(Exception):
    """More lines than a report can hold; the text says what to do."""


def write_report(query: LogQuery, path: Path, *, now: datetime, where: Sequence[str] = (), since: str = "") -> int:
    """Writes the report on *query* (made with *whole*) to *path* and returns its size in bytes.

    The file is there whole or not at all (OSError, TooManyLines). *where* and *since* are the filters in
    the user's words.
    """
    if query.lines > MOST_LINES:
        raise TooManyLines(
            f"A report can hold {MOST_LINES:,} lines, and these are {query.lines:,}: choose by --since or --where."
        )
    fresh = path.with_name(f"{path.name}.part")
    columns = Columns(query)
    try:
        with fresh.open("wb") as file:
            file.write(head())
            for number, block in enumerate(columns.details()):
                file.write(packed(f"block-{number}", block))
            file.write(packed("columns", columns.head(now=now, where=where, since=since)))
            file.write(foot())
        os.replace(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)
    return path.stat().st_size
