"""What holds for any sequence of evidence."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from contactscraper.domains import (
    RECENT,
    TRANSITIONS,
    TTLS,
    DomainRecord,
    Event,
    Evidence,
    Method,
    Outcome,
    State,
    age,
    force_state,
    new_record,
    record_visit,
)
from contactscraper.domains.events import TOLD, Seen

T = TTLS()
PIECES = st.builds(
    Evidence,
    visit=st.just(""),
    at=st.just(0.0),
    method=st.sampled_from(Method),
    outcome=st.sampled_from(Outcome),
    status=st.sampled_from([None, 200, 403, 404, 429, 503]),
    error_class=st.sampled_from([None, "dns", "http"]),
    partial=st.booleans(),
    block=st.booleans(),
    rate_limited=st.booleans(),
    of_domain=st.booleans(),
    no_such_name=st.booleans(),
    tries_used_up=st.booleans(),
)
VISITS = st.lists(st.tuples(st.lists(PIECES, max_size=4), st.floats(0, 40 * 86400), st.booleans()), max_size=40)


def played(state: State, visits: list[tuple[list[Evidence], float, bool]]) -> list[DomainRecord]:
    record = force_state(new_record("acme.test", "direct", 0.0, T), state, 0.0, T)
    records, now = [record], 0.0
    for number, (evidence, pause, forced) in enumerate(visits):
        now += pause
        named = [
            Evidence(**{f: getattr(p, f) for f in Evidence._fields} | {"visit": str(number), "at": now})
            for p in evidence
        ]
        record, moves = record_visit(record, named, now, T, forced=forced)
        assert len(moves) <= len(named)
        records.append(record)
    return records


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(State), VISITS)
def test_any_sequence_leaves_a_sound_record(state: State, visits: list[tuple[list[Evidence], float, bool]]) -> None:
    """The state is one of six with its own time, the history has an end and is newest first, totals only grow and
    agree, at most one entry a method and visit, and the record survives JSON."""
    before = None
    for record in played(state, visits):
        assert record.state in State
        assert (record.state_expires_at is None) == (record.state is State.FRIENDLY)
        assert len(record.recent) <= RECENT
        assert [e.at for e in record.recent] == sorted((e.at for e in record.recent), reverse=True)
        assert len({(e.visit, e.method) for e in record.recent}) == len(record.recent)
        assert record.fetch_total >= record.fetch_ok + record.fetch_ok_empty and record.tab_total >= record.tab_ok
        assert record.first_seen <= record.state_changed_at <= record.last_seen or record.last_seen == 0.0
        assert DomainRecord.from_dict(json.loads(json.dumps(record.to_dict()))) == record
        if before is not None:
            assert record.fetch_total >= before.fetch_total and record.tab_total >= before.tab_total
        before = record


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(State), PIECES, st.booleans())
def test_an_illegal_move_changes_nothing(state: State, piece: Evidence, forced: bool) -> None:
    """Where no row of the table fits, the state and the time of its change are as before; where one does, the first
    such row is the move."""
    record = force_state(new_record("acme.test", "direct", 0.0, T), state, 0.0, T)
    after, moves = record_visit(record, [piece], 5.0, T, forced=forced)
    seen = Seen(after, piece, forced, last=True)
    legal = [
        row
        for row in TRANSITIONS
        if state in row.sources
        and row.event is not Event.TTL_OVER
        and row.target is not state
        and piece.counts
        and TOLD[row.event](seen)
    ]
    if not legal:
        assert moves == () and (after.state, after.state_changed_at) == (state, 0.0)
    else:
        assert [(m.event, m.to) for m in moves] == [(legal[0].event, legal[0].target)]
        assert after.state is legal[0].target and after.state_changed_at == 5.0


@given(st.sampled_from(State), st.floats(0, 1e9), st.floats(0, 1e9))
def test_age_is_settled(state: State, one: float, two: float) -> None:
    """Reading twice at one moment is reading once, and an aged record is never beyond its time."""
    record = force_state(new_record("acme.test", "direct", 0.0, T), state, one, T)
    aged = age(record, one + two, T)
    assert age(aged, one + two, T) == aged
    assert aged.state_expires_at is None or aged.state_expires_at > one + two
