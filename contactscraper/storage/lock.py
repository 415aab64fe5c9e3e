"""One crawl at a time owns a DATA_DIR: a lock that dies with its process."""

import fcntl
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

from contactscraper.storage.table import MemoryBroken

POLL = 1.0  # s between two looks at a lock that is waited for


class MemoryOwned(Exception):
    """Another process owns the memory. *since* is UTC; both are unknown where its note cannot be read."""

    def __init__(self, data_dir: Path, pid: int | None, since: str) -> None:
        self.data_dir, self.pid, self.since = data_dir, pid, since
        self.holder = f"process {pid}, since {since}" if pid else "another process"
        super().__init__(
            f"{data_dir} belongs to a crawl that is running ({self.holder}); wait until it ends (DATA_DIR_WAIT=3600"
            " waits up to an hour), or set another DATA_DIR."
        )


class DataDirLock:
    """Held from its making until `release`, or until the process ends, however it ends.

    The file's note (who, since when) is for people; what locks is the file's lock. A note that is still there when
    the lock is free was left by a process that did not end by itself: `left_by_a_kill`. *claim* False: a look only,
    the note stays. Raises MemoryOwned, MemoryBroken.
    """

    def __init__(self, data_dir: Path, *, claim: bool = True) -> None:
        self._claimed = claim
        try:
            data_dir.mkdir(parents=True, exist_ok=True)
            self._file = (data_dir / "memory.lock").open("a+", encoding="utf-8")
        except OSError as error:
            raise MemoryBroken(f"{data_dir} cannot be used for the memory ({error.strerror}).") from error
        self._file.seek(0)
        note = self._file.read(1000)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.close()
            if isinstance(error, BlockingIOError):
                raise _owned(data_dir, note) from None
            raise MemoryBroken(f"{data_dir} cannot be locked ({error.strerror}).") from error
        self.left_by_a_kill = bool(note)
        if claim:
            since = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime())
            self._file.truncate(0)
            self._file.write(json.dumps({"pid": os.getpid(), "since": since}))
            self._file.flush()

    @classmethod
    def wait(cls, data_dir: Path, seconds: float, waiting: Callable[[MemoryOwned], None] | None = None) -> Self:
        """The lock, asked for until *seconds* are over; *waiting* is told once. Who waits longest is not served first:
        each asks anew. Raises MemoryOwned, MemoryBroken."""
        until = time.monotonic() + seconds
        while True:
            try:
                return cls(data_dir)
            except MemoryOwned as owned:
                left = until - time.monotonic()
                if left <= 0:
                    raise
                if waiting is not None:
                    waiting(owned)
                    waiting = None
                time.sleep(min(POLL, left))

    def release(self) -> None:
        if not self._file.closed:
            if self._claimed:
                self._file.truncate(0)
            self._file.close()


def _owned(data_dir: Path, note: str) -> MemoryOwned:
    try:
        holder = json.loads(note)
        return MemoryOwned(data_dir, int(holder["pid"]), str(holder["since"]))
    except (ValueError, KeyError, TypeError):
        return MemoryOwned(data_dir, None, "")
