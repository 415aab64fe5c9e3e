"""The machine: (record, evidence, time) -> record. It walks the table of `states` and counts; nothing else."""

from collections.abc import Sequence

from contactscraper.domains.events import CONFIRMED, TOLD, Seen
from contactscraper.domains.record import RECENT, DomainRecord, Evidence
from contactscraper.domains.states import TRANSITIONS, TTLS, Event, Method, Outcome, Row, State, Transition

#: A visit adds one entry a method: of all that it read so, the best. Worst first.
BEST: tuple[Outcome, ...] = (
    Outcome.DEAD,
    Outcome.NETWORK_ERROR,
    Outcome.HTTP_ERROR,
    Outcome.ANTIBOT,
    Outcome.OK_EMPTY,
    Outcome.OK_CONTACT,
)


def new_record(domain: str, exit_name: str, now: float, ttls: TTLS) -> DomainRecord:
    """A domain that was never seen before *now* (epoch seconds)."""
    return DomainRecord(
        domain=domain,
        exit=exit_name,
        first_seen=now,
        last_seen=now,
        state_changed_at=now,
        state_expires_at=ttls.until(State.UNKNOWN, now),
    )


def age(record: DomainRecord, now: float, ttls: TTLS) -> DomainRecord:
    """The record as it is when it is read at *now*: a state that has outlived its time changes, by one row and now,
    and its history is cleared."""
    if record.state_expires_at is None or record.state_expires_at > now:
        return record
    row = next(row for row in TRANSITIONS if row.event is Event.TTL_OVER and record.state in row.sources)
    return _enter(record, row.target, now, ttls)._replace(recent=())


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
    tagged = tuple(dict.fromkeys((*record.tags, *tags)))[:RECENT] if tags else record.tags
    moves: list[Transition] = []
    pieces = _one_a_method(evidence)
    if not pieces:
        return record._replace(last_seen=now, tags=tagged), ()
    for place, piece in enumerate(pieces):
        record = _count(record, piece, now, tagged)
        seen = Seen(record, piece, forced, last=place == len(pieces) - 1)
        row = _row(record.state, seen)
        if row is not None:
            moves.append(Transition(record.state, row.event, row.target))
            record = _enter(record, row.target, now, ttls)
        elif CONFIRMED[record.state](seen):
            record = record._replace(state_expires_at=ttls.until(record.state, now))
    return record, tuple(moves)


def force_state(record: DomainRecord, state: State, now: float, ttls: TTLS) -> DomainRecord:
    """The record with a state set by hand, and that state's time. The history stays."""
    return _enter(record, state, now, ttls)


def settled(record: DomainRecord, now: float, ttls: TTLS) -> DomainRecord:
    """A record from a list that was written by hand, with what that leaves out: its times, and the state's end."""
    return record._replace(
        first_seen=record.first_seen or now,
        last_seen=record.last_seen or now,
        state_changed_at=record.state_changed_at or now,
        state_expires_at=record.state_expires_at or ttls.until(record.state, now),
    )


def touch(record: DomainRecord, now: float, ttls: TTLS) -> DomainRecord:
    """The record after a visit that was answered from the cache: no entry, but it is kept alive."""
    record = age(record, now, ttls)._replace(last_seen=now)
    if record.state is State.UNKNOWN:
        record = record._replace(state_expires_at=ttls.until(State.UNKNOWN, now))
    return record


def _one_a_method(evidence: Sequence[Evidence]) -> list[Evidence]:
    """The pieces that are evidence for the domain, at most one a method: the best, at the place of the first."""
    if len(evidence) == 1:  # as most visits have
        return [piece for piece in evidence if piece.counts]
    best: dict[Method, Evidence] = {}
    for piece in evidence:
        if piece.counts:
            known = best.get(piece.method)
            best[piece.method] = piece if known is None else max(known, piece, key=_worth)
    return list(best.values())


def _worth(piece: Evidence) -> tuple[int, bool]:
    return BEST.index(piece.outcome), not piece.partial


def _count(record: DomainRecord, piece: Evidence, now: float, tags: tuple[str, ...]) -> DomainRecord:
    fetch, tab = piece.method is Method.FETCH, piece.method is Method.TAB
    good, empty = piece.outcome is Outcome.OK_CONTACT, piece.outcome is Outcome.OK_EMPTY
    counted = not piece.partial
    return record._replace(
        last_seen=now,
        tags=tags,
        recent=(piece.entry(), *record.recent)[:RECENT],
        fetch_total=record.fetch_total + (fetch and counted),
        fetch_ok=record.fetch_ok + (fetch and good and counted),
        fetch_ok_empty=record.fetch_ok_empty + (fetch and empty and counted),
        tab_total=record.tab_total + (tab and counted),
        tab_ok=record.tab_ok + (tab and good and counted),
    )


#: The rows that evidence can take out of each state, in the table's order, with the question that tells.
_WAYS_OUT = {
    state: tuple(
        (TOLD[row.event], row)
        for row in TRANSITIONS
        if state in row.sources and row.target is not state and row.event in TOLD
    )
    for state in State
}


def _row(state: State, seen: Seen) -> Row | None:
    """The first row that leads out of *state* for what was seen."""
    for told, row in _WAYS_OUT[state]:
        if told(seen):
            return row
    return None


def _enter(record: DomainRecord, state: State, now: float, ttls: TTLS) -> DomainRecord:
    return record._replace(state=state, state_changed_at=now, state_expires_at=ttls.until(state, now))
