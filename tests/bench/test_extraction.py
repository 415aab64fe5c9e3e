"""The bench of extraction: its pages are what it says, its limits bite, and missing cases are said to be missing."""

from pathlib import Path

import pytest

from contactscraper.contacts import extract_contacts
from tests.bench import extraction, sample_pages


@pytest.mark.parametrize("kind", sample_pages.KINDS)
def test_pages(kind: str) -> None:
    """A page is the same for the same seed, another for another, of about the size asked for, and has contacts."""
    html, url = sample_pages.page(kind, 1, 50_000)
    assert (html, url) == sample_pages.page(kind, 1, 50_000)
    assert html != sample_pages.page(kind, 2, 50_000)[0]
    assert 40_000 < len(html) < 60_000
    found = extract_contacts(html, url)
    assert found.emails and found.phones and len(found.socials) == 5


def test_costs_are_held_to_their_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cost above its limit is a figure that is not ok."""
    monkeypatch.setattr(extraction, "LIMITS", {5_000: 0.001})
    assert not extraction.cost("company", 5_000, pages=1, rounds=1).ok
    monkeypatch.setattr(extraction, "LIMITS", {5_000: 1e6})
    assert extraction.cost("company", 5_000, pages=1, rounds=1).ok


def test_growth() -> None:
    """The exponent tells a square from a line."""
    size, exponent = extraction.growth("links", extraction.HOSTILE["100,000 nested tags"])
    assert size.ok and exponent.ok and exponent.value < 1.4


def test_missing_cases(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where there are no labelled cases it says so, and gives no score."""
    assert extraction.score(tmp_path) == []
    assert "no labelled cases" in capsys.readouterr().out
