"""Servers and lists at their worst: bombs, endless answers, loops, private addresses, absurd lines, one host for all."""

import random
import resource
import time
from collections import Counter
from pathlib import Path

from tests.torture.checks import Check, kept, none_of
from tests.torture.crawls import Crawl, accounted, entries, folder, whole_lines
from tests.web import Web
from tests.web.hosts import hostile, pointing, slow

SETTINGS = ("-s", "STATS_DUMP=False", "-s", "TAB_TIMEOUT=6", "-s", "UPLINK_STALL=0.5")
NO_TABS = ("-s", "TAB_ENABLED=False")
#: Of the crawler's data, in bytes: more than enough for a long list, and less than a leak would take.
MEMORY = 2 * 1024**3
RTL, NUL, BOM = "\u202e", "\0", "\ufeff"
#: Lines that no list should have. Each must have its log line, and none may reach a server with another's name on it.
ABSURD = (
    "https://ok-00001.test/" + "a" * 1_000_000,
    "x" * 1_000_000,
    f"https://ok-{NUL}00002.test/",
    f"https://ok-00003.test/{NUL}",
    f"https://{RTL}ok-00004.test/",
    f"{BOM}https://ok-00005.test/",
    "https://ok-00006.test\r\nHost: inside.test/",
    "https://ok-00007.test%0d%0aX-Injected:%20yes/",
    "https://ok-00008.test\\@inside.test/",
    "https://inside.test@ok-00009.test/",
    "https://user:secret@ok-00010.test/",
    "http://ok-00011.test:99999/",
    "http://ok-00012.test:22/",
    "https://[::1]/", "https://127.0.0.1/", "https://0x7f000001/", "https://2130706433/", "https://127.1/",
    "https://[::ffff:10.0.0.1]/", "http://169.254.169.254/latest/meta-data/", "http://localhost/", "http://inside.test/",
    "file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "gopher://ok-00013.test/", "//ok-00014.test",
    "https:///ok-00015.test", "https://", "://", ".", "..", "@", "http://.", "http://..test/", "https://-.test/",
    "https://" + "a." * 200 + "test/", "https://" + "a" * 64 + ".test/", "https://xn--.test/", "https://xn--a.test/",
    "https://ok-00016.test/?" + "&".join(f"a{n}=b" for n in range(5_000)), "<script>alert(1)</script>", "=1+1", "\x1b[2J",
)  # fmt: skip


def run(short: bool, seed: int) -> list[Check]:
    """Each on a memory of its own."""
    with Web() as web, folder() as name:
        root = Path(name)
        return [
            *_servers(web, root / "servers"),
            *_lines(web, root / "lines", seed),
            *_one_host(web, root / "one-host", 1_000 if short else 10_000),
        ]


def _servers(web: Web, data: Path) -> list[Check]:
    """Every host of the test web that misbehaves, at once, beside good ones."""
    wild = [site for module in (hostile, slow, pointing) for site in module.SITES]
    expected = {line.input: line.ending.reason for site in wild for line in site.lines}
    good = [f"ok-{number:05d}.test" for number in range(30)]
    lines = [*expected, *good]
    crawl = Crawl(web, data, lines, *SETTINGS)
    ended = crawl.wait(400)
    endings = {entry["input"]: entry["reason"] for entry in entries(data)}
    private = {"inside.test", "loopback.test", "link-local.test"}
    return [
        kept("hostile servers: the run ends", ended.status == 0, f"{len(lines)} lines, {ended.seconds:.0f} s"),
        *[Check(f"hostile servers: {check.promise}", check.ok, check.note) for check in accounted(data, lines)],
        none_of("hostile servers: each ends as it must",
                [(host, endings.get(host)) for host, reason in expected.items() if endings.get(host) != reason]),
        none_of("hostile servers: the good ones find their contacts", [h for h in good if endings.get(h) != "found"]),
        none_of("hostile servers: no private host is asked", {seen.host for seen in web.requests} & private),
        kept("hostile servers: no fault of our own", "Traceback" not in ended.log, ended.log[-200:] if "Traceback" in ended.log else ""),
    ]  # fmt: skip


def _lines(web: Web, data: Path, seed: int) -> list[Check]:
    """Absurd lines, in an order of chance."""
    lines = [line for line in ABSURD if "\n" not in line and "\r" not in line]
    random.Random(seed).shuffle(lines)
    web.clear()
    ended = Crawl(web, data, lines, *SETTINGS, *NO_TABS).wait(200)
    found = entries(data)
    asked = {seen.host for seen in web.requests}
    return [
        kept("absurd lines: the run ends", ended.status == 0, f"{len(lines)} lines, {ended.seconds:.0f} s"),
        kept("absurd lines: as many log lines as lines", len(found) == len(lines), f"{len(found)} of {len(lines)}"),
        none_of("absurd lines: nothing is asked but what a line names", asked - {f"ok-{n:05d}.test" for n in range(99)}),
        none_of("absurd lines: no header was smuggled in", [s.path for s in web.requests if "Injected" in s.path]),
        none_of("absurd lines: no fault of our own", [e["input"][:80] for e in found if e["reason"] == "internal"]),
        none_of("absurd lines: no control character steers a terminal",
                [line[:80] for line in ended.log.splitlines() if "\x1b" in line]),
    ]  # fmt: skip


def _one_host(web: Web, data: Path, count: int) -> list[Check]:
    """One host has most of the list: its lines take turns, and the others do not wait for them."""
    many = [f"https://ok-00001.test/page/{number}" for number in range(count)]
    others = [f"ok-{number:05d}.test" for number in range(100, 120)]
    lines = [*many[: count - 50], *others, *many[count - 50 :]]
    web.clear()
    before = time.time()
    ended = Crawl(web, data, lines, *SETTINGS, *NO_TABS, preexec_fn=_limited).wait(900)
    seen = [one for one in web.requests if one.host == "ok-00001.test"]
    per_second = Counter(int(one.at) for one in seen)
    first = {host: min((one.at for one in web.requests if one.host == host), default=0.0) - before for host in others}
    torn = [line for path in (data / "pagelog").glob("*.jsonl") for line in whole_lines(path)[1]]
    return [
        kept("one host for all: the run ends", ended.status == 0, f"{count:,} URLs, {ended.seconds:.0f} s"),
        *[Check(f"one host for all: {check.promise}", check.ok, check.note) for check in accounted(data, lines)],
        kept("one host for all: the others are not starved", max(first.values()) < ended.seconds / 2,
             f"the last of them begins after {max(first.values()):.0f} s of {ended.seconds:.0f}"),
        none_of("one host for all: no line is torn", torn, f"at most {max(per_second.values(), default=0)} requests a second"),
    ]  # fmt: skip


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
