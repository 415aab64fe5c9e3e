"""One crawl at a time owns a DATA_DIR: a lock that dies with its process."""

import fcntl
import json
import os
import time
from pathlib import Path


class MemoryOwned(Exception):
    """Another process owns the memory."""

    def __init__(self, data_dir: Path, pid: int | None, since: str) -> None:
        self.pid, self.since = pid, since
        holder = f"process {pid}, since {since}" if pid else "another process"
        super().__init__(
            f"{data_dir} belongs to a crawl that is running ({holder}); wait until it ends, or set another DATA_DIR."
        )


class DataDirLock:
    """Held from its making until `release`, or until the process ends, however it ends."""

    def __init__(self, data_dir: Path) -> None:
        data_dir.mkdir(parents=True, exist_ok=True)
        self._file = (data_dir / "memory.lock").open("a+", encoding="utf-8")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.seek(0)
            text = self._file.read()
            self._file.close()
            raise _owned(data_dir, text) from None
        self._file.truncate(0)
        since = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime())
        self._file.write(json.dumps({"pid": os.getpid(), "since": since}))
        self._file.flush()

    def release(self) -> None:
        if not self._file.closed:
            self._file.truncate(0)
            self._file.close()


def _owned(data_dir: Path, text: str) -> MemoryOwned:
    try:
        holder = json.loads(text)
        return MemoryOwned(data_dir, int(holder["pid"]), str(holder["since"]))
    except (ValueError, KeyError, TypeError):
        return MemoryOwned(data_dir, None, "")
