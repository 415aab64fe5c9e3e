"""Pages as a web site's builder makes them: 50 KB, some 14 KB of it on the wire, the contact in the footer.

Serving must cost little, since it runs on the same machine: all but the footer is compressed once, and a host's own
footer is appended to the compressed stream.
"""

import random
import struct
import zlib
from functools import cache

SIZE = 50_000  # bytes
VARIANTS = 40
_ROOTS = (
    "ban bel bor cal cor dan del dor far fen gar gol har hol jan kel kor lan lem lin lor mar men mil mor nal nor pal"
    " per pol ran rel rin ros sal sen sol tal ten tor val ven vin vol war wel wil zan"
).split()
_CLASSES = (
    "section row col-md-4 card card-body d-flex align-items-center mb-3 text-muted wp-block-group alignwide".split()
)
_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


def _words(chance: random.Random, number: int) -> str:
    return " ".join(
        "".join(chance.choices(_ROOTS, k=chance.choice((1, 2, 2, 3)))) + chance.choice(("", "", "a", "o", "is", "en"))
        for _ in range(number)
    )


def _head(chance: random.Random) -> str:
    styles = "".join(
        f".c{chance.randrange(999)}{{margin:{chance.randrange(40)}px auto;color:#{chance.randrange(1 << 24):06x}}}"
        for _ in range(90)
    )
    links = "".join(
        f'<link rel="stylesheet" href="/assets/{chance.randrange(1 << 32):08x}.css" media="all">\n' for _ in range(14)
    )
    scripts = "".join(f'<script src="/assets/{chance.randrange(1 << 32):08x}.js" defer></script>\n' for _ in range(10))
    metas = "".join(f'<meta property="og:{name}" content="{_words(chance, 5)}">\n' for name in ("title", "site_name"))
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{_words(chance, 4)}</title>\n{metas}'
        f"{links}{scripts}<style>{styles}</style>\n</head>\n"
    )


def _navigation(chance: random.Random) -> str:
    items = "".join(
        f'<li class="menu-item menu-item-{chance.randrange(9999)}"><a href="/{_words(chance, 2).replace(" ", "-")}/">'
        f"{_words(chance, 2)}</a></li>\n"
        for _ in range(45)
    )
    return f'<header><nav class="navbar"><ul id="menu">{items}</ul></nav></header>\n'


def _card(chance: random.Random) -> str:
    classes = " ".join(chance.sample(_CLASSES, 3))
    picture = f"/media/{chance.randrange(1 << 32):08x}.jpg"
    return (
        f'<div class="{classes}"><div class="inner"><img src="{picture}" alt="{_words(chance, 2)}" width="640"'
        f' height="426" loading="lazy"><h3>{_words(chance, 3)}</h3><p>{_words(chance, 34)}.</p>'
        f'<a class="btn" href="/{_words(chance, 1)}">{_words(chance, 2)}</a></div></div>\n'
    )


def _data(chance: random.Random) -> str:
    rows = ",".join(f'"{_words(chance, 1)}":{chance.randrange(99999)}' for _ in range(260))
    return f"<script>window.__settings={{{rows}}};</script>\n"


def _top(seed: int) -> bytes:
    """All of a page but its footer."""
    chance = random.Random(seed)
    parts = [_head(chance), "<body>\n", _navigation(chance), "<main>\n", _data(chance)]
    size = sum(map(len, parts))
    while size < SIZE - 1_200:
        parts.append(_card(chance))
        size += len(parts[-1])
    return "".join([*parts, "</main>\n"]).encode()


@cache
def _packed(variant: int) -> tuple[bytes, int, int]:
    """The top of a page as the beginning of a raw deflate stream, with its size and CRC."""
    top = _top(variant)
    packer = zlib.compressobj(6, zlib.DEFLATED, -15)
    return packer.compress(top) + packer.flush(zlib.Z_FULL_FLUSH), len(top), zlib.crc32(top)


def _gzipped(variant: int, bottom: bytes) -> bytes:
    start, size, crc = _packed(variant)
    packer = zlib.compressobj(1, zlib.DEFLATED, -15)
    end = packer.compress(bottom) + packer.flush()
    return _HEADER + start + end + struct.pack("<II", zlib.crc32(bottom, crc), size + len(bottom))


def warm() -> None:
    """Makes all pages, so that none is made while a crawl waits."""
    for variant in range(VARIANTS):
        _packed(variant)


def page(host: str, bottom: str) -> bytes:
    """The page of *host* with a footer of its own, gzipped."""
    footer = f'<footer class="footer"><p>{host}</p>{bottom}<small>All rights reserved.</small></footer></body></html>\n'
    return _gzipped(zlib.crc32(host.encode()) % VARIANTS, footer.encode())


def contact(host: str) -> str:
    """A footer's contact: an email, a phone, a profile."""
    name = host.partition(".")[0].replace("-", "")
    number = zlib.crc32(host.encode()) % 1000
    return (
        f'<p><a href="mailto:info@{host}">info@{host}</a> <a href="tel:+44207946{number:04}">+44 20 7946 {number:04}</a>'
        f' <a href="https://www.facebook.com/{name}">Facebook</a></p>'
    )


CHALLENGE = (
    "<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><div class='main-content'>"
    "<h1>{host}</h1><script>window._cf_chl_opt = {{cType: 'managed'}};</script>"
    "<script src='/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1'></script></div></body></html>"
)
GUARD = (
    "<!DOCTYPE html><html><head><title>{host}</title><script src='/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e'>"
    "</script></head><body><iframe id='main-iframe' src='/_Incapsula_Resource?CWUDNSAI=9&xinfo=1&incident_id=1'>"
    "Request unsuccessful. Incapsula incident ID: 877000410-0</iframe></body></html>"
)
GONE = (
    "<!DOCTYPE html><html><head><title>404 Not Found</title></head><body><h1>Not Found</h1><p>{host}</p></body></html>"
)
