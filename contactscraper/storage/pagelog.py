"""The page log: one JSON line a visit, a file a run, whole lines only."""

import os
from pathlib import Path
from typing import Any

import orjson

BLOCK = 64 * 1024


class PageLog:
    """Each line is one write without a buffer, so that a kill cannot tear it."""

    def __init__(self, folder: Path, name: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / f"{name}.jsonl"
        self._fd = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)

    def write(self, entry: dict[str, Any]) -> None:
        line = orjson.dumps(entry, option=orjson.OPT_APPEND_NEWLINE)
        written = os.write(self._fd, line)
        while written < len(line):
            written += os.write(self._fd, line[written:])

    def close(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


def repair_tail(path: Path) -> int:
    """Cuts a half-written last line off a file of lines. Returns the number of bytes that were cut."""
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
