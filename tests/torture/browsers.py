"""Browsers that are killed, pages that hang, flood or eat memory, a browser that is missing or is none."""

import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from tests.torture.checks import Check, kept, none_of
from tests.torture.crawls import Crawl, accounted, entries, folder, processes_of
from tests.web import SITES, Web

SETTINGS = ("-s", "STATS_DUMP=False", "-s", "TAB_TIMEOUT=6", "-s", "UPLINK_STALL=0.5")
#: Pages that are made to hang, flood or abuse a tab, with the reasons that their visits may end for.
WILD = (
    "busy-loop.test", "reloads.test", "polls.test", "popups.test", "dialogs.test", "downloads.test", "never-part.test",
    "never-script.test", "tab-flood.test", "private-parts.test", "tab-to-private.test", "memory-eater.test",
)  # fmt: skip
#: Of all processes of a crawl, in bytes.
MEMORY = 3 * 1024**3


def run(short: bool, seed: int) -> list[Check]:
    """Each trouble on a memory of its own."""
    with Web() as web, folder() as name:
        root = Path(name)
        return [
            *_killed(web, root / "killed", 20 if short else 100, seed),
            *_wild(web, root / "wild"),
            *_none(web, root / "missing", "a browser that is missing", "/nowhere/chromium"),
            *_none(web, root / "other", "a browser that is none", "/bin/true"),
        ]


def _killed(web: Web, data: Path, tabs: int, seed: int) -> list[Check]:
    """Chromium is killed during one of ten tabs."""
    chance, kills = random.Random(seed), 0
    lines = [f"tab-{number:05d}.test" for number in range(tabs)]
    crawl = Crawl(web, data, lines, *SETTINGS)
    while crawl.process.poll() is None and kills < tabs // 10:
        if crawl.wait_for(kills * 10 + chance.randrange(1, 9), seconds=120):
            browser = next(iter(_browsers(crawl.process.pid)), None)
            if browser is None:
                time.sleep(0.05)
                continue
            with suppress(psutil.NoSuchProcess):
                browser.kill()
                kills += 1
    ended = crawl.wait(600)
    found = [entry["input"] for entry in entries(data) if entry["outcome"] == "ok-contact"]
    return [
        kept(
            "killed browsers: the run ends", ended.status == 0, f"{kills} kills in {tabs} tabs, {ended.seconds:.0f} s"
        ),
        *[Check(f"killed browsers: {check.promise}", check.ok, check.note) for check in accounted(data, lines)],
        none_of("killed browsers: every contact is found all the same", set(lines) - set(found)),
        none_of("killed browsers: no process is left behind", processes_of(data)),
    ]


def _browsers(pid: int) -> list[psutil.Process]:
    """The browsers, without their helpers, that a crawl has started."""
    with suppress(psutil.NoSuchProcess):
        started = psutil.Process(pid).children(recursive=True)
        return [one for one in started if "chrom" in _name(one) and "--type=" not in " ".join(_line(one))]
    return []


def _name(process: psutil.Process) -> str:
    with suppress(psutil.Error):
        return str(process.name())
    return ""


def _line(process: psutil.Process) -> list[str]:
    with suppress(psutil.Error):
        return list(process.cmdline())
    return []


@contextmanager
def _weighed(pid: int) -> Iterator[list[int]]:
    """The memory of a process and all that it has started, in bytes, twice a second."""
    seen, over = [0], threading.Event()

    def weigh() -> None:
        while not over.wait(0.5):
            with suppress(psutil.Error):
                one = psutil.Process(pid)
                family = [one, *one.children(recursive=True)]
                seen.append(sum(_memory(member) for member in family))

    watcher = threading.Thread(target=weigh)
    watcher.start()
    try:
        yield seen
    finally:
        over.set()
        watcher.join()


def _memory(process: psutil.Process) -> int:
    with suppress(psutil.Error):
        return int(process.memory_info().rss)
    return 0


def _wild(web: Web, data: Path) -> list[Check]:
    """Pages at their worst beside pages that need nothing but to be left alone."""
    tame = [f"{kind}-{number:05d}.test" for number in range(10) for kind in ("ok", "tab")]
    lines = [*WILD, *tame]
    crawl = Crawl(web, data, lines, *SETTINGS)
    with _weighed(crawl.process.pid) as memory:
        ended = crawl.wait(300)
    endings = {entry["input"]: entry["reason"] for entry in entries(data)}
    eaten = endings.get("memory-eater.test")
    expected = {line.input: line.ending.reason for host in WILD for line in SITES[host].lines if line.input in lines}
    return [
        kept("wild pages: the run ends", ended.status == 0, f"{ended.seconds:.0f} s"),
        *[Check(f"wild pages: {check.promise}", check.ok, check.note) for check in accounted(data, lines)],
        none_of("wild pages: each ends as it must",
                [(host, endings.get(host)) for host, reason in expected.items() if endings.get(host) != reason]),
        kept("wild pages: one that takes all memory is given up", eaten in ("tab-failed", "tab-timeout", "empty-in-tab"), eaten),
        none_of("wild pages: the others find their contacts", [line for line in tame if endings.get(line) != "found"]),
        kept("wild pages: memory stays in bounds", max(memory) < MEMORY, f"{max(memory) / 1024**2:.0f} MB with browsers"),
        none_of("wild pages: no process is left behind", processes_of(data)),
        none_of("wild pages: no private host is asked",
                {seen.host for seen in web.requests} & {"inside.test", "loopback.test"}),
    ]  # fmt: skip


def _none(web: Web, data: Path, what: str, path: str) -> list[Check]:
    lines = ["ok-00001.test", "tab-00001.test", "contact-00001.test"]
    ended = Crawl(web, data, lines, *SETTINGS, "-s", f"TAB_BROWSER={path}").wait(120)
    reasons = {entry["input"]: entry["reason"] for entry in entries(data)}
    wanted = {"ok-00001.test": "found", "tab-00001.test": "no-browser", "contact-00001.test": "found"}
    return [
        kept(f"{what}: the run ends well", ended.status == 0, f"status {ended.status}"),
        kept(f"{what}: what needs none is done, the rest says no-browser", reasons == wanted, reasons),
        kept(
            f"{what}: it is told how to get one",
            "chromium-headless-shell" in ended.log or "does not start" in ended.log,
        ),
    ]
