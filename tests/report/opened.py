"""A report in a real Chromium, as a person sees it: what it counts, and what a click does."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page, sync_playwright

from contactscraper.report import write_report
from contactscraper.storage.logquery import LogQuery
from contactscraper.storage.table import encode
from contactscraper.tabs import find_browser

MADE = datetime(2026, 12, 1, 12, tzinfo=UTC)


@contextmanager
def chromium() -> Iterator[Browser]:
    path = find_browser(None)
    assert path, "the report's tests need a Chromium: make setup"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        yield browser
        browser.close()


def write(entries: list[dict[str, Any]], folder: Path) -> Path:
    """A report over *entries*, in *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "log.jsonl"
    log.write_text("".join(encode(entry) + "\n" for entry in entries), encoding="utf-8")
    return report_of([log], folder)


def report_of(logs: list[Path], folder: Path) -> Path:
    query = LogQuery(logs, folder, whole=True)
    write_report(query, folder / "report.html", now=MADE)
    query.close()
    return folder / "report.html"


class Opened:
    """An open report. *asked* are the addresses that it asked for, *errors* what its scripts complained of."""

    def __init__(self, browser: Browser, path: Path, *, width: int = 1280, dark: bool = False) -> None:
        scheme: Literal["dark", "light"] = "dark" if dark else "light"
        self.page: Page = browser.new_page(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        self.asked: list[str] = []
        self.errors: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        self.page.on("dialog", lambda dialog: self.errors.append(f"dialog {dialog.message}"))
        self.page.goto(path.as_uri())
        self.page.wait_for_selector("html[data-ready]", timeout=60_000)

    @property
    def matches(self) -> int:
        """How many lines the log view says that there are."""
        return number(self.page.inner_text("#matches"))

    @property
    def rows(self) -> list[list[str]]:
        """The cells of the rows that exist as elements."""
        texts = self.page.eval_on_selector_all(
            ".row", "rows => JSON.stringify(rows.map(row => [...row.children].map(cell => cell.textContent)))"
        )
        found: list[list[str]] = json.loads(texts)
        return found

    def facet(self, name: str, value: str) -> None:
        self.page.click(f'[data-facet="{name}"][data-value="{value}"]')

    def facets(self, name: str) -> dict[str, int]:
        """The counts that stand beside a filter's values."""
        chips = self.page.query_selector_all(f'[data-facet="{name}"]')
        return {chip.get_attribute("data-value") or "": number(chip.inner_text()) for chip in chips}

    def on_chart(self, section: str, across: float, down: float) -> None:
        """A click on a panel's chart, at these parts of its width and height."""
        canvas = self.page.locator(f"#{section} canvas")
        box = canvas.bounding_box()
        assert box
        canvas.click(position={"x": box["width"] * across, "y": box["height"] * down})
        # The library answers with the next frame.
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def all_lines(self) -> None:
        if self.page.is_visible("#bar"):
            self.page.click("#bar >> text=All lines")

    def table(self, section: str) -> dict[str, list[str]]:
        """A panel's table: its rows' cells by their headings."""
        rows = self.page.eval_on_selector_all(
            f"#{section} tbody tr",
            "rows => JSON.stringify(rows.map(row => [...row.cells].map(cell => cell.innerText)))",
        )
        return {row[0].strip(): [cell.strip() for cell in row[1:]] for row in json.loads(rows)}


def number(text: str) -> int:
    """The first number of *text*, counted from its end where that is a facet's: its value may have figures too."""
    found = re.findall(r"\d[\d,]*", text)
    return int((found[0] if "line" in text else found[-1]).replace(",", "")) if found else 0
