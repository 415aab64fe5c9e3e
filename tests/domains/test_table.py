"""The table is what was agreed on, and is whole: every state has a way in and out, every event is used."""

from itertools import product

import pytest

from contactscraper.domains import TRANSITIONS, TTLS, Event, State, diagram
from contactscraper.domains.events import CONFIRMED, TOLD

S, E = State, Event
ALL = frozenset(State)

#: The table once more, row by row, written beside it: who moves a row moves it twice, and on purpose.
SPECIFIED = [
    (frozenset({S.UNKNOWN}), E.FOUND_DEAD, S.DEAD),
    (frozenset({S.ANTIBOT_SOFT, S.ANTIBOT_HARD}), E.NO_SUCH_NAME, S.DEAD),
    (frozenset({S.UNKNOWN}), E.ANTIBOT, S.ANTIBOT_SOFT),
    (ALL - {S.DEAD, S.COLD}, E.BLOCKED, S.ANTIBOT_HARD),
    (frozenset({S.ANTIBOT_SOFT}), E.WALLED_3, S.ANTIBOT_HARD),
    (frozenset({S.ANTIBOT_SOFT}), E.OK_2, S.UNKNOWN),
    (frozenset({S.UNKNOWN}), E.FRIENDLY_70, S.FRIENDLY),
    (ALL - {S.DEAD, S.FRIENDLY}, E.EMPTY_5, S.COLD),
    (frozenset({S.ANTIBOT_HARD}), E.TAB_WALLED_5, S.COLD),
    (frozenset({S.FRIENDLY}), E.BARREN_5, S.UNKNOWN),
    (frozenset({S.DEAD}), E.FORCED_REPLY, S.UNKNOWN),
    (frozenset({S.COLD}), E.FORCED_CONTACT, S.UNKNOWN),
    (ALL - {S.ANTIBOT_HARD, S.FRIENDLY}, E.TTL_OVER, S.UNKNOWN),
    (frozenset({S.ANTIBOT_HARD}), E.TTL_OVER, S.ANTIBOT_SOFT),
]


def test_the_table_is_the_specified_one() -> None:
    """The rows are those written here, no more and no fewer."""
    rows = [(row.sources, row.event, row.target) for row in TRANSITIONS]
    assert {str((sorted(a), b, c)) for a, b, c in rows} == {str((sorted(a), b, c)) for a, b, c in SPECIFIED}
    assert len(rows) == len(SPECIFIED)


def test_every_event_is_used_and_told() -> None:
    """Each event stands in the table, and each but time's own has a question that tells it."""
    assert {row.event for row in TRANSITIONS} == set(Event)
    assert set(TOLD) == set(Event) - {Event.TTL_OVER}


def test_every_state_can_be_reached_and_left() -> None:
    """From unknown each state can be reached, and from each state unknown."""
    ways = {(a, row.target) for row in TRANSITIONS for a in row.sources if a is not row.target}
    for _ in State:
        ways |= {(a, d) for (a, b), (c, d) in product(ways, ways) if b is c}
    assert {b for a, b in ways if a is State.UNKNOWN} >= set(State)
    assert {a for a, b in ways if b is State.UNKNOWN} >= set(State)


def test_every_state_has_a_time_and_a_confirmation() -> None:
    """Each state but friendly lives for a time that the table ends by exactly one row; each knows what confirms it."""
    assert set(CONFIRMED) == set(State)
    for state in State:
        ends = [row for row in TRANSITIONS if row.event is Event.TTL_OVER and state in row.sources]
        assert len(ends) == (TTLS().of(state) is not None)


def test_no_two_rows_disagree() -> None:
    """A state and an event lead to one target."""
    pairs = [(source, row.event) for row in TRANSITIONS for source in row.sources]
    assert len(pairs) == len(set(pairs))


@pytest.mark.parametrize(
    ("state", "days"), [("unknown", 7), ("dead", 30), ("cold", 90), ("antibot-soft", 7), ("antibot-hard", 90)]
)
def test_times_are_the_specified_ones(state: str, days: int) -> None:
    """Each state lives as long as the README and the operator's page count with."""
    assert TTLS().of(State(state)) == days * 86400


def test_diagram_draws_each_move() -> None:
    """The diagram has one arrow for each source of each row, and Mermaid can read its names."""
    lines = diagram().splitlines()
    moves = [1 for row in TRANSITIONS for source in row.sources if source is not row.target]
    assert lines[:2] == ["stateDiagram-v2", "    [*] --> unknown"]
    assert len(lines) == 2 + len(moves)
    assert all(line.count(":") == 1 and line.count("-->") == 1 for line in lines[2:])
