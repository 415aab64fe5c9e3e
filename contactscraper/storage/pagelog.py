"""The page log: one JSON line a visit, a file a run, whole lines only."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from contactscraper.storage.table import encode

BLOCK = 64 * 1024


class PageLog:
    """Each line is one write without a buffer, so that a kill cannot tear it. A file that is gone on with is repaired
    first, lest the next line be glued to half of another. A run without visits leaves no file: an hourly run that
    finds nothing due would leave thousands a year."""

    def __init__(self, folder: Path, name: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / f"{name}.jsonl"
        if self.path.exists():
            repair_tail(self.path)
        self._fd = -1

    def write(self, entry: dict[str, Any]) -> None:
        """Appends one line. Raises OSError, as with a full disk; nothing of the line is left in the file then."""
        if self._fd < 0:
            self._fd = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        append_whole(self._fd, encode(entry).encode() + b"\n")

    def close(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


def append_whole(fd: int, line: bytes) -> None:
    """Writes all of *line* at the end of a file, or nothing of it (OSError)."""
    before = os.fstat(fd).st_size
    try:
        written = os.write(fd, line)
        while written < len(line):
            written += os.write(fd, line[written:])
    except OSError:
        with suppress(OSError):  # a pipe has no end to go back to
            os.ftruncate(fd, before)
            os.lseek(fd, before, os.SEEK_SET)
        raise


def repair_tail(path: Path) -> int:
    """Cuts a half-written last line off a file of lines. Returns the number of bytes that were cut.

    A line without its newline is half-written even where it would parse: nobody was told that it is there.
    """
    with path.open("r+b") as file:
        end = file.seek(0, os.SEEK_END)
        keep = end
        while keep > 0:
            start = max(0, keep - BLOCK)
            file.seek(start)
            block = file.read(keep - start)
            if block.endswith(b"\n"):
                break
            newline = block.rfind(b"\n")
            keep = start + newline + 1 if newline >= 0 else start
            if newline >= 0:
                break
        if keep < end:
            file.truncate(keep)
        return end - keep
