"""How long states live, and what schedules learn."""

from collections.abc import Sequence

import pytest

from contactscraper.domains import TTLS, State, age, force_state, new_record, record_visit
from tests.domains.visits import DAY, A, C, D, F, T, U, X, pieces, run


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
