"""The report in a real Chromium: its numbers are those of the log, and every click shows the rows behind one."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from contactscraper.funnel import JOURNEY, stage_of, steps_of
from tests.bench.loglines import entries as invented
from tests.crawl.harness import Run, crawl
from tests.report.opened import Opened, chromium, number, report_of, write
from tests.web import Web

pytestmark = pytest.mark.browser

LINES = [
    "acme-bakery.test", "contact-page.test", "no-words.test", "nowhere.test", "acme-bakery.test", "no url",
    "robots-none.test", "cf-challenge.test", "busy-503.test", "facebook.com/sunnymill.bakery",
]  # fmt: skip
FACETS = ("method", "outcome", "domainState", "errorClass")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def run(web: Web, tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, Path]:
    data = tmp_path_factory.mktemp("data")
    done = crawl(web, data, LINES, "-s", "TAB_ENABLED=False")
    return done, report_of(sorted((data / "pagelog").iterdir()), data)


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[dict[str, Any]], Path]:
    made = list(invented(4000))
    return made, write(made, tmp_path_factory.mktemp("generated"))


def having(entries: list[dict[str, Any]], **wanted: str) -> list[dict[str, Any]]:
    return [entry for entry in entries if all(entry.get(name, "") == value for name, value in wanted.items())]


def test_every_filter_of_a_real_crawl(browser: Browser, run: tuple[Run, Path]) -> None:
    """A click on each value of each filter leaves the rows that the log has of it, and a second one takes it away."""
    entries, report = run[0].entries, Opened(browser, run[1])
    assert report.matches == len(entries) == len(LINES)
    for name in FACETS:
        counts = Counter(entry.get(name, "") for entry in entries)
        assert report.facets(name) == counts
        for value, count in counts.items():
            report.facet(name, value)
            assert report.matches == len(report.rows) == count
            report.facet(name, value)
    assert report.matches == len(LINES)
    assert report.errors == [] and report.asked == [run[1].as_uri()]


def test_the_funnel_is_that_of_the_log(browser: Browser, generated: tuple[list[dict[str, Any]], Path]) -> None:
    """Each stage's numbers are those that the rules count, and its buttons lead to just those rows; the card of what was
    known from memory shows its stage's number."""
    entries, path = generated
    report = Opened(browser, path)
    ended = Counter(stage_of(entry) for entry in entries)
    asked = Counter(step for entry in entries for step in steps_of(entry))
    left, table = len(entries), report.table("funnel")
    for stage in (stage for stage in JOURNEY if stage.name != "open"):
        cells = table[stage.label]
        assert [number(cells[1]), number(cells[3]), number(cells[5])] == [left, ended[stage.name], asked[stage.step]]
        left -= ended[stage.name]
    for stage in ("memory", "get", "tab"):
        report.page.click(f'[data-stage="{stage}"] [data-label="ended here"] button')
        assert report.matches == ended[stage]
        report.all_lines()
    report.page.click("#tiles .tile >> text=Known from memory")
    assert report.matches == ended["memory"] == number(report.page.inner_text("#tiles .tile:nth-child(3) b"))
    report.all_lines()
    report.page.click('[data-stage="tab"] [data-label="with contact"] button')
    assert report.matches == sum(stage_of(entry) == "tab" for entry in having(entries, outcome="ok-contact"))


def test_filters_together(browser: Browser, generated: tuple[list[dict[str, Any]], Path]) -> None:
    """Values of one filter add up, filters narrow each other, and a filter's own counts stay to choose from."""
    entries, path = generated
    report = Opened(browser, path)
    report.facet("method", "tab")
    report.facet("method", "head")
    both = having(entries, method="tab") + having(entries, method="head")
    assert report.matches == len(both)
    report.facet("outcome", "antibot")
    assert report.matches == len(having(both, outcome="antibot"))
    assert report.facets("method")["fetch"] == len(having(entries, method="fetch", outcome="antibot"))
    assert {name: count for name, count in report.facets("errorClass").items() if count} == Counter(
        entry["errorClass"] for entry in having(both, outcome="antibot")
    )
    report.page.go_back()
    report.page.wait_for_function("document.getElementById('matches').textContent.length > 0")
    assert report.matches == len(both)


def test_what_was_clicked_stays(browser: Browser, generated: tuple[list[dict[str, Any]], Path]) -> None:
    """A filter moves nothing away from under the pointer, and the keyboard goes on from where it was."""
    report = Opened(browser, generated[1])
    facet = report.page.locator('[data-facet="outcome"][data-value="dead"]')
    facet.scroll_into_view_if_needed()
    before = facet.bounding_box()
    facet.click()
    after = facet.bounding_box()
    assert before and after and abs(before["y"] - after["y"]) <= 1
    assert report.page.evaluate("document.activeElement.dataset.value") == "dead"
    report.all_lines()
    report.page.locator("#errorClass canvas").scroll_into_view_if_needed()
    charts = report.page.locator("#errorClass h2")
    before = charts.bounding_box()
    report.on_chart("errorClass", 0.3, 0.08)
    after = charts.bounding_box()
    assert report.matches < 4000 and before and after and abs(before["y"] - after["y"]) <= 1
    report.page.focus('[data-stage="head"] .num button')
    report.page.keyboard.press("Enter")
    assert report.page.evaluate("document.activeElement.closest('#bar') !== null")


def test_numbers_of_the_tables(browser: Browser, generated: tuple[list[dict[str, Any]], Path]) -> None:
    """The number of a method and an outcome, of a reason and of a domain leads to its rows."""
    entries, path = generated
    report = Opened(browser, path)
    for section, label, wanted in (
        ("method", "dead, head", {"method": "head", "outcome": "dead"}),
        ("errorClass", "antibot, cf-challenge", {"errorClass": "cf-challenge", "outcome": "antibot"}),
        ("domainState", "lines, friendly", {"domainState": "friendly"}),
        ("reason", "lines, parked", {"reason": "parked"}),
    ):
        report.page.click(f'#{section} [aria-label$=" {label}"]')
        assert report.matches == len(having(entries, **wanted))
        report.all_lines()
    domain = report.page.inner_text("#slow tbody tr:first-child th")
    report.page.click("#slow tbody tr:first-child th button")
    assert report.matches == len(having(entries, domain=domain))


def test_times_of_the_steps(browser: Browser, generated: tuple[list[dict[str, Any]], Path]) -> None:
    """The visits and the median of a step are those of the trails."""
    entries, path = generated
    cells = Opened(browser, path).table("took")["browser tab"]
    times = sorted(steps_of(entry)["tab"] for entry in entries if "tab" in steps_of(entry))
    assert number(cells[0]) == len(times)
    assert float(cells[1].removesuffix(" s")) == pytest.approx(times[len(times) // 2] / 1000, abs=0.05)


def test_bars_are_buttons(browser: Browser, generated: tuple[list[dict[str, Any]], Path]) -> None:
    """A click on a chart's bar, and on a part of the funnel's, filters like the number that it stands for."""
    entries, path = generated
    report = Opened(browser, path)
    report.on_chart("method", 0.25, 0.08)
    assert report.matches == len(having(entries, method="fetch", outcome="ok-contact"))
    report.all_lines()
    report.page.click('[data-stage="head"] .stop')
    assert report.matches == sum(stage_of(entry) == "head" for entry in entries)
    report.all_lines()
    report.on_chart("timeline", 0.5, 0.5)
    assert 0 < report.matches < len(entries) / 4


def test_search_sort_and_scroll(browser: Browser, generated: tuple[list[dict[str, Any]], Path]) -> None:
    """Text is found in input, URL and host; a click on a heading sorts; the last of all rows can be scrolled to."""
    entries, path = generated
    report = Opened(browser, path)
    assert len(report.rows) < 100
    report.page.eval_on_selector(".body", "body => body.scrollTo(0, body.scrollHeight)")
    last = max(entries, key=lambda entry: entry["at"])
    report.page.wait_for_selector(f'.row[aria-rowindex="{len(entries) + 1}"]')
    assert report.rows[-1][1] == last.get("url", last["input"])
    report.page.click(".heads >> text=took")
    longest = max(sum(steps_of(entry).values()) for entry in entries)
    assert report.rows[0][8] == f"{round(longest / 1000)} s"
    report.page.fill("#search", "MOKUN")
    report.page.wait_for_selector("#bar:not([hidden])")
    found = [e for e in entries if any("mokun" in e.get(name, "").lower() for name in ("input", "url", "finalUrl"))]
    assert report.matches == len(found) > 0
    report.page.fill("#search", "no such text")
    report.page.wait_for_selector("#log .empty")
    assert report.matches == 0


def test_a_line_whole(browser: Browser, run: tuple[Run, Path]) -> None:
    """A row opens: all that the log says of the visit but the phone number, and its steps in order, one after another."""
    report = Opened(browser, run[1])
    report.page.fill("#search", "contact-page")
    report.page.wait_for_selector("#bar:not([hidden])")
    report.page.click(".row")
    report.page.wait_for_selector("dialog[open]")
    text, entry = report.page.inner_text("dialog"), run[0].entry("contact-page.test")
    steps = report.page.eval_on_selector_all("dialog li b", "steps => steps.map(step => step.textContent)")
    assert steps == [step["method"] for step in entry["trail"]]
    for value in (entry["url"], entry["reason"], entry["domainState"], entry["trail"][-1]["url"]):
        assert value in text
    report.page.keyboard.press("Escape")
    report.all_lines()
    report.page.wait_for_selector("dialog:not([open])", state="attached")
    report.page.click(".row >> nth=0")
    report.page.wait_for_selector("dialog[open]")
    first = report.page.inner_text("#detail-title")
    report.page.click("dialog >> text=Next")
    report.page.wait_for_function("first => document.getElementById('detail-title').innerText !== first", arg=first)


@pytest.mark.parametrize(("width", "dark"), [(1280, True), (390, False), (768, True)])
def test_on_a_phone_and_in_the_dark(
    browser: Browser, generated: tuple[list[dict[str, Any]], Path], width: int, dark: bool
) -> None:
    """Nothing stands out over the page's side, and the colours are those that the system asks for."""
    report = Opened(browser, generated[1], width=width, dark=dark)
    assert report.page.evaluate("document.documentElement.scrollWidth") <= width
    light = report.page.evaluate(
        "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).every(part => part > 128)"
    )
    assert light is not dark
    report.page.click("#theme")  # auto -> light
    assert report.page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    assert report.errors == []


def test_no_line_at_all(browser: Browser, tmp_path: Path) -> None:
    """A report on nothing says so."""
    report = Opened(browser, write([], tmp_path))
    assert "No visits" in report.page.inner_text("#about") and report.errors == []
