"""A record as a row and back."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contactscraper.domains import DomainRecord, Entry, Method, Outcome, State
from contactscraper.domains.export import FIELDS, BadRow, from_row, to_json, to_row

MOMENT = st.floats(min_value=1e6, max_value=4e9)
TEXT = st.text(min_size=1, max_size=20)
ENTRIES = st.builds(
    Entry,
    at=MOMENT,
    method=st.sampled_from(Method),
    outcome=st.sampled_from(Outcome),
    visit=TEXT,
    status=st.none() | st.integers(100, 599),
    error_class=st.none() | TEXT,
    partial=st.booleans(),
    wall=st.booleans(),
)
RECORDS = st.builds(
    DomainRecord,
    domain=TEXT,
    exit=TEXT,
    state=st.sampled_from(State),
    recent=st.lists(ENTRIES, max_size=20).map(tuple),
    fetch_total=st.integers(0, 10**9),
    tab_ok=st.integers(0, 10**9),
    first_seen=MOMENT,
    last_seen=MOMENT,
    state_changed_at=MOMENT,
    state_expires_at=st.none() | MOMENT,
    tags=st.lists(TEXT, max_size=5).map(tuple),
)


@settings(deadline=None)
@given(RECORDS)
def test_a_row_gives_the_same_record_back(record: DomainRecord) -> None:
    """Whatever a record holds, its row holds all of it, and JSON has the same fields."""
    assert from_row(to_row(record)) == record
    assert tuple(to_json(record)) == tuple(to_row(record)) == FIELDS


def test_a_row_of_a_spreadsheet_needs_little() -> None:
    """A domain and a state are enough; what is missing has its default."""
    record = from_row({"domain": "a.test", "state": "cold", "recent": "", "fetchTotal": ""})
    assert (record.state, record.recent, record.state_expires_at) == (State.COLD, (), None)


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(FIELDS), st.text(max_size=30)))
def test_any_other_row_is_a_bad_row(row: dict[str, str]) -> None:
    """Nothing that a cell may say raises anything but BadRow."""
    with contextlib.suppress(BadRow):
        from_row({"domain": "a.test", "state": "dead", **row})


@pytest.mark.parametrize("recent", ["{}", "[[]]", '[{"method": "head"}]', '[{"method":"head","outcome":"dead"}]'])
def test_evidence_must_be_evidence(recent: str) -> None:
    """A list of something else is refused."""
    with pytest.raises(BadRow, match="recent"):
        from_row({"domain": "a.test", "state": "dead", "recent": recent})
