"""The report's file: one piece, nothing from elsewhere, and nothing of the log as text."""

import base64
import hashlib
import re
import tomllib
from fnmatch import fnmatch
from importlib.resources import files
from pathlib import Path

import pytest

from contactscraper.report import page
from contactscraper.report.page import SCRIPTS, policy
from tests.commands.running import scrapy
from tests.report.opened import write
from tests.web.client import ROOT

HERE = files("contactscraper.report")
LINE = {"at": "2026-12-01T08:00:00Z", "method": "fetch", "outcome": "ok-contact", "phone": "+442079460123"}


@pytest.fixture
def html(tmp_path: Path) -> str:
    return write([LINE], tmp_path).read_text(encoding="utf-8")


def digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_only_our_scripts_may_run(html: str) -> None:
    """The policy forbids all but the scripts and styles in the file, each by its hash."""
    given = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert given and given[1] == policy()
    rules = dict(rule.strip().partition(" ")[::2] for rule in policy().split(";"))
    assert rules["default-src"] == "'none'" and not {"connect-src", "frame-src", "font-src"} & set(rules)
    assert "unsafe" not in policy()
    scripts = re.findall(r"<script>(.*?)</script>", html, re.S)
    assert sorted(map(digest, scripts)) == sorted(rules["script-src"].split())
    assert [digest(text) for text in re.findall(r"<style>(.*?)</style>", html, re.S)] == [rules["style-src"]]


def test_nothing_is_loaded(html: str) -> None:
    """No element names a file of elsewhere, and there are no inline handlers or styles, which the policy forbids."""
    own = re.sub(r"<script>.*?</script>|<style>.*?</style>", "", html, flags=re.S)
    assert re.findall(r'\b(?:src|href)="(?!data:,")', own) == []
    assert re.findall(r'\s(?:on\w+|style)="', own) == []


def test_our_scripts_make_no_markup() -> None:
    """Nothing in our scripts turns text into markup or code."""
    for name in SCRIPTS:
        text = HERE.joinpath("static", name).read_text(encoding="utf-8")
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|fetch\(", text
        ), name
        assert "</script" not in text


def test_no_contact_stands_in_it(html: str, tmp_path: Path) -> None:
    """A report is passed on: it says that a phone number was found, not which."""
    packed = "".join(
        page.gzip.decompress(base64.b64decode(text)).decode()
        for text in re.findall(r'text/plain" id="[\w-]+">([^<]+)', html)
    )
    assert '"phone":[1]' in packed and "79460123" not in packed


def test_chart_library_is_as_noted() -> None:
    """The embedded library is the file whose version and hash stand beside it, with its license."""
    note, code = HERE.joinpath("vendor", "README.md").read_text(), HERE.joinpath("vendor", page.CHARTS).read_bytes()
    version = re.search(rb"Chart\.js v([\d.]+)", code)
    assert version and f"| {version[1].decode()} | MIT" in note
    assert hashlib.sha256(code).hexdigest() in note
    assert "MIT" in HERE.joinpath("vendor", "chart.LICENSE.md").read_text()


def test_its_files_are_in_the_package() -> None:
    """Each file that a report is made of is package data, so that it is in a wheel and in Scrapyd's egg."""
    patterns = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]["*"]
    parts = [entry.name for folder in ("static", "vendor") for entry in HERE.joinpath(folder).iterdir()]
    assert len(parts) >= 12
    assert [name for name in parts if not any(fnmatch(name, pattern) for pattern in patterns)] == []


def test_the_command_writes_it_whole_or_not_at_all(tmp_path: Path) -> None:
    """--html writes the file and says where; where it cannot, one sentence and exit status 2, and no part is left."""
    write([LINE], tmp_path / "data" / "pagelog")
    done = scrapy(tmp_path / "data", "funnel", "--html", str(tmp_path / "report.html"))
    assert done.status == 0 and f"report: {tmp_path / 'report.html'} (" in done.err
    assert (tmp_path / "report.html").read_text(encoding="utf-8").endswith("</html>\n")
    done = scrapy(tmp_path / "data", "funnel", "--html", str(tmp_path / "none" / "report.html"))
    assert done.status == 2 and "report.html cannot be written (No such file or directory)." in done.err
    (tmp_path / "folder.html").mkdir()
    done = scrapy(tmp_path / "data", "funnel", "--html", str(tmp_path / "folder.html"))
    assert done.status == 2 and not list(tmp_path.glob("*.part"))


def test_too_many_lines_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log that no report can hold is refused with what to do; of a part of it there is one."""
    monkeypatch.setattr("contactscraper.report.MOST_LINES", 1)
    write([LINE], tmp_path / "data" / "pagelog")
    log = tmp_path / "data" / "pagelog" / "log.jsonl"
    log.write_text(log.read_text("utf-8") * 2 + log.read_text("utf-8").replace("ok-contact", "dead"), "utf-8")
    report = str(tmp_path / "report.html")
    done = scrapy(tmp_path / "data", "funnel", "--html", report)
    assert done.status == 2 and "can hold 1 lines, and these are 3: choose by --since or --where." in done.err
    assert scrapy(tmp_path / "data", "funnel", "--html", report, "--where", "outcome=dead").status == 0
