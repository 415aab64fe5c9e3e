"""All memories under one DATA_DIR, read and changed as one: a single one, or one a shard."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from contactscraper.domains import DomainRecord
from contactscraper.storage.entries import CachedVisit, Retry
from contactscraper.storage.lock import DataDirLock
from contactscraper.storage.memory import FILE, Memory
from contactscraper.storage.shards import memory_dirs, shard_of

#: Memories that are open at a time: each costs a few open files and a thread.
MOST_OPEN = 32


@dataclass(frozen=True, slots=True)
class Swept:
    """What a sweep has done: how many domains changed their state, how many answers and retries went."""

    domains: int = 0
    answers: int = 0
    retries: int = 0


class Memories:
    """A context, closed with its block. Memories are opened when they are first asked for; `own` sees to it before
    that no crawl has one of them, and that no fleet begins meanwhile."""

    def __init__(self, data_dir: Path, opened: Callable[[Path], Memory], lock: DataDirLock | None = None) -> None:
        self._folders, self._opened, self._lock = memory_dirs(data_dir), opened, lock
        self._open: dict[int, Memory] = {}  # by shard, the one that was used last at the end

    @classmethod
    def read(cls, data_dir: Path, **options: Any) -> Self:
        """To be looked at, at any time; *options* are those of `Memory.read`. Raises MemoryBroken."""
        return cls(data_dir, lambda folder: Memory.read(folder, **options))

    @classmethod
    def own(cls, data_dir: Path, *, wait: float = 0.0, **options: Any) -> Self:
        """To be changed; *options* are those of `Memory.own`. Raises MemoryOwned, MemoryBroken."""
        folders = memory_dirs(data_dir)
        if folders == [data_dir]:
            memories = cls(data_dir, lambda folder: Memory.own(folder, wait=wait, **options))
            memories._part(0)
            return memories
        lock = DataDirLock.wait(data_dir, wait)
        try:
            for folder in folders:
                Memory.check_free(folder)
        except BaseException:
            lock.release()
            raise
        return cls(data_dir, lambda folder: Memory.own(folder, **options), lock)

    def __len__(self) -> int:
        """How many there are: 1, or the number of shards."""
        return len(self._folders)

    @property
    def exist(self) -> bool:
        """Whether there is any memory at all."""
        return any((folder / FILE).exists() for folder in self._folders)

    def of(self, domain: str) -> Memory:
        """The memory that *domain* belongs to."""
        return self._part(self.place(domain))

    def place(self, domain: str) -> int:
        """Where the memory of *domain* stands among all."""
        return shard_of(domain, len(self)) if len(self) > 1 else 0

    def parts(self) -> Iterator[Memory]:
        """The memories that there are, in the order of their shards; each is used up before the next is asked for."""
        for place, folder in enumerate(self._folders):
            if place in self._open or (folder / FILE).exists():
                yield self._part(place)

    def _part(self, place: int) -> Memory:
        memory = self._open.pop(place, None) or self._opened(self._folders[place])
        self._open[place] = memory
        if len(self._open) > MOST_OPEN:
            self._open.pop(next(iter(self._open))).close()
        return memory

    def domains(self, *, bare: bool = False) -> Iterator[DomainRecord]:
        """As `Memory.domains`."""
        for part in self.parts():
            yield from part.domains(bare=bare)

    def answers(self) -> Iterator[CachedVisit]:
        for part in self.parts():
            yield from part.cached_visits()

    def retries(self) -> Iterator[Retry]:
        for part in self.parts():
            yield from part.retries()

    def sweep(self, now: float) -> Swept:
        """Applies at once what time has done by *now*: states that have outlived theirs change, answers that are no
        longer fresh and retries whose rest is over go."""
        domains = answers = retries = 0
        for part in self.parts():
            over = {r.domain for r in part.domains(bare=True) if (r.state_expires_at or math.inf) <= now}
            stale = [visit.key for visit in part.cached_visits() if visit.expires_at <= now]
            rested = [retry.key for retry in part.retries() if retry.resting and retry.due_at <= now]
            for domain in over:
                part.domain(domain, now)
            for key in stale:
                part.forget_url(key)
            for key in rested:
                part.drop_retry(key)
            part.flush()
            domains, answers, retries = domains + len(over), answers + len(stale), retries + len(rested)
        return Swept(domains, answers, retries)

    def flush(self) -> None:
        for part in self._open.values():
            part.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            while self._open:
                self._open.popitem()[1].close()
        finally:
            if self._lock is not None:
                self._lock.release()
