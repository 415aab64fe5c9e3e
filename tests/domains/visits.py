"""Visits in a few letters, for tables of tests: ``Hw+Te`` met a wall by HEAD, and nothing in a tab."""

from contactscraper.domains import (
    TTLS,
    DomainRecord,
    Evidence,
    Method,
    Outcome,
    State,
    Transition,
    force_state,
    new_record,
    record_visit,
)

DAY = 86400.0
T = TTLS()
CODES = {
    "c": {"outcome": Outcome.OK_CONTACT, "status": 200},
    "s": {"outcome": Outcome.OK_CONTACT, "status": 200, "partial": True},
    "e": {"outcome": Outcome.OK_EMPTY, "status": 200},
    "h": {"outcome": Outcome.HTTP_ERROR, "status": 503},
    "n": {"outcome": Outcome.NETWORK_ERROR},
    "w": {"outcome": Outcome.ANTIBOT, "status": 403},
    "r": {"outcome": Outcome.ANTIBOT, "status": 429, "rate_limited": True},
    "b": {"outcome": Outcome.ANTIBOT, "status": 403, "block": True},
    "d": {"outcome": Outcome.DEAD},
    "g": {"outcome": Outcome.DEAD, "status": 404},
    "G": {"outcome": Outcome.DEAD, "status": 404, "of_domain": False},
    "N": {"outcome": Outcome.DEAD, "no_such_name": True},
    "M": {"outcome": Outcome.DEAD, "no_such_name": True, "of_domain": False},
    "u": {"outcome": Outcome.NETWORK_ERROR, "tries_used_up": True},
}
METHODS = {"H": Method.HEAD, "F": Method.FETCH, "T": Method.TAB}


def pieces(visit: str, name: str, at: float = 0.0) -> list[Evidence]:
    """``Hw+Te``: a wall by HEAD, then nothing in a tab."""
    return [Evidence(visit=name, at=at, method=METHODS[step[0]], **CODES[step[1]]) for step in visit.split("+") if step]


def run(
    visits: str, state: State = State.UNKNOWN, *, forced: bool = False, record: DomainRecord | None = None
) -> tuple[DomainRecord, list[Transition]]:
    """The record after *visits*, separated by blanks, one a second from time 0 on."""
    record = record or force_state(new_record("acme.test", "direct", 0.0, T), state, 0.0, T)
    moves: list[Transition] = []
    for number, visit in enumerate(visits.split(), 1):
        now = record.last_seen + 1
        record, made = record_visit(record, pieces(visit, f"v{now}-{number}", now), now, T, forced=forced)
        moves += made
    return record, moves


U, D, C, A, X, F = (
    State.UNKNOWN,
    State.DEAD,
    State.COLD,
    State.ANTIBOT_SOFT,
    State.ANTIBOT_HARD,
    State.FRIENDLY,
)
