"""A clock that jumps back and forth in the middle of a run, and one that is years off."""

import time
from pathlib import Path

from tests.torture.checks import Check, kept, none_of
from tests.torture.crawls import Crawl, accounted, entries, folder, mixed, sound
from tests.web import Web

SETTINGS = ("-s", "STATS_DUMP=False", "-s", "TAB_ENABLED=False", "-s", "UPLINK_STALL=0.5")
#: Put before a crawl: `time.time` is what a file says it is ahead, in seconds.
SITECUSTOMIZE = """
import os, time
_real, _file = time.time, os.environ["CLOCK_OFFSET"]
def shifted():
    try:
        with open(_file) as file:
            return _real() + float(file.read() or 0)
    except (OSError, ValueError):
        return _real()
time.time = shifted
"""
HOUR, YEAR = 3600.0, 365 * 86400.0


def run(short: bool, seed: int) -> list[Check]:
    """Jumps of an hour and of years, in both directions."""
    lines = mixed(100 if short else 600, seed)
    checks: list[Check] = []
    with Web() as web, folder() as name:
        root = Path(name)
        (root / "site").mkdir()
        (root / "site" / "sitecustomize.py").write_text(SITECUSTOMIZE)
        for what, jumps in (
            ("an hour back", (-HOUR,)),
            ("an hour on", (HOUR,)),
            ("three years back, then on", (-3 * YEAR, 3 * YEAR)),
            ("to 1970", (-time.time() + 10,)),
        ):
            checks += _jumped(web, root, what, jumps, lines)
    return checks


def _jumped(web: Web, root: Path, what: str, jumps: tuple[float, ...], lines: list[str]) -> list[Check]:
    data, offset = root / what.replace(" ", "-"), root / f"{what}.offset"
    offset.write_text("0")
    crawl = Crawl(web, data, lines, *SETTINGS, env={"PYTHONPATH": str(root / "site"), "CLOCK_OFFSET": str(offset)})
    for number, jump in enumerate(jumps, 1):
        crawl.wait_for(len(lines) * number // (len(jumps) + 1))
        offset.write_text(str(jump))
    ended = crawl.wait(300)
    found = entries(data)
    negative = [step for entry in found for step in entry.get("trail", ()) if step.get("ms", 0) < 0]
    again = Crawl(web, data, lines, *SETTINGS).wait(300)
    wrong = {entry["input"] for entry in found if entry["reason"] in ("internal", "stopped")}
    return [
        kept(f"{what}: the run ends by itself", ended.status == 0, f"status {ended.status}, {ended.seconds:.0f} s"),
        *[Check(f"{what}: {check.promise}", check.ok, check.note) for check in accounted_once(data, lines)],
        none_of(f"{what}: no step took less than no time", negative),
        none_of(f"{what}: no fault of our own", wrong),
        kept(f"{what}: the right clock's next run ends well", again.status == 0, f"status {again.status}"),
        *[Check(f"{what}: {check.promise}", check.ok, check.note) for check in sound(data)],
    ]


def accounted_once(data: Path, lines: list[str]) -> list[Check]:
    """Both runs have accounted for every line, so each stands twice."""
    return [
        Check(check.promise.replace("exactly one", "exactly one (a run)"), check.ok, check.note)
        for check in accounted(data, [*lines, *lines])
    ]
