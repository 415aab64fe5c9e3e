"""A memory's file that is damaged: found out before it is used, and kept beside the new one."""

import logging
import sqlite3
from itertools import count
from pathlib import Path

logger = logging.getLogger(__name__)

#: Bytes up to which a file is checked whole whenever it is opened; that takes about a tenth of a second.
SMALL = 32 * 1024 * 1024
#: Endings of what SQLite keeps beside a file.
BESIDE = ("-wal", "-shm", "-journal")


def check(path: Path, *, whole: bool) -> None:
    """Raises sqlite3.DatabaseError, which says what is wrong with the file; sqlitedict's thread would die of it.
    *whole*: read all of it, however large."""
    if not path.exists():
        return
    reader = sqlite3.connect(path)
    try:
        reader.execute("SELECT name FROM sqlite_master").fetchall()
        if whole or path.stat().st_size <= SMALL:
            found = reader.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise sqlite3.DatabaseError(found)
    finally:
        reader.close()


def set_aside(path: Path, error: Exception) -> None:
    """Renames the file, with what belongs to it, so that a new one can begin."""
    names = (f"{path.name}.broken-{number}" for number in count(1))
    aside = next(free for name in names if not (free := path.with_name(name)).exists())
    path.rename(aside)
    for ending in BESIDE:
        extra = path.with_name(path.name + ending)
        if extra.exists():
            extra.rename(aside.with_name(aside.name + ending))
    logger.error(
        "The memory %s is damaged (%s). It was set aside as %s, and an empty one begins; `scrapy domains rebuild`"
        " brings its domains back from the page logs.",
        path,
        error,
        aside.name,
    )
