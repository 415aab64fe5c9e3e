"""The summary of a run, and the stages at which visits end."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contactscraper.funnel import JOURNEY, Funnel, journey, stage_of, steps_of, summary_lines


def test_the_summary_accounts_for_every_line():
    """Lines read, results and every way of ending stand in it, with their shares."""
    counts = {
        "read": 10,
        "results": 10,
        "duplicates": 2,
        "invalid": 1,
        "method/cache": 2,
        "method/skip": 1,
        "method/fetch": 7,
    }
    text = "\n".join(summary_lines(Funnel(counts, {"ok-contact": 5, "dead": 5}, 12.34)))
    assert "lines read: 10 = results: 10 (duplicates 2, invalid 1, from memory 2), in 12.3 s" in text
    assert "decided by GET:        7 (70.0 %)" in text
    assert "contacts found:        5 (50.0 %)" in text
    assert "dead 5" in text


def test_merged_queries_name_the_setting():
    """Lines that differ only in their query are counted, with the setting that tells them apart."""
    assert "URL_KEY_KEEP_QUERY" in summary_lines(Funnel({"merged_by_query": 3}))[-1]


def test_an_empty_run_has_a_summary():
    """A run of no lines divides by nothing."""
    assert summary_lines(Funnel())[0].startswith("lines read: 0 = results: 0")


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
