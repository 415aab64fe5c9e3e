"""What it costs to read a page's contacts, beside what lxml needs to parse it; how that grows; how right it is.

``python -m tests.bench.extraction [--cases DIR] [--json FILE] [--short]``; in ``make bench`` it is one of several.
"""

import argparse
import gc
import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from lxml import html as lxml_html

from contactscraper.contacts import extract_contacts
from tests.bench.figures import Figure, save, show
from tests.bench.sample_pages import KINDS, page

#: Characters of a page -> the most that reading its contacts may cost, in times of lxml's parsing and text.
LIMITS = {50_000: 2.5, 500_000: 3.0}
#: Processor seconds that the worst page may cost.
WORST = 2.0
_FULL = 5_000_000
_URL = "https://www.oakmill.com/"


def _counted(piece: str, size: int) -> str:
    """*piece* until *size* characters are full, a number that counts up for its ``N``."""
    return "".join(piece.replace("N", str(number)) for number in range(size // (len(piece) + 4)))


#: Pages that want to be slow, by name: the text for a size in characters. All but two grow to 5 MB.
HOSTILE: dict[str, Callable[[int], str]] = {
    "5 MB of @": lambda size: "@" * size,
    "5 MB of digits": lambda size: "4930123456" * (size // 10),
    "5 MB of a@": lambda size: "a@" * (size // 2),
    "5 MB of <": lambda size: "<" * size,
    "5 MB of < and spaces": lambda size: "< " * (size // 2),
    "100,000 nested tags": lambda size: "<div>" * (size // 50) + "x" + "</div>" * (size // 50),
    "100,000 nested hidden tags": lambda size: "<p hidden><div class=comments>" * (size // 100) + "x",
    "238,000 short lines with numbers": lambda size: "<td>(212) 555-0142" * (size * 238 // 5_000),
    "5 MB of links": lambda size: "<a href='tel:+493012345678'>x</a>" * (size // 33),
    "5 MB of scripts": lambda size: "<script>var a='x'+'@'+'y.de'</script>" * (size // 37),
    "one script of 5 MB": lambda size: "<script>" + "var a=['b','c'].join('')+" * (size // 25) + "</script>",
    "5 MB of quotes that do not end": lambda size: "<a b='" * (size // 6),
    "5 MB of different titles with @": lambda size: _counted("<i title=N@>", size),
    "5 MB of different pictures of @": lambda size: _counted('<img alt="@N">', size),
    "5 MB of different advertisements": lambda size: _counted('<p class="ad N">', size),
    "5 MB of one link to an address": lambda size: "<a href=mailto:a@b.de>x</a>" * (size // 27),
    "5 MB of bracketed words": lambda size: "(at)" * (size // 4),
}


def _parsed(html: str) -> str:
    return str(lxml_html.document_fromstring(html).text_content())


def cpu(work: Callable[..., object], *arguments: object) -> float:
    """Processor seconds of *work*."""
    began = time.process_time()
    work(*arguments)
    return time.process_time() - began


def cost(kind: str, size: int, pages: int, rounds: int) -> Figure:
    """The median of how often lxml's time goes into ours, both measured in turn, over several pages."""
    ratios, seconds = [], []
    for seed in range(pages):
        theirs, ours = [], []
        html, url = page(kind, seed, size)
        for _ in range(rounds):
            theirs.append(cpu(_parsed, html))
            ours.append(cpu(extract_contacts, html, url))
        ratios.append(median(ours) / median(theirs))
        seconds.append(median(ours))
    return Figure(
        f"cost of a {kind} page of {size // 1000} KB",
        round(median(ratios), 2),
        "x lxml",
        LIMITS[size],
        note=f"{1000 * median(seconds):.1f} ms of processor time; {pages} pages, {rounds} rounds in turn",
    )


def growth(name: str, make: Callable[[int], str]) -> list[Figure]:
    """Seconds for the full size, and the exponent of growth from a quarter of it (1: linear)."""
    times = []
    for size in (_FULL // 4, _FULL // 2, _FULL):
        html = make(size)
        times.append(max(1e-4, cpu(extract_contacts, html, _URL, "US")))
    exponent = math.log(times[2] / times[0], 4) if times[2] > 0.05 else 1.0
    told = ", ".join(f"{one:.2f}" for one in times)
    return [
        Figure(name, round(times[2], 2), "s", WORST, note=f"{told} s at 1/4, 1/2 and all of it"),
        Figure(f"{name}: growth", round(exponent, 2), "exponent", 1.4),
    ]


#: Least precision and recall in percent: of all cases of a kind, and of the ordinary ones.
_LEAST = {"emails": (97, 93), "phones": (97, 93), "socials": (98, 95)}
_LEAST_CORE = (99, 99)


def score(cases: Path) -> list[Figure]:
    """What ``score.py`` says of the labelled cases; one figure that says so where there are none."""
    script = cases / "score.py"
    if not script.is_file():
        print(f"There are no labelled cases in {cases}: scores are left out. Name their folder by CASES or --cases.")
        return []
    done = subprocess.run([sys.executable, script, "--json"], capture_output=True, text=True, check=True)
    totals = json.loads(done.stdout.splitlines()[-1])
    figures = []
    for kind, least in _LEAST.items():
        for part in ("core", "hard", "heroic", "all"):
            limits = least if part == "all" else _LEAST_CORE if part == "core" else (None, None)
            for what, value, limit in zip(("precision", "recall"), totals[f"{kind}/{part}"], limits):
                figures.append(Figure(f"{kind}, {part}: {what}", value, "%", limit, at_least=True))
    judge = totals["judge"]
    figures.append(Figure("judge: right", 100 * judge["right"] / judge["total"], "%", 95, at_least=True))
    figures.append(Figure("judge: false alarms", judge["false_alarms"], "", 0))
    figures.append(Figure("judge: walls missed", judge["missed_walls"], "", 2))
    return figures


def run(short: bool = False, cases: Path | None = None) -> list[Figure]:
    """All figures; *short*: fewer pages and rounds. *cases*: where the labelled cases are, else CASES says it."""
    gc.collect()
    figures = []
    for size in LIMITS:
        for kind in KINDS:
            figures.append(cost(kind, size, 3 if short or size > 100_000 else 9, 3 if short else 7))
    for name, make in HOSTILE.items():
        figures.extend(growth(name, make))
    return figures + score(cases or Path(os.environ.get("CASES", "../shared/cases")))


def main(arguments: list[str] | None = None) -> int:
    """0 where every limit is kept."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.extraction", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--cases", type=Path, help="folder of the labelled cases (else CASES, else ../shared/cases)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    parser.add_argument("--short", action="store_true", help="fewer pages and rounds")
    given = parser.parse_args(arguments)
    figures = run(given.short, given.cases)
    show("extraction", figures)
    if given.json:
        save(given.json, {"extraction": figures})
    return 0 if all(figure.ok for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
