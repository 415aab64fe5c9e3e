"""How fast a run goes, and how it says so."""

from hypothesis import given
from hypothesis import strategies as st

from contactscraper.pace import Pace, nothing_due, progress_line


def test_the_rate_is_that_of_the_last_minute():
    """A slow beginning does not spoil the estimate an hour later."""
    pace = Pace(0.0, window=60)
    for second in range(0, 3601, 10):
        pace.note(float(second), 0)
    for second in range(3610, 3701, 10):
        pace.note(float(second), (second - 3600) * 5)
    assert pace.rate == 5.0
    assert pace.left(1500) == 200.0


def test_what_is_not_known_is_not_guessed():
    """Without a total, or before anything has ended, there is no time left to tell."""
    pace = Pace(0.0)
    assert pace.rate == 0.0 and pace.left(100) is None
    pace.note(10.0, 5)
    assert pace.left(None) is None


@given(st.lists(st.tuples(st.floats(0, 1e6), st.integers(0, 10**9)), max_size=50))
def test_it_holds_for_any_course_of_a_run(steps):
    """Whatever the clock and the counts are, the rate is a number and the time left is not negative."""
    pace, now, done = Pace(0.0), 0.0, 0
    for seconds, more in steps:
        now, done = now + seconds, done + more
        pace.note(now, done)
    left = pace.left(done + 10)
    assert pace.rate >= 0 and (left is None or left >= 0)


def test_a_line_of_the_log_says_all_of_it():
    """Done, total, rate, time left, outcomes and tabs stand in one line."""
    pace = Pace(0.0)
    pace.note(100.0, 1_250)
    line = progress_line(1_250, 220_000, pace, {"dead": 50, "ok-contact": 1_200}, (125, 4, 17))
    assert line == (
        "1,250 of about 220,000 (0.6 %) done, 12.5 a second, about 4 h 51 min left: ok-contact 1,200, dead 50;"
        " tabs: 125 (10.0 %) so far, 4 open, 17 waiting"
    )


def test_a_run_without_a_due_retry_says_when_the_next_one_is():
    """One sentence: when the first of those that wait is due, or that none waits."""
    now = 1_796_083_200.0  # 2026-12-01T00:00Z
    assert nothing_due([], now) == "No retry is due, and no URL waits for one."
    said = nothing_due([now + 9 * 3600, now + 5 * 3600], now)
    assert said == "No retry is due; the first of 2 that wait is due at 2026-12-01 05:00 UTC, in 5 h."
