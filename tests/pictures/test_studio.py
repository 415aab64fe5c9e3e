"""Pictures are packed tighter, and stay what they were."""

import struct
import zlib

from tests.pictures.studio import SIGNATURE, _chunk, smaller


def test_a_smaller_picture_is_the_same() -> None:
    """The pixels and the header stay; what is no part of the picture goes; the file is smaller."""
    header = struct.pack(">IIBBBBB", 200, 100, 8, 2, 0, 0, 0)
    pixels = b"".join(b"\0" + bytes((x * y) % 7 for x in range(200) for _ in range(3)) for y in range(100))
    halves = zlib.compress(pixels, 1)
    parts = [(b"IHDR", header), (b"tEXt", b"made by"), (b"IDAT", halves[:500]), (b"IDAT", halves[500:]), (b"IEND", b"")]
    png = SIGNATURE + b"".join(_chunk(*part) for part in parts)
    packed = smaller(png)
    assert len(packed) < len(png) and packed[:8] == SIGNATURE and packed[16:29] == header
    (size,) = struct.unpack_from(">I", packed, 33)
    assert packed[37:41] == b"IDAT" and zlib.decompress(packed[41 : 41 + size]) == pixels
