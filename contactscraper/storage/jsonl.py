"""Files of JSON lines that a run has left: page logs and results, plain or gzipped."""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

ENDINGS = (".jsonl", ".jsonl.gz")


class LogError(Exception):
    """A file of lines cannot be read; the text says why, in one sentence."""


def line_files(folder: Path, endings: tuple[str, ...] = ENDINGS) -> list[Path]:
    """The files of lines in *folder*, by name, which is the order of their runs."""
    return sorted(path for path in folder.glob("*") if path.name.endswith(endings) and path.is_file())


def raw_lines(path: Path) -> Iterator[bytes]:
    """The lines of *path* with their ends. Raises LogError."""
    try:
        with gzip.open(path) if path.name.endswith(".gz") else path.open("rb") as file:
            yield from file
    except (OSError, EOFError, zlib.error) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise LogError(f"{path} cannot be read ({why}).") from None


def read_lines(path: Path) -> Iterator[dict[str, Any] | None]:
    """The entries of *path*; None for a line that is no JSON object (torn, or another file). Raises LogError."""
    for line in raw_lines(path):
        if line.strip():
            yield parsed(line)


def parsed(line: bytes) -> dict[str, Any] | None:
    """The JSON object of a line, or None."""
    try:
        value = orjson.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
