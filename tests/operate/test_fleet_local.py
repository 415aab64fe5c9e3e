"""A fleet on one machine: stopped, killed, refused, and what it hands over at its end."""

import csv
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from contactscraper.domains import Evidence, Method, Outcome
from contactscraper.storage.memory import Memory
from tests.commands.running import scrapy
from tests.crawl.harness import prepared
from tests.crawl.test_seeing import scraped
from tests.operate.fleet import crawls_of, fleets, hosts, kill, results_in, wait_for
from tests.operate.scrapyd import free_port
from tests.web import Web

pytestmark = [pytest.mark.operate, pytest.mark.crawl, pytest.mark.slow]

QUICK = ("-s", "TAB_ENABLED=False", "-s", "PROBE_TIMEOUT=60", "-s", "DOWNLOAD_TIMEOUT=60", "-s", "DNS_TIMEOUT=60")
#: Beside hosts: twins that must meet in one shard, two spellings of no URL, a profile, a formula as an id.
ODD = [
    ("https://www.ok-00000.test/", "twin"), ("no url at all", "bad"), ("no url at all", "bad too"),
    ("https://www.facebook.com/acme.mill", "=1+1"), ("http://retry-00006.test/#top", "error's twin"),
]  # fmt: skip


def write_csv(folder: Path, count: int) -> tuple[Path, list[tuple[str, str]]]:
    """A list with a column beside the URLs."""
    rows = [(host, f"id {number}") for number, host in enumerate(hosts(count))] + ODD
    with (folder / "list.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["website", "id"])
        writer.writerows(rows)
    return folder / "list.csv", rows


def test_two_workers_do_a_list(web: Web, tmp_path: Path) -> None:
    """A list is cut, crawled by two at a time, watched at one port, and handed over as one file and one summary; the
    commands that look at logs and memory see one."""
    data, out = tmp_path / "data", tmp_path / "all.csv"
    (tmp_path / "urls.txt").write_text("\n".join(hosts(12)) + "\n")
    with fleets(web, tmp_path) as made:
        port = free_port()
        listed = ("-a", f"input={tmp_path / 'urls.txt'}", "-n", "2", "--shards", "2", *QUICK, "-O", str(out))
        fleet = made.fleet(data, *listed, "-s", f"METRICS_PORT={port}")
        text = scraped(f"http://127.0.0.1:{port}/metrics")
        done = made.ended(fleet, 120)
    assert "contactscraper_lines_expected 12.0" in text and "contactscraper_shards 2.0" in text
    assert done.status == 0 and "12 lines read = 12 results" in done.log, done.log[-3000:]
    rows = list(csv.DictReader(out.read_text("utf-8-sig").splitlines()))
    assert sorted(row["input"] for row in rows) == sorted(hosts(12))
    assert len(list(data.glob("shards/*/pagelog/*.jsonl"))) == 2
    assert scrapy(data, "domains", "stats", "--json").out.count('"memories": 2') == 1
    assert "12 lines in 2 files" in scrapy(data, "funnel").out


def metrics_in(path: Path) -> dict[str, Any]:
    """What a fleet's file says: a number a metric, its labels' values added up; the reason of its end by name."""
    families = {
        f.name.removeprefix("contactscraper_"): f for f in text_string_to_metric_families(path.read_text("utf-8"))
    }
    told: dict[str, Any] = {name: sum(s.value for s in family.samples) for name, family in families.items()}
    reasons = families["run_finish_reason"].samples
    return {**told, "run_finish_reason": {sample.labels["reason"]: sample.value for sample in reasons}}


@pytest.mark.long
def test_an_interrupt_ends_all_and_the_command_goes_on(web: Web, tmp_path: Path) -> None:
    """^C reaches the whole group: all crawls close cleanly, none is left, and the same command does the rest. Results
    are one spreadsheet with one header, a row a line, the kept column beside; the summary is that of one crawl."""
    path, rows = write_csv(tmp_path, 240)
    data = tmp_path / "data"
    arguments = ("-a", f"input={path}", "-a", "column=website", "-a", "keep=id", "-n", "2", "--shards", "4", *QUICK)
    csv_file, prom = tmp_path / "contacts.csv", tmp_path / "fleet.prom"
    arguments += ("-s", f"METRICS_FILE={prom}", "-s", "METRICS_INTERVAL=0.5")
    with fleets(web, tmp_path) as made:
        fleet = made.fleet(data, *arguments, "-O", str(csv_file))
        wait_for(lambda: len(results_in(data)) > 40, 120, "the first results")
        os.killpg(fleet.pid, signal.SIGINT)
        stopped = made.ended(fleet, 90)
        assert stopped.status == 130 and "the same command goes on" in stopped.log, stopped.log[-3000:]
        assert "Traceback" not in stopped.log
        assert crawls_of(data) == []
        assert not csv_file.exists(), "rows of lines that are still open are not handed over"
        for log in data.glob("shards/*/log/*.log"):
            assert "Spider closed" in log.read_text(), "closed, not killed"
        before = {row["input"] for row in results_in(data)}
        assert 40 < len(before) < len(rows)
        told = metrics_in(prom)
        assert (told["visits"], told["run_finish_reason"]) == (len(results_in(data)), {"shutdown": 1.0})

        web.clear()
        again = made.ended(made.fleet(data, *arguments, "-O", str(csv_file)), 240)
        assert again.status == 0, again.log[-3000:]
        assert {seen.host for seen in web.requests} & before == set()
        assert (
            f"{len(rows)} lines read = {len(rows)} results" in again.log and "  2 lines were the same URL" in again.log
        )

        told = metrics_in(prom)
        assert (told["visits"], told["lines_expected"], told["run_finish_reason"]) == (
            len(rows),
            len(rows),
            {"finished": 1.0},
        )
        assert told["shards"] == told["shards_ended"] > 1 and told["responses"] > len(before)
        web.clear()
        third = made.ended(made.fleet(data, *arguments), 240)
        assert third.status == 0 and "a new run" not in third.log
        errors = {host for host in hosts(240) if host.startswith("retry")}
        assert {seen.host for seen in web.requests} & set(hosts(240)) - errors == set(), "the memory is the shards' own"
    assert not list((data / "fleet").iterdir()), "lists and notes of the run are gone"

    text = csv_file.read_text("utf-8-sig")
    assert text.count("visited_at,id") == 1 and csv_file.read_bytes().startswith(b"\xef\xbb\xbf")
    merged = list(csv.DictReader(text.splitlines()))
    assert sorted((row["input"], row["id"].lstrip("'")) for row in merged) == sorted(rows)
    by_id = {row["id"]: row for row in merged}
    assert (by_id["twin"]["method"], by_id["twin"]["emails"]) == ("cache", "info@ok-00000.test")
    assert (by_id["error's twin"]["reason"], by_id["bad"]["reason"]) == ("duplicate", "invalid-url")
    assert by_id["'=1+1"]["socials"] == "https://www.facebook.com/acme.mill"


@pytest.mark.long
def test_the_command_is_killed(web: Web, tmp_path: Path) -> None:
    """With the command die its scheduler, its workers and their crawls, at once; the same command goes on, and the
    notes of shards that had ended spare their crawls."""
    data = tmp_path / "data"
    (tmp_path / "urls.txt").write_text("\n".join(hosts(160)) + "\n")
    arguments = ("-a", f"input={tmp_path / 'urls.txt'}", "-n", "2", "--shards", "3", "-a", "force=1", *QUICK)
    with fleets(web, tmp_path) as made:
        fleet = made.fleet(data, *arguments)
        wait_for(lambda: len(results_in(data)) > 30 and len(crawls_of(data)) > 0, 120, "the first results")
        kill(fleet)
        wait_for(lambda: crawls_of(data) == [], 20, "the end of the crawls")
        before = {row["input"] for row in results_in(data)}
        web.clear()
        again = made.ended(made.fleet(data, *arguments), 240)
        assert again.status == 0, again.log[-3000:]
        assert {seen.host for seen in web.requests} & before == set(), "forced visits that ended neither"
        assert "160 lines read = 160 results" in again.log


@pytest.mark.long
def test_a_worker_that_dies_takes_its_crawl_along(web: Web, tmp_path: Path) -> None:
    """A second after SIGKILL of a worker its crawl is gone, and the shard runs on another worker to its end."""
    data = tmp_path / "data"
    (tmp_path / "urls.txt").write_text("\n".join(hosts(80)) + "\n")
    with fleets(web, tmp_path) as made:
        _, address = made.scheduler()
        worker = made.worker(address)
        fleet = made.fleet(
            data, "-a", f"input={tmp_path / 'urls.txt'}", "--shards", "1", "--scheduler", address, *QUICK
        )
        wait_for(lambda: len(results_in(data)) > 10, 120, "the first results")
        crawl = crawls_of(data)[0]
        made.worker(address)
        kill(worker)
        killed = time.monotonic()
        wait_for(lambda: not crawl.is_running() or crawl.status() == "zombie", 5, "the end of the crawl")
        assert time.monotonic() - killed < 5
        done = made.ended(fleet, 240)
        assert done.status == 0 and "80 lines read = 80 results" in done.log, done.log[-3000:]


@pytest.mark.long
def test_a_command_that_is_killed_far_from_its_workers(web: Web, tmp_path: Path) -> None:
    """The scheduler's workers live on, and their crawl too, until the same command takes the run over: it is asked to
    close then, the next one waits for its lock, and no line has two results."""
    data = tmp_path / "data"
    (tmp_path / "urls.txt").write_text("\n".join(hosts(400)) + "\n")
    with fleets(web, tmp_path) as made:
        _, address = made.scheduler()
        for _ in range(2):
            made.worker(address)
        listed = ("-a", f"input={tmp_path / 'urls.txt'}", "--shards", "1", "--scheduler", address, *QUICK)
        fleet = made.fleet(data, *listed, "-s", "CONCURRENT_REQUESTS=2")  # slowly, so that it is at work when it is met
        wait_for(lambda: len(results_in(data)) > 10, 120, "the first results")
        kill(fleet)
        orphan = crawls_of(data)[0]
        done = made.ended(made.fleet(data, *listed), 240)
        assert done.status == 0 and "400 lines read = 400 results" in done.log, done.log[-3000:]
        assert not orphan.is_running()
        log = next(data.glob("shards/00/log/*.log")).read_text()
        assert log.index("Closing spider (shutdown)") < log.index("Closing spider (finished)")
    assert sorted(row["input"] for row in results_in(data)) == sorted(hosts(400))


@pytest.mark.long
def test_due_retries_alone(web: Web, tmp_path: Path) -> None:
    """Without a list the retries that are due in all shards are visited, with the columns of their lists."""
    data = tmp_path / "data"
    (tmp_path / "list.csv").write_text("url,id\nretry-00001.test,one\nok-00001.test,two\nretry-00002.test,three\n")
    with fleets(web, tmp_path) as made:
        listed = ("-a", f"input={tmp_path / 'list.csv'}", "-a", "keep=id", "-n", "1", "--shards", "2", *QUICK)
        assert made.ended(made.fleet(data, *listed), 120).status == 0
        none = made.ended(made.fleet(data, "-a", "retries=only", "-n", "1", *QUICK), 120)
        assert none.status == 0 and "No retry is due; the first of 2 that wait is due at" in none.log, none.log[-3000:]
        for shard in data.glob("shards/*"):
            with prepared(shard) as memory:
                for retry in [*memory.retries()]:
                    memory.queue_retry(type(retry)(**{**retry.to_dict(), "due_at": 1.0}))
        web.clear()
        out = tmp_path / "retried.csv"
        done = made.ended(made.fleet(data, "-a", "retries=only", "-n", "1", *QUICK, "-O", str(out)), 120)
        assert done.status == 0, done.log[-3000:]
        assert {seen.host for seen in web.requests} == {"retry-00001.test", "retry-00002.test"}
        rows = list(csv.DictReader(out.read_text("utf-8-sig").splitlines()))
        assert sorted((row["input"], row["id"]) for row in rows) == [
            ("retry-00001.test", "one"),
            ("retry-00002.test", "three"),
        ]


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("-a", "input=none.txt"), "There is no file none.txt"),
        (("-a", "input=urls.txt", "--shards", "0"), "0 is no number of shards"),
        (("-a", "input=urls.txt", "-n", "0"), "-n is 0; it must be at least 1"),
        (("-a", "input=urls.txt", "-n", "2", "--scheduler", "tcp://127.0.0.1:1"), "-n is for this machine"),
        (("-a", "input=urls.txt", "--scheduler", "tcp://127.0.0.1:1"), "no Dask scheduler to be reached at tcp://127.0.0.1:1"),
        (("-a", "input=urls.txt", "--scheduler", "nonsense"), "nonsense is no address of a scheduler; it looks like tcp://host:8786"),
        (("-a", "inptu=urls.txt",), "There is no argument 'inptu'; did you mean input?"),
        (("-a", "input=urls.txt", "-a", "run=mine"), "A fleet names its runs itself"),
        (("urls.txt",), "scrapy fleet does not know urls.txt; the list is named by -a input=FILE"),
        (("-a", "input=urls.txt", "-s", "TAB_TIMEOUT=long"), "TAB_TIMEOUT is 'long'; it must be a number"),
    ],
)  # fmt: skip
def test_what_cannot_begin_says_why(web: Web, tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    """One sentence, status 2, and no crawl."""
    (tmp_path / "urls.txt").write_text("ok-00001.test\n")
    at_home = tuple(word.replace("input=urls.txt", f"input={tmp_path / 'urls.txt'}") for word in arguments)
    with fleets(web, tmp_path) as made:
        refused = made.ended(made.fleet(tmp_path / "data", *at_home), 60)
    assert refused.status == 2 and sentence in refused.log, refused.log
    assert "Traceback" not in refused.log
    assert not list(tmp_path.glob("data/shards/*"))


@pytest.mark.long
def test_a_data_dir_that_is_not_for_it(web: Web, tmp_path: Path) -> None:
    """Another number of shards, the memory of plain crawls, and a fleet that is running are each said in a sentence."""
    (tmp_path / "urls.txt").write_text("ok-00001.test\n")
    listed = ("-a", f"input={tmp_path / 'urls.txt'}", "-n", "1")
    cut, plain = tmp_path / "cut", tmp_path / "plain"
    cut.mkdir()
    (cut / "shards.json").write_text('{"shards": 4}')
    with prepared(plain) as memory:
        memory.record_visit("ok-00001.test", [Evidence("v", 1e9, Method.FETCH, Outcome.OK_EMPTY)], 1e9)
    with fleets(web, tmp_path) as made:
        refused = made.ended(made.fleet(cut, *listed, "--shards", "8"), 60)
        assert refused.status == 2 and "is cut into 4 shards, and the number stays" in refused.log
        refused = made.ended(made.fleet(plain, *listed), 60)
        assert refused.status == 2 and "holds the memory of plain crawls; take it over" in refused.log
        assert not (plain / "shards.json").exists()
        owner = Memory.own(tmp_path / "other")
        refused = made.ended(made.fleet(tmp_path / "other", *listed), 60)
        owner.close()
        assert refused.status == 2 and f"belongs to a crawl that is running (process {os.getpid()}" in refused.log


def test_without_the_engine(web: Web, tmp_path: Path) -> None:
    """Where dask.distributed is not installed the command says what to install."""
    (tmp_path / "urls.txt").write_text("ok-00001.test\n")
    hidden = tmp_path / "hidden" / "distributed"
    hidden.mkdir(parents=True)
    (hidden / "__init__.py").write_text("raise ImportError('not installed')\n")
    with fleets(
        web, tmp_path, PYTHONPATH=f"{tmp_path / 'hidden'}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    ) as made:
        refused = made.ended(made.fleet(tmp_path / "data", "-a", f"input={tmp_path / 'urls.txt'}"), 60)
    assert refused.status == 2 and "pip install 'contactscraper[fleet]'" in refused.log
