"""The summary of a run, and the stages at which visits end."""

import re
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contactscraper.funnel import JOURNEY, Funnel, duration, journey, stage_of, steps_of, summary_lines

HEAD, GET = (
    {"method": "head", "url": "https://a.test/", "ms": 3},
    {"method": "fetch", "url": "https://a.test/", "ms": 5},
)
CONTACT, TAB = {"method": "fetch", "url": "https://a.test/contact", "ms": 7}, {"method": "tab", "url": "x", "ms": 11}
HOME = "https://a.test/"


@pytest.mark.parametrize(
    ("entry", "stage"),
    [
        ({"method": "skip", "reason": "invalid-url"}, "list"),
        ({"method": "cache", "reason": "duplicate"}, "list"),
        ({"method": "skip", "reason": "social-profile"}, "list"),
        ({"method": "skip", "reason": "stopped", "trail": [HEAD, GET]}, "open"),
        ({"method": "cache", "reason": "cached"}, "memory"),
        ({"method": "skip", "reason": "domain-dead"}, "memory"),
        ({"method": "skip", "reason": "retry-later"}, "memory"),
        ({"method": "skip", "reason": "robots"}, "robots"),
        ({"method": "head", "reason": "no-such-name", "trail": [HEAD]}, "head"),
        ({"method": "head", "reason": "retry-queued"}, "head"),
        ({"method": "fetch", "reason": "found", "finalUrl": HOME, "trail": [HEAD, GET]}, "get"),
        ({"method": "fetch", "reason": "broken", "trail": [HEAD, GET, GET]}, "get"),
        ({"method": "fetch", "reason": "found", "finalUrl": HOME, "trail": [HEAD, GET, CONTACT]}, "page"),
        ({"method": "fetch", "reason": "found", "finalUrl": CONTACT["url"], "trail": [HEAD, GET, CONTACT]}, "get"),
        ({"method": "tab", "reason": "wall", "trail": [TAB]}, "tab"),
        ({"method": "fetch", "reason": "found", "trail": [HEAD, GET, TAB]}, "tab"),
        ({"method": "fetch", "reason": "of a later version"}, "get"),
        ({"method": "skip", "reason": "of a later version"}, "list"),
    ],
)
def test_where_a_visit_ended(entry: dict[str, Any], stage: str) -> None:
    """A line's reason or method names its stage, else the furthest step does; a followed stub is no contact page."""
    assert stage_of(entry) == stage


def test_how_long_the_steps_took() -> None:
    """The times of a kind of step are added up; after a tab every further GET was of a contact page."""
    assert steps_of({"finalUrl": HOME, "trail": [HEAD, HEAD, GET, CONTACT]}) == {"head": 6, "get": 5, "page": 7}
    assert steps_of({"finalUrl": "x", "trail": [GET, CONTACT, CONTACT, TAB]}) == {"get": 5, "page": 14, "tab": 11}
    assert steps_of({}) == {}


@given(st.lists(st.tuples(st.sampled_from(JOURNEY), st.integers(0, 9), st.integers(0, 9))))
def test_a_funnel_only_narrows(counts: list[tuple[Any, int, int]]) -> None:
    """Each stage is reached by those whom the one before has not decided, and the last leaves nobody over."""
    ended: Counter[str] = Counter()
    for stage, empty, found in counts:
        ended[stage.name] += empty + found
    rows = journey(ended, {}, {})
    assert rows[0].reached == sum(ended.values())
    assert all(after.reached == before.reached - before.ended for before, after in pairwise(rows))
    assert rows[-1].reached == rows[-1].ended


def test_the_summary_accounts_for_every_line() -> None:
    """Lines read, results, stages, other outcomes and the tabs that were spared stand in it."""
    funnel = Funnel()
    for number, entry in (
        (2, {"method": "cache", "reason": "cached", "outcome": "ok-contact"}),
        (3, {"method": "head", "reason": "refused", "outcome": "dead", "trail": [HEAD]}),
        (4, {"method": "fetch", "reason": "found", "outcome": "ok-contact", "trail": [HEAD, GET]}),
        (1, {"method": "tab", "reason": "wall", "outcome": "antibot", "trail": [HEAD, GET, TAB]}),
    ):
        for _ in range(number):
            funnel.add(entry)
    text = "\n".join(summary_lines(funnel, read=10, duplicates=2, seconds=12.34, cpu=3.0))
    assert "10 lines read = 10 results in 12.3 s (3.0 s of processor time): 6 with contacts (60.0 %)" in text
    assert re.search(r"known from memory +2 +2 +8\n", text)
    assert re.search(r"GET +4 +4 +1\n", text)
    assert re.search(r"browser tab +1 +- +-\n", text)
    assert "without contacts: antibot 1, dead 3" in text
    assert "2 lines were the same URL" in text
    assert "tabs for 1 of 8 sites (12.5 %): 7 tabs spared" in text


def test_a_long_runs_numbers_are_grouped() -> None:
    """Thousands are told apart in every column of the summary."""
    funnel = Funnel()
    for number, outcome in ((1_234, "ok-contact"), (5_678, "dead")):
        for _ in range(number):
            funnel.add({"method": "cache" if outcome == "ok-contact" else "head", "outcome": outcome})
    assert re.search(r"known from memory +1,234 +1,234 +5,678\n", "\n".join(summary_lines(funnel, read=6_912)))


def test_merged_queries_name_the_setting() -> None:
    """Lines that differ only in their query are counted, with the setting that tells them apart."""
    assert "URL_KEY_KEEP_QUERY" in summary_lines(Funnel(), read=3, merged=3)[-1]


def test_an_empty_run_has_a_summary() -> None:
    """A run of no lines divides by nothing."""
    assert summary_lines(Funnel(), read=0)[0].startswith("0 lines read = 0 results")


@pytest.mark.parametrize(("seconds", "text"), [(5.94, "5.9 s"), (723, "12 min 3 s"), (15_120, "4 h 12 min")])
def test_durations_are_for_people(seconds: float, text: str) -> None:
    """The unit grows with the value."""
    assert duration(seconds) == text
