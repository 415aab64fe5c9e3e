"""What a domain's history amounts to: one small question an event, each a pure function of the record."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, islice

from contactscraper.domains.record import DomainRecord, Entry, Evidence
from contactscraper.domains.states import Event, Method, Outcome, State

OK = frozenset({Outcome.OK_CONTACT, Outcome.OK_EMPTY})


@dataclass(frozen=True, slots=True)
class Seen:
    """One piece of evidence on its record: *record* holds it already. *last* says that it is the visit's last piece,
    so that the visit's end can be counted."""

    record: DomainRecord
    evidence: Evidence
    forced: bool
    last: bool


def _counted(record: DomainRecord) -> list[Entry]:
    """The entries that count: those of socials alone are passed over."""
    return [entry for entry in record.recent if not entry.partial]


def _fetches(record: DomainRecord) -> list[Entry]:
    return [entry for entry in _counted(record) if entry.method is Method.FETCH]


def _visits(entries: Iterable[Entry]) -> list[list[Entry]]:
    """Entries by visit, newest visit first; a visit's entries lie side by side."""
    return [list(group) for _, group in groupby(entries, key=lambda entry: entry.visit)]


def _ends(visit: Sequence[Entry]) -> Outcome:
    """How a visit ended: with its newest entry, but a contact found wins."""
    return Outcome.OK_CONTACT if any(e.outcome is Outcome.OK_CONTACT for e in visit) else visit[0].outcome


def _walled_3(seen: Seen) -> bool:
    asked = [e for e in _counted(seen.record) if e.method in (Method.HEAD, Method.FETCH)]
    visits = list(islice(_visits(asked), 3))
    return len(visits) == 3 and all(any(entry.wall for entry in visit) for visit in visits)


def _ok_2(seen: Seen) -> bool:
    last = _fetches(seen.record)[:2]
    return len(last) == 2 and all(entry.outcome in OK for entry in last)


def _friendly_70(seen: Seen) -> bool:
    last = _fetches(seen.record)[:10]
    good = sum(entry.outcome is Outcome.OK_CONTACT for entry in last)
    return good >= 5 and good >= 0.7 * len(last)


def _empty_5(seen: Seen) -> bool:
    visits = _visits(_counted(seen.record))[:5]
    return seen.last and len(visits) == 5 and all(_ends(visit) is Outcome.OK_EMPTY for visit in visits)


def _tab_walled_5(seen: Seen) -> bool:
    tabs = [entry for entry in _counted(seen.record) if entry.method is Method.TAB][:5]
    return len(tabs) == 5 and all(entry.wall for entry in tabs)


def _barren_5(seen: Seen) -> bool:
    last = _fetches(seen.record)[:5]
    return len(last) == 5 and all(entry.outcome is not Outcome.OK_CONTACT for entry in last)


def _forced_reply(seen: Seen) -> bool:
    replied = seen.evidence.outcome not in (Outcome.DEAD, Outcome.NETWORK_ERROR)
    return seen.forced and replied and seen.evidence.status not in (404, 410)


#: How each event is told. TTL_OVER is time's own.
TOLD: dict[Event, Callable[[Seen], bool]] = {
    Event.NO_SUCH_NAME: lambda s: s.evidence.no_such_name and s.evidence.of_domain,
    Event.FOUND_DEAD: lambda s: (
        s.evidence.of_domain and (s.evidence.outcome is Outcome.DEAD or s.evidence.tries_used_up)
    ),
    Event.BLOCKED: lambda s: s.evidence.block,
    Event.ANTIBOT: lambda s: s.evidence.outcome is Outcome.ANTIBOT,
    Event.WALLED_3: _walled_3,
    Event.OK_2: lambda s: s.evidence.method is Method.FETCH and _ok_2(s),
    Event.FRIENDLY_70: lambda s: s.evidence.method is Method.FETCH and _friendly_70(s),
    Event.EMPTY_5: _empty_5,
    Event.TAB_WALLED_5: lambda s: s.evidence.method is Method.TAB and _tab_walled_5(s),
    Event.BARREN_5: lambda s: s.evidence.method is Method.FETCH and _barren_5(s),
    Event.FORCED_REPLY: _forced_reply,
    Event.FORCED_CONTACT: lambda s: s.forced and s.evidence.outcome is Outcome.OK_CONTACT,
}


def fits(event: Event, state: State, seen: Seen) -> bool:
    """Whether *seen* amounts to *event* for a domain in *state*."""
    told = TOLD.get(event)
    return told is not None and told(seen)
