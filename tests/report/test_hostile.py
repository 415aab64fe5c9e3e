"""What a log holds comes from lists and sites of strangers: in a report it is text and nothing else."""

from pathlib import Path

import pytest

from tests.report.opened import Opened, chromium, write

pytestmark = pytest.mark.browser

HACK = "window.hacked = true"
STRINGS = [
    f"</script><script>{HACK}</script>",
    f'"><img src=x onerror="{HACK}">',
    f"<svg onload={HACK}>",
    f"<!--<script>{HACK}</script>",
    "]]>\u2028\u2029'\"\\`${1}",
    "safe\u202egpj.exe\u202c\u200f\u200b",
    "__proto__",
    "length",
    "1",
    "{{7*7}}%00\0\x07",
    "😀 日本語 عربى",
    "w" * 5000,
]
ADDRESSES = [
    f"javascript:{HACK}//", f"JAVA\tSCRIPT:{HACK}//", f"data:text/html,<script>{HACK}</script>", "file:///etc/passwd",
    "https://ok.test/<b>?q=\"'", "vbscript:x", "//other.test/", "https://user:pw@ok.test/",
]  # fmt: skip


def test_hostile_strings_are_text(tmp_path: Path) -> None:
    """Markup, scripts and scheme tricks in any field neither run nor become markup, and nothing is asked for."""
    entries = [
        {
            "type": string, "at": f"2026-12-01T08:00:{number:02d}.000Z", "input": string, "url": address,
            "finalUrl": address, "domain": string, "status": string, "method": string, "outcome": string,
            "reason": string, "domainState": string, "errorClass": string, "tags": [string], "socials": [string],
            "domainStateExpiresAt": string,
            "trail": [{"method": string, "url": address, "status": 200, "outcome": string, "ms": 5}],
        }
        for number, (string, address) in enumerate(zip(STRINGS, [*ADDRESSES, *ADDRESSES]))
    ]  # fmt: skip
    path = write(entries, tmp_path)
    assert HACK not in path.read_text(encoding="utf-8")
    with chromium() as browser:
        report = Opened(browser, path)
        page = report.page
        assert report.matches == len(STRINGS)
        for at in range(len(STRINGS)):
            page.click(f'.row[aria-rowindex="{at + 2}"] button')
            page.wait_for_selector("dialog[open]")
            assert page.evaluate("[...document.querySelectorAll('dialog a')].every(a => /^https?:/.test(a.href))")
            assert page.evaluate("[...document.querySelectorAll('a')].every(a => a.rel.includes('noopener'))")
            page.click("dialog >> text=Close")
        for name in ("method", "outcome", "domainState", "errorClass"):
            assert len(page.query_selector_all(f"[data-facet={name}]")) == len(STRINGS)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate("[...document.querySelectorAll('th, .chip')].every(cell => cell.offsetWidth < 1000)")
        page.click("[data-facet=outcome] >> nth=3")
        assert report.matches == 1
        page.click("#bar >> text=All lines")
        shown = page.inner_text("#log")
        assert STRINGS[0] in shown and "⟨U+202E⟩" in shown and "\u202e" not in shown and "\u2028" not in shown
        assert page.evaluate("window.hacked") is None
        assert page.query_selector_all("img, svg, iframe") == []
        assert report.errors == [] and report.asked == [path.as_uri()]


def test_addresses_bar_cannot_harm(tmp_path: Path) -> None:
    """Filters in the page's address that make no sense are ignored, or match nothing."""
    path = write([{"at": "2026-12-01T08:00:00Z", "method": "fetch", "outcome": "dead"}], tmp_path)
    with chromium() as browser:
        page = Opened(browser, path).page
        for address, lines in (
            ("#outcome=dead", 1), ("#outcome=x", 0), ("#__proto__=1&constructor=2", 1), ("#took=nothing", 0),
            (f"#text=<img src=x onerror='{HACK}'>", 0), ("#time=a~b", 0), ("#asked=toString", 0), ("", 1),
        ):  # fmt: skip
            page.evaluate("address => { location.hash = address; }", address)
            page.wait_for_function("count => parseInt(document.querySelectorAll('.row').length) === count", arg=lines)
        assert page.evaluate("window.hacked") is None
