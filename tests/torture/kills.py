"""SIGKILL at moments of chance, and the same command again until the list is done."""

import random
import time
from pathlib import Path

from tests.torture.checks import Check, kept, none_of
from tests.torture.crawls import RUN, Crawl, accounted, entries, folder, mixed, sound
from tests.web import Web

LINES, KILLS = 3_000, 50
SHORT_LINES, SHORT_KILLS = 300, 6
SETTINGS = ("-a", f"run={RUN}", "-s", "STATS_DUMP=False", "-s", "TAB_TIMEOUT=8")
#: Seconds that a crawler may live before it is killed: from its first import to well into its list.
LIFE = (0.2, 12.0)


def run(short: bool, seed: int) -> list[Check]:
    """Kills one run again and again; then it may end."""
    chance = random.Random(seed)
    lines = mixed(SHORT_LINES if short else LINES, seed)
    wanted = SHORT_KILLS if short else KILLS
    with Web() as web, folder() as name:
        data = Path(name) / "data"
        ended_by: list[tuple[float, set[str]]] = []  # when it was killed, and the lines that had ended by then
        kills = 0
        while kills < wanted:
            crawl = Crawl(web, data, lines, *SETTINGS)
            _live(crawl, chance, len(lines), kills, wanted)
            if crawl.process.poll() is not None:
                break  # the list was done before its killer came
            crawl.kill()
            kills += 1
            ended_by.append((time.time(), {entry["input"] for entry in entries(data)}))
        last = Crawl(web, data, lines, *SETTINGS).wait(1800)
        asked = web.seen(robots=False)
        return [
            kept("it was killed as often as planned", kills >= wanted * 0.8, f"{kills} kills, seed {seed}"),
            kept("the last run ends by itself", last.status == 0, f"status {last.status}, {last.seconds:.0f} s"),
            *accounted(data, lines),
            none_of(
                "nothing that had its log line is asked again",
                {(seen.host, seen.path) for seen in asked for at, ended in ended_by
                 if seen.at > at and seen.host.removeprefix("www.") in ended},
                f"{len(asked):,} requests",
            ),
            *sound(data),
        ]  # fmt: skip


def _live(crawl: Crawl, chance: random.Random, lines: int, kills: int, wanted: int) -> None:
    """Lets the crawler live: for a time of chance, and mostly until the list is a little further."""
    if chance.random() < 0.7:
        crawl.wait_for(int(lines * (kills + chance.random()) / (wanted + 1)), seconds=60)
    time.sleep(chance.uniform(*LIFE) if chance.random() < 0.3 else chance.uniform(0, 0.5))
