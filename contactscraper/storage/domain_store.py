"""Domains' records in the memory: one row a domain, in it one record an exit. What evidence means is asked of domains/.

Rows are kept decoded for a while, since a visit reads its domain first and records its evidence later.
"""

import logging
from collections import Counter, OrderedDict
from collections.abc import Iterator, Sequence

from contactscraper.domains import (
    TTLS,
    DomainRecord,
    Evidence,
    State,
    Transition,
    age,
    force_state,
    new_record,
)
from contactscraper.domains import record_visit as with_visit
from contactscraper.domains import touch as touched
from contactscraper.storage.table import Table

logger = logging.getLogger(__name__)

PREFIX = "domain/"
#: Domains that leave at a time, once there are too many.
EVICTED = 1000
#: Decoded rows that are kept, about 5 KB each at most.
KEPT = 2000
#: States that hold through whichever exit a domain is seen.
EVERYWHERE = frozenset({State.DEAD, State.COLD})

Records = dict[str, DomainRecord]


class DomainStore:
    """Times are epoch seconds. *most*: domains kept, the least recently seen leave first; *owned*: may be changed."""

    def __init__(self, table: Table, exit_name: str, ttls: TTLS, most: int, *, owned: bool) -> None:
        self._table, self._exit, self._ttls, self._most, self._owned = table, exit_name, ttls, most, owned
        self._count = table.count(PREFIX) if owned else 0
        self._left_until = 0  # rowid below which no domain is left
        self._kept: OrderedDict[str, Records] = OrderedDict()
        #: How many domains were met whose state had outlived its time and took a history with it, by state.
        self.lapsed: Counter[State] = Counter()

    def get(self, domain: str, now: float) -> DomainRecord:
        """What is known of *domain* as it is at *now*; `dead` and `cold` of any exit count."""
        records = self._aged(domain, now)
        own = records.get(self._exit)
        if own is not None and own.state in EVERYWHERE:
            return own
        everywhere = next((record for record in records.values() if record.state in EVERYWHERE), None)
        return everywhere or own or new_record(domain, self._exit, now, self._ttls)

    def record_visit(
        self, domain: str, evidence: Sequence[Evidence], now: float, *, forced: bool, tags: Sequence[str]
    ) -> tuple[DomainRecord, tuple[Transition, ...]]:
        """Notes a visit's evidence for this exit; returns the record after it and the moves that it made."""
        records = self._aged(domain, now)
        own = records.get(self._exit) or new_record(domain, self._exit, now, self._ttls)
        own, moves = with_visit(own, evidence, now, self._ttls, forced=forced, tags=tags)
        others = {name: self._freed(record, evidence, now) if forced else record for name, record in records.items()}
        self._put(domain, {**others, self._exit: own})
        self._evict()
        return own, moves

    def _freed(self, record: DomainRecord, evidence: Sequence[Evidence], now: float) -> DomainRecord:
        """Another exit's record after a forced visit: what frees a domain here frees it there, and nothing else."""
        if record.exit == self._exit or record.state not in EVERYWHERE:
            return record
        _, moves = with_visit(record, evidence, now, self._ttls, forced=True)
        return force_state(record, moves[0].to, now, self._ttls) if moves else record

    def touch(self, domain: str, now: float) -> None:
        """A visit was answered from the cache: the domain is kept alive."""
        records = self._aged(domain, now)
        if self._exit in records:
            self._put(domain, {**records, self._exit: touched(records[self._exit], now, self._ttls)})

    def set_state(self, domain: str, state: State, now: float) -> DomainRecord:
        """Sets a state by hand; a state that lets the domain be visited frees it of the other exits' too."""
        records = dict(self._aged(domain, now))
        own = records.get(self._exit) or new_record(domain, self._exit, now, self._ttls)
        for name, record in records.items():
            if record.state in EVERYWHERE and state not in EVERYWHERE:
                records[name] = force_state(record, State.UNKNOWN, now, self._ttls)
        records[self._exit] = force_state(own, state, now, self._ttls)
        self._put(domain, records)
        return records[self._exit]

    def put(self, record: DomainRecord) -> None:
        """Writes *record* as it is."""
        self._put(record.domain, {**self._records(record.domain), record.exit: record})

    def all(self, bare: bool = False) -> Iterator[DomainRecord]:
        """Every record as it was written, not aged; *bare*: without its evidence."""
        for key, value in self._table.items(PREFIX):
            yield from self._decoded(key, value, bare).values()

    def written(self, domain: str) -> list[DomainRecord]:
        """The records of *domain* as they were written, one an exit."""
        return list(self._records(domain).values())

    def delete(self, domain: str) -> None:
        """Forgets *domain* through all exits: through one alone it could still be dead or cold through another."""
        if self._records(domain):
            self._count -= 1
        self._kept.pop(domain, None)
        self._table.delete(PREFIX + domain)

    def clear(self) -> None:
        """Forgets what is kept here of a table that was emptied."""
        self._kept, self._count, self._left_until = OrderedDict(), 0, 0

    def _aged(self, domain: str, now: float) -> Records:
        records = self._records(domain)
        if all(record.state_expires_at is None or record.state_expires_at > now for record in records.values()):
            return records
        aged = {name: age(record, now, self._ttls) for name, record in records.items()}
        changed = [records[name] for name in records if aged[name] is not records[name]]
        if changed and self._owned:
            self.lapsed.update(record.state for record in changed if record.recent)
            self._put(domain, aged)
        return aged

    def _records(self, domain: str) -> Records:
        if domain in self._kept:
            return self._kept[domain]
        value = self._table.get(PREFIX + domain)
        records = {} if value is None else self._decoded(PREFIX + domain, value)
        if records and self._owned:
            self._keep(domain, records)
        return records

    def _decoded(self, key: str, value: object, bare: bool = False) -> Records:
        """A damaged row is no row, and said once in the log: what it knew is found out again."""
        try:
            assert isinstance(value, dict)
            without = {"recent": ()} if bare else {}
            return {name: DomainRecord.from_dict({**record, **without}) for name, record in value.items()}
        except (AssertionError, AttributeError, KeyError, TypeError, ValueError):
            logger.warning("The memory's entry %s is damaged and counts as unknown.", key)
            return {}

    def _put(self, domain: str, records: Records) -> None:
        if not self._records(domain):
            self._count += 1
        self._keep(domain, records)
        self._table.put(PREFIX + domain, {name: record.to_dict() for name, record in records.items()})

    def _keep(self, domain: str, records: Records) -> None:
        self._kept[domain] = records
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def _evict(self) -> None:
        if self._count <= self._most:
            return
        for rowid, key in self._table.oldest(PREFIX, min(EVICTED, max(1, self._most // 10)), self._left_until):
            self._left_until = rowid
            self._kept.pop(key.removeprefix(PREFIX), None)
            self._table.delete(key)
            self._count -= 1
