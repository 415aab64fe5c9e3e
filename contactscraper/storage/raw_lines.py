"""The bytes of a list as lines: what a file is, and where a line ends. No content raises once a list is open."""

import gzip
import stat
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, cast

#: Bytes of a line beyond which it is no URL, and is never held whole.
MAX_LINE = 64 * 1024
TOO_LONG = f"the line is longer than {MAX_LINE} bytes"
UTF_16 = "is UTF-16; save it as UTF-8"
BROKEN = (OSError, EOFError, zlib.error)
#: First bytes of files that people take for lists, and what to say of them.
MAGIC: dict[bytes, str] = {
    b"\xff\xfe": UTF_16,
    b"\xfe\xff": UTF_16,
    b"\x1f\x8b": "is gzipped; give it a name that ends in .gz",
    b"PK\x03\x04": "is a spreadsheet or an archive; export the list as CSV",
    b"\xd0\xcf\x11\xe0": "is a spreadsheet; export the list as CSV",
    b"SQLite format 3": "is a database; export the list as CSV",
    b"%PDF": "is a PDF; give a text file with one URL a line",
}


class InputError(Exception):
    """The list cannot be used; the text says why and what to do, in one sentence."""


def open_raw(source: str, name: str) -> tuple[BinaryIO, bytes]:
    """The list's bytes and the first of them, which stay to be read. Pipes are not touched before they are read."""
    if source == "-":
        return sys.stdin.buffer, b""
    path = Path(source)
    zipped = source.lower().endswith(".gz")
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise InputError(f"{name} is a directory; give a file with one URL a line.")
        file = path.open("rb", buffering=2 * MAX_LINE)
    except FileNotFoundError:
        raise InputError(f"There is no file {name}; check the path given as input.") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{name} cannot be read ({_why(error)}); check its path and its permissions.") from None
    raw = cast(BinaryIO, gzip.GzipFile(fileobj=file)) if zipped else file
    if not stat.S_ISREG(mode):
        return raw, b""
    try:
        start = cast(Any, raw).peek(MAX_LINE)[:MAX_LINE]
    except BROKEN as error:
        file.close()
        what = "cannot be unpacked; it is no gzip file or is damaged" if zipped else f"cannot be read ({_why(error)})"
        raise InputError(f"{name} {what}.") from None
    if fault := _no_list(start):
        file.close()
        raise InputError(f"{name} {fault}.")
    return raw, start


def _why(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()


def _no_list(start: bytes) -> str:
    """What *start*, the first bytes of a file, is instead of a list; '' where it may be one."""
    for magic, fault in MAGIC.items():
        if start.startswith(magic):
            return fault
    start = start[:4096]
    nulls = start.count(0)
    if nulls > 4 and nulls * 5 > len(start) * 2 and max(start[::2].count(0), start[1::2].count(0)) == nulls:
        return UTF_16
    odd = sum(start.count(byte) for byte in range(32) if byte not in b"\t\n\r\f\x1a")
    return "is a binary file, no list of URLs" if odd > 3 and odd * 20 > len(start) else ""


def raw_lines(raw: BinaryIO) -> Iterator[tuple[str, str]]:
    """Lines as (text, problem), with any line ending. Damage ends the list with a problem."""
    pending, too_long, first = b"", False, True
    read = getattr(raw, "read1", raw.read)  # read1 hands on what a pipe has, without waiting for a whole block
    while True:
        try:
            block = read(MAX_LINE)
        except BROKEN as error:
            if pending and not too_long:
                yield _decoded(pending)
            yield "", f"the file is damaged from here on ({_why(error)})"
            return
        if not block:
            break
        if first and (fault := _no_list(block)):  # a pipe, which could not be looked at before
            yield "", f"the input {fault}"
            return
        first = False
        pending += block
        # A \r at the end stays: its \n may come with the next block.
        tail = b"\r" if pending.endswith(b"\r") else b""
        whole = pending.removesuffix(b"\r").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        *lines, pending = whole.split(b"\n")
        for line in lines:
            yield ("", TOO_LONG) if too_long else _decoded(line)
            too_long = False
        if len(pending) > MAX_LINE:
            pending, too_long = b"", True
        pending += tail
    if too_long:
        yield "", TOO_LONG
    elif pending:
        yield _decoded(pending.removesuffix(b"\r"))


def _decoded(line: bytes) -> tuple[str, str]:
    if len(line) > MAX_LINE:
        return "", TOO_LONG
    text = line.decode("utf-8", "replace").removeprefix("\ufeff")
    if "\0" in text:
        return text.replace("\0", "\ufffd"), "the line has NUL bytes in it"
    return text, ""
