"""HTTP that is broken, endless or slow, byte by byte."""

import asyncio
import zlib
from functools import lru_cache

from tests.web.model import Raw, Reply, Wire

OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"
HEAD = Reply()  # what HEAD gets: nothing is wrong
MEGABYTE = 1024 * 1024
#: Even an endless answer ends some day, should a client be broken.
LONGEST = 120.0  # s
PACE = 0.002  # s between chunks, so that one endless answer does not starve the rest of the web


def _endless(start: bytes, chunk: bytes, pause: float = PACE) -> Raw:
    async def play(wire: Wire) -> None:
        await wire.write(start)
        until = asyncio.get_running_loop().time() + LONGEST
        while asyncio.get_running_loop().time() < until:
            await wire.write(chunk)
            await asyncio.sleep(pause)

    return Raw(play, HEAD)


def endless_body() -> Raw:
    """A body without end, at full speed, chunked."""
    piece = b"<p>" + b"bread and water " * 4096 + b"</p>"
    return _endless(OK + b"Transfer-Encoding: chunked\r\n\r\n", b"%x\r\n%s\r\n" % (len(piece), piece))


def endless_headers() -> Raw:
    """Header lines without end."""
    return _endless(OK, b"".join(b"X-Header-%d: %s\r\n" % (number, b"v" * 200) for number in range(20)))


def drip() -> Raw:
    """One byte a second."""
    return _endless(OK + b"Content-Length: 100000\r\n\r\n<html>", b" ", 1.0)


def silent() -> Raw:
    """No byte at all."""

    async def play(wire: Wire) -> None:
        await asyncio.sleep(LONGEST)

    return Raw(play, HEAD)


def hang_up() -> Raw:
    """The connection is closed without an answer."""

    async def play(wire: Wire) -> None:
        await asyncio.sleep(0)

    return Raw(play, HEAD)


def reset(body: str) -> Raw:
    """Half of the body, then a TCP reset."""

    async def play(wire: Wire) -> None:
        data = body.encode()
        await wire.write(OK + b"Content-Length: %d\r\n\r\n%s" % (len(data), data[: len(data) // 2]))
        await asyncio.sleep(0.1)
        wire.reset()

    return Raw(play, HEAD)


def truncated(body: str) -> Raw:
    """Half of the body that Content-Length promises, then an orderly end."""

    async def play(wire: Wire) -> None:
        data = body.encode()
        await wire.write(OK + b"Content-Length: %d\r\n\r\n%s" % (len(data), data[: len(data) // 2]))

    return Raw(play, HEAD)


def slow_body(body: str, seconds: float) -> Raw:
    """The body in ten pieces over *seconds*."""

    async def play(wire: Wire) -> None:
        data = body.encode()
        await wire.write(OK + b"Content-Length: %d\r\n\r\n" % len(data))
        size = len(data) // 10 + 1
        for at in range(0, len(data), size):
            await wire.write(data[at : at + size])
            await asyncio.sleep(seconds / 10)

    return Raw(play, HEAD)


def cookie_flood(body: str, number: int = 400) -> Raw:
    """*number* cookies of 100 bytes."""

    async def play(wire: Wire) -> None:
        data = body.encode()
        cookies = b"".join(b"Set-Cookie: c%d=%s; Path=/\r\n" % (index, b"x" * 100) for index in range(number))
        await wire.write(OK + cookies + b"Content-Length: %d\r\n\r\n%s" % (len(data), data))

    return Raw(play, HEAD)


def as_is(data: bytes) -> Raw:
    """Whatever *data* is."""

    async def play(wire: Wire) -> None:
        await wire.write(data)

    return Raw(play, HEAD)


@lru_cache(maxsize=1)
def _bomb() -> bytes:
    """One packed megabyte, 300 times: packing each of them anew takes seconds, which a crawler does not wait."""
    packer, zeros = zlib.compressobj(9, zlib.DEFLATED, -15), bytes(MEGABYTE)
    head, packed = packer.compress(b""), packer.compress(zeros) + packer.flush(zlib.Z_FULL_FLUSH)
    checksum = 0
    for _ in range(300):
        checksum = zlib.crc32(zeros, checksum)
    size = 300 * MEGABYTE
    gzip_head = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
    return (
        gzip_head + head + packed * 300 + packer.flush() + checksum.to_bytes(4, "little") + size.to_bytes(4, "little")
    )


def gzip_bomb() -> Raw:
    """300 KB that unpack to 300 MB."""

    async def play(wire: Wire) -> None:
        data = await asyncio.to_thread(_bomb)
        await wire.write(OK + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s" % (len(data), data))

    return Raw(play, HEAD)
