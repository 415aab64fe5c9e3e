"""A report to look at: one HTML file with the log's lines in it, that works offline and asks no network."""

import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from contactscraper.report.columns import Columns
from contactscraper.report.page import foot, head, packed
from contactscraper.storage.logquery import LogQuery

__all__ = ["write_report"]


def write_report(query: LogQuery, path: Path, *, now: datetime, where: Sequence[str] = (), since: str = "") -> int:
    """Writes the report on *query* (made with *whole*) to *path* and returns its size in bytes. Raises OSError.

    The file is there whole or not at all. *where* and *since* are the filters in the user's words.
    """
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
