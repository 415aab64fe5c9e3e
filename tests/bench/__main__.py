"""Runs benches and says which claims hold: ``python -m tests.bench crawl tabs --json figures.json``.

A bench that takes too long for every day has ``BY_HAND`` and runs where it is named:
``python -m tests.bench headline --urls 220000 --tabs 0.015 --json headline.json``.
"""

import argparse
import importlib
import os
import pkgutil
import platform
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from tests import bench
from tests.bench.figures import Figure, save, show

#: Options of one bench alone.
OF_HEADLINE = ("urls", "tabs", "minutes")


def benches() -> Iterator[tuple[str, ModuleType]]:
    """The modules of this package that measure something, by name."""
    for found in pkgutil.iter_modules(bench.__path__):
        if not found.name.startswith(("_", "test_")):
            module = importlib.import_module(f"tests.bench.{found.name}")
            if hasattr(module, "run"):
                yield found.name, module


def about(module: ModuleType) -> str:
    return (module.__doc__ or "").strip().partition("\n")[0]


def by_hand(module: ModuleType) -> bool:
    return bool(getattr(module, "BY_HAND", False))


def measure(name: str, module: ModuleType, **options: Any) -> list[Figure]:
    """A bench's figures, shown; one that breaks down has missed its claim and does not end the others."""
    began = time.monotonic()
    try:
        figures: list[Figure] = module.run(**options)
    except Exception:
        traceback.print_exc()
        figures = [Figure("came to its end", 0, limit=1, at_least=True)]
    show(f"{name}: {about(module)} ({time.monotonic() - began:.0f} s)", figures)
    return figures


def main(arguments: list[str] | None = None) -> int:
    """0 where every claim holds, 1 where one does not, 2 for a bench that there is not."""
    known = dict(benches())
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description="Measures what a run costs; leaves with status 1 where a figure that the README claims is missed.",
        epilog="benches:\n"
        + "\n".join(f"  {name:12} {about(module)}" for name, module in known.items())
        + "\n\nthe headline run, an hour on two processors; a line a minute tells how far it is:\n"
        + "  python -m tests.bench headline --urls 220000 --tabs 0.015 --json headline.json",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="benches to run; without one, all but headline")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    parser.add_argument("--short", action="store_true", help="fewer pages and tabs: minutes instead of an hour")
    parser.add_argument("--urls", type=int, metavar="N", help="headline: the length of the list (220000)")
    parser.add_argument("--tabs", type=float, metavar="SHARE", help="headline: the share that asks for a tab (0.015)")
    parser.add_argument("--minutes", type=float, help="headline: stop after so many, and tell what was done by then")
    given = parser.parse_args(arguments)
    if unknown := [name for name in given.names if name not in known]:
        parser.error(f"there is no bench {', '.join(unknown)}; there are {', '.join(known)}")
    names = given.names or [name for name, module in known.items() if not by_hand(module)]
    wished = {name: value for name in OF_HEADLINE if (value := getattr(given, name)) is not None}
    if wished and "headline" not in names:
        parser.error("--urls, --tabs and --minutes are headline's")
    if given.tabs is not None and not 0 <= given.tabs <= 1:
        parser.error("--tabs is a share, from 0 to 1")
    if given.urls is not None and given.urls < 1:
        parser.error("--urls is a number of URLs, 1 or more")
    done = {
        name: measure(name, known[name], short=given.short, **(wished if name == "headline" else {})) for name in names
    }
    if given.json:
        machine = {"processors": os.cpu_count(), "python": platform.python_version(), "system": platform.platform()}
        save(given.json, done, at=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), short=given.short, **machine)
    missed = [f"{name}: {figure.name}" for name, figures in done.items() for figure in figures if not figure.ok]
    for text in missed:
        print(f"missed: {text}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
