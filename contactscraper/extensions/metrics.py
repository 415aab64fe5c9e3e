"""What a run has done so far, for Prometheus. A fleet adds up what its crawls tell: fleet/metrics.py.

The names stand in docs/stats.md, beside those of Scrapy's stats that they are made of.
"""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

from prometheus_client import ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from contactscraper.extensions import extension
from contactscraper.extensions.exposition import Exposition, MetricsSettings
from contactscraper.extensions.visits import Visits

PREFIX = "contactscraper_"


@dataclass(frozen=True, slots=True)
class Row:
    """A metric that is made of all stats whose names begin with *stat*: what follows are its labels' values."""

    stat: str
    name: str
    labels: tuple[str, ...]
    meaning: str


ROWS = (
    Row("visits/", "visits", ("outcome",), "Visits that have ended"),
    Row("visits/reason/", "visit_reasons", ("reason",), "Visits that have ended, by the branch that was taken"),
    Row("visits/method/", "visit_methods", ("method",), "Visits that have ended, by the step that gave the verdict"),
    Row("cascade/", "steps", ("method", "what"), "Steps, by what they found"),
    Row("domains/moved/", "domain_moves", ("state",), "Domains that moved to a state"),
    Row("tab/", "tab_events", ("event",), "Tabs opened, timed out or lost, browsers started, requests refused"),
    Row("uplink/", "uplink_events", ("event",), "Failures held back, canaries asked, times the network was down"),
    Row("robots/", "robots_events", ("event",), "robots.txt files asked for, and visits that they forbade"),
    Row("downloader/response_status_count/", "responses", ("status",), "Responses, by status"),
)


class RunCollector(Collector):
    """Reads the stats when it is asked."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._started = time.time()
        self.finished: float | None = None

    def collect(self) -> Iterator[Metric]:
        stats: dict[str, Any] = self._crawler.stats.get_stats()
        for row in ROWS:
            metric = CounterMetricFamily(PREFIX + row.name, row.meaning, labels=row.labels)
            for name, value in stats.items():
                values = name.removeprefix(row.stat).split("/")
                if name.startswith(row.stat) and len(values) == len(row.labels):
                    metric.add_metric(values, value)
            yield metric
        yield from self._state()

    def _state(self) -> Iterator[Metric]:
        visits = extension(self._crawler, Visits)
        yield CounterMetricFamily(PREFIX + "lines_read", "Lines of the list read", value=visits.counts["read"])
        for name, meaning, value in (
            ("lines_expected", "Lines of the list, about; 0 where not known", visits.total or 0),
            ("visits_open", "Visits that are open", len(visits.open_visits())),
            ("tabs_open", "Browser tabs that are open", visits.tab_line.open),
            ("tabs_waiting", "Visits that wait for a tab", visits.tab_line.waiting),
            ("run_started_timestamp_seconds", "When the run began", self._started),
            ("run_finished_timestamp_seconds", "When the run ended; 0 while it runs", self.finished or 0),
        ):
            yield GaugeMetricFamily(PREFIX + name, meaning, value=value)
        reason = self._crawler.stats.get_value("finish_reason")
        ended = GaugeMetricFamily(
            PREFIX + "run_finish_reason", "1 for the reason that ended the run", labels=("reason",)
        )
        if reason:
            ended.add_metric([str(reason)], 1)
        yield ended


class Metrics:
    """Writes the file every ``METRICS_INTERVAL`` seconds and at the end, and answers at the port while a run lasts."""

    def __init__(self, crawler: Crawler, settings: MetricsSettings) -> None:
        if not settings.wanted:
            raise NotConfigured  # without a reason, since off is the default and no run need say so
        self._interval = settings.interval
        self._run = RunCollector(crawler)
        self._exposition = Exposition(settings)
        self._exposition.add(self._run)
        ProcessCollector(registry=self._exposition.registry)
        self._task: asyncio.Task[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        metrics = cls(crawler, MetricsSettings.from_settings(crawler.settings))
        crawler.signals.connect(metrics.opened, signals.spider_opened)
        crawler.signals.connect(metrics.closed, signals.engine_stopped)
        return metrics

    def opened(self, spider: Any) -> None:
        self._exposition.begin()
        self._task = asyncio.ensure_future(self._every(self._interval))

    async def _every(self, seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            self._exposition.write()

    def closed(self) -> None:
        self._run.finished = time.time()
        if self._task is not None:
            self._task.cancel()
        self._exposition.end()
