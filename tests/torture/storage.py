"""A disk that fills up, a DATA_DIR that cannot be written, a database that is locked or damaged."""

import os
import resource
import shutil
import sqlite3
import subprocess
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.torture.checks import Check, kept, none_of
from tests.torture.crawls import RUN, Crawl, Ended, entries, folder, mixed, sound
from tests.web import Web

SETTINGS = ("-s", "STATS_DUMP=False", "-s", "TAB_ENABLED=False", "-s", "UPLINK_STALL=0.5")
MIB = 1024 * 1024


def run(short: bool, seed: int) -> list[Check]:
    """Each trouble on a memory of its own, and the same command again when it is over."""
    lines = mixed(150 if short else 1_500, seed)
    with Web() as web, folder() as name:
        root = Path(name)
        return [
            *_full_disk(web, root, lines),
            *_file_limit(web, root, lines),
            *_no_folder(web, root, lines),
            *_read_only(web, root, lines),
            *_locked(web, root, lines),
            *_damaged(web, root, lines),
        ]


@contextmanager
def tmpfs(path: Path, size: int) -> Iterator[bool]:
    """A small file system at *path*; False where this machine does not let us make one."""
    path.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(path)], capture_output=True, check=False
    )
    try:
        yield made.returncode == 0
    finally:
        if made.returncode == 0:
            subprocess.run(["umount", "-l", str(path)], check=True)


def _one_sentence(log: str, words: str) -> bool:
    return words in log and "Traceback" not in log


def _finished(web: Web, data: Path, lines: list[str], what: str) -> list[Check]:
    """The same command again, when the trouble is over."""
    again = Crawl(web, data, lines, "-a", f"run={RUN}", *SETTINGS).wait()
    counts = Counter(entry["input"] for entry in entries(data) if entry["reason"] != "stopped")
    results = Counter(entry["input"] for entry in entries(data, "contacts") if entry["reason"] != "stopped")
    return [
        none_of(f"{what}: the next run finishes the list", set(lines) - set(counts), f"status {again.status}"),
        none_of(f"{what}: every line has one log line", [line for line in lines if counts[line] != 1]),
        none_of(f"{what}: every line has one result", [line for line in lines if results[line] != 1]),
        *[Check(f"{what}: {check.promise}", check.ok, check.note) for check in sound(data)],
    ]


def _stops(what: str, ended: Ended, words: str = "make room, and run the same command again") -> list[Check]:
    tail = " ".join(ended.log.split()[-40:])
    return [
        kept(f"{what}: the run ends, and its status is not 0", ended.status in (1, 2), f"status {ended.status}"),
        kept(
            f"{what}: a sentence says what to do", _one_sentence(ended.log, words), "" if words in ended.log else tail
        ),
    ]


def _full_disk(web: Web, root: Path, lines: list[str]) -> list[Check]:
    disk = root / "disk"
    with tmpfs(disk, 3 * MIB) as made:
        if not made:
            return [kept("full disk: a small file system can be mounted here", True, "no: left out")]
        data = disk / "data"
        data.mkdir()
        (disk / "ballast").write_bytes(b"\0" * int(2.4 * MIB))
        ended = Crawl(web, data, lines, "-a", f"run={RUN}", *SETTINGS).wait()
        whole = [Check(f"full disk: {check.promise}", check.ok, check.note) for check in sound(data)]
        (disk / "ballast").unlink()
        subprocess.run(["mount", "-o", f"remount,size={64 * MIB}", str(disk)], check=True)
        return [*_stops("full disk", ended), *whole, *_finished(web, data, lines, "full disk, then room")]


def _file_limit(web: Web, root: Path, lines: list[str]) -> list[Check]:
    """A quota, by the limit on a file's size."""
    data = root / "limited"

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, resource.RLIM_INFINITY))

    ended = Crawl(web, data, lines, "-a", f"run={RUN}", *SETTINGS, preexec_fn=limit).wait()
    return [*_stops("file too large", ended), *_finished(web, data, lines, "file too large, then not")]


def _no_folder(web: Web, root: Path, lines: list[str]) -> list[Check]:
    (root / "file").write_text("no folder")
    data = root / "file"
    ended = _started(web, data, lines, root)
    return [
        kept("DATA_DIR is a file: status 2", ended.status == 2, f"status {ended.status}"),
        kept("DATA_DIR is a file: one sentence", _one_sentence(ended.log, str(data)), ended.log.strip()[-200:]),
        kept("DATA_DIR is a file: it is left as it was", data.read_text() == "no folder"),
    ]


def _started(web: Web, data: Path, lines: list[str], root: Path) -> Ended:
    """A crawl whose DATA_DIR cannot be made beforehand."""
    other = root / f"start-{data.name}"
    return Crawl(web, other, lines[:5], *SETTINGS, "-s", f"DATA_DIR={data}").wait(60)


def _read_only(web: Web, root: Path, lines: list[str]) -> list[Check]:
    disk = root / "read-only"
    with tmpfs(disk, MIB) as made:
        if not made:
            return [kept("read-only: a small file system can be mounted here", True, "no: left out")]
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        ended = _started(web, disk, lines, root)
    return [
        kept("read-only DATA_DIR: status 2", ended.status == 2, f"status {ended.status}"),
        kept("read-only DATA_DIR: one sentence", _one_sentence(ended.log, str(disk)), ended.log.strip()[-200:]),
    ]


def _locked(web: Web, root: Path, lines: list[str]) -> list[Check]:
    """Another program holds the database, for longer than a write waits and then no more."""
    data = root / "locked"
    Crawl(web, data, ["ok-99999.test"], *SETTINGS).wait(60)
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        other = sqlite3.connect(data / "memory.sqlite", timeout=30)
        other.execute("BEGIN IMMEDIATE")
        held.set()
        done.wait(60)
        other.rollback()
        other.close()

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(30)
    ended = Crawl(web, data, lines, "-a", f"run={RUN}", *SETTINGS).wait(120)
    done.set()
    holder.join()
    told = "locked" in ended.log and "Traceback" not in ended.log
    return [
        kept(
            "locked database: the run ends, and its status is not 0", ended.status in (1, 2), f"status {ended.status}"
        ),
        kept("locked database: one sentence says so", told, ended.log.strip()[-200:]),
        *_finished(web, data, lines, "locked database, then free"),
    ]


def _damaged(web: Web, root: Path, lines: list[str]) -> list[Check]:
    """Damage of several kinds: the file is set aside with a message, and the run goes on."""
    checks: list[Check] = []
    source = root / "to-damage"
    Crawl(web, source, lines, *SETTINGS).wait()
    for what, damage in DAMAGES.items():
        data = root / f"damaged-{what.replace(' ', '-')}"
        data.mkdir()
        shutil.copy(source / "memory.sqlite", data)
        damage(data / "memory.sqlite")
        ended = Crawl(web, data, lines[:20], *SETTINGS).wait(120)
        aside = sorted(path.name for path in data.glob("memory.sqlite.broken-*"))
        checks += [
            kept(f"{what}: the run ends well", ended.status == 0, f"status {ended.status}"),
            kept(f"{what}: it is set aside, and said", aside and "set aside" in ended.log, ", ".join(aside)),
            kept(f"{what}: no traceback", "Traceback" not in ended.log),
            none_of(f"{what}: every line is visited", set(lines[:20]) - {entry["input"] for entry in entries(data)}),
        ]
    return checks


def _overwrite(start: float, size: int) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        with path.open("r+b") as file:
            file.seek(int(path.stat().st_size * start))
            file.write(os.urandom(size))

    return damage


DAMAGES: dict[str, Callable[[Path], None]] = {
    "no database at all": lambda path: path.write_bytes(b"<html>not a database</html>" * 200),
    "a damaged head": _overwrite(0.0, 100),
    "a damaged middle": _overwrite(0.3, 20_000),
    "half of the file": lambda path: os.truncate(path, path.stat().st_size // 2),
}
