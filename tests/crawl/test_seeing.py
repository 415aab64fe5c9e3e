"""What a run shows while it runs: a bar on a terminal, lines elsewhere, a summary, metrics."""

import json
import re
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from tests.crawl.harness import command, crawl, environ, on_a_terminal, write_list
from tests.web import Web
from tests.web.client import ROOT

LINES = ["ok-1.test", "ok-2.test", "dead-1.test", "empty-1.test", "contact-1.test", "no url", "ok-1.test"]
STATS = (ROOT / "docs" / "stats.md").read_text(encoding="utf-8")
#: Stats of ours begin so; the others are Scrapy's, and documented there.
OURS = ("visits/", "cascade/", "domains/", "robots/", "tab/", "uplink/")


def scraped(url: str, seconds: float = 30) -> str:
    """What *url* answers, once somebody listens there."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:
                return answer.read().decode()
        except urllib.error.URLError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def test_a_terminal_gets_a_bar_and_whole_log_lines(web: Web, tmp_path: Path) -> None:
    """The bar counts to the end, and each line of the log stands whole on a line of its own above it."""
    source = write_list(tmp_path, LINES)
    shown = on_a_terminal(command(web, tmp_path, "-a", f"input={source}", "-s", "TAB_ENABLED=False"), web)
    assert re.search(r"7/7", shown)
    text = re.sub(
        r"\x1b\[\d*[AK]|\r", "\n", shown
    )  # the bar's own lines are taken back before one of the log is printed
    for beginning in ("Spider opened", "Closing spider (finished)", "Spider closed (finished)"):
        assert re.search(rf"^\d{{4}}-\d\d-\d\d [\d:]+ \[[\w.]+\] INFO: {re.escape(beginning)}$", text, re.M), beginning
    assert "7 lines read = 7 results" in text


def test_the_summary_reaches_the_terminal_where_the_log_is_a_file(web: Web, tmp_path: Path) -> None:
    """A reader at the terminal gets the summary wherever the log goes."""
    source, log = write_list(tmp_path, LINES[:2]), tmp_path / "log"
    arguments = command(web, tmp_path, "-a", f"input={source}", "-s", f"LOG_FILE={log}", "-s", "TAB_ENABLED=False")
    shown = on_a_terminal(arguments, web)
    assert "2 lines read = 2 results" in shown and "Spider opened" not in shown
    assert "2 lines read = 2 results" in log.read_text("utf-8")


def test_elsewhere_lines_of_the_log_tell_how_far_it_is(web: Web, tmp_path: Path) -> None:
    """Without a terminal a plain line comes by the clock, and none of the bar's signs."""
    lines = [f"ok-{number}.test" for number in range(300)]
    done = crawl(web, tmp_path, lines, "-s", "PROGRESS_INTERVAL=0.2", "-s", "TAB_ENABLED=False")
    assert re.search(r"INFO: [\d,]+ of about 300 \([\d.]+ %\) done, [\d.]+ a second", done.log)
    assert "\x1b" not in done.log and "━" not in done.log


def test_the_summary_agrees_with_the_log(web: Web, tmp_path: Path) -> None:
    """Its stages add up to the page log's lines, and its first line to the contacts in them."""
    done = crawl(web, tmp_path, LINES, "-s", "TAB_ENABLED=False")
    contacts = sum(entry["outcome"] == "ok-contact" for entry in done.entries)
    assert "7 lines read = 7 results in" in done.log and f": {contacts} with contacts" in done.log
    rows = dict(re.findall(r"^  (\S[\w., ]*?) {2,}(\d+) +(?:\d+|-) +(?:\d+|-)$", done.log, re.M))
    assert sum(map(int, rows.values())) == len(done.entries) == 7
    assert rows["HEAD"] == str(sum(entry["method"] == "head" for entry in done.entries))
    assert "1 lines were the same URL" in done.log


def test_every_stat_of_ours_is_documented(web: Web, tmp_path: Path) -> None:
    """A run's stats are named in docs/stats.md, by themselves or by the row of their kind."""
    known = set(re.findall(r"^\| `([\w/]+)`", STATS, re.M))
    kinds = tuple(name.rstrip("ACDEHMOSTUW/") + "/" for name in known if name.split("/")[-1].isupper())
    done = crawl(web, tmp_path, [*LINES, "wall-1.test", "retry-1.test"], "-s", "TAB_ENABLED=False")
    ours = [name for name in done.stats if name.startswith(OURS)]
    assert len(ours) > 10
    assert [name for name in ours if name not in known and not name.startswith(kinds)] == []


def test_the_metrics_file_counts_what_the_log_tells(web: Web, tmp_path: Path) -> None:
    """After a run the file holds its outcomes, its end, and only metrics that docs/stats.md names."""
    file = tmp_path / "deep" / "run.prom"
    done = crawl(web, tmp_path, LINES, "-s", f"METRICS_FILE={file}", "-s", "TAB_ENABLED=False")
    families = {family.name: family for family in text_string_to_metric_families(file.read_text("utf-8"))}
    visits = {sample.labels["outcome"]: sample.value for sample in families["contactscraper_visits"].samples}
    logged: dict[str, int] = {}
    for entry in done.entries:
        logged[entry["outcome"]] = logged.get(entry["outcome"], 0) + 1
    assert visits == logged
    assert families["contactscraper_run_finish_reason"].samples[0].labels == {"reason": "finished"}
    assert families["contactscraper_lines_read"].samples[0].value == len(LINES)
    ours = {name for name in families if name.startswith("contactscraper_")}
    alone = STATS.partition("| of a fleet |")[0]
    documented = {name.removesuffix("_total") for name in re.findall(r"^\| `(contactscraper_\w+)", alone, re.M)}
    assert ours == documented


def test_the_metrics_endpoint_answers_while_a_run_lasts(web: Web, tmp_path: Path) -> None:
    """A scrape in the middle of a run gets its figures in the text format."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    arguments = command(web, tmp_path, "-a", "input=-", "-s", f"METRICS_PORT={port}", "-s", "TAB_ENABLED=False")
    with subprocess.Popen(
        arguments, cwd=ROOT, env=environ(web), stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        assert run.stdin is not None and run.stderr is not None
        run.stdin.write("ok-1.test\n")
        run.stdin.flush()
        text = scraped(f"http://127.0.0.1:{port}/metrics")
        run.communicate("")
    assert "contactscraper_run_finished_timestamp_seconds 0.0" in text
    assert run.returncode == 0


def test_a_port_that_is_taken_stops_no_run(web: Web, tmp_path: Path) -> None:
    """Where nobody can listen, one line says so and the crawl goes on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = crawl(
            web, tmp_path, ["ok-1.test"], "-s", f"METRICS_PORT={taken.getsockname()[1]}", "-s", "TAB_ENABLED=False"
        )
    assert done.status == 0 and len(done.entries) == 1
    assert "METRICS_PORT: 127.0.0.1" in done.log and "choose another port" in done.log


def test_the_results_of_a_run_are_named_at_its_end(web: Web, tmp_path: Path) -> None:
    """The summary names the files, and they hold one result a line."""
    done = crawl(web, tmp_path, ["ok-1.test"], "-s", "TAB_ENABLED=False")
    named = re.search(r"^results: +(\S+)$", done.log, re.M)
    assert named and [json.loads(line)["input"] for line in Path(named[1]).read_text("utf-8").splitlines()] == [
        "ok-1.test"
    ]
