"""Every row of the state table, with its fine print."""

from collections.abc import Sequence

import pytest

from contactscraper.domains import (
    TTLS,
    DomainRecord,
    Event,
    Evidence,
    Method,
    Outcome,
    State,
    Transition,
    age,
    force_state,
    new_record,
    record_visit,
    touch,
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

ROWS: list[tuple[State, str, State, str]] = [
    # dead
    (U, "Hd", D, "HEAD finds it dead"),
    (U, "Fg", D, "GET finds it dead"),
    (U, "HN", D, "no such name"),
    (U, "Fu", D, "tries without connection used up"),
    (U, "Fn", U, "one try without connection is not enough"),
    (U, "Td", U, "a tab does not find it dead"),
    (U, "FG", U, "a deep 404 is the URL's alone"),
    (U, "HM", U, "a dead subdomain is its own alone"),
    (A, "Fd", A, "a walled domain is not dead for a refused connection"),
    (A, "Fu", A, "nor for used-up tries"),
    (A, "FN", D, "but its own name must exist"),
    (A, "FM", A, "and a subdomain's name is not its own"),
    (X, "TN", D, "seen by any step"),
    (F, "FN", F, "a friendly domain is dead only by its behaviour"),
    # antibot
    (U, "Hw", A, "antibot by HEAD"),
    (U, "Fw", A, "antibot by GET"),
    (U, "Tw", A, "antibot in a tab"),
    (U, "Fr", A, "429 is antibot evidence"),
    (F, "Fw", F, "a friendly domain forgives a wall"),
    (U, "Hb", X, "blocked"),
    (A, "Fb", X, "blocked"),
    (F, "Fb", X, "even a friendly one"),
    (D, "Fb", D, "but no dead one"),
    (C, "Fb", C, "nor a cold one"),
    (U, "Fw Fw", A, "two walls are soft"),
    (U, "Hw+Fw+Tw Fw", A, "three entries of two visits are two visits"),
    (U, "Fw Fw Fw", X, "three are hard"),
    (U, "Hw+Tc Fw+Tc Fw+Tc", X, "a tab that succeeds changes nothing in that"),
    (A, "Fw Fw Tc Fw", X, "a visit that asked by tab alone is no such visit"),
    (A, "Tw Tw Tw", A, "walls in tabs are not asked about"),
    (A, "Fw Fr Fw", A, "429 does not count"),
    (A, "Fr Fr Fr", A, "429 does not count"),
    (A, "Fw Fr Fw Fw", A, "a visit that met 429 asked and met no wall"),
    (A, "Fw Fw Fs Fw", X, "socials alone are passed over"),
    (A, "Fw Fw Fc Fw", A, "a contact ends the row"),
    # back from soft
    (A, "Fc Fc", U, "two ok fetches"),
    (A, "Fe Fc", U, "empty ones too"),
    (A, "Fc", A, "one is not enough"),
    (A, "Fc Fs", A, "socials alone are passed over"),
    (A, "Fc Fs Fc", U, "socials alone are passed over"),
    (A, "Fc Fh Fc", A, "in a row"),
    (A, "Tc Tc", A, "fetches, not tabs"),
    (A, "Fc Tw Fc", U, "a tab between is no fetch"),
    # friendly
    (U, "Fc Fc Fc Fc", U, "four fetches are too few"),
    (U, "Fc Fc Fc Fc Fc", F, "five of five"),
    (U, "Fc Fc Fh Fc Fc", F, "four of five are 80 %"),
    (U, "Fc Fh Fc Fh Fc", U, "three of five are 60 %"),
    (U, "Fh Fh Fh Fc Fc Fc Fc Fc Fc", U, "six of nine are 67 %"),
    (U, "Fh Fh Fh Fc Fc Fc Fc Fc Fc Fc", F, "seven of ten"),
    (U, "Fh Fh Fh Fh Fh Fc Fc Fc Fc Fc Fc Fc", F, "only the last ten count"),
    (U, "Tc Tc Tc Tc Tc", U, "tabs do not count"),
    (U, "Fs Fs Fs Fs Fs", U, "nor socials alone"),
    (U, "Fc Fc Fs Fc Fs Fc", U, "nor socials alone"),
    # cold
    (U, "Fe Fe Fe Fe", U, "four"),
    (U, "Fe Fe Fe Fe Fe", C, "five visits end empty"),
    (U, "Fe+Te Fe+Te Fe+Te", U, "a visit of two steps is one visit"),
    (U, "Fe+Te Fe+Te Fe+Te Fe Te", C, "by any method"),
    (U, "Fe+Tc Fe Fe Fe Fe", U, "a contact in the tab ends a visit well"),
    (U, "Fe+Tn Fe Fe Fe Fe", U, "a failure in the tab is no empty end"),
    (U, "Fe Fe Fe Fe Fe+Tc", U, "the fetch of a visit is not its end"),
    (U, "Fe Fe Fh Fe Fe Fe", U, "in a row"),
    (U, "Fe Fe Fs Fe Fe Fe", C, "socials alone are passed over"),
    (U, "Fe Fe Fe Fe Fe+Ts", U, "a visit that found socials did not end empty"),
    (U, "Fe Fe Fe Fe Fe+Ts Fe", C, "and does not break the row"),
    (A, "Te Te Te Te Te", C, "from soft"),
    (X, "Te Te Te Te Te", C, "from hard"),
    (F, "Fe Fe Fe Fe", F, "a friendly one first"),
    (F, "Fe Fe Fe Fe Fe", U, "becomes unknown"),
    (F, "Fe Fe Fe Fe Fe Fe", C, "and cold only then"),
    (X, "Tw Tw Tw Tw", X, "four"),
    (X, "Tw Tw Tw Tw Tw", C, "five tab visits at the wall"),
    (X, "Tw Tw Te Tw Tw Tw", X, "in a row"),
    (X, "Tw Tw Fw Tw Tw Tw", C, "tab visits"),
    (X, "Tr Tr Tr Tr Tr", X, "429 is no wall"),
    # from friendly
    (F, "Fh Fn Fw Fd Fe", U, "five fetches without contact"),
    (F, "Fh Fn Fw Fd", F, "four"),
    (F, "Fh Fn Fc Fw Fd Fe", F, "in a row"),
    (F, "Fh Fn Fs Fw Fd Fe", U, "socials alone are passed over"),
    (F, "FG FG FG FG FG", F, "deep 404s are no evidence"),
    # dead and cold hold still
    (D, "Fc", D, "not forced"),
    (C, "Fc", C, "not forced"),
]


@pytest.mark.parametrize(("state", "visits", "expected", "why"), ROWS, ids=[f"{r[0]}: {r[1]}" for r in ROWS])
def test_row(state: State, visits: str, expected: State, why: str) -> None:
    """Each row of the table moves where its words say, and not one piece earlier."""
    assert run(visits, state)[0].state is expected, why


FORCED: list[tuple[State, str, State, str]] = [
    (D, "Fc", U, "any reply"),
    (D, "Fe", U, "any reply"),
    (D, "Fh", U, "any reply"),
    (D, "Hw", U, "any reply, and one piece makes one move"),
    (D, "Hw+Tw", A, "the next piece may make the next"),
    (D, "Fg", D, "404"),
    (D, "FG", D, "a deep 404"),
    (D, "Fn", D, "no reply"),
    (D, "Hd", D, "no reply"),
    (C, "Fe+Tc", U, "ends in a contact"),
    (C, "Fc", U, "ends in a contact"),
    (C, "Fs", U, "socials are how it ended, too"),
    (C, "Fe", C, "empty"),
    (C, "Tw", C, "a wall"),
    (U, "Fc", U, "forced or not"),
    (A, "Fc", A, "forced or not"),
]


@pytest.mark.parametrize(("state", "visits", "expected", "why"), FORCED, ids=[f"{r[0]}: {r[1]}" for r in FORCED])
def test_forced_row(state: State, visits: str, expected: State, why: str) -> None:
    """A forced visit frees dead and cold domains by what the table names, and by nothing less."""
    assert run(visits, state, forced=True)[0].state is expected, why


def test_every_row_is_walked() -> None:
    """The cases above make every move of the table but time's."""
    made = {(m.source, m.event) for s, v, *_ in ROWS for m in run(v, s)[1]}
    made |= {(m.source, m.event) for s, v, *_ in FORCED for m in run(v, s, forced=True)[1]}
    assert {event for _, event in made} == set(Event) - {Event.TTL_OVER}


def test_one_piece_makes_one_move() -> None:
    """Moves are never more than pieces, and each starts where the last ended."""
    _, moves = run("Hw+Fw+Tw")
    assert moves == [Transition(U, Event.ANTIBOT, A)]


def test_moves_keep_the_history() -> None:
    """Only time clears the history: after a move all entries are still there."""
    record, moves = run("Fw Fw Fw")
    assert len(moves) == 2 and len(record.recent) == 3


@pytest.mark.parametrize(("state", "days", "after"), [(U, 7, U), (D, 30, U), (C, 90, U), (A, 7, U), (X, 90, A)])
def test_time(state: State, days: int, after: State) -> None:
    """A state changes when it is read after its time, and its history is cleared; a moment before, nothing is."""
    record, _ = run("Tn", state)
    record = force_state(record, state, 10.0, T)
    end = 10.0 + days * DAY
    assert age(record, end - 1, T) == record
    aged = age(record, end, T)
    assert (aged.state, aged.recent, aged.state_changed_at) == (after, (), end)
    assert aged.tab_total == 1, "totals stay"


def test_time_moves_one_row_at_a_reading() -> None:
    """A hard wall that was not looked at for a year is soft when it is read, and lives as such from then on."""
    record = force_state(new_record("acme.test", "direct", 0.0, T), X, 0.0, T)
    aged = age(record, 365 * DAY, T)
    assert (aged.state, aged.state_expires_at) == (A, 372 * DAY)


def test_friendly_has_no_time() -> None:
    """A friendly domain stays so however long nobody looks."""
    record, _ = run("Fc Fc Fc Fc Fc")
    assert record.state_expires_at is None
    assert age(record, 1e12, T) == record


CONFIRMING: list[tuple[State, str, bool]] = [
    (U, "Fe", True), (U, "Fs", True), (U, "FG", False),
    (D, "Hd", True), (D, "FG", False), (D, "Fn", False),
    (C, "Fe", True), (C, "Fe+Th", False),
    (A, "Fw", True), (A, "Fr", True), (A, "Fh", False), (A, "Fc", False), (A, "Fs", False),
    (X, "Tw", True), (X, "Tb", True), (X, "Tr", False), (X, "Te", False), (X, "Tc", False),
]  # fmt: skip


@pytest.mark.parametrize(("state", "visits", "renews"), CONFIRMING)
def test_time_runs_from_the_last_confirmation(state: State, visits: str, renews: bool) -> None:
    """Evidence that confirms a state renews its time; other evidence does not, but for unknown any does."""
    record = force_state(new_record("acme.test", "direct", 0.0, T), state, 0.0, T)
    after, moves = record_visit(record, pieces(visits, "v", DAY), DAY, T)
    assert not moves and after.state_changed_at == 0.0
    assert after.state_expires_at == T.until(state, DAY if renews else 0.0)


def test_best_outcome_of_a_method() -> None:
    """All that a visit reads by GET is one fetch, with the best of its outcomes."""
    record, _ = run("Fw+Fe+Fc+Te")
    assert [(e.method, e.outcome) for e in record.recent] == [
        (Method.TAB, Outcome.OK_EMPTY),
        (Method.FETCH, Outcome.OK_CONTACT),
    ]
    assert (record.fetch_total, record.fetch_ok, record.tab_total) == (1, 1, 1)


def test_counts() -> None:
    """Totals count fetches and tabs by how they ended, and pass socials alone over."""
    record, _ = run("Fc Fe+Tc Fs Fh+Te Hd")
    assert (record.fetch_total, record.fetch_ok, record.fetch_ok_empty) == (3, 1, 1)
    assert (record.tab_total, record.tab_ok) == (2, 1)


def test_cache_hit_keeps_alive() -> None:
    """A visit answered from the cache renews unknown's time alone, and adds no entry."""
    record = touch(run("Fe")[0], 3 * DAY, T)
    assert (record.state_expires_at, len(record.recent), record.last_seen) == (10 * DAY, 1, 3 * DAY)
    soft = force_state(record, A, 3 * DAY, T)
    assert touch(soft, 4 * DAY, T).state_expires_at == 10 * DAY


def test_tags_are_kept_once() -> None:
    """A tag is kept once and the list of them has an end."""
    record = new_record("acme.test", "direct", 0.0, T)
    for number in range(40):
        record, _ = record_visit(record, pieces("Fe", str(number)), 1.0, T, tags=("cloudflare", f"t{number}"))
    assert record.tags[0] == "cloudflare" and len(record.tags) == len(set(record.tags)) == 20


def weeks(visits: Sequence[str], interval: float, ttls: TTLS = T) -> list[State]:
    """The states in which a schedule meets a site that behaves like *visits*."""
    record, met, now = new_record("acme.test", "direct", 0.0, ttls), [], 0.0
    for number, visit in enumerate(visits):
        record = age(record, now, ttls)
        met.append(record.state)
        if record.state not in (D, C):
            record, _ = record_visit(record, pieces(visit, f"v{number}", now), now, ttls)
        now += interval
    return met


def test_twelve_weeks() -> None:
    """Over 12 weeks of a schedule of 6 days, sites find the state that suits them."""
    six = 6 * DAY
    assert weeks(["Fc"] * 12, six) == [U] * 5 + [F] * 7
    assert weeks(["Fe+Te"] * 12, six) == [U] * 5 + [C] * 7
    assert weeks(["Hw+Tc"] + ["Fw+Tc"] * 2 + ["Tc"] * 9, six) == [U, A, A] + [X] * 9
    assert weeks(["Hd"] * 12, six) == [U] + [D] * 4 + [U, D] + [D] * 3 + [U, D]
    assert weeks(["Hw+Tw", "Fw+Tw", "Fw+Tw", "Tw", "Tw"] + ["Tw"] * 7, six) == [U, A, A, X, X] + [C] * 7


def test_a_schedule_longer_than_the_time_learns_nothing() -> None:
    """A schedule of 14 days learns neither friendly nor cold nor hard with unknown's and soft's 7 days."""
    assert set(weeks(["Fc"] * 12, 14 * DAY)) == {U}
    assert set(weeks(["Fe"] * 12, 14 * DAY)) == {U}
    assert set(weeks(["Fw"] * 12, 14 * DAY)) == {U}
    assert weeks(["Fc"] * 12, 14 * DAY, TTLS(unknown=30 * DAY))[-1] is F
