"""The memory: domains, answers and retries under one DATA_DIR. It asks domains/ and freshness.py what they mean."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Self

from contactscraper.domains import TTLS, DomainRecord, Evidence, State, Transition, age, new_record
from contactscraper.domains import force_state as forced_state
from contactscraper.domains import record_visit as with_visit
from contactscraper.domains import touch as touched
from contactscraper.freshness import Answer, lifetime
from contactscraper.storage.entries import CachedVisit, Retry
from contactscraper.storage.lock import DataDirLock, MemoryOwned
from contactscraper.storage.table import MemoryBroken, Table

FILE = "memory.sqlite"
#: Domains that leave at a time, once there are too many.
EVICTED = 1000
#: States that hold through whichever exit a domain is seen.
EVERYWHERE = frozenset({State.DEAD, State.COLD})


class Memory:
    """Opened by `own` (one process at a time) or by `read` (at any time). Times are epoch seconds."""

    def __init__(self, table: Table, lock: DataDirLock | None, exit_name: str, ttls: TTLS, domain_max: int) -> None:
        self._table, self._lock = table, lock
        self._exit, self._ttls, self._max = exit_name, ttls, domain_max
        self._domains = table.count("domain/") if lock is not None else 0

    @classmethod
    def own(
        cls,
        data_dir: Path,
        *,
        exit_name: str = "direct",
        ttls: TTLS | None = None,
        domain_max: int = 1_000_000,
    ) -> Self:
        """The memory, to be changed. Raises MemoryOwned where another process has it, MemoryBroken."""
        lock = DataDirLock(data_dir)
        try:
            table = Table(data_dir / FILE, write=True)
        except BaseException:
            lock.release()
            raise
        return cls(table, lock, exit_name, ttls or TTLS(), domain_max)

    @classmethod
    def read(cls, data_dir: Path, *, exit_name: str = "direct", ttls: TTLS | None = None) -> Self:
        """The memory, to be looked at, even while a crawl owns it."""
        return cls(Table(data_dir / FILE, write=False), None, exit_name, ttls or TTLS(), 0)

    @staticmethod
    def check_free(data_dir: Path) -> None:
        """Raises MemoryOwned where a crawl owns *data_dir*. Writes nothing where it does not exist."""
        if (data_dir / "memory.lock").exists():
            DataDirLock(data_dir).release()

    # Domains ---------------------------------------------------------------------------------------------------------

    def domain(self, domain: str, now: float) -> DomainRecord:
        """What is known of *domain* as it is at *now*; `dead` and `cold` of any exit count."""
        own = None
        for record in self._records(domain):
            record = age(record, now, self._ttls)
            if record.exit == self._exit:
                own = record
            elif record.state in EVERYWHERE and (own is None or own.state not in EVERYWHERE):
                return record
        return own or new_record(domain, self._exit, now, self._ttls)

    def _records(self, domain: str) -> list[DomainRecord]:
        found = [DomainRecord.from_dict(value) for _, value in self._table.items(f"domain/{domain}/")]
        return sorted(found, key=lambda record: record.exit != self._exit)

    def _own_record(self, domain: str, now: float) -> DomainRecord:
        value = self._table.get(f"domain/{domain}/{self._exit}")
        if value is None:
            self._domains += 1
            return new_record(domain, self._exit, now, self._ttls)
        return DomainRecord.from_dict(value)

    def record_visit(
        self, domain: str, evidence: Sequence[Evidence], now: float, *, forced: bool = False, tags: Sequence[str] = ()
    ) -> tuple[DomainRecord, tuple[Transition, ...]]:
        """Notes a visit's evidence, and returns the record after it with the moves that it made."""
        record, moves = with_visit(
            self._own_record(domain, now), evidence, now, self._ttls, forced=forced, tags=tags
        )
        self.put_domain(record)
        if forced and moves and moves[-1].to is State.UNKNOWN:
            self._lift(domain, now)
        self._evict()
        return record, moves

    def _lift(self, domain: str, now: float) -> None:
        """What a forced visit has found alive is dead or cold through no exit."""
        for record in self._records(domain):
            if record.exit != self._exit and record.state in EVERYWHERE:
                self.put_domain(forced_state(record, State.UNKNOWN, now, self._ttls))

    def put_domain(self, record: DomainRecord) -> None:
        self._table.put(f"domain/{record.domain}/{record.exit}", record.to_dict())

    def touch_domain(self, domain: str, now: float) -> None:
        """A visit was answered from the cache: the domain is kept alive."""
        value = self._table.get(f"domain/{domain}/{self._exit}")
        if value is not None:
            self.put_domain(touched(DomainRecord.from_dict(value), now, self._ttls))

    def domains(self) -> Iterator[DomainRecord]:
        for _, value in self._table.items("domain/"):
            yield DomainRecord.from_dict(value)

    def reset_domain(self, domain: str) -> None:
        """Forgets *domain* with its answers and retries, so that it is visited anew."""
        for record in self._records(domain):
            self._table.delete(f"domain/{domain}/{record.exit}")
        for kind in ("url/", "retry/"):
            for key, value in self._table.items(kind):
                if value["domain"] == domain:
                    self._table.delete(key)

    def _evict(self) -> None:
        if self._domains <= self._max:
            return
        for key in self._table.oldest("domain/", min(EVICTED, max(1, self._max // 10))):
            self._table.delete(key)
            self._domains -= 1

    # Answers ---------------------------------------------------------------------------------------------------------

    def cached(self, key: str, now: float) -> CachedVisit | None:
        """The answer of an earlier visit, while it is fresh."""
        value = self._table.get(f"url/{key}")
        if value is None or value["expires_at"] <= now:
            return None
        return CachedVisit.from_dict(value)

    def cache(self, visit: CachedVisit) -> None:
        seconds = lifetime(Answer(visit.outcome, visit.reason, visit.result))
        if seconds > 0:
            self._table.put(f"url/{visit.key}", replace(visit, expires_at=visit.at + seconds).to_dict())

    def forget_url(self, key: str) -> None:
        self._table.delete(f"url/{key}")

    # Retries ---------------------------------------------------------------------------------------------------------

    def retry(self, key: str) -> Retry | None:
        value = self._table.get(f"retry/{key}")
        return None if value is None else Retry.from_dict(value)

    def queue_retry(self, retry: Retry) -> None:
        self._table.put(f"retry/{retry.key}", retry.to_dict())

    def drop_retry(self, key: str) -> None:
        if self._table.get(f"retry/{key}") is not None:
            self._table.delete(f"retry/{key}")

    def retries(self) -> Iterator[Retry]:
        for _, value in self._table.items("retry/"):
            yield Retry.from_dict(value)

    def due_retries(self, now: float) -> Iterator[Retry]:
        """The URLs whose time has come, the longest waiting first."""
        due = [retry for retry in self.retries() if retry.due_at <= now and not retry.resting]
        yield from sorted(due, key=lambda retry: retry.due_at)

    # The file --------------------------------------------------------------------------------------------------------

    @property
    def dirty(self) -> int:
        return self._table.dirty

    def flush(self) -> None:
        """All that was recorded is on disk when this returns. Raises MemoryBroken."""
        self._table.flush()

    def close(self) -> None:
        self._table.flush()
        self._table.close()
        if self._lock is not None:
            self._lock.release()


__all__ = ["CachedVisit", "Memory", "MemoryBroken", "MemoryOwned", "Retry"]
