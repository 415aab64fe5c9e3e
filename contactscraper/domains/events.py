"""What a domain's history amounts to: one small question an event, each a pure function of the record.

Three ways of counting, and the table's words say which one a row uses. *Fetches*: the entries by GET. *Visits*: the
entries grouped by `visit`, so that a fetch and the tab after it are one. *Tab visits*: the entries by tab, of which a
visit has at most one. Entries for socials alone (`partial`) are passed over in all three: they neither add to a row
of visits nor break it.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from contactscraper.domains.record import DomainRecord, Entry, Evidence
from contactscraper.domains.states import Event, Method, Outcome, State

OK = frozenset({Outcome.OK_CONTACT, Outcome.OK_EMPTY})
ASKING = frozenset({Method.HEAD, Method.FETCH})
ANY = tuple(Method)
#: Outcomes that only a site that replies can have.
REPLIES = frozenset({Outcome.OK_CONTACT, Outcome.OK_EMPTY, Outcome.ANTIBOT, Outcome.HTTP_ERROR})
GONE = frozenset({404, 410})


class Seen(NamedTuple):
    """One piece of evidence on its record: *record* holds it already. *last* says that it is the visit's last piece,
    so that the visit's end can be counted."""

    record: DomainRecord
    evidence: Evidence
    forced: bool
    last: bool

    def by(self, *methods: Method) -> bool:
        """Whether the piece came by one of *methods* and is one that counts."""
        return self.evidence.method in methods and not self.evidence.partial


def _counted(record: DomainRecord, methods: Iterable[Method]) -> list[Entry]:
    """The entries by *methods* that count, newest first."""
    return [entry for entry in record.recent if entry.method in methods and not entry.partial]


def _visits(entries: Iterable[Entry]) -> list[list[Entry]]:
    """Entries by visit, newest visit first; a visit's entries lie side by side."""
    return [list(group) for _, group in groupby(entries, key=lambda entry: entry.visit)]


def _end(visit: Sequence[Entry]) -> Outcome | None:
    """How a visit ended: a contact wins, else its newest entry says. None where all it found were socials."""
    contact = [entry for entry in visit if entry.outcome is Outcome.OK_CONTACT]
    if contact:
        return None if all(entry.partial for entry in contact) else Outcome.OK_CONTACT
    return visit[0].outcome


def _dead(seen: Seen) -> bool:
    piece = seen.evidence
    found = piece.outcome is Outcome.DEAD and piece.method in ASKING
    return piece.of_domain and (found or piece.tries_used_up)


def _walled_3(seen: Seen) -> bool:
    visits = _visits(_counted(seen.record, ASKING))[:3]
    return len(visits) == 3 and all(any(entry.wall for entry in visit) for visit in visits)


def _ok_2(seen: Seen) -> bool:
    last = _counted(seen.record, {Method.FETCH})[:2]
    return len(last) == 2 and all(entry.outcome in OK for entry in last)


def _friendly_70(seen: Seen) -> bool:
    if len(seen.record.recent) < 5:  # as with most domains, at every visit
        return False
    last = _counted(seen.record, {Method.FETCH})[:10]
    good = sum(entry.outcome is Outcome.OK_CONTACT for entry in last)
    return len(last) >= 5 and 10 * good >= 7 * len(last)


def _empty_5(seen: Seen) -> bool:
    if len(seen.record.recent) < 5:
        return False
    ends = [end for visit in _visits(seen.record.recent) if (end := _end(visit)) is not None][:5]
    return len(ends) == 5 and all(end is Outcome.OK_EMPTY for end in ends)


def _tab_walled_5(seen: Seen) -> bool:
    last = _counted(seen.record, {Method.TAB})[:5]
    return len(last) == 5 and all(entry.wall for entry in last)


def _barren_5(seen: Seen) -> bool:
    last = _counted(seen.record, {Method.FETCH})[:5]
    return len(last) == 5 and all(entry.outcome is not Outcome.OK_CONTACT for entry in last)


def _replied(seen: Seen) -> bool:
    """A reply, whatever it says, but 404 and 410: a status, or an outcome that no silence can have."""
    piece = seen.evidence
    if piece.outcome is Outcome.DEAD or piece.status in GONE:
        return False
    return piece.status is not None or piece.outcome in REPLIES


def _ends_in_contact(seen: Seen) -> bool:
    """Any contact, socials too: it is how a visit ends that is asked here, and nothing is counted."""
    visit = _visits(seen.record.recent)[0]
    return seen.last and any(entry.outcome is Outcome.OK_CONTACT for entry in visit)


#: How each event is told. TTL_OVER is time's own.
TOLD: dict[Event, Callable[[Seen], bool]] = {
    Event.NO_SUCH_NAME: lambda s: s.evidence.no_such_name and s.evidence.of_domain,
    Event.FOUND_DEAD: _dead,
    Event.BLOCKED: lambda s: s.evidence.block,
    Event.ANTIBOT: lambda s: s.evidence.outcome is Outcome.ANTIBOT,
    Event.WALLED_3: lambda s: s.by(Method.HEAD, Method.FETCH) and _walled_3(s),
    Event.OK_2: lambda s: s.by(Method.FETCH) and _ok_2(s),
    Event.FRIENDLY_70: lambda s: s.by(Method.FETCH) and _friendly_70(s),
    Event.EMPTY_5: lambda s: s.last and s.by(*ANY) and _empty_5(s),
    Event.TAB_WALLED_5: lambda s: s.by(Method.TAB) and _tab_walled_5(s),
    Event.BARREN_5: lambda s: s.by(Method.FETCH) and _barren_5(s),
    Event.FORCED_REPLY: lambda s: s.forced and _replied(s),
    Event.FORCED_CONTACT: lambda s: s.forced and _ends_in_contact(s),
}

#: What shows that a state still holds, and so renews its time. `unknown` lives from its last evidence, whatever it is.
CONFIRMED: dict[State, Callable[[Seen], bool]] = {
    State.UNKNOWN: lambda s: True,
    State.DEAD: _dead,
    State.COLD: lambda s: s.last and _end(_visits(s.record.recent)[0]) in (Outcome.OK_EMPTY, Outcome.ANTIBOT),
    State.ANTIBOT_SOFT: lambda s: s.evidence.outcome is Outcome.ANTIBOT,
    State.ANTIBOT_HARD: lambda s: s.evidence.outcome is Outcome.ANTIBOT and not s.evidence.rate_limited,
    State.FRIENDLY: lambda s: False,
}
