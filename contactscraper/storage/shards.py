"""A DATA_DIR that is cut into shards: every domain has one owner, and each shard a memory of its own.

A plain DATA_DIR holds one memory. A sharded one holds ``shards.json``, which fixes the number of shards, and the
memories, logs and results in ``shards/00``, ``shards/01`` and so on. Which shard owns a domain follows from its name
and the number of shards alone, on every machine and in every version: so what was learned of it is there next week.
"""

import hashlib
import json
import os
from pathlib import Path

from contactscraper.storage.lock import DataDirLock, MemoryOwned
from contactscraper.storage.table import MemoryBroken

FILE = "shards.json"
FOLDER = "shards"
#: Shards of a DATA_DIR whose user has named no number.
DEFAULT_SHARDS = 64
MOST_SHARDS = 10_000


class ShardsFixed(Exception):
    """Another number of shards was asked for than the DATA_DIR has, or one that makes no sense."""


def shard_of(domain: str, count: int) -> int:
    """The shard (from 0) that owns *domain*, a registered domain as the memory knows it, among *count*.

    The first 8 bytes of the BLAKE2b digest (8 bytes long) of the name, read as a big-endian number, modulo *count*.
    A leading ``www.`` does not count, as it does not in a URL's key: lines that mean the same URL meet in one shard.
    """
    domain = domain.lower()
    domain = domain.removeprefix("www.") if domain.count(".") > 1 else domain
    digest = hashlib.blake2b(domain.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") % count


def shard_count(data_dir: Path) -> int | None:
    """How many shards *data_dir* is cut into; None for a plain one. Raises MemoryBroken where its note is damaged."""
    path = data_dir / FILE
    try:
        count = json.loads(path.read_text("utf-8"))["shards"]
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise MemoryBroken(f"{path} cannot be read ({error}); it must say how many shards there are.") from error
    if not isinstance(count, int) or not 1 <= count <= MOST_SHARDS:
        raise MemoryBroken(
            f"{path} says {count!r} shards; it must be the number that {data_dir / FOLDER} was cut into."
        )
    return count


def fix_count(data_dir: Path, wanted: int | None = None) -> int:
    """The number of shards of *data_dir*, fixed now where it is not yet. Raises ShardsFixed, MemoryBroken.

    Whoever calls it owns *data_dir* (`DataDirLock`).
    """
    if wanted is not None and not 1 <= wanted <= MOST_SHARDS:
        raise ShardsFixed(f"{wanted} is no number of shards; it can be 1 to {MOST_SHARDS}.")
    fixed = shard_count(data_dir)
    if fixed is None:
        fixed = wanted or DEFAULT_SHARDS
        data_dir.mkdir(parents=True, exist_ok=True)
        fresh = data_dir / f"{FILE}.new"
        fresh.write_text(json.dumps({"shards": fixed}) + "\n", "utf-8")
        os.replace(fresh, data_dir / FILE)
    elif wanted not in (None, fixed):
        raise ShardsFixed(
            f"{data_dir} is cut into {fixed} shards, and the number stays; leave --shards out, or take the memory over"
            f" into another DATA_DIR that has {wanted}: scrapy domains import {data_dir}."
        )
    return fixed


def shard_dir(data_dir: Path, number: int, count: int) -> Path:
    """Where shard *number* of *count* lives: a DATA_DIR of its own."""
    return data_dir / FOLDER / f"{number:0{max(2, len(str(count - 1)))}d}"


def memory_dirs(data_dir: Path) -> list[Path]:
    """The DATA_DIRs with the memories of *data_dir*: itself for a plain one, else its shards by number.

    Those that no crawl has used yet may not exist; `Memory.read` takes them for empty.
    """
    count = shard_count(data_dir)
    return [data_dir] if count is None else [shard_dir(data_dir, number, count) for number in range(count)]


def owner_dir(data_dir: Path, domain: str) -> Path:
    """The DATA_DIR whose memory owns *domain*."""
    count = shard_count(data_dir)
    return data_dir if count is None else shard_dir(data_dir, shard_of(domain, count), count)


def root_of(data_dir: Path) -> Path:
    """The DATA_DIR that *data_dir* is a shard of; itself where it is none. ``suppressed.txt`` lies there."""
    is_shard = data_dir.parent.name == FOLDER and (data_dir.parent.parent / FILE).exists()
    return data_dir.parent.parent if is_shard else data_dir


def check_free(data_dir: Path) -> None:
    """Raises MemoryOwned where a crawl or a fleet owns *data_dir* or one of its shards. Writes nothing new."""
    for path in dict.fromkeys([data_dir, *memory_dirs(data_dir)]):
        if (path / "memory.lock").exists():
            DataDirLock(path, claim=False).release()


__all__ = [
    "DEFAULT_SHARDS",
    "MemoryBroken",
    "MemoryOwned",
    "ShardsFixed",
    "check_free",
    "fix_count",
    "memory_dirs",
    "owner_dir",
    "root_of",
    "shard_count",
    "shard_dir",
    "shard_of",
]
