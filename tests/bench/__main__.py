"""Runs benches and says which claims hold: ``python -m tests.bench crawl tabs --json figures.json``."""

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

from tests import bench
from tests.bench.figures import Figure, save, show


def benches() -> Iterator[tuple[str, ModuleType]]:
    """The modules of this package that measure something, by name."""
    for found in pkgutil.iter_modules(bench.__path__):
        if not found.name.startswith(("_", "test_")):
            module = importlib.import_module(f"tests.bench.{found.name}")
            if hasattr(module, "run"):
                yield found.name, module


def about(module: ModuleType) -> str:
    return (module.__doc__ or "").strip().partition("\n")[0]


def measure(name: str, module: ModuleType, short: bool) -> list[Figure]:
    """A bench's figures, shown; one that breaks down has missed its claim and does not end the others."""
    began = time.monotonic()
    try:
        figures: list[Figure] = module.run(short=short)
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
        epilog="benches:\n" + "\n".join(f"  {name:12} {about(module)}" for name, module in known.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="benches to run; all without one")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    parser.add_argument("--short", action="store_true", help="fewer pages and tabs: minutes instead of an hour")
    given = parser.parse_args(arguments)
    if unknown := [name for name in given.names if name not in known]:
        parser.error(f"there is no bench {', '.join(unknown)}; there are {', '.join(known)}")
    done = {name: measure(name, known[name], given.short) for name in given.names or known}
    if given.json:
        machine = {"processors": os.cpu_count(), "python": platform.python_version(), "system": platform.platform()}
        save(given.json, done, at=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), short=given.short, **machine)
    missed = [f"{name}: {figure.name}" for name, figures in done.items() for figure in figures if not figure.ok]
    for text in missed:
        print(f"missed: {text}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
