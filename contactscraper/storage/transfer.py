"""The memory as a CSV, and back: one row a domain and exit, with its answers and retries in the last two columns.

An export, a reset and an import leave the memory as it was.
"""

import csv
import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, TypeVar

from contactscraper.domains import TTLS, DomainRecord, settled
from contactscraper.domains.export import FIELDS, BadRow, from_row, to_row
from contactscraper.spreadsheet import guarded, unguarded
from contactscraper.storage.entries import CachedVisit, Retry
from contactscraper.storage.memories import Memories
from contactscraper.storage.memory import Memory
from contactscraper.storage.table import encode
from contactscraper.urls import BadUrl, host_of, parse_input

COLUMNS = (*FIELDS, "answers", "retries")
#: A domain, or an address, that needs no other form.
KEPT = re.compile(r"[a-z0-9._:\[\]-]+")
#: Characters of a cell: a domain may have thousands of answers.
MAX_CELL = 1 << 30
#: Rows between two transactions of an import.
BATCH = 10_000

_E = TypeVar("_E", CachedVisit, Retry)


class TransferError(Exception):
    """The file cannot be used; the text says why, in one sentence."""


@dataclass(frozen=True, slots=True)
class Imported:
    """One row: *record* is None where a domain has answers or retries only."""

    domain: str
    record: DomainRecord | None
    answers: tuple[CachedVisit, ...] = ()
    retries: tuple[Retry, ...] = ()


def export_csv(memories: Memories, file: IO[str]) -> int:
    """Writes every domain; returns the number of rows. A domain's entries stand on its first row."""
    writer = csv.DictWriter(file, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    rows = 0
    for memory in memories.parts():
        with closing(_Entries(memory)) as entries:
            for record in memory.domains():
                writer.writerow(_guarded({**to_row(record), **entries.take(record.domain)}))
                rows += 1
            for domain in entries.left():
                writer.writerow(_guarded({"domain": domain, **entries.take(domain)}))
                rows += 1
    return rows


def _guarded(row: dict[str, str]) -> dict[str, str]:
    return {name: guarded(cell) for name, cell in row.items()}


class _Entries:
    """Answers and retries by domain, in a temporary file: they are stored by URL, and a million of them are much."""

    def __init__(self, memory: Memory) -> None:
        self._db = sqlite3.connect("", isolation_level=None)
        self._db.execute("PRAGMA journal_mode = OFF")
        self._db.execute("BEGIN")
        self._db.execute("CREATE TABLE entries (domain TEXT, kind TEXT, value TEXT)")
        kinds: dict[str, Iterable[CachedVisit | Retry]] = {
            "answers": memory.cached_visits(),
            "retries": memory.retries(),
        }
        for kind, entries in kinds.items():
            rows = ((entry.domain, kind, encode(entry.to_dict())) for entry in entries)
            self._db.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
        self._db.execute("CREATE INDEX by_domain ON entries (domain)")

    def take(self, domain: str) -> dict[str, str]:
        """The cells of *domain*, once."""
        found: dict[str, list[str]] = {}
        for kind, value in self._db.execute("SELECT kind, value FROM entries WHERE domain = ?", (domain,)):
            found.setdefault(kind, []).append(value)
        if found:
            self._db.execute("DELETE FROM entries WHERE domain = ?", (domain,))
        return {kind: f"[{', '.join(values)}]" for kind, values in found.items()}

    def left(self) -> list[str]:
        """The domains that were not taken: they have no record."""
        return [domain for (domain,) in self._db.execute("SELECT DISTINCT domain FROM entries ORDER BY domain")]

    def close(self) -> None:
        self._db.close()


def read_csv(path: Path) -> Iterator[Imported]:
    """The rows of an export, drawn as they are asked for. Raises TransferError."""
    before = csv.field_size_limit(MAX_CELL)
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            head = file.readline()
            file.seek(0)
            reader = csv.DictReader(file, delimiter=max(",;\t", key=head.count))  # as a spreadsheet has saved it
            missing = [name for name in ("domain", "state") if name not in (reader.fieldnames or ())]
            if missing:
                raise TransferError(f"{path} is no export of the memory: it has no column {' and no '.join(missing)}.")
            for row in reader:
                try:
                    yield _imported(row)
                except BadRow as error:
                    raise TransferError(f"Line {reader.line_num} of {path} is no record: {error}.") from None
    except OSError as error:
        raise TransferError(f"{path} cannot be read ({(error.strerror or str(error)).lower()}).") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise TransferError(f"{path} is no CSV that can be read ({error}).") from None
    finally:
        csv.field_size_limit(before)


def _as_kept(domain: str) -> str:
    """*domain* as the memory writes it: who writes a list by hand may use capitals or umlauts. Raises BadRow."""
    if KEPT.fullmatch(domain):
        return domain
    try:
        return host_of(parse_input(domain).url)
    except BadUrl as error:
        raise BadRow(f"its domain {domain!r} is none: {error}") from None


def _imported(cells: dict[str, str]) -> Imported:
    row = {name: unguarded(cell) if isinstance(cell, str) else cell for name, cell in cells.items()}
    if row.get("domain"):
        row["domain"] = _as_kept(row["domain"])
    answers, retries = _cell(row, "answers", CachedVisit), _cell(row, "retries", Retry)
    if not row.get("state") and (answers or retries) and row.get("domain"):
        return Imported(row["domain"], None, answers, retries)
    record = from_row(row)
    return Imported(record.domain, record, answers, retries)


def _cell(row: dict[str, str], name: str, kind: type[_E]) -> tuple[_E, ...]:
    if not row.get(name):
        return ()
    try:
        return tuple(kind.from_dict(values) for values in json.loads(row[name]))
    except (TypeError, ValueError, AttributeError):
        raise BadRow(f"its {name} cannot be read") from None


def read_memories(others: Memories) -> Iterator[Imported]:
    """The same from the memories of another DATA_DIR, however many shards it has. Raises MemoryBroken."""
    for part in others.parts():
        for record in part.domains():
            yield Imported(record.domain, record)
        for visit in part.cached_visits():
            yield Imported(visit.domain, None, answers=(visit,))
        for retry in part.retries():
            yield Imported(retry.domain, None, retries=(retry,))


def import_rows(memories: Memories, found: Iterable[Imported], ttls: TTLS, now: float) -> int:
    """Writes rows as they are; returns their number. A state without an end gets its usual time (*ttls*) from *now* on.
    What else the memory holds stays. The rows have been drawn once before, so that nothing of a bad file is written."""
    rows, drawn = 0, iter(found)
    while batch := list(islice(drawn, BATCH)):
        batch.sort(key=lambda row: memories.place(row.domain))  # each shard's memory is opened once a batch
        for row in batch:
            _write(memories.of(row.domain), row, ttls, now)
        memories.flush()
        rows += len(batch)
    return rows


def _write(memory: Memory, row: Imported, ttls: TTLS, now: float) -> None:
    if row.record is not None:
        memory.put_domain(settled(row.record, now, ttls))
    for visit in row.answers:
        memory.put_answer(visit)
    for retry in row.retries:
        memory.queue_retry(retry)
