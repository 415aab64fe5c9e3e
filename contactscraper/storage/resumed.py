"""A run that is gone on with: which of its lines have ended, by its page log and results alone.

A line has ended when its result is written. What a stop or a kill left beside that (a visit that ended `stopped`, a
log line whose result was not written any more) is taken out of both files, so that at the end of the run each line of
the list has one log line and one result in them, however often the run was begun.
"""

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from contactscraper.storage.ledger import RunLedger
from contactscraper.storage.pagelog import repair_tail

#: Reasons of visits that stay open for the next run.
OPEN_REASONS = frozenset({"stopped", "network-down"})


def line_digest(line: str, kept: Mapping[str, Any], names: Sequence[str]) -> int:
    """What tells a line of the list from the others: its text, and its columns *names* as a result holds them."""
    text = "\0".join([line, *(str(kept.get(name) or "") for name in names)])
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest(), "big", signed=True)


def take_up(
    page_log: Path,
    results: Path,
    ledger: RunLedger,
    names: Sequence[str],
    key_of: Callable[[str], tuple[str, str] | None],
) -> int:
    """Tells *ledger* which lines have ended, and how the visits of their URLs did. Returns how many lines have.

    *names* are the columns that the results copy; *key_of* gives key and query of a line's URL, None where it has none.
    """
    ended = 0
    for entry in _kept(results, lambda row: row.get("reason") not in OPEN_REASONS):
        ledger.note_ended(line_digest(str(entry.get("input")), entry, names))
        ledger.expect(line_digest(str(entry.get("input")), {}, ()))
        ended += 1
    told = _kept(
        page_log,
        lambda row: (
            row.get("reason") not in OPEN_REASONS and ledger.expected(line_digest(str(row.get("input")), {}, ()))
        ),
    )
    for entry in told:
        found = key_of(str(entry.get("input"))) if entry.get("type") == "website" else None
        if found is not None and ledger.seen(found[0]) is None:
            ledger.mark(*found, *(str(entry.get(name, "")) for name in ("outcome", "reason", "errorClass", "method")))
    return ended


def read_entries(path: Path) -> Iterator[dict[str, Any]]:
    """The whole lines of a page log or of results; those that are no JSON object are passed over."""
    if not path.exists():
        return
    with path.open("rb") as file:
        for text in file:
            if text.endswith(b"\n") and (row := _decoded(text)) is not None:
                yield row


def _kept(path: Path, keep: Callable[[dict[str, Any]], bool]) -> Iterator[dict[str, Any]]:
    """The lines of *path* that *keep* wants; when the last was drawn the others are gone from the file."""
    if not path.exists():
        return
    repair_tail(path)
    fresh, dropped = path.with_name(path.name + ".new"), False
    with path.open("rb") as old, fresh.open("wb") as new:
        for text in old:
            row = _decoded(text)
            if row is not None and keep(row):
                new.write(text)
                yield row
            else:
                dropped = True
        new.flush()
        os.fsync(new.fileno())
    if dropped:
        os.replace(fresh, path)
    else:
        fresh.unlink()


def _decoded(text: bytes) -> dict[str, Any] | None:
    try:
        row = orjson.loads(text)
    except ValueError:
        return None
    return row if isinstance(row, dict) else None
