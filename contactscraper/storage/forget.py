"""Forgetting in files and in the memory: what holds the value, and, where that is wanted, the same without it."""

import csv
import gzip
import io
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any

from contactscraper.forgetting import Forgotten
from contactscraper.storage.entries import CachedVisit, Retry
from contactscraper.storage.jsonl import LogError, line_files, parsed, raw_lines
from contactscraper.storage.memories import Memories
from contactscraper.storage.memory import FILE, Memory
from contactscraper.storage.shards import memory_dirs
from contactscraper.storage.suppressed import FILE as SUPPRESSED
from contactscraper.storage.table import encode

FOLDERS = ("contacts", "pagelog")
ENDINGS = (".jsonl", ".jsonl.gz", ".csv", ".csv.gz")
#: Columns of a CSV whose cells are lists.
LISTS = ("emails", "phones", "faxes", "socials")
JOINED = "; "
#: Files that are none of a person's words.
OWN = frozenset({FILE, f"{FILE}-wal", f"{FILE}-shm", f"{FILE}-journal", "memory.lock", SUPPRESSED, "shards.json"})
BLOCK = 1 << 20
#: Characters of a block that are looked at once more with the next one.
OVERLAP = 512


@dataclass(frozen=True, slots=True)
class Touched:
    """How many lines of a file go, and how many are changed."""

    path: Path
    removed: int
    changed: int


@dataclass(slots=True)
class Forgot:
    """What was, or would be, touched. *left* are other files that hold the value and are not changed."""

    files: list[Touched] = field(default_factory=list)
    domains: int = 0
    answers: int = 0
    retries: int = 0
    left: list[Path] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.files or self.domains or self.answers or self.retries)


def forget(data_dir: Path, memories: Memories, what: Forgotten, *, write: bool) -> Forgot:
    """Takes *what* out of the memory, results and page logs of *data_dir*; without *write* only counts. Where it
    writes, *memories* are owned. Raises MemoryBroken, LogError, OSError."""
    done = Forgot()
    for memory in memories.parts():
        _in_memory(memory, what, done, write)
        if write:
            memory.compact()  # what was overwritten long ago may still lie in the file's free pages
    files = _files(data_dir)
    for path in files:
        touched = _in_file(path, what)
        if touched.removed or touched.changed:
            done.files.append(touched)
            if write:
                _rewrite(path, what)
    done.left = [path for path in _others(data_dir, files) if _holds(path, what)]
    return done


# The memory -----------------------------------------------------------------------------------------------------------


def _in_memory(memory: Memory, what: Forgotten, done: Forgot, write: bool) -> None:
    for domain in {record.domain for record in memory.domains(bare=True) if what.owns(record.domain)}:
        done.domains += 1
        if write:
            memory.drop_record(domain)
    for visit in memory.cached_visits():
        left = _answer_without(visit, what)
        if left is not visit:
            done.answers += 1
            if write:
                memory.forget_url(visit.key) if left is None else memory.put_answer(left)
    for retry in memory.retries():
        waiting = _retry_without(retry, what)
        if waiting is not retry:
            done.retries += 1
            if write:
                memory.drop_retry(retry.key) if waiting is None else memory.queue_retry(waiting)


def _answer_without(visit: CachedVisit, what: Forgotten) -> CachedVisit | None:
    """None where the answer goes: with its site, with its URL, or since it holds no contact any more."""
    if what.is_of({**visit.result, "domain": visit.domain, "url": visit.url}) or what.is_in(visit.url):
        return None
    result = what.without(visit.result)
    if result is visit.result:
        return visit
    empty = result is None or not any(result.get(name) for name in LISTS)
    return None if result is None or (empty and visit.outcome == "ok-contact") else visit._replace(result=result)


def _retry_without(retry: Retry, what: Forgotten) -> Retry | None:
    if what.is_of({"domain": retry.domain, "url": retry.url}) or what.is_in(retry.url):
        return None
    given = {"input": retry.input, "kept": retry.kept}
    left = what.without(given)
    return retry if left is given or left is None else replace(retry, input=left["input"], kept=left["kept"])


# Files ----------------------------------------------------------------------------------------------------------------


def _files(data_dir: Path) -> list[Path]:
    folders = dict.fromkeys((data_dir, *memory_dirs(data_dir)))
    return [path for folder in folders for name in FOLDERS for path in line_files(folder / name, ENDINGS)]


def _in_file(path: Path, what: Forgotten) -> Touched:
    removed = changed = 0
    for before, after in _pieces(path, what):
        removed += after == b""
        changed += after not in (before, b"")
    return Touched(path, removed, changed)


def _rewrite(path: Path, what: Forgotten) -> None:
    """The file without *what*, in its place at once or not at all, with its mode and owner."""
    fresh = path.with_name(path.name + ".forgetting")
    try:
        with fresh.open("wb") as raw:
            os.fchmod(raw.fileno(), path.stat().st_mode & 0o7777)
            file: IO[bytes] = gzip.GzipFile("", "wb", fileobj=raw, mtime=0) if _zipped(path) else raw  # type: ignore[assignment]  # gzip's class is no IO for mypy
            file.writelines(after for _, after in _pieces(path, what))
            if file is not raw:
                file.close()
            raw.flush()
            os.fsync(raw.fileno())
        if os.geteuid() == 0:
            shutil.chown(fresh, path.stat().st_uid, path.stat().st_gid)
        os.replace(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)


def _zipped(path: Path) -> bool:
    return path.name.endswith(".gz")


def _pieces(path: Path, what: Forgotten) -> Iterator[tuple[bytes, bytes]]:
    """Lines or rows as they are and as they are to be; b'' for what goes. Raises LogError."""
    return _rows(path, what) if ".csv" in path.suffixes else _lines(path, what)


def _lines(path: Path, what: Forgotten) -> Iterator[tuple[bytes, bytes]]:
    for line in raw_lines(path):
        if not what.may_be_in(line):
            yield line, line
            continue
        entry = parsed(line)
        if entry is None:  # torn: there is nothing to be saved of it
            yield line, b"" if what.is_in(line.decode("utf-8", "replace")) else line
            continue
        left = what.without(entry)
        yield line, line if left is entry else b"" if left is None else encode(left).encode() + b"\n"


def _rows(path: Path, what: Forgotten) -> Iterator[tuple[bytes, bytes]]:
    head = next(raw_lines(path), b"")
    mark = b"\xef\xbb\xbf" if head.startswith(b"\xef\xbb\xbf") else b""
    end = "\r\n" if head.endswith(b"\r\n") else "\n"
    text = (line.decode("utf-8", "surrogateescape") for line in raw_lines(path))
    before = csv.field_size_limit(1 << 30)
    try:
        names: list[str] = []
        for row in csv.reader(text):
            if not names:
                names = [row[0].removeprefix("\ufeff"), *row[1:]] if row else []
                yield (piece := mark + _row(names, end)), piece
                continue
            piece, left = _row(row, end), _cells_without(dict(zip(names, row)), what)
            rest = [] if left is None else [left[name] for name in names if name in left] + row[len(names) :]
            yield piece, b"" if left is None else _row(rest, end)
    except csv.Error as error:
        raise LogError(f"{path} cannot be read ({error}).") from None
    finally:
        csv.field_size_limit(before)


def _cells_without(cells: dict[str, str], what: Forgotten) -> dict[str, str] | None:
    entry: dict[str, Any] = {**cells}
    for name in LISTS:
        if cells.get(name):
            entry[name] = [value.removeprefix("'") for value in cells[name].split(JOINED)]
    left = what.without(entry)
    if left is None or left is entry:
        return None if left is None else cells
    changed = {name: JOINED.join(value) if isinstance(value, list) else value for name, value in left.items()}
    return {name: changed.get(name, "") if entry[name] != left.get(name) else cells[name] for name in cells}


def _row(cells: list[str], end: str) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator=end).writerow(cells)
    return text.getvalue().encode("utf-8", "surrogateescape")


# Other files ----------------------------------------------------------------------------------------------------------


def _others(data_dir: Path, done: list[Path]) -> Iterator[Path]:
    """Every other file under *data_dir*: lists, reports, a damaged memory that was set aside."""
    known = set(done)
    for folder, _, names in os.walk(data_dir):
        for name in sorted(names):
            path = Path(folder, name)
            if path not in known and name not in OWN and path.is_file() and not path.is_symlink():
                yield path


def _holds(path: Path, what: Forgotten) -> bool:
    """Whether the value stands anywhere in a file, whatever it is. What cannot be read holds nothing."""
    tail = ""
    try:
        with gzip.open(path) if _zipped(path) else path.open("rb") as file:
            while block := file.read(BLOCK):
                text = tail + block.decode("utf-8", "replace")
                if what.is_in(text):
                    return True
                tail = text[-OVERLAP:]
    except (OSError, EOFError):
        return False
    return False
