"""Moments and spans as people and files write them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contactscraper.moments import from_iso, iso, minute, moment_from, span

NOW = 1_796_115_600.0  # 2026-12-01 09:00 UTC


@settings(deadline=None)
@given(st.floats(min_value=0, max_value=4e9))
def test_a_moment_comes_back_to_the_last_digit(at: float) -> None:
    """What is written in ISO 8601 is read as the same number."""
    assert from_iso(iso(at)) == (at if "e" not in repr(at) else pytest.approx(at, abs=1e-8))


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("2026-12-01T09:00:00Z", NOW),
        ("2026-12-01T10:00:00.25+01:00", NOW + 0.25),
        ("2026-12-01 09:00", NOW),
        ("2026-12-01", NOW - 9 * 3600),
        ("36h", NOW + 36 * 3600),
        ("7 D", NOW + 7 * 86400),
        ("2w", NOW + 14 * 86400),
    ],
)
def test_what_people_mean(text: str, at: float) -> None:
    """A date, a moment with or without a zone, and spans from now on."""
    assert moment_from(text, NOW) == at


@pytest.mark.parametrize("text", ["", "soon", "7", "2026-13-01", "-3d", "1e9d"])
def test_what_is_no_moment_says_what_can_be_given(text: str) -> None:
    """The error has an example."""
    with pytest.raises(ValueError, match="give a date such as"):
        moment_from(text, NOW)


def test_no_moment_is_beyond_the_calendar() -> None:
    """A life of a million years is written as the end of the year 9999."""
    assert iso(1e14) == "9999-12-31T23:59:59Z" and minute(1e14).startswith("9999")


def test_spans_are_short() -> None:
    """The largest unit that fits, and a word for what is over."""
    assert [span(s) for s in (0, 12, 90, 7200, 90_000, 7 * 86400)] == ["over", "12 s", "2 min", "2 h", "1 d", "7 d"]
    assert minute(NOW) == "2026-12-01 09:00"
