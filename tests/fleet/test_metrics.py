"""A fleet's metrics: results counted once, and the crawls' own figures added up."""

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.parser import text_string_to_metric_families

from contactscraper.extensions.exposition import MetricsSettings
from contactscraper.fleet.metrics import FleetCollector, FleetMetrics
from contactscraper.fleet.progress import ResultCounter
from contactscraper.storage.fleet_run import FleetRun, RunFolder
from contactscraper.storage.shards import fix_count

FOUND = {"outcome": "ok-contact", "reason": "found", "method": "fetch"}
STOPPED = {"outcome": "error", "reason": "stopped", "method": "skip"}
#: What a crawl writes of itself, as far as it matters here.
CRAWL = """# HELP contactscraper_visits_total Visits
# TYPE contactscraper_visits_total counter
contactscraper_visits_total{{outcome="ok-contact"}} 99.0
# HELP contactscraper_responses_total Responses, by status
# TYPE contactscraper_responses_total counter
contactscraper_responses_total{{status="200"}} {pages}
# HELP contactscraper_tabs_open Browser tabs that are open
# TYPE contactscraper_tabs_open gauge
contactscraper_tabs_open {tabs}
# HELP process_cpu_seconds_total Processor time
# TYPE process_cpu_seconds_total counter
process_cpu_seconds_total 2.5
# HELP process_max_fds Maximum number of open file descriptors.
# TYPE process_max_fds gauge
process_max_fds 1024.0
"""


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    fix_count(tmp_path, 4)
    made = RunFolder(tmp_path, "run")
    made.begin()
    return made


def collector(folder: RunFolder) -> FleetCollector:
    run = FleetRun("run", 4, {}, {0: 3, 2: 2})
    counter = ResultCounter({shard: folder.results_of(shard, 4) for shard in (0, 2)})
    return FleetCollector(folder, run, counter, 2, interval=15.0)


def results(folder: RunFolder, shard: int, *rows: dict[str, str]) -> None:
    path = folder.results_of(shard, 4)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def told(collector: FleetCollector) -> dict[str, dict[tuple[str, ...], float]]:
    registry = CollectorRegistry()
    registry.register(collector)
    families = text_string_to_metric_families(generate_latest(registry).decode())
    return {f.name: {tuple(s.labels.values()): s.value for s in f.samples} for f in families}


def test_lines_count_once(folder: RunFolder) -> None:
    """Visits are those of the results: what was stopped and begun again counts when it has ended, whatever the attempts'
    own figures say."""
    results(folder, 0, FOUND, STOPPED)
    results(folder, 2, FOUND)
    folder.metrics_of(0).write_text(CRAWL.format(pages=7, tabs=0))
    values = told(collector(folder))
    assert values["contactscraper_visits"] == {("ok-contact",): 2}
    assert values["contactscraper_visit_reasons"] == {("found",): 2}
    assert values["contactscraper_visit_methods"] == {("fetch",): 2}
    assert values["contactscraper_lines_expected"] == {(): 5}


def test_what_the_crawls_cost_is_added_up(folder: RunFolder) -> None:
    """All attempts at all shards count for the totals; what is open now is that of the crawls that still write."""
    for shard, tabs in ((0, 4), (0, 2), (2, 3)):
        folder.metrics_of(shard).write_text(CRAWL.format(pages=10, tabs=tabs))
    killed = next(path for path in folder.path.glob("0-*.prom") if "tabs_open 4" in path.read_text())
    os.utime(killed, (time.time() - 60, time.time() - 60))
    made = collector(folder)
    values = told(made)
    assert values["contactscraper_responses"] == {("200",): 30}
    assert values["process_cpu_seconds"] == {(): 7.5}
    assert values["contactscraper_tabs_open"] == {(): 5}
    assert "process_max_fds" not in values
    made.finished = time.time()
    assert "contactscraper_tabs_open" not in told(made)


def test_a_torn_file_is_left_out(folder: RunFolder) -> None:
    """What a crawl is just writing, or a disk has spoiled, spoils no other figure."""
    folder.metrics_of(0).write_text("contactscraper_responses_total{sta")
    folder.metrics_of(2).write_text(CRAWL.format(pages=1, tabs=0))
    assert told(collector(folder))["contactscraper_responses"] == {("200",): 1}


def test_the_file_tells_how_it_ended(folder: RunFolder, tmp_path: Path) -> None:
    """The file is there from the beginning, and in the end has the shards and the reason."""
    path = tmp_path / "out" / "fleet.prom"
    settings = MetricsSettings(path, "127.0.0.1", 0, 15.0)
    metrics = FleetMetrics(settings, collector(folder))
    metrics.begin()
    assert "contactscraper_run_finished_timestamp_seconds 0.0" in path.read_text("utf-8")
    metrics.tick(2, 1)
    metrics.end("finished")
    text = path.read_text("utf-8")
    assert "contactscraper_shards_ended 2.0" in text and "contactscraper_workers 0.0" in text
    assert 'contactscraper_run_finish_reason{reason="finished"} 1.0' in text


def test_off_unless_wanted(folder: RunFolder) -> None:
    """Without METRICS_FILE and METRICS_PORT nothing is read or written."""
    nothing: Any = MetricsSettings(None, "127.0.0.1", 0, 15.0)
    metrics = FleetMetrics(nothing, collector(folder))
    metrics.begin()
    metrics.tick(1, 1)
    metrics.end("finished")
    assert not metrics.wanted and list(folder.path.iterdir()) == []
