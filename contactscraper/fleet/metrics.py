"""The metrics of a run in all its shards as one: what the results tell, and the sum of what the crawls tell.

Each attempt at a shard has a file of its own in the run's folder, so that what a crawl which was killed has cost is not
lost from the sums. What is open or waiting now is that of the crawls that are running.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

from contactscraper.extensions.exposition import Exposition, MetricsSettings
from contactscraper.extensions.metrics import PREFIX, ROWS
from contactscraper.fleet.progress import ResultCounter
from contactscraper.storage.fleet_run import FleetRun, RunFolder

#: Of a crawl's metrics those that are the results' to tell: each line once, however often it was begun.
TOLD = {row.labels[0]: row for row in ROWS if row.stat.startswith("visits/")}
#: Of a crawl's metrics those that are added up.
ADDED = frozenset(PREFIX + row.name for row in ROWS if row not in TOLD.values()) | {"process_cpu_seconds"}
#: The same of the crawls that are running.
NOW = frozenset(
    {
        *(PREFIX + name for name in ("visits_open", "tabs_open", "tabs_waiting")),
        *("process_resident_memory_bytes", "process_open_fds"),
    }
)
#: Intervals after which a crawl that has written nothing is one that runs no more.
STALE = 3.0


@dataclass(slots=True)
class Summed:
    """A metric of several crawls: its values by labels."""

    kind: str
    meaning: str
    labels: tuple[str, ...]
    values: dict[tuple[str, ...], float] = field(default_factory=dict)

    def add(self, values: tuple[str, ...], number: float) -> None:
        self.values[values] = self.values.get(values, 0) + number

    def family(self, name: str) -> Metric:
        made: CounterMetricFamily | GaugeMetricFamily
        made = (CounterMetricFamily if self.kind == "counter" else GaugeMetricFamily)(
            name, self.meaning, labels=self.labels
        )
        for values, number in self.values.items():
            made.add_metric(values, number)
        return made


class FleetCollector(Collector):
    """Reads the files of *run* when it is asked; *interval* is that in which crawls write theirs, in seconds."""

    def __init__(self, folder: RunFolder, run: FleetRun, counter: ResultCounter, parts: int, interval: float) -> None:
        self._folder, self._run, self._counter, self._interval = folder, run, counter, interval
        self._parts, self._read = parts, dict[Path, tuple[float, list[Metric]]]()
        self._started, self.finished, self.reason = time.time(), 0.0, ""
        self.ended = self.workers = 0

    def collect(self) -> Iterator[Metric]:
        told = self._counter.look_closely()
        for label, row in TOLD.items():
            summed = Summed("counter", row.meaning, row.labels)
            for ended, count in told.items():
                summed.add((getattr(ended, label),), count)
            yield summed.family(PREFIX + row.name)
        sums = self._of_the_crawls()
        yield from (summed.family(name) for name, summed in sums.items())
        is_open = sum(sums[f"{PREFIX}visits_open"].values.values()) if f"{PREFIX}visits_open" in sums else 0
        yield CounterMetricFamily(f"{PREFIX}lines_read", "Lines of the list read", value=told.total() + is_open)
        for name, meaning, value in (
            ("lines_expected", "Lines of the list; 0 where not known", self._run.total or 0),
            ("shards", "Shards that have a part in the run", self._parts),
            ("shards_ended", "Shards that have done their part", self.ended),
            ("workers", "Workers that take shards", self.workers),
            ("run_started_timestamp_seconds", "When the command began", self._started),
            ("run_finished_timestamp_seconds", "When it ended; 0 while it runs", self.finished),
        ):
            yield GaugeMetricFamily(PREFIX + name, meaning, value=value)
        over = GaugeMetricFamily(f"{PREFIX}run_finish_reason", "1 for the reason that ended it", labels=("reason",))
        if self.reason:
            over.add_metric([self.reason], 1)
        yield over

    def _of_the_crawls(self) -> dict[str, Summed]:
        sums: dict[str, Summed] = {}
        for path, at in self._attempts():
            runs = not self.finished and time.time() - at < STALE * self._interval
            for metric in self._metrics(path, at):
                if metric.name in ADDED or (runs and metric.name in NOW):
                    _add(sums, metric)
        return sums

    def _attempts(self) -> Iterator[tuple[Path, float]]:
        for path in sorted(self._folder.path.glob(f"*{RunFolder.METRICS}")):
            try:
                yield path, path.stat().st_mtime
            except OSError:  # the run is done, and its folder goes
                continue

    def _metrics(self, path: Path, at: float) -> list[Metric]:
        """The metrics in *path*, whose file has changed at *at*; a crawl that has ended is read once."""
        if path not in self._read or self._read[path][0] != at:
            try:
                self._read[path] = at, [*text_string_to_metric_families(path.read_text("utf-8"))]
            except (OSError, ValueError):
                return []
        return self._read[path][1]


def _add(sums: dict[str, Summed], metric: Metric) -> None:
    for sample in metric.samples:
        if sample.name.endswith("_created"):
            continue
        summed = sums.setdefault(metric.name, Summed(metric.type, metric.documentation, tuple(sample.labels)))
        summed.add(tuple(sample.labels.get(name, "") for name in summed.labels), sample.value)


class FleetMetrics:
    """``METRICS_FILE`` and ``METRICS_PORT`` of a fleet; nothing where neither is set."""

    def __init__(self, settings: MetricsSettings, collector: FleetCollector) -> None:
        self.wanted = settings.wanted
        self._exposition = Exposition(settings) if settings.wanted else None
        self._collector, self._interval, self._written = collector, settings.interval, time.monotonic()

    def begin(self) -> None:
        if self._exposition is not None:
            self._exposition.add(self._collector)
            self._exposition.begin()

    def tick(self, ended: int, workers: int) -> None:
        """*ended* shards have done their part by now, *workers* are at work."""
        self._collector.ended, self._collector.workers = ended, workers
        if self._exposition is not None and time.monotonic() - self._written >= self._interval:
            self._written = time.monotonic()
            self._exposition.write()

    def end(self, reason: str) -> None:
        """The run, or this command's part in it, has ended for *reason*."""
        self._collector.finished, self._collector.reason, self._collector.workers = time.time(), reason, 0
        if self._exposition is not None:
            self._exposition.end()
