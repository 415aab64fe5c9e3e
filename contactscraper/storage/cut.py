"""A list cut into one file a shard: each line with all that was read of it, so that nothing is read twice."""

import hashlib
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from contactscraper.storage.inputs import Line
from contactscraper.storage.table import encode

#: Bytes that wait to be written, for all shards together: few and large writes, and no file kept open.
BUFFER = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Cut:
    """What a list was cut into: how many lines each shard got (those with none left out), and a digest of them all."""

    lines: dict[int, int]
    digest: str


def cut_list(lines: Iterable[Line], owner: Callable[[Line], int], path_of: Callable[[int], Path]) -> Cut:
    """Writes each line to the file of its *owner*, in the list's order. Raises OSError, as with a full disk."""
    counts: dict[int, int] = {}
    waiting: dict[int, list[bytes]] = {}
    digest, size = hashlib.blake2b(digest_size=16), 0
    for line in lines:
        row = encode([line.number, line.input, line.url, line.kept, line.problem]).encode() + b"\n"
        digest.update(row)
        shard = owner(line)
        counts[shard] = counts.get(shard, 0) + 1
        waiting.setdefault(shard, []).append(row)
        size += len(row)
        if size > BUFFER:
            _write(waiting, path_of)
            waiting, size = {}, 0
    _write(waiting, path_of)
    return Cut(dict(sorted(counts.items())), digest.hexdigest())


def _write(waiting: dict[int, list[bytes]], path_of: Callable[[int], Path]) -> None:
    for shard, rows in waiting.items():
        with path_of(shard).open("ab") as file:
            file.writelines(rows)
            file.flush()
            os.fsync(file.fileno())
