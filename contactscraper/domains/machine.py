"""The machine: (record, evidence, time) -> record. It walks the table of `states` and counts; nothing else."""

from collections.abc import Sequence
from dataclasses import replace

from contactscraper.domains.events import Seen, fits
from contactscraper.domains.record import RECENT, DomainRecord, Evidence
from contactscraper.domains.states import TRANSITIONS, TTLS, Event, Method, Outcome, State, Transition

#: Evidence that confirms the state it meets, and so renews its time.
CONFIRMS: dict[State, frozenset[Outcome]] = {
    State.UNKNOWN: frozenset(Outcome),
    State.DEAD: frozenset({Outcome.DEAD}),
    State.COLD: frozenset({Outcome.OK_EMPTY}),
    State.ANTIBOT_SOFT: frozenset({Outcome.ANTIBOT}),
    State.ANTIBOT_HARD: frozenset({Outcome.ANTIBOT}),
    State.FRIENDLY: frozenset(),
}


def new_record(domain: str, exit_name: str, now: float, ttls: TTLS) -> DomainRecord:
    """A domain that was never seen before *now* (epoch seconds)."""
    return DomainRecord(
        domain=domain,
        exit=exit_name,
        first_seen=now,
        last_seen=now,
        state_changed_at=now,
        state_expires_at=now + ttls.unknown,
    )


def age(record: DomainRecord, now: float, ttls: TTLS) -> DomainRecord:
    """The record as it is at *now*: a state that has outlived its time moves on, and its history is cleared."""
    while record.state_expires_at is not None and record.state_expires_at <= now:
        over = record.state_expires_at
        target = next(row.target for row in TRANSITIONS if row.event is Event.TTL_OVER and record.state in row.sources)
        # `unknown` begins anew now; a later state has been living since the earlier one ended.
        since = now if target is State.UNKNOWN else over
        ttl = ttls.of(target)
        record = replace(
            record,
            state=target,
            recent=(),
            state_changed_at=since,
            state_expires_at=None if ttl is None else since + ttl,
        )
    return record


def record_visit(
    record: DomainRecord,
    evidence: Sequence[Evidence],
    now: float,
    ttls: TTLS,
    *,
    forced: bool = False,
    tags: Sequence[str] = (),
) -> tuple[DomainRecord, tuple[Transition, ...]]:
    """The record after one visit with its *evidence*, in order, and the moves that it made."""
    record = age(record, now, ttls)
    record = replace(record, last_seen=now, tags=tuple(dict.fromkeys((*record.tags, *tags)))[:RECENT])
    moves: list[Transition] = []
    for place, piece in enumerate(evidence):
        record = _count(record, piece)
        seen = Seen(record, piece, forced, last=place == len(evidence) - 1)
        before = record.state
        record = _move(record, seen, now, ttls)
        if record.state is not before:
            event = next(r.event for r in TRANSITIONS if before in r.sources and fits(r.event, before, seen))
            moves.append(Transition(before, event, record.state))
    return record, tuple(moves)


def _count(record: DomainRecord, piece: Evidence) -> DomainRecord:
    fetch, tab = piece.method is Method.FETCH, piece.method is Method.TAB
    good, empty = piece.outcome is Outcome.OK_CONTACT, piece.outcome is Outcome.OK_EMPTY
    return replace(
        record,
        recent=(piece.entry(), *record.recent)[:RECENT],
        fetch_total=record.fetch_total + fetch,
        fetch_ok=record.fetch_ok + (fetch and good),
        fetch_ok_empty=record.fetch_ok_empty + (fetch and empty),
        tab_total=record.tab_total + tab,
        tab_ok=record.tab_ok + (tab and good),
    )


def _move(record: DomainRecord, seen: Seen, now: float, ttls: TTLS) -> DomainRecord:
    for row in TRANSITIONS:
        if record.state in row.sources and row.target is not record.state and fits(row.event, record.state, seen):
            return _enter(record, row.target, now, ttls)
    if seen.evidence.outcome in CONFIRMS[record.state] and (seen.evidence.of_domain or record.state is State.UNKNOWN):
        ttl = ttls.of(record.state)
        return replace(record, state_expires_at=None if ttl is None else now + ttl)
    return record


def _enter(record: DomainRecord, state: State, now: float, ttls: TTLS) -> DomainRecord:
    ttl = ttls.of(state)
    return replace(
        record, state=state, state_changed_at=now, state_expires_at=None if ttl is None else now + ttl
    )


def force_state(record: DomainRecord, state: State, now: float, ttls: TTLS) -> DomainRecord:
    """The record with a state set by hand, and that state's time."""
    return _enter(record, state, now, ttls)


def touch(record: DomainRecord, now: float, ttls: TTLS) -> DomainRecord:
    """The record after a visit that was answered from the cache: no entry, but it is kept alive."""
    record = replace(age(record, now, ttls), last_seen=now)
    if record.state is State.UNKNOWN:
        record = replace(record, state_expires_at=now + ttls.unknown)
    return record
