"""Tortures the crawler and says which promises it has kept: ``python -m tests.torture kills network --short``."""

import argparse
import importlib
import pkgutil
import sys
import time
import traceback
from collections.abc import Iterator
from types import ModuleType

from tests import torture
from tests.torture.checks import Check, show


def tortures() -> Iterator[tuple[str, ModuleType]]:
    """The modules of this package that torture, by name."""
    for found in pkgutil.iter_modules(torture.__path__):
        if not found.name.startswith(("_", "test_")):
            module = importlib.import_module(f"tests.torture.{found.name}")
            if hasattr(module, "run"):
                yield found.name, module


def about(module: ModuleType) -> str:
    return (module.__doc__ or "").strip().partition("\n")[0]


def suffer(name: str, module: ModuleType, short: bool, seed: int) -> list[Check]:
    """A torture's checks, shown; one that breaks down has broken its promise and does not end the others."""
    began = time.monotonic()
    try:
        checks: list[Check] = module.run(short=short, seed=seed)
    except Exception:
        traceback.print_exc()
        checks = [Check("it came to its end", False)]
    show(f"{name}: {about(module)} ({time.monotonic() - began:.0f} s)", checks)
    return checks


def main(arguments: list[str] | None = None) -> int:
    """0 where every promise was kept, 1 where one was not, 2 for a torture that there is not."""
    known = dict(tortures())
    parser = argparse.ArgumentParser(
        prog="python -m tests.torture",
        description="Does to the crawler what would break a careless one; leaves with status 1 where a promise is broken.",
        epilog="tortures:\n" + "\n".join(f"  {name:10} {about(module)}" for name, module in known.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="tortures to run; all without one")
    parser.add_argument("--short", action="store_true", help="less of each: a few minutes instead of an hour")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="for chance; that of the run is printed")
    given = parser.parse_args(arguments)
    if unknown := [name for name in given.names if name not in known]:
        parser.error(f"there is no torture {', '.join(unknown)}; there are {', '.join(known)}")
    print(f"seed: {given.seed}")
    broken = [
        f"{name}: {check.promise}"
        for name in given.names or known
        for check in suffer(name, known[name], given.short, given.seed)
        if not check.ok
    ]
    for text in broken:
        print(f"broken: {text}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
