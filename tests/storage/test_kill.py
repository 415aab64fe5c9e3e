"""A writer that is killed at any moment leaves a sound file with whole batches."""

import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

from contactscraper.storage.memory import Memory

#: Writes batches of one domain, one answer and one retry with one number, and says which number is on disk.
WRITER = """
import sys, pathlib
from contactscraper.domains import Evidence, Method, Outcome
from contactscraper.storage.memory import CachedVisit, Memory, Retry
memory = Memory.own(pathlib.Path(sys.argv[1]))
print("ready", flush=True)
for number in range(int(sys.argv[2]), 10**9):
    now = 1e9 + number
    memory.record_visit(f"d{number}.test", [Evidence(str(number), now, Method.FETCH, Outcome.OK_EMPTY)], now)
    memory.cache(CachedVisit(f"{number:016x}", "u", "d", now, "ok-contact", "found", None, 200,
                             {"emails": ["a@b.test"], "title": "x" * 3000}))
    memory.queue_retry(Retry(f"{number:016x}", "u", "u", "d", now, "r", "http", 1))
    memory.flush()
    print(number, flush=True)
"""


def test_sigkill_at_any_moment(tmp_path: Path) -> None:
    """Killed again and again: the file is sound, all that was said to be on disk is there, and a batch is there whole
    or not at all; the next owner gets the memory at once."""
    chance, said = random.Random(7), -1
    for _ in range(5):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), str(said + 1)], stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None and writer.stdout.readline() == "ready\n"
        time.sleep(chance.uniform(0.02, 0.4))
        writer.send_signal(signal.SIGKILL)
        lines = [line for line in writer.stdout.read().split("\n")[:-1] if line]
        writer.stdout.close()
        assert writer.wait() == -signal.SIGKILL
        said = int(lines[-1]) if lines else said
        check = sqlite3.connect(tmp_path / "memory.sqlite")
        assert check.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        check.close()
        reader = Memory.read(tmp_path)
        domains = {int(record.domain[1:-5]) for record in reader.domains()}
        assert domains >= set(range(said + 1)), "what was said to be there is there"
        assert domains == {int(visit.key, 16) for visit in reader.cached_visits()}
        assert domains == {int(retry.key, 16) for retry in reader.retries()}
        reader.close()
        said = max(domains, default=said)
    assert said > 20
    Memory.own(tmp_path).close()
    assert not list(tmp_path.glob("*.broken*"))
