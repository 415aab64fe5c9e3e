"""``scrapy extract``: one saved page on the command line."""

import json
import subprocess
import sys
from pathlib import Path

from tests.commands.running import scrapy


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


def test_national_numbers_without_a_country_are_told(tmp_path: Path) -> None:
    """Where nothing tells the country, what is labelled or linked as a number is named with the reason and the option
    that helps; with that option it is a phone. Other digits, and numbers with their country's code, are not among them."""
    page = tmp_path / "page.html"
    page.write_text(
        "<p>Tel. (030) 231 25 041<p>Fax:<br>030 / 23125042<p>Order 4711 8899 001<p>Phone +44 20 7946 0123"
        "<p>Tel +33 1 42 68 53 00<p>Tel 0049 30 23125049<p hidden>Tel 030 99999999</p><a href='tel:030-23125043'>call</a><p>open 2019-2024 12345678",
        encoding="utf-8",
    )
    told = scrapy(tmp_path, "extract", str(page), "--url", "oakmill.example").out
    why = "national number, and the page does not tell the country: --region"
    rejected = [line.strip().removesuffix(f"  ({why})") for line in told.splitlines() if why in line]
    assert sorted(rejected) == ["(030) 231 25 041", "030 / 23125042", "030-23125043"]
    done = scrapy(tmp_path, "extract", str(page), "--url", "oakmill.example", "--region", "DE", "--json")
    helped = json.loads(done.out)
    assert {"+493023125041", "+493023125043"} <= set(helped["phones"]) and why not in helped["rejected"].values()


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
