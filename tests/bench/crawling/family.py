"""A command with all that it starts, and what that costs: a browser's work is done by processes that come and go.

``python -m tests.bench.crawling.family COMMAND`` runs it and writes a line of JSON to standard output after the
command's own. Processor time is told in two ways. The kernel's sum holds every process that was waited for; whoever
loses its parent is given to this process, which waits for it. The other is read from /proc ten times a second, and
misses what a process does after the last look. The larger one counts.
"""

import ctypes
import json
import os
import resource
import subprocess
import sys
import threading
import time
from pathlib import Path

from tests.tabs.processes import descendants

LOOK = 0.1  # s
PR_SET_CHILD_SUBREAPER = 36
TICKS = os.sysconf("SC_CLK_TCK")


def _used(pid: int) -> float:
    """Processor seconds of a process itself."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _share(pid: int) -> float:
    """MB of memory, what is shared counted in parts."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1000
    return 0.0


class Family:
    """Looks at all descendants of this process until told to end."""

    def __init__(self) -> None:
        self.seconds: dict[int, float] = {}
        self.memory: list[tuple[float, float]] = []  # monotonic seconds, MB
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        looks = 0
        while not self._ended.wait(LOOK):
            looks += 1
            memory = 0.0
            for pid in descendants(os.getpid()):
                try:
                    self.seconds[pid] = _used(pid)
                    if looks % 20 == 0:
                        memory += _share(pid)
                except (OSError, IndexError, ValueError):
                    continue
            if looks % 20 == 0:
                self.memory.append((time.monotonic(), memory))


def main(command: list[str]) -> int:
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    family = Family()
    family.start()
    began = time.monotonic()
    status = subprocess.run(command, check=False).returncode
    seconds = time.monotonic() - began
    until = time.monotonic() + 10
    while time.monotonic() < until:
        try:
            if os.waitpid(-1, os.WNOHANG) == (0, 0):
                time.sleep(0.05)  # an orphan is still on its way out
        except ChildProcessError:
            break
    family.stop()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    waited, seen = used.ru_utime + used.ru_stime, sum(family.seconds.values())
    memory = [amount for _, amount in family.memory]
    print(json.dumps({"cpu": max(waited, seen), "waited": waited, "seen": seen, "seconds": seconds, "memory": memory}))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
