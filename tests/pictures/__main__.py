"""Crawls the sample and some hundred made-up sites, and makes all pictures, or those of the modules that are named."""

import argparse
import importlib
import pkgutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from tests import pictures
from tests.crawl.harness import crawl
from tests.pictures.studio import FOLDER, Studio
from tests.report.opened import chromium
from tests.web import Web
from tests.web.client import ROOT

#: Sites of the test web by the kind that their name stands for, and how many of each.
KINDS = {
    "ok": 210, "contact": 90, "shop": 30, "empty": 60, "dead": 40, "refused": 12, "gone": 25, "retry": 18,
    "tab": 16, "words": 6, "wall": 9,
}  # fmt: skip


def modules() -> Iterator[tuple[str, ModuleType]]:
    """Those that draw, by name."""
    for found in pkgutil.iter_modules(pictures.__path__):
        if not found.name.startswith("_"):
            module = importlib.import_module(f"tests.pictures.{found.name}")
            if hasattr(module, "draw"):
                yield found.name, module


def sample() -> list[str]:
    """The lines of the run: the bundled sample, and made-up sites in a mixed order."""
    names = [(number / count, f"{kind}-{number:04d}.test") for kind, count in KINDS.items() for number in range(count)]
    bundled = (ROOT / "data" / "sample-urls.txt").read_text(encoding="utf-8").splitlines()
    return [*(name for _, name in sorted(names)), *(line for line in bundled if line and not line.startswith("#"))]


def main(arguments: list[str] | None = None) -> int:
    """0, or 1 where a picture came out too big."""
    known = dict(modules())
    parser = argparse.ArgumentParser(prog="python -m tests.pictures", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which; all without one: {', '.join(known)}")
    parser.add_argument("--to", type=Path, default=FOLDER, metavar="FOLDER", help="where to; the README's by default")
    given = parser.parse_args(arguments)
    if unknown := [name for name in given.names if name not in known]:
        parser.error(f"there is no picture {unknown[0]}; there are {', '.join(known)}")
    with tempfile.TemporaryDirectory(prefix="pictures-") as name, Web() as web, chromium() as browser:
        data, lines = Path(name) / "data", sample()
        runs = [crawl(web, data, lines[: len(lines) // 4], timeout=600), crawl(web, data, lines, timeout=600)]
        studio = Studio(browser, data, runs, given.to)
        for module in given.names or known:
            known[module].draw(studio)
    for path, size in studio.made.items():
        print(f"{path} ({size / 1000:.0f} KB)")
    return int(studio.too_big)


if __name__ == "__main__":
    sys.exit(main())
