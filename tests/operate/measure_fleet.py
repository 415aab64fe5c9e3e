"""By hand: ``python -m tests.operate.measure_fleet [HOSTS]`` prints what a fleet costs on this machine, as a table.

Processor time is what counts where others use the machine too: the web and all crawls share its cores.
"""

import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from contactscraper.fleet.owner import line_owner
from contactscraper.storage.cut import cut_list
from contactscraper.storage.inputs import open_input
from contactscraper.urls import DomainRules
from tests.operate.fleet import Fleets, hosts
from tests.web import Web
from tests.web.client import ROOT

SHARDS = 8
PATIENT = ("PROBE_TIMEOUT=60", "DOWNLOAD_TIMEOUT=60", "DNS_TIMEOUT=60", "TAB_ENABLED=False", "CONCURRENT_REQUESTS=64")
SLOWLY = [piece for setting in PATIENT for piece in ("-s", setting)]


def processor_time() -> float:
    """Processor seconds of all processes that this one has begun and waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(made: Fleets, command: list[str]) -> tuple[float, float, str]:
    """Seconds, processor seconds and log of a command."""
    began, before = time.monotonic(), processor_time()
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "scrapy", *command, *made.web.arguments, *SLOWLY],
        cwd=ROOT, env=made.environ, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return time.monotonic() - began, processor_time() - before, done.stderr


def fleet_row(made: Fleets, source: Path, count: int, at_a_time: int, folder: Path) -> str:
    """A fleet of *at_a_time* crawls in a fresh DATA_DIR; the crawls' own share is what their workers have noted."""
    command = [
        "fleet",
        "-a",
        f"input={source}",
        "-n",
        str(at_a_time),
        "--shards",
        str(SHARDS),
        "-s",
        f"DATA_DIR={folder}",
    ]
    seconds, cpu, log = run(made, command)
    told = re.search(r"\(([\d.,]+) s of processor time\)", log)
    assert told is not None, log[-2000:]
    crawls = float(told[1].replace(",", ""))
    return f"{at_a_time} | {count / seconds:.1f} | {seconds:.0f} | {1000 * crawls / count:.1f} | {cpu - crawls:.1f}"


def main(count: int) -> None:
    with Web() as web, tempfile.TemporaryDirectory(prefix="fleet-") as name:
        folder = Path(name)
        made = Fleets(web, folder)
        source = folder / "urls.txt"
        source.write_text("\n".join(hosts(count)) + "\n")
        print("crawls at a time | URLs/s | s | crawls, CPU ms a URL | engine, command and merge, CPU s", flush=True)
        seconds, cpu, _ = run(
            made, ["crawl", "contacts", "-a", f"input={source}", "-s", f"DATA_DIR={folder / 'plain'}"]
        )
        print(f"plain crawl | {count / seconds:.1f} | {seconds:.0f} | {1000 * cpu / count:.1f} | -", flush=True)
        for at_a_time in (1, 2, 4):
            print(fleet_row(made, source, count, at_a_time, folder / str(at_a_time)), flush=True)
        source.write_text("\n".join(hosts(SHARDS)) + "\n")
        print("the same with a line a shard:")
        print(fleet_row(made, source, SHARDS, 1, folder / "small"), flush=True)
        source.write_text("".join(f"https://www.site-{number}.example/contact\n" for number in range(100_000)))
        rules, before = DomainRules(), time.process_time()
        cut_list(open_input(str(source)), lambda line: line_owner(line, rules, 64), lambda n: folder / f"{n}.lines")
        print(f"cutting the list: {10 * (time.process_time() - before):.0f} us a line")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
