"""What pictures are made with: pages in Chromium, and terminals through rich."""

import io
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from tests.crawl.harness import Run
from tests.web.client import ROOT

FOLDER = ROOT / "docs" / "pictures"
#: Bytes; a README of several pictures is to open at once.
MOST = 200_000
SIGNATURE = b"\x89PNG\r\n\x1a\n"
THEME = TerminalTheme(
    (23, 28, 36), (231, 235, 241),
    [(90, 100, 115), (240, 110, 110), (47, 185, 141), (232, 171, 70), (134, 171, 255), (217, 117, 182), (92, 169, 226),
     (231, 235, 241)],
    [(154, 166, 182), (255, 140, 140), (90, 215, 175), (250, 200, 110), (170, 198, 255), (235, 150, 205),
     (130, 195, 240), (255, 255, 255)],
)  # fmt: skip


class Studio:
    """*data* is the DATA_DIR of a crawl's *runs*; pictures go *to* a folder."""

    def __init__(self, browser: Browser, data: Path, runs: list[Run], to: Path) -> None:
        self.browser = browser
        self.data = data
        self.runs = runs
        self.made: dict[Path, int] = {}
        self._to = to

    @property
    def too_big(self) -> bool:
        return any(size > MOST for size in self.made.values())

    def page(
        self,
        name: str,
        address: str,
        width: int,
        height: int,
        *,
        dark: bool = False,
        scale: float = 1,
        prepare: Callable[[Page], None] = lambda page: None,
    ) -> None:
        """A picture of the page at *address*, as it looks after *prepare*."""
        page = self.browser.new_page(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            device_scale_factor=scale,
            reduced_motion="reduce",
        )
        page.goto(address)
        prepare(page)
        self.save(name, page.screenshot())
        page.close()

    def terminal(self, name: str, title: str, output: str, width: int = 100) -> None:
        """A picture of a terminal with *output*, which may hold ANSI colours."""
        console = Console(record=True, width=width, file=io.StringIO(), force_terminal=True)
        console.print(Text.from_ansi(output.rstrip()), highlight=False)
        page = self.browser.new_page(device_scale_factor=1.25)
        page.set_content(console.export_svg(title=title, theme=THEME, font_aspect_ratio=0.6))
        page.add_style_tag(
            content="body { margin: 0 } svg { display: block; width: 1000px } text { font-family: 'DejaVu Sans Mono', monospace !important }"
        )
        self.save(name, page.locator("svg").first.screenshot(omit_background=True))
        page.close()

    def save(self, name: str, png: bytes) -> None:
        self._to.mkdir(parents=True, exist_ok=True)
        path = self._to / f"{name}.png"
        path.write_bytes(smaller(png))
        self.made[path] = path.stat().st_size


def smaller(png: bytes) -> bytes:
    """The same picture, packed as tight as zlib can: browsers pack for speed."""
    chunks, at = [], len(SIGNATURE)
    while at < len(png):
        (size,) = struct.unpack_from(">I", png, at)
        chunks.append((png[at + 4 : at + 8], png[at + 8 : at + 8 + size]))
        at += size + 12
    pixels = zlib.decompress(b"".join(data for kind, data in chunks if kind == b"IDAT"))
    best = min((_packed(pixels, strategy) for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FILTERED)), key=len)
    header = [chunk for chunk in chunks if chunk[0] == b"IHDR"]
    return SIGNATURE + b"".join(_chunk(*chunk) for chunk in [*header, (b"IDAT", best), (b"IEND", b"")])


def _packed(pixels: bytes, strategy: int) -> bytes:
    deflate = zlib.compressobj(9, zlib.DEFLATED, 15, 9, strategy)
    return deflate.compress(pixels) + deflate.flush()


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
