"""No network from the start, in the middle or now and then; hosts that refuse, a proxy that dies, a captive portal."""

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from contactscraper.domains import State
from contactscraper.storage.memory import Memory
from tests.torture.checks import Check, kept, none_of
from tests.torture.crawls import RUN, Crawl, Ended, entries, folder
from tests.web import Web
from tests.web.model import OTHER_EXIT
from tests.web.proxy import Proxy

SETTINGS = (
    "-s", "STATS_DUMP=False", "-s", "TAB_ENABLED=False", "-s", "UPLINK_STALL=0.5",
    "-s", "CONCURRENT_REQUESTS=32",
)  # fmt: skip
PATIENT, IMPATIENT = ("-s", "UPLINK_GUARD_PATIENCE=120"), ("-s", "UPLINK_GUARD_PATIENCE=3")
HASTY = ("-s", "DNS_TIMEOUT=1")


def run(short: bool, seed: int) -> list[Check]:
    """Each trouble on a memory of its own. Sites that are alive must never be called dead, cold or walled."""
    count = 60 if short else 400
    alive = [f"{kind}-{number:05d}.test" for number in range(count) for kind in ("ok", "contact")]
    with Web() as web, folder() as name:
        root = Path(name)
        return [
            *_from_the_start(web, root / "start", alive, "no DNS from the start", lambda: web.break_dns("servfail")),
            *_from_the_start(web, root / "nx", alive, "DNS that denies every name", lambda: web.break_dns("nxdomain")),
            *_from_the_start(web, root / "drop", alive[:40], "DNS that never answers", lambda: web.break_dns("drop")),
            *_in_the_middle(web, root / "middle", alive),
            *_flapping(web, root / "flapping", alive),
            *_all_refuse(web, root / "refuse"),
            *_portal(web, root / "portal", [f"http://{line}/" for line in alive]),
            *_proxy_dies(web, root / "proxy", alive),
        ]


def learned(data: Path, *, retries: bool = True) -> list[str]:
    """Domains whose state is anything but unknown or friendly, answers without a contact, and used up tries."""
    memory = Memory.read(data)
    wrong = [f"{record.domain} {record.state}" for record in memory.domains()
             if record.state not in (State.UNKNOWN, State.FRIENDLY)]  # fmt: skip
    wrong += [f"{answer.url} {answer.outcome}" for answer in memory.cached_visits() if answer.outcome != "ok-contact"]
    wrong += [f"{retry.url} tried {retry.tries}" for retry in memory.retries() if retries]
    memory.close()
    return wrong


def _judge(what: str, data: Path, lines: Sequence[str], ended: Ended, *, also: str = "found") -> list[Check]:
    found = entries(data)
    return [
        kept(f"{what}: the run ends", ended.status in (0, 1), f"status {ended.status}, {ended.seconds:.0f} s"),
        none_of(f"{what}: no domain learns anything false", learned(data), f"{len(found)} log lines"),
        none_of(
            f"{what}: no line ends in anything that is not so",
            {entry["reason"] for entry in found} - {"found", "network-down", "stopped", also},
        ),
    ]


def _from_the_start(web: Web, data: Path, lines: list[str], what: str, break_it: Callable[[], object]) -> list[Check]:
    break_it()
    try:
        down = Crawl(web, data, lines, *SETTINGS, *IMPATIENT, *HASTY, "-a", f"run={RUN}").wait(180)
    finally:
        web.break_dns("")
    judged = _judge(what, data, lines, down)
    again = Crawl(web, data, lines, *SETTINGS, "-a", f"run={RUN}").wait(300)
    done = {entry["input"] for entry in entries(data) if entry["reason"] == "found"}
    return [
        *judged,
        kept(f"{what}: it says so, with status 1", down.status == 1 and "network stayed down" in down.log),
        none_of(f"{what}: once it is back the list is done", set(lines) - done, f"status {again.status}"),
    ]


def _in_the_middle(web: Web, data: Path, lines: list[str]) -> list[Check]:
    what = "no DNS in the middle"
    crawl = Crawl(web, data, lines, *SETTINGS, *PATIENT)
    crawl.wait_for(len(lines) // 4)
    web.break_dns("servfail")
    time.sleep(6)
    web.break_dns("")
    ended = crawl.wait(300)
    done = {entry["input"] for entry in entries(data) if entry["reason"] == "found"}
    return [*_judge(what, data, lines, ended), none_of(f"{what}: the same run does the list", set(lines) - done)]


def _flapping(web: Web, data: Path, lines: list[str]) -> list[Check]:
    what = "DNS that flaps"
    crawl = Crawl(web, data, lines, *SETTINGS, *PATIENT)
    over = threading.Event()

    def flap() -> None:
        while not over.wait(2):
            web.break_dns("servfail")
            over.wait(2)
            web.break_dns("")

    flapper = threading.Thread(target=flap)
    flapper.start()
    try:
        ended = crawl.wait(300)
    finally:
        over.set()
        flapper.join()
        web.break_dns("")
    again = Crawl(web, data, lines, *SETTINGS).wait(300)  # what met trouble twice waits an hour, as a site's own would
    done = {entry["input"] for entry in entries(data) if entry["reason"] in ("found", "retry-queued")}
    return [
        kept(f"{what}: the run ends", ended.status == 0, f"status {ended.status}, {ended.seconds:.0f} s"),
        none_of(f"{what}: no domain learns anything false", learned(data, retries=False)),
        none_of(f"{what}: every line is found or waits for its next try", set(lines) - done, f"status {again.status}"),
    ]


def _all_refuse(web: Web, data: Path) -> list[Check]:
    """Hosts that refuse while a canary answers are dead; while none does, nobody is."""
    what = "all hosts refuse, the canary too"
    lines = [f"refused-{number:03d}.test" for number in range(40)]
    away = ("-s", "UPLINK_CANARIES=https://refused-999.test/")
    ended = Crawl(web, data, lines, *SETTINGS, *IMPATIENT, *away).wait(180)
    checks = _judge(what, data, lines, ended)
    again = Crawl(web, data, lines, *SETTINGS).wait(180)
    reasons = [entry["reason"] for entry in entries(data)]
    return [
        *checks,
        kept(
            "all hosts refuse, the canary answers: they are dead",
            reasons.count("refused") == len(lines),
            f"status {again.status}",
        ),
    ]


def _portal(web: Web, data: Path, lines: list[str]) -> list[Check]:
    what = "a captive portal"
    web.portal(True)
    try:
        ended = Crawl(web, data, lines, *SETTINGS, *IMPATIENT, "-a", f"run={RUN}").wait(180)
    finally:
        web.portal(False)
    again = Crawl(web, data, lines, *SETTINGS, "-a", f"run={RUN}").wait(300)
    found = entries(data)
    told = [entry for entry in found if entry["reason"] not in ("network-down", "stopped", "found")]
    memory = Memory.read(data)
    wrong = [f"{record.domain} {record.state}" for record in memory.domains() if record.state is not State.UNKNOWN]
    memory.close()
    return [
        kept(f"{what}: the run says that there is no network", ended.status == 1, f"{ended.seconds:.0f} s"),
        kept(f"{what}: at most the first of its pages is believed", len(told) <= 1, [(e["input"], e["reason"]) for e in told]),
        none_of(f"{what}: no domain learns anything false", wrong),
        none_of(f"{what}: once it is gone the list is done",
                set(lines) - {e["input"] for e in found if e["reason"] == "found"} - {e["input"] for e in told},
                f"status {again.status}"),
    ]  # fmt: skip


def _proxy_dies(web: Web, data: Path, lines: list[str]) -> list[Check]:
    what = "a proxy that dies"
    with Proxy({80: web.http_port, 443: web.https_port}, OTHER_EXIT) as proxy:
        crawl = Crawl(web, data, lines, *SETTINGS, *IMPATIENT, env=proxy.environ)
        crawl.wait_for(len(lines) // 4)
        proxy.die()
        ended = crawl.wait(180)
    broken = _judge(what, data, lines, ended, also="tabs-off")  # a page that breaks off is one for a tab
    return [*broken, kept(f"{what}: the run closes for it", ended.status == 1)]
