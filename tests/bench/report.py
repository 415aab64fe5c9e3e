"""What page logs cost to look at: `scrapy funnel` over a million lines, and a report over as many as a whole job has."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page

from tests.bench.figures import Figure
from tests.bench.loglines import write_log
from tests.report.opened import Opened, chromium
from tests.web.client import ROOT

#: A click on each, one after the other; the second of a kind narrows, the last shows all again.
CLICKS = (
    '[data-facet="outcome"][data-value="ok-contact"]',
    '[data-facet="method"][data-value="tab"]',
    '[data-facet="domainState"][data-value="unknown"]',
    "#bar button:nth-last-child(2)",  # all lines
    '[data-facet="errorClass"][data-value=""]',
    '[data-stage="get"] .num button',
    ".heads .c-url button",  # sorts
    ".heads .c-ms button",
    "#bar button:nth-last-child(2)",
)
#: Milliseconds from a click until its frame is drawn.
TIMED = """async selector => {
    const element = document.querySelector(selector), began = performance.now();
    element.click();
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - began;
}"""
TIMED_SEARCH = """async text => {
    const search = document.getElementById("search"), before = document.getElementById("matches").textContent;
    const began = performance.now();
    search.value = text;
    search.dispatchEvent(new Event("input"));
    while (document.getElementById("matches").textContent === before) await new Promise(requestAnimationFrame);
    return performance.now() - began;
}"""


def run(*, short: bool = False) -> list[Figure]:
    lines, copies = (50_000, 2) if short else (220_000, 5)
    with tempfile.TemporaryDirectory(prefix="bench-report-") as name:
        folder = Path(name)
        log = write_log(folder / "pagelog" / "0.jsonl", lines)
        html = folder / "report.html"
        written = funnel(log, "--html", str(html))
        for number in range(1, copies):
            os.link(log, log.with_name(f"{number}.jsonl"))
        counted = funnel(log.parent, "--by", "method,outcome")
        size = log.stat().st_size / 1e6
        with chromium() as browser:
            began = time.perf_counter()
            report = Opened(browser, html)
            opened = time.perf_counter() - began
            clicks = [float(report.page.evaluate(TIMED, selector)) for selector in CLICKS]
            searches = search(report.page)
            complaints = len(report.errors)
        note = f"{lines:,} lines, {size:.0f} MB of log"
        return [
            Figure("funnel counts, processor", counted.processor, "s", 20, note=f"{lines * copies:,} lines"),
            Figure("funnel counts", counted.wall, "s", note=f"{size * copies:.0f} MB"),
            Figure("report is written, processor", written.processor, "s", 20, note=note),
            Figure("report is written", written.wall, "s", note=note),
            Figure("report's size", html.stat().st_size / 1e6, "MB", 25, note=note),
            Figure("report opens", opened, "s", 10, note=note),
            Figure("slowest click", max(clicks) / 1000, "s", 2, note=f"{len(clicks)} filters and sorts"),
            Figure("usual click", sorted(clicks)[len(clicks) // 2] / 1000, "s", 1, note="their median"),
            Figure("slowest search", max(searches) / 1000, "s", 2, note="the first one builds what is searched"),
            Figure("errors of its scripts", complaints, limit=0),
        ]


class Cost(NamedTuple):
    """Seconds."""

    wall: float
    processor: float


def funnel(*arguments: object) -> Cost:
    """What `scrapy funnel` takes, its start included."""
    began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-W", "ignore", "-m", "scrapy", "funnel", "--json", *map(str, arguments)]
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Cost(time.perf_counter() - began, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def search(page: Page) -> list[float]:
    return [float(page.evaluate(TIMED_SEARCH, text)) for text in ("mokun", "de", "no such text")]
