"""How long a list is, for a progress display."""

import stat
from pathlib import Path

from contactscraper.storage.inputs import kind_of

#: Bytes that are counted; what follows is estimated.
COUNTED = 64 * 1024 * 1024


def count_lines(source: str) -> int | None:
    """About how many lines *source* has, for a progress display: counted up to 64 MB, estimated beyond.

    None where that cannot be known cheaply (standard input, a pipe, a gzipped or unreadable file).
    """
    counted, whole, last = 0, 0, b"\n"
    try:
        size = Path(source).stat()
        if source == "-" or source.lower().endswith(".gz") or not stat.S_ISREG(size.st_mode):
            return None
        with Path(source).open("rb") as file:
            while whole < COUNTED and (block := file.read(1024 * 1024)):
                counted += block.count(b"\n") or block.count(b"\r")
                whole, last = whole + len(block), block[-1:]
    except (OSError, ValueError):
        return None
    if whole < size.st_size:
        counted = counted * size.st_size // max(whole, 1)
    elif last not in b"\r\n":
        counted += 1
    return max(0, counted - 1) if kind_of(source) == "csv" else counted
