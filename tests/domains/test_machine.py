"""Every row of the state table, with its fine print."""

import pytest

from contactscraper.domains import Event, State, Transition
from tests.domains.visits import A, C, D, F, U, X, run

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
