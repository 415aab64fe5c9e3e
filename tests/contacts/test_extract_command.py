"""``scrapy extract``: one saved page on the command line."""

import json
import subprocess
import sys
from pathlib import Path


def run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scrapy", "extract", *args], capture_output=True, text=True, timeout=60
    )


def test_prints_all(tmp_path: Path) -> None:
    """Values come with where they stand, and rejected ones with why."""
    page = tmp_path / "page.html"
    page.write_text("<title>Oak</title><p>info@oakmill.de 030 23125041 you@example.com</p>", encoding="utf-8")
    told = run(str(page), "--url", "oakmill.de", "--json")
    assert told.returncode == 0, told.stderr
    found = json.loads(told.stdout)
    assert (found["emails"], found["phones"], found["region"]) == (["info@oakmill.de"], ["+493023125041"], "DE")
    assert found["found_in"]["info@oakmill.de"] == ["text"] and "you@example.com" in found["rejected"]
    assert "info@oakmill.de  (text)" in run(str(page), "--url", "oakmill.de").stdout


def test_errors_are_one_sentence(tmp_path: Path) -> None:
    """A missing file or a missing address ends with status 2 and one sentence."""
    for args in (
        ("missing.html", "--url", "oakmill.de"),
        ("missing.html",),
        (),
        ("x", "--url", "a.de", "--region", "Germany"),
    ):
        told = run(*args)
        assert told.returncode == 2 and "Traceback" not in told.stderr
