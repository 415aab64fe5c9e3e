"""The memory's domains: their states in time, through exits, and how many are kept."""

from pathlib import Path

import pytest

from contactscraper.domains import TTLS, Outcome, State
from contactscraper.storage.memory import Memory
from tests.storage.entries import DAY, NOW, piece, retry, visit


def test_state_ends_with_its_time(memory: Memory) -> None:
    """A record is given as it is now, the change is kept, and a history that was lost to time is counted."""
    memory.record_visit("acme.test", piece(Outcome.DEAD), NOW)
    assert memory.domain("acme.test", NOW + 29 * DAY).state is State.DEAD
    assert memory.lapsed == {}
    record = memory.domain("acme.test", NOW + 31 * DAY)
    assert (record.state, record.recent) == (State.UNKNOWN, ())
    assert memory.domain("acme.test", NOW + 32 * DAY) == record
    assert memory.lapsed == {State.DEAD: 1}


def test_times_are_the_callers(tmp_path: Path) -> None:
    """Each state's time is what the settings say."""
    with_short = Memory.own(tmp_path, ttls=TTLS(dead=10.0))
    with_short.record_visit("acme.test", piece(Outcome.DEAD), NOW)
    assert with_short.domain("acme.test", NOW + 11).state is State.UNKNOWN
    with_short.close()


def test_touch_keeps_a_domain_alive(memory: Memory) -> None:
    """A cache hit renews unknown's time and adds no entry; of a domain that is not known it makes no record."""
    memory.record_visit("acme.test", piece(Outcome.OK_CONTACT), NOW)
    memory.touch_domain("acme.test", NOW + 6 * DAY)
    record = memory.domain("acme.test", NOW + 12 * DAY)
    assert len(record.recent) == 1 and record.last_seen == NOW + 6 * DAY
    memory.touch_domain("other.test", NOW)
    assert [r.domain for r in memory.domains()] == ["acme.test"]


@pytest.mark.parametrize(
    ("outcome", "state", "shared"),
    [(Outcome.DEAD, State.DEAD, True), (Outcome.ANTIBOT, State.ANTIBOT_SOFT, False)],
)
def test_exits(tmp_path: Path, outcome: Outcome, state: State, shared: bool) -> None:
    """What is seen belongs to its exit, but dead and cold count whichever exit has them."""
    one = Memory.own(tmp_path, exit_name="one")
    one.record_visit("acme.test", piece(outcome), NOW)
    one.close()
    two = Memory.own(tmp_path, exit_name="two")
    seen = two.domain("acme.test", NOW)
    assert (seen.state, seen.exit) == ((state, "one") if shared else (State.UNKNOWN, "two"))
    two.record_visit("acme.test", piece(Outcome.OK_CONTACT), NOW)
    assert {(r.exit, len(r.recent)) for r in two.domains()} == {("one", 1), ("two", 1)}
    assert two.domain("acme.test", NOW).state is (state if shared else State.UNKNOWN), "it was not forced"
    two.close()


def test_a_forced_visit_frees_a_domain_through_all_exits(tmp_path: Path) -> None:
    """What a forced visit finds alive is dead through no exit, even where its own exit never knew the domain."""
    one = Memory.own(tmp_path, exit_name="one")
    one.record_visit("acme.test", piece(Outcome.DEAD), NOW)
    one.close()
    two = Memory.own(tmp_path, exit_name="two")
    two.record_visit("acme.test", piece(Outcome.DEAD, status=404), NOW, forced=True)
    assert two.domain("acme.test", NOW).state is State.DEAD
    two.record_visit("acme.test", piece(Outcome.OK_CONTACT), NOW, forced=True)
    assert {(r.exit, r.state) for r in two.domains()} == {("one", State.UNKNOWN), ("two", State.UNKNOWN)}
    assert {r.exit: len(r.recent) for r in two.domains()} == {"one": 1, "two": 2}
    two.close()


def test_reset_and_set(tmp_path: Path) -> None:
    """A reset makes a domain be visited anew through every exit, its answers and retries gone; a state that is set by
    hand counts, whatever other exits have."""
    one = Memory.own(tmp_path, exit_name="one")
    one.record_visit("acme.test", piece(Outcome.DEAD), NOW)
    one.cache(visit("01"))
    one.cache(visit("02", domain="other.test"))
    one.queue_retry(retry("acme", NOW))
    one.close()
    two = Memory.own(tmp_path, exit_name="two")
    assert two.set_domain("acme.test", State.FRIENDLY, NOW).state is State.FRIENDLY
    assert two.domain("acme.test", NOW).state is State.FRIENDLY
    two.set_domain("acme.test", State.COLD, NOW)
    two.reset_domain("acme.test")
    two.flush()
    assert two.domain("acme.test", NOW).state is State.UNKNOWN
    assert list(two.domains()) == list(two.retries()) == []
    assert two.cached("01", NOW) is None and two.cached("02", NOW) is not None
    two.close()


def test_least_recently_seen_leave_first(tmp_path: Path) -> None:
    """Beyond the limit the domains that were seen longest ago leave, however they were first seen, and those that
    wait to be written stay."""
    memory = Memory.own(tmp_path, domain_max=50)
    for number in range(50):
        memory.record_visit(f"d{number}.test", piece(Outcome.OK_EMPTY), NOW + number)
    memory.flush()
    memory.touch_domain("d0.test", NOW + 60)
    memory.flush()
    memory.record_visit("d1.test", piece(Outcome.OK_EMPTY), NOW + 61)
    memory.record_visit("new.test", piece(Outcome.OK_EMPTY), NOW + 62)
    memory.flush()
    left = {r.domain for r in memory.domains()}
    assert len(left) <= 50 and {"d0.test", "d1.test", "new.test", "d49.test"} <= left and "d2.test" not in left
    for number in range(500):
        memory.record_visit(f"e{number}.test", piece(Outcome.OK_EMPTY), NOW + 100 + number)
        if number % 20 == 0:
            memory.flush()
    memory.flush()
    assert len(list(memory.domains())) <= 70
    memory.close()
    with_fewer = Memory.own(tmp_path, domain_max=50)
    assert with_fewer.domain("e499.test", NOW + 700).recent
    with_fewer.close()
