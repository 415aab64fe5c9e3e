"""The memory: domains, answers and retries under one DATA_DIR. It asks domains/ and freshness.py what they mean."""

import json
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

from contactscraper.domains import TTLS, DomainRecord, Evidence, State, Transition
from contactscraper.freshness import FRESHNESS, Freshness, fresh_until
from contactscraper.storage.domain_store import PREFIX as DOMAINS
from contactscraper.storage.domain_store import DomainStore
from contactscraper.storage.entries import CachedVisit, Retry
from contactscraper.storage.lock import DataDirLock, MemoryOwned
from contactscraper.storage.shards import shard_count
from contactscraper.storage.table import MemoryBroken, Table

logger = logging.getLogger(__name__)

FILE = "memory.sqlite"

#: As many entries as a batch writes are looked at whether they have expired, in so many parts; none follows a part in
#: which none had.
PARTS = 4

#: Outcomes that say something of the exit, and nothing of the site as others see it.
OF_AN_EXIT = frozenset({"antibot"})

_E = TypeVar("_E", CachedVisit, Retry)


class Memory:
    """Opened by `own` (one process at a time) or by `read` (at any time). Times are epoch seconds.

    What is recorded is seen at once by this process, and by others (and after a kill) from the next `flush` on.
    """

    def __init__(
        self,
        table: Table,
        lock: DataDirLock | None,
        exit_name: str,
        ttls: TTLS,
        freshness: Freshness,
        domain_max: int,
    ) -> None:
        self._table, self._lock, self._freshness, self._exit = table, lock, freshness, exit_name
        self._domains = DomainStore(table, exit_name, ttls, domain_max, owned=lock is not None)
        self._now = 0.0  # the latest time that was heard of, for sweeping
        self._swept = 0  # rowid up to which expired entries were swept

    @classmethod
    def own(
        cls,
        data_dir: Path,
        *,
        exit_name: str = "direct",
        ttls: TTLS | None = None,
        freshness: Freshness = FRESHNESS,
        domain_max: int = 1_000_000,
        journal: str = "WAL",
        wait: float = 0.0,
        waiting: Callable[[MemoryOwned], None] | None = None,
    ) -> Self:
        """The memory, to be changed. *journal* is one of `table.JOURNALS`. Raises MemoryOwned where another process
        has it for *wait* seconds more (who has it is told to *waiting*), MemoryBroken where it cannot be opened; a
        damaged file is set aside, with a message in the log, and an empty memory begins."""
        if (count := shard_count(data_dir)) is not None:
            raise MemoryBroken(
                f"{data_dir} is cut into {count} shards, each with its own memory; scrapy fleet runs them."
            )
        lock = DataDirLock.wait(data_dir, wait, waiting)
        try:
            table = Table(data_dir / FILE, write=True, suspect=lock.left_by_a_kill, journal=journal, ordered=DOMAINS)
            return cls(table, lock, exit_name, ttls or TTLS(), freshness, domain_max)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def read(
        cls,
        data_dir: Path,
        *,
        exit_name: str = "direct",
        ttls: TTLS | None = None,
        freshness: Freshness = FRESHNESS,
    ) -> Self:
        """The memory, to be looked at, even while a crawl owns it. Raises MemoryBroken."""
        return cls(Table(data_dir / FILE, write=False), None, exit_name, ttls or TTLS(), freshness, 0)

    @staticmethod
    def check_free(data_dir: Path) -> None:
        """Raises MemoryOwned where a crawl owns *data_dir*. Writes nothing where it does not exist."""
        if (data_dir / "memory.lock").exists():
            DataDirLock(data_dir, claim=False).release()

    def expect(self, domain: str, key: str) -> None:
        """A visit of *domain* begins: all that it will ask is read at once."""
        self._table.read_ahead(f"domain/{domain}", f"url/{key}", f"retry/{key}")

    # Domains ---------------------------------------------------------------------------------------------------------

    def domain(self, domain: str, now: float) -> DomainRecord:
        """What is known of *domain* as it is at *now*; `dead` and `cold` of any exit count. A new one is not kept."""
        return self._domains.get(domain, now)

    def record_visit(
        self,
        domain: str,
        evidence: Sequence[Evidence],
        now: float,
        *,
        forced: bool = False,
        tags: Sequence[str] = (),
    ) -> tuple[DomainRecord, tuple[Transition, ...]]:
        """Notes a visit's evidence, and returns the record after it with the moves that it made."""
        self._now = max(self._now, now)
        return self._domains.record_visit(domain, evidence, now, forced=forced, tags=tags)

    def touch_domain(self, domain: str, now: float) -> None:
        """A visit was answered from the cache: the domain is kept alive."""
        self._domains.touch(domain, now)

    def set_domain(self, domain: str, state: State, now: float) -> DomainRecord:
        """Sets a domain's state by hand."""
        return self._domains.set_state(domain, state, now)

    def put_domain(self, record: DomainRecord) -> None:
        """Writes *record* as it is."""
        self._domains.put(record)

    def domains(self, *, bare: bool = False) -> Iterator[DomainRecord]:
        """All records of all exits as they were written, by name; `age` tells what they are now. *bare*: without
        their evidence, in a fifth of the time."""
        return self._domains.all(bare)

    def records(self, domain: str) -> list[DomainRecord]:
        """The records of *domain*, one an exit, as they were written."""
        return self._domains.written(domain)

    def drop_record(self, domain: str) -> None:
        """Forgets what is known of *domain*, and keeps its answers and retries."""
        self._domains.delete(domain)

    def reset_domain(self, domain: str) -> None:
        """Forgets *domain* through all exits, with its answers and retries, so that it is visited anew."""
        self._domains.delete(domain)
        for visit in list(self.answers_of(domain)):
            self.forget_url(visit.key)
        for retry in list(self.retries_of(domain)):
            self.drop_retry(retry.key)

    def reset_all(self) -> None:
        """Forgets everything, at once: domains, answers and retries. Raises MemoryBroken."""
        self._table.clear()
        self._domains.clear()

    @property
    def lapsed(self) -> Counter[State]:
        """Domains met by this process whose state had outlived its time and took a history with it, by state."""
        return self._domains.lapsed

    # Answers ---------------------------------------------------------------------------------------------------------

    def cached(self, key: str, now: float) -> CachedVisit | None:
        """The answer of an earlier visit, while it is fresh; a wall that was met through another exit is none."""
        visit = self._entry(CachedVisit, f"url/{key}")
        if visit is None or visit.expires_at <= now or (visit.outcome in OF_AN_EXIT and visit.exit != self._exit):
            return None
        return visit

    def cache(self, visit: CachedVisit) -> None:
        """Keeps *visit*, with the time that freshness.py gives it; what may not be kept replaces nothing."""
        self._now = max(self._now, visit.at)
        until = fresh_until(visit, self._freshness)
        if until > visit.at:
            self._table.put(f"url/{visit.key}", {**visit.to_dict(), "expires_at": until, "exit": self._exit})

    def put_answer(self, visit: CachedVisit) -> None:
        """Writes an answer as it is, with the time that it has."""
        self._table.put(f"url/{visit.key}", visit.to_dict())

    def forget_url(self, key: str) -> None:
        self._table.delete(f"url/{key}")

    def cached_visits(self) -> Iterator[CachedVisit]:
        """All answers, fresh or not."""
        return self._entries(CachedVisit, "url/")

    def answers_of(self, domain: str) -> Iterator[CachedVisit]:
        """The answers of *domain*, fresh or not."""
        found = self._entries(CachedVisit, "url/", holding=json.dumps(domain))
        return (visit for visit in found if visit.domain == domain)

    # Retries ---------------------------------------------------------------------------------------------------------

    def retry(self, key: str) -> Retry | None:
        """What the queue holds for a URL, due or not."""
        return self._entry(Retry, f"retry/{key}")

    def queue_retry(self, retry: Retry) -> None:
        self._table.put(f"retry/{retry.key}", retry.to_dict())

    def drop_retry(self, key: str) -> None:
        if self._table.get(f"retry/{key}") is not None:
            self._table.delete(f"retry/{key}")

    def retries(self) -> Iterator[Retry]:
        """The whole queue, resting URLs too."""
        return self._entries(Retry, "retry/")

    def retries_of(self, domain: str) -> Iterator[Retry]:
        """What the queue holds of *domain*."""
        return (retry for retry in self._entries(Retry, "retry/", holding=json.dumps(domain)) if retry.domain == domain)

    def due_retries(self, now: float) -> Iterator[Retry]:
        """The URLs whose time has come, the longest waiting first; those at rest are left alone."""
        due = [retry for retry in self.retries() if retry.due_at <= now and not retry.resting]
        yield from sorted(due, key=lambda retry: retry.due_at)

    # The file --------------------------------------------------------------------------------------------------------

    @property
    def dirty(self) -> int:
        """Entries that wait for the next `flush`."""
        return self._table.dirty

    def flush(self) -> None:
        """All that was recorded is on disk when this returns, in one transaction. Raises MemoryBroken."""
        if self._table.dirty and self._lock is not None:
            part = 1 + self._table.dirty // PARTS
            for _ in range(PARTS):
                if not self._sweep(part):
                    break
        self._table.flush()

    def _sweep(self, rows: int) -> bool:
        """Deletes what has expired among the next *rows* entries, so that the file does not grow for ever. Returns
        whether there was anything."""
        swept = False
        found = self._table.walk(self._swept, rows, ("url/", "retry/"))
        self._swept = found[-1][0] if found else 0
        for _, key, value in found:
            expired = isinstance(value, dict) and (
                (key.startswith("url/") and value.get("expires_at", 0) <= self._now)
                or (key.startswith("retry/") and value.get("resting") and value.get("due_at", 0) <= self._now)
            )
            if expired:
                self._table.delete(key)
                swept = True
        return swept

    def compact(self) -> None:
        """Writes what waits and then the whole file anew, so that nothing deleted is left in it. MemoryBroken."""
        self._table.flush()
        self._table.compact()

    def close(self) -> None:
        """Writes what waits and lets go of the memory, even where writing fails (MemoryBroken)."""
        try:
            if self._lock is not None:
                self._table.flush()
        finally:
            self._table.close()
            if self._lock is not None:
                self._lock.release()

    def _entries(self, kind: type[_E], prefix: str, holding: str = "") -> Iterator[_E]:
        for key, value in self._table.items(prefix, holding):
            if (entry := self._made(kind, key, value)) is not None:
                yield entry

    def _entry(self, kind: type[_E], key: str) -> _E | None:
        return self._made(kind, key, self._table.get(key))

    def _made(self, kind: type[_E], key: str, value: Any) -> _E | None:
        """A damaged entry is a miss, and said in the log."""
        if value is None:
            return None
        try:
            return kind.from_dict(value)
        except (AttributeError, KeyError, TypeError):
            logger.warning("The memory's entry %s is damaged and counts as unknown.", key)
            return None


__all__ = ["CachedVisit", "Memory", "MemoryBroken", "MemoryOwned", "Retry"]
