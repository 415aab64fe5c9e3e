"""One shard's part of a run, as a task on a worker: begins its crawl, watches over it, and says how it ended."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from contactscraper.storage.fleet_run import RunFolder
from contactscraper.storage.resumed import OPEN_REASONS, read_entries
from contactscraper.storage.shards import shard_dir

POLL = 0.5  # s between two looks at crawl and run
#: Seconds after which a crawl that was asked to close is killed: more than STOP_GRACE and its browser's end take.
CLOSE_PATIENCE = 60.0
#: Scrapy's status for a command that could not begin.
REFUSED = 2


class How(StrEnum):
    """How a shard's part ended. Only `ENDED` is an end for good: all its lines have their results."""

    ENDED = "ended"
    STOPPED = "stopped"
    NETWORK_DOWN = "network-down"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Order:
    """What a worker is told. *token* says who drives the run, *lines* how many results there must be (None: the due
    retries are the list), *arguments* are those of ``scrapy crawl contacts``; *metrics*: its crawl writes them for the
    fleet."""

    data_dir: str
    run: str
    token: str
    shard: int
    shards: int
    lines: int | None
    arguments: tuple[str, ...]
    settings_module: str
    metrics: bool = False


@dataclass(frozen=True, slots=True)
class ShardEnd:
    """*seconds* and *cpu* (processor seconds) are those of the attempt that came to this end, *why* is a sentence."""

    shard: int
    how: str
    why: str = ""
    seconds: float = 0.0
    cpu: float = 0.0
    host: str = ""


class CrawlFailed(Exception):
    """A crawl that did not come to an end of its own: it was killed, or met a fault. It is tried again."""


def run_shard(order: Order) -> ShardEnd:
    """Runs *order*'s crawl to its end. Raises CrawlFailed, for the engine to try again.

    The task may be run again at any time and anywhere: what has ended is noted in the run's folder, and the crawl goes
    on from its memory, its log and its results.
    """
    folder, host = RunFolder(Path(order.data_dir), order.run), socket.gethostname()
    if not folder.path.is_dir():
        why = f"{host} does not see {folder.path}; DATA_DIR must be shared, under the same path, by all workers"
        return ShardEnd(order.shard, How.REFUSED, why)
    if (note := folder.end_of(order.shard)) is not None:
        return ShardEnd(**note)
    if not folder.driven_by(order.token):
        return ShardEnd(order.shard, How.STOPPED)
    own = shard_dir(folder.data_dir, order.shard, order.shards)
    log = own / "log" / f"{order.run}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    status, seconds, cpu = _crawl(order, folder, own, log)
    how, why = _judge(order, folder, log, status)
    end = ShardEnd(order.shard, how, why, round(seconds, 2), round(cpu, 2), host)
    if how is How.ENDED:
        folder.note_end(order.shard, asdict(end))
    return end


def _crawl(order: Order, folder: RunFolder, own: Path, log: Path) -> tuple[int, float, float]:
    """Runs the crawl; returns its status and what it took, in seconds and in processor seconds."""
    source = () if order.lines is None else ("-a", f"input={folder.list_of(order.shard)}")
    metrics = folder.metrics_of(order.shard) if order.metrics else ""
    command = [
        sys.executable, "-m", "contactscraper.fleet.child", str(os.getpid()), "crawl", "contacts",
        *order.arguments, *source, "-a", f"run={order.run}", "-s", f"DATA_DIR={own}",
        "-s", f"METRICS_FILE={metrics}", "-s", "METRICS_PORT=0",
    ]  # fmt: skip
    package = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join([package, *filter(None, [os.environ.get("PYTHONPATH")])])
    environ = {**os.environ, "PYTHONPATH": path, "SCRAPY_SETTINGS_MODULE": order.settings_module}
    began, asked = time.monotonic(), 0.0
    with log.open("ab") as output:
        child = subprocess.Popen(  # in a session of its own: ^C is the fleet's to handle
            command, env=environ, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True
        )
    while (ended := os.wait4(child.pid, os.WNOHANG))[0] == 0:
        if not asked and not folder.driven_by(order.token):
            asked = time.monotonic()
            child.send_signal(signal.SIGINT)
        elif asked and time.monotonic() - asked > CLOSE_PATIENCE:
            child.kill()
        time.sleep(POLL)
    child.returncode = os.waitstatus_to_exitcode(ended[1])
    return child.returncode, time.monotonic() - began, ended[2].ru_utime + ended[2].ru_stime


def _judge(order: Order, folder: RunFolder, log: Path, status: int) -> tuple[How, str]:
    """How the crawl ended, by its status and its results; raises CrawlFailed."""
    final, still_open = count_results(folder.results_of(order.shard, order.shards))
    driven = folder.driven_by(order.token)
    if status == 0 and (final == order.lines or (order.lines is None and driven)):
        return How.ENDED, ""
    if not driven:
        return How.STOPPED, ""
    if status == REFUSED:
        return How.REFUSED, last_words(log)
    if status > 0 and still_open["network-down"]:
        return How.NETWORK_DOWN, "the network was down for longer than UPLINK_GUARD_PATIENCE"
    how = f"was killed by signal {-status}" if status < 0 else f"left with status {status}"
    lines = "" if order.lines is None else f" with {final} of {order.lines} lines done"
    raise CrawlFailed(f"the crawl of shard {order.shard} {how}{lines}; its log is {log}")


def count_results(path: Path) -> tuple[int, Counter[str]]:
    """How many lines have ended by the results in *path*, and the reasons of those that stay open."""
    final, still_open = 0, Counter[str]()
    for row in read_entries(path):
        if row.get("reason") in OPEN_REASONS:
            still_open[str(row["reason"])] += 1
        else:
            final += 1
    return final, still_open


def last_words(log: Path) -> str:
    """The sentence with which a crawl that could not begin has left."""
    with log.open("rb") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - 4096))
        lines = [line for line in file.read().decode("utf-8", "replace").splitlines() if line.strip()]
    return lines[-1].rpartition("error: ")[2].strip() if lines else f"it said nothing in {log}"
