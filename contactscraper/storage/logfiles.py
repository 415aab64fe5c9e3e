"""Which files are meant where page logs are asked for, and what is done with those that are damaged."""

import gzip
import json
import shutil
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import BinaryIO

from contactscraper.storage.shards import memory_dirs
from contactscraper.storage.table import MemoryBroken

SUFFIXES = (".jsonl", ".jsonl.gz")
BLOCK = 64 * 1024


class NoLog(Exception):
    """There is no page log where one was asked for; the text says what to do."""


def find_logs(names: Sequence[str], data_dir: Path, scratch: Path, stdin: BinaryIO) -> list[Path]:
    """The files that *names* mean, each once: files, folders, and ``-`` for *stdin*, which is copied to *scratch*.

    Without names all page logs of *data_dir*, of all its shards where it has any. Raises NoLog.
    """
    files: list[Path] = []
    for name in names:
        path = Path(name)
        if name == "-":
            files.append(_copied(stdin, scratch / "stdin.jsonl"))
        elif path.is_dir():
            files += in_folder(path)
        elif path.is_fifo():  # `<(zstdcat old.jsonl.zst)`: it can be read only once
            with path.open("rb") as stream:
                files.append(_copied(stream, scratch / f"pipe{len(files)}.jsonl"))
        elif path.exists():
            files.append(path)
        else:
            raise NoLog(f"There is no file or folder {name}.")
    if not names:
        files = [file for folder in log_folders(data_dir) for file in _logs(folder)]
        if not files:
            raise NoLog(f"There is no page log in {data_dir / 'pagelog'} yet: run a crawl first, or name a log.")
    return list({file.resolve(): file for file in files}.values())


def log_folders(data_dir: Path) -> list[Path]:
    """Where the page logs of a DATA_DIR are. Raises NoLog."""
    try:
        return [folder / "pagelog" for folder in dict.fromkeys([data_dir, *memory_dirs(data_dir)])]
    except MemoryBroken as error:
        raise NoLog(str(error)) from error


def in_folder(folder: Path) -> list[Path]:
    """The page logs in *folder*, which may be a DATA_DIR. Raises NoLog."""
    found = [file for where in (folder, *log_folders(folder)) for file in _logs(where)]
    if not found:
        raise NoLog(f"There is no page log (*.jsonl or *.jsonl.gz) in {folder}.")
    return found


def _logs(folder: Path) -> list[Path]:
    """The oldest name first."""
    if not folder.is_dir():
        return []
    return sorted(file for file in folder.iterdir() if file.name.endswith(SUFFIXES) and file.is_file())


def _copied(stream: BinaryIO, target: Path) -> Path:
    with target.open("wb") as file:
        shutil.copyfileobj(stream, file)
    with target.open("rb") as file:
        if file.read(2) == b"\x1f\x8b":
            return target.rename(f"{target}.gz")
    return target


def torn_lines(files: Iterable[Path]) -> int:
    """How many plain *files* end in a half-written line: without a newline, and no JSON."""
    return sum(1 for file in files if file.suffix != ".gz" and _is_torn(file))


def _is_torn(file: Path) -> bool:
    with file.open("rb") as log:
        size = log.seek(0, 2)
        log.seek(max(0, size - BLOCK))
        tail = log.read()
    if not tail or tail.endswith(b"\n"):
        return False
    try:
        json.loads(tail.rpartition(b"\n")[2])
    except ValueError:
        return True
    return False


def mended(files: Sequence[Path], scratch: Path) -> list[Path]:
    """*files*, with plain copies in *scratch* of those ``.gz`` that break off or are no gzip at all."""
    return [
        file if file.suffix != ".gz" or _is_whole(file) else _unpacked(file, scratch / f"{number}.jsonl")
        for number, file in enumerate(files)
    ]


def _is_whole(file: Path) -> bool:
    try:
        with gzip.open(file) as packed:
            while packed.read(BLOCK):
                pass
    except (OSError, EOFError, zlib.error):
        return False
    return True


def _unpacked(file: Path, target: Path) -> Path:
    """As much of *file* as can be read."""
    with file.open("rb") as packed, target.open("wb") as plain:
        if packed.read(2) != b"\x1f\x8b":
            packed.seek(0)
            shutil.copyfileobj(packed, plain)
            return target
        packed.seek(0)
        inflate = zlib.decompressobj(zlib.MAX_WBITS | 16)
        while block := packed.read(BLOCK):
            try:
                while block:  # a .gz may be several, one after the other
                    plain.write(inflate.decompress(block))
                    block = inflate.unused_data
                    if inflate.eof and block:
                        inflate = zlib.decompressobj(zlib.MAX_WBITS | 16)
            except zlib.error:
                break
    return target
