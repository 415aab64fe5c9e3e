"""One table of JSON through sqlitedict, written behind in batches; reading goes through sqlite3 beside it.

All kinds of entry share the table, told apart by their key's first part, so that a batch is one transaction: a
visit's evidence, its cache entry and its queue entry are all there or none of them. (sqlitedict keeps a connection a
table, and two connections cannot share a transaction.)

sqlitedict's thread goes on after a statement has failed and would commit half a batch, and an error of its commit ends
the thread and leaves the caller waiting for ever. So a batch is one statement, each is waited for, and COMMIT is sent
as a statement too.
"""

import json
import logging
import sqlite3
from collections import OrderedDict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import orjson
from sqlitedict import SqliteDict

from contactscraper.storage.damage import check, set_aside

logger = logging.getLogger(__name__)
logging.getLogger("sqlitedict").setLevel(logging.CRITICAL)  # what fails is raised here, and told once

NAME = "memory"
#: Journals that `MEMORY_JOURNAL` knows, each with the `synchronous` that a power cut asks for. WAL keeps its index in
#: memory that the processes of one machine share, so on a file system shared by machines it is no option.
JOURNALS = {"WAL": "NORMAL", "DELETE": "FULL", "TRUNCATE": "FULL", "PERSIST": "FULL"}
#: Pages in the WAL before they are copied into the file (16 MB): pages that many batches write are copied once.
CHECKPOINT = 4000
#: Entries in one statement; a batch may need several, in one transaction.
CHUNK = 2000
#: Entries that are remembered between a visit's first question and its end, some 500 bytes each.
AHEAD = 8000


#: Writes a batch's entries behind all others, by which they are in the order of writing; or where they are, which
#: leaves the index alone.
AT_THE_END = f'REPLACE INTO "{NAME}" (key, value) SELECT key, value FROM json_each(?)'
IN_PLACE = (
    f'INSERT INTO "{NAME}" (key, value) SELECT key, value FROM json_each(?) WHERE true '
    "ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)


class MemoryBroken(Exception):
    """The memory's file cannot be read or written; the text says why."""


def encode(value: Any) -> str:
    """JSON text of *value*. What JSON cannot hold (lone surrogates, huge numbers) is replaced, never an error."""
    try:
        return orjson.dumps(value).decode()
    except TypeError:
        return json.dumps(value, ensure_ascii=False, default=str).encode("utf-8", "replace").decode()


class Table:
    """Keys to JSON values. One process writes; any number may read.

    *suspect*: the last owner did not close the file, so it is checked whole before it is used. *journal*: one of
    `JOURNALS`, of use to the writer; readers find it in the file. *ordered*: entries whose key begins so are kept in
    the order of their last writing, for `oldest`.
    """

    def __init__(
        self, path: Path, *, write: bool, suspect: bool = False, journal: str = "WAL", ordered: str = ""
    ) -> None:
        if journal not in JOURNALS:
            raise MemoryBroken(f"MEMORY_JOURNAL is {journal!r}; it can be {', '.join(JOURNALS)}.")
        self.path, self._journal, self._ordered = path, journal, ordered
        self._written: dict[str, str | None] = {}  # JSON; None: deleted. In the order of writing
        self._ahead: OrderedDict[str, str | None] = OrderedDict()  # read ahead; None: there is none
        self._dict: SqliteDict | None = None
        if write:
            self._own(suspect)
        self._reader = self._connect()

    def _own(self, suspect: bool) -> None:
        try:
            check(self.path, whole=suspect)
        except sqlite3.OperationalError as error:  # locked, no permission, no space: the file is not to blame
            raise MemoryBroken(f"The memory {self.path} cannot be opened ({error}).") from error
        except sqlite3.DatabaseError as error:
            set_aside(self.path, error)
        try:
            self._open()
        except Exception as error:  # sqlitedict raises RuntimeError, OSError and sqlite3's own
            raise MemoryBroken(f"The memory {self.path} cannot be opened ({error}).") from error

    def _open(self) -> None:
        self._dict = SqliteDict(
            str(self.path),
            tablename=NAME,
            autocommit=False,
            journal_mode=self._journal,
            outer_stack=False,
            encode=encode,
            decode=orjson.loads,
        )
        # sqlitedict asks for OFF, which a power cut would not survive.
        self._dict.conn.select_one(f"PRAGMA synchronous={JOURNALS[self._journal]}")
        self._dict.conn.select_one(f"PRAGMA wal_autocheckpoint={CHECKPOINT}")
        self._dict.commit()

    def _connect(self) -> sqlite3.Connection | None:
        if not self.path.exists():
            return None
        reader = sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=5, check_same_thread=False)
        try:
            try:
                reader.execute(f"SELECT 1 FROM {NAME} LIMIT 1").fetchone()
            except sqlite3.OperationalError as error:
                if "readonly" not in str(error):
                    raise
                self._undo_half()
                reader.execute(f"SELECT 1 FROM {NAME} LIMIT 1").fetchone()
        except sqlite3.DatabaseError as error:
            reader.close()
            if "no such table" in str(error):
                return None
            raise MemoryBroken(f"The memory {self.path} cannot be read ({error}).") from error
        return reader

    def _undo_half(self) -> None:
        """Lets SQLite undo the half batch of a killed owner, which a rollback journal leaves to the next who writes."""
        writer = sqlite3.connect(self.path, timeout=5)
        try:
            writer.execute("SELECT 1 FROM sqlite_master").fetchone()
        finally:
            writer.close()

    def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Raises MemoryBroken where the file cannot be read."""
        if self._reader is None:
            return []
        try:
            return self._reader.execute(sql, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise MemoryBroken(f"The memory {self.path} cannot be read ({error}).") from error

    @property
    def dirty(self) -> int:
        """Entries that wait to be written."""
        return len(self._written)

    def read_ahead(self, *keys: str) -> None:
        """Reads what will be asked soon in one statement instead of one each. Only an owner may remember what it has
        read: nobody else writes."""
        wanted = [key for key in keys if key not in self._written and key not in self._ahead]
        if not wanted or self._dict is None:
            return
        # Cheaper than IN, which sorts its list into a table first.
        found = dict(
            self._rows(" UNION ALL ".join([f"SELECT key, value FROM {NAME} WHERE key = ?"] * len(wanted)), *wanted)
        )
        for key in wanted:
            self._ahead[key] = found.get(key)
        while len(self._ahead) > AHEAD:
            self._ahead.popitem(last=False)  # a plain dict's first entry is found behind all that were deleted

    def get(self, key: str) -> Any | None:
        """The value of *key*; None where there is none. A damaged entry counts as none."""
        if key in self._written:
            text = self._written[key]
        elif key in self._ahead:
            text = self._ahead[key]
        else:
            rows = self._rows(f"SELECT value FROM {NAME} WHERE key = ?", key)
            text = rows[0][0] if rows else None
        return None if text is None else self._decoded(key, text)

    def items(self, prefix: str, holding: str = "") -> Iterator[tuple[str, Any]]:
        """Entries whose key begins with *prefix*, by key, written or waiting to be; a page at a time. Of those that are
        written only the ones whose JSON holds the text *holding*, which SQLite finds much faster than we."""
        waiting = {key: text for key, text in self._written.items() if key.startswith(prefix)}
        for key, text in list(waiting.items()):
            if text is not None and (value := self._decoded(key, text)) is not None:
                yield key, value
        after, end = prefix, prefix + "\U0010ffff"
        sql = f"SELECT key, value FROM {NAME} WHERE key > ? AND key < ? AND instr(value, ?) ORDER BY key LIMIT {CHUNK}"
        if not holding:
            sql = sql.replace("instr(value, ?)", "? = ''")
        while rows := self._rows(sql, after, end, holding):
            after = rows[-1][0]
            for key, text in rows:
                if key not in waiting and (value := self._decoded(key, text)) is not None:
                    yield key, value

    def count(self, prefix: str) -> int:
        """How many written entries begin with *prefix*."""
        rows = self._rows(f"SELECT count(*) FROM {NAME} WHERE key > ? AND key < ?", prefix, prefix + "\U0010ffff")
        return int(rows[0][0]) if rows else 0

    def oldest(self, prefix: str, number: int, after: int = 0) -> list[tuple[int, str]]:
        """(rowid, key) of those written longest ago beyond rowid *after*, less what waits to be written anew; for a
        prefix that is *ordered*.

        REPLACE gives a row a new rowid, so rowid order is write order.
        """
        rows = self._rows(
            f"SELECT rowid, key FROM {NAME} NOT INDEXED WHERE rowid > ? AND key > ? AND key < ? ORDER BY rowid LIMIT ?",
            after,
            prefix,
            prefix + "\U0010ffff",
            number,
        )
        return [(rowid, key) for rowid, key in rows if key not in self._written]

    def walk(self, after: int, number: int, kinds: tuple[str, ...]) -> list[tuple[int, str, Any]]:
        """The next *number* written entries beyond rowid *after*: (rowid, key, value). The value is None where it
        waits to be written anew, and where the key begins with none of *kinds*."""
        rows = self._rows(f"SELECT rowid, key, value FROM {NAME} WHERE rowid > ? ORDER BY rowid LIMIT ?", after, number)
        return [
            (rowid, key, self._decoded(key, text) if key.startswith(kinds) and key not in self._written else None)
            for rowid, key, text in rows
        ]

    def put(self, key: str, value: Any) -> None:
        self._ahead.pop(key, None)
        self._written.pop(key, None)  # so that it comes last again
        self._written[key] = encode(value)

    def delete(self, key: str) -> None:
        self._ahead.pop(key, None)
        self._written[key] = None

    def clear(self) -> None:
        """Deletes every entry, written or waiting to be. Raises MemoryBroken; nothing is deleted then."""
        assert self._dict is not None
        try:
            self._dict.conn.select_one(f'DELETE FROM "{NAME}"')
            self._dict.conn.select_one("COMMIT")
        except Exception as error:
            self._roll_back()
            raise MemoryBroken(f"The memory {self.path} cannot be written ({error}).") from error
        self._written, self._ahead = {}, OrderedDict()

    def compact(self) -> None:
        """Writes the file anew, so that nothing of what was deleted is left in it. Raises MemoryBroken."""
        assert self._dict is not None
        try:
            self._dict.conn.select_one("VACUUM")
            self._dict.conn.select_one("PRAGMA wal_checkpoint(TRUNCATE)")
        except Exception as error:
            raise MemoryBroken(f"The memory {self.path} cannot be written anew ({error}).") from error

    def flush(self) -> None:
        """All that waits, in one transaction. Raises MemoryBroken; nothing is written and all still waits then."""
        if not self._written or self._dict is None:
            return
        conn = self._dict.conn
        if not conn.is_alive():
            raise MemoryBroken(f"The memory {self.path} cannot be written (its connection is gone).")
        deleted = (key for key, text in self._written.items() if text is None)
        try:
            for ordered, sql in ((True, AT_THE_END), (False, IN_PLACE)):
                rows = self._written.items()
                values = (row for row in rows if row[1] and row[0].startswith(self._ordered) is ordered)
                while chunk := dict(islice(values, CHUNK)):
                    conn.select_one(sql, (orjson.dumps(chunk).decode(),))
            while keys := list(islice(deleted, CHUNK)):
                conn.select_one(
                    f'DELETE FROM "{NAME}" WHERE key IN (SELECT value FROM json_each(?))',
                    (orjson.dumps(keys).decode(),),
                )
            conn.select_one("COMMIT")
        except Exception as error:
            self._roll_back()
            raise MemoryBroken(f"The memory {self.path} cannot be written ({error}).") from error
        self._written = {}
        if self._reader is None:
            self._reader = self._connect()

    def _roll_back(self) -> None:
        assert self._dict is not None
        try:
            self._dict.conn.select_one("ROLLBACK")
        except sqlite3.Error as error:
            logger.debug("Nothing to roll back: %s", error)  # SQLite itself did so, as with a full disk

    def close(self) -> None:
        """Closes the file; what still waits is lost."""
        if self._reader is not None:
            self._reader.close()
            self._reader = None
        if self._dict is not None:
            self._dict.close(do_log=False, force=not self._dict.conn.is_alive())
            self._dict = None

    def _decoded(self, key: str, text: Any) -> Any | None:
        try:
            return orjson.loads(text)
        except ValueError:
            logger.warning("The memory's entry %s is damaged and counts as unknown.", key)
            return None
