"""One table of JSON through sqlitedict, written behind in batches; reading goes through sqlite3 beside it.

All kinds of entry share the table, told apart by their key's first part, so that a batch is one transaction: a
visit's evidence, its cache entry and its queue entry are all there or none of them.
"""

import logging
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
from sqlitedict import SqliteDict

logger = logging.getLogger(__name__)

NAME = "memory"


class MemoryBroken(Exception):
    """The memory's file cannot be read or written."""


class Table:
    """Keys to JSON values. One process writes; any number may read."""

    def __init__(self, path: Path, *, write: bool) -> None:
        self.path = path
        self._written: dict[str, Any] = {}  # None: deleted
        self._dict: SqliteDict | None = None
        if write:
            self._own()
        self._reader = self._connect()

    def _own(self) -> None:
        try:
            self._open()
        except (sqlite3.DatabaseError, RuntimeError, OSError) as error:
            if not self.path.exists() or isinstance(error, sqlite3.OperationalError) and "locked" in str(error):
                raise MemoryBroken(f"The memory {self.path} cannot be opened ({error}).") from error
            aside = self.path.with_name(f"{self.path.name}.broken-{time.strftime('%Y%m%dT%H%M%S')}")
            self.path.rename(aside)
            for ending in ("-wal", "-shm"):
                self.path.with_name(self.path.name + ending).unlink(missing_ok=True)
            logger.error("The memory %s is damaged (%s); it was set aside as %s.", self.path, error, aside.name)
            self._open()

    def _open(self) -> None:
        if self.path.exists():  # sqlitedict's thread would die of a file that is no database
            check = sqlite3.connect(self.path)
            try:
                check.execute(f"SELECT count(*) FROM (SELECT 1 FROM {NAME} LIMIT 1)").fetchone()
            except sqlite3.OperationalError as error:
                if "no such table" not in str(error):
                    raise
            finally:
                check.close()
        self._dict = SqliteDict(
            str(self.path),
            tablename=NAME,
            autocommit=False,
            journal_mode="WAL",
            outer_stack=False,
            encode=lambda value: orjson.dumps(value).decode(),
            decode=orjson.loads,
        )
        # sqlitedict asks for OFF, which a power cut would not survive.
        self._dict.conn.execute("PRAGMA synchronous=NORMAL")
        self._dict.commit()

    def _connect(self) -> sqlite3.Connection | None:
        if not self.path.exists():
            return None
        return sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=5, check_same_thread=False)

    @property
    def dirty(self) -> int:
        return len(self._written)

    def get(self, key: str) -> Any | None:
        if key in self._written:
            return self._written[key]
        if self._reader is None:
            return None
        row = self._reader.execute(f"SELECT value FROM {NAME} WHERE key = ?", (key,)).fetchone()
        return self._decoded(key, row[0]) if row else None

    def items(self, prefix: str) -> Iterator[tuple[str, Any]]:
        """Entries whose key begins with *prefix*, written or waiting to be."""
        for key, value in list(self._written.items()):
            if key.startswith(prefix) and value is not None:
                yield key, value
        if self._reader is None:
            return
        rows = self._reader.execute(
            f"SELECT key, value FROM {NAME} WHERE key >= ? AND key < ?", (prefix, prefix + "\U0010ffff")
        )
        for key, text in rows:
            if key not in self._written and (value := self._decoded(key, text)) is not None:
                yield key, value

    def count(self, prefix: str) -> int:
        """How many written entries begin with *prefix*."""
        if self._reader is None:
            return 0
        row = self._reader.execute(
            f"SELECT count(*) FROM {NAME} WHERE key >= ? AND key < ?", (prefix, prefix + "\U0010ffff")
        ).fetchone()
        return int(row[0])

    def oldest(self, prefix: str, number: int) -> list[str]:
        """The keys that were written longest ago: REPLACE gives a row a new rowid, so rowid order is write order."""
        if self._reader is None:
            return []
        rows = self._reader.execute(
            f"SELECT key FROM {NAME} NOT INDEXED WHERE key >= ? AND key < ? ORDER BY rowid LIMIT ?",
            (prefix, prefix + "\U0010ffff", number),
        )
        return [key for (key,) in rows]

    def put(self, key: str, value: Any) -> None:
        self._written[key] = value

    def delete(self, key: str) -> None:
        self._written[key] = None

    def flush(self) -> None:
        """All that waits, in one transaction. Raises MemoryBroken; what waits stays then."""
        if not self._written or self._dict is None:
            return
        try:
            for key, value in self._written.items():
                if value is None:
                    self._dict.conn.execute(f'DELETE FROM "{NAME}" WHERE key = ?', (key,))
                else:
                    self._dict[key] = value
            self._dict.commit(blocking=True)
        except Exception as error:
            raise MemoryBroken(f"The memory {self.path} cannot be written ({error}).") from error
        self._written = {}
        if self._reader is None:
            self._reader = self._connect()

    def close(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None
        if self._dict is not None:
            self._dict.close(do_log=False)
            self._dict = None

    def _decoded(self, key: str, text: Any) -> Any | None:
        try:
            return orjson.loads(text)
        except ValueError:
            logger.warning("The memory's entry %s is damaged and counts as unknown.", key)
            return None
