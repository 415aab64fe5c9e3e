"""What this run has visited already, in a temporary file: 20 million lines do not go through memory."""

import hashlib
import sqlite3
from dataclasses import dataclass

CACHE_KIB = 8192


@dataclass(frozen=True, slots=True)
class SeenVisit:
    """How the first line of a URL ended in this run. *query* is a digest of its query."""

    query: int
    outcome: str
    reason: str
    error_class: str
    method: str


class RunLedger:
    """Keys of 16 hex digits to how their visit ended."""

    def __init__(self) -> None:
        self._db = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        self._db.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        self._db.execute("PRAGMA journal_mode = OFF")
        self._db.execute("PRAGMA synchronous = OFF")
        self._db.execute("CREATE TABLE seen (key INTEGER PRIMARY KEY, query INTEGER, ending TEXT)")
        self._db.execute("CREATE TABLE ended (line INTEGER PRIMARY KEY, times INTEGER)")
        self._db.execute("CREATE TABLE expected (line INTEGER PRIMARY KEY, times INTEGER)")
        self._db.execute("BEGIN")

    @staticmethod
    def digest(query: str) -> int:
        """A query as a number: what is compared is only whether two differ."""
        return int.from_bytes(hashlib.blake2b(query.encode(), digest_size=4).digest()) if query else 0

    def seen(self, key: str) -> SeenVisit | None:
        row = self._db.execute("SELECT query, ending FROM seen WHERE key = ?", (_number(key),)).fetchone()
        return SeenVisit(row[0], *row[1].split("|")) if row else None

    def mark(self, key: str, query: str, outcome: str, reason: str, error_class: str, method: str) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO seen VALUES (?, ?, ?)",
            (_number(key), self.digest(query), f"{outcome}|{reason}|{error_class}|{method}"),
        )

    # A run that is gone on with (storage/resumed.py); lines are told by digests.

    def note_ended(self, line: int) -> None:
        """A line has its result from before."""
        self._count("ended", line)

    def had_ended(self, line: int) -> bool:
        """Whether a line has its result from before; said as often as it was noted, since lines may repeat."""
        return self._take("ended", line)

    def expect(self, line: int) -> None:
        """A log line of this text belongs to a result."""
        self._count("expected", line)

    def expected(self, line: int) -> bool:
        """Whether a log line of this text belongs to a result; said as often as it was expected."""
        return self._take("expected", line)

    def _count(self, table: str, line: int) -> None:
        self._db.execute(
            f"INSERT INTO {table} VALUES (?, 1) ON CONFLICT (line) DO UPDATE SET times = times + 1", (line,)
        )

    def _take(self, table: str, line: int) -> bool:
        taken = self._db.execute(f"UPDATE {table} SET times = times - 1 WHERE line = ? AND times > 0", (line,))
        return taken.rowcount == 1

    def close(self) -> None:
        self._db.close()


def _number(key: str) -> int:
    return int(key, 16) - (1 << 63)
