"""How far a run is, counted in the results of its shards: wherever they are written, each line there has ended."""

import logging
import threading
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import orjson
from rich.console import Console

from contactscraper.extensions.terminal import Bar
from contactscraper.funnel import duration, share
from contactscraper.pace import Pace, outcomes_text
from contactscraper.storage.resumed import OPEN_REASONS

logger = logging.getLogger(__name__)


class Ended(NamedTuple):
    """How a line has ended, as its result says."""

    outcome: str
    reason: str
    method: str


class ResultCounter:
    """Counts how lines have ended in files of results that grow; a file that was written anew is counted anew.

    It may be asked by several threads.
    """

    def __init__(self, paths: Mapping[int, Path]) -> None:
        self._paths = dict(paths)
        self._read: dict[int, tuple[int, int]] = {}  # inode and offset, by shard
        self._ended: dict[int, Counter[Ended]] = {}
        self._lock = threading.Lock()

    def look(self) -> Counter[str]:
        """The outcomes of all lines that have ended by now."""
        outcomes = Counter[str]()
        for ended, count in self.look_closely().items():
            outcomes[ended.outcome] += count
        return outcomes

    def look_closely(self) -> Counter[Ended]:
        """How all lines have ended that have by now."""
        with self._lock:
            self._look()
            return sum(self._ended.values(), Counter[Ended]())

    def _look(self) -> None:
        for shard, path in self._paths.items():
            try:
                state = path.stat()
            except OSError:
                continue
            inode, offset = self._read.get(shard, (state.st_ino, 0))
            if inode != state.st_ino or offset > state.st_size:
                offset, self._ended[shard] = 0, Counter()
            if offset < state.st_size:
                offset = self._count(shard, path, offset)
            self._read[shard] = (state.st_ino, offset)

    def _count(self, shard: int, path: Path, offset: int) -> int:
        """Counts the whole lines beyond *offset*; returns where they end."""
        counter = self._ended.setdefault(shard, Counter())
        with path.open("rb") as file:
            file.seek(offset)
            for text in file:
                if not text.endswith(b"\n"):
                    break
                offset += len(text)
                try:
                    row = orjson.loads(text)
                    if row["reason"] not in OPEN_REASONS:
                        counter[Ended(row["outcome"], row["reason"], row["method"])] += 1
                except (ValueError, KeyError, TypeError):
                    continue  # the shard's own crawl repairs or drops it
        return offset


class FleetProgress:
    """One line for all: a bar on a terminal, elsewhere a log line every *interval* seconds (0: none).

    *total* is the number of lines, None where it is not known; *shards* those of the run, *ended* those that had
    ended before.
    """

    def __init__(
        self, counter: ResultCounter, total: int | None, shards: int, ended: int, interval: float, *, bar: bool
    ) -> None:
        self._counter, self._total, self._shards, self._ended = counter, total, shards, ended
        self._interval, self._told = interval, time.monotonic()
        self._pace = Pace(self._told)
        self._before = counter.look().total()
        console = Console(stderr=True)
        self._bar = Bar(console) if bar and console.is_terminal and not console.is_dumb_terminal else None

    def __enter__(self) -> "FleetProgress":
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def tick(self, ended: int, workers: int) -> None:
        """*ended* more shards have ended by now, *workers* are at work."""
        now = time.monotonic()
        due = self._interval > 0 and now - self._told >= self._interval
        if self._bar is None and not due:
            return
        outcomes = self._counter.look()
        done = outcomes.total()
        self._pace.note(now, max(0, done - self._before))
        shards = f"shards: {self._ended + ended:,} of {self._shards:,} done; workers: {workers}"
        if self._bar is not None:
            self._bar.show(done, self._total, self._pace, outcomes, shards)
        else:
            self._told = now
            logger.info("%s", self._line(done, outcomes, shards))

    def _line(self, done: int, outcomes: Mapping[str, int], shards: str) -> str:
        of = f" of {self._total:,}{share(done, self._total)}" if self._total else ""
        left = self._pace.left(None if self._total is None else self._total - self._before)
        ending = f", about {duration(left)} left" if left is not None else ""
        told = outcomes_text(outcomes) or "nothing yet"
        return f"{done:,}{of} done, {self._pace.rate:.1f} a second{ending}: {told}; {shards}"
