"""What a run has done so far, for Prometheus: as a text file that an exporter collects, or at an HTTP endpoint.

The names stand in docs/stats.md, beside those of Scrapy's stats that they are made of.
"""

import asyncio
import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server, write_to_textfile
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.settings import BaseSettings

from contactscraper.extensions import extension
from contactscraper.extensions.visits import Visits

logger = logging.getLogger(__name__)

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


@dataclass(frozen=True)
class MetricsSettings:
    """``file`` and ``port`` may be given both; ``interval`` in seconds."""

    file: Path | None
    host: str
    port: int
    interval: float

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Self:
        file = settings["METRICS_FILE"]
        return cls(
            file=Path(file).absolute() if file else None,
            host=settings["METRICS_HOST"],
            port=settings.getint("METRICS_PORT"),
            interval=settings.getfloat("METRICS_INTERVAL"),
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
        if settings.file is None and not settings.port:
            raise NotConfigured  # without a reason, since off is the default and no run need say so
        self._settings = settings
        self._run = RunCollector(crawler)
        self._registry = CollectorRegistry()
        self._registry.register(self._run)
        ProcessCollector(registry=self._registry)
        self._task: asyncio.Task[None] | None = None
        self._server: Any = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        metrics = cls(crawler, MetricsSettings.from_settings(crawler.settings))
        crawler.signals.connect(metrics.opened, signals.spider_opened)
        crawler.signals.connect(metrics.closed, signals.engine_stopped)
        return metrics

    def opened(self, spider: Any) -> None:
        if self._settings.port:
            try:
                self._server, _ = start_http_server(self._settings.port, self._settings.host, registry=self._registry)
            except OSError as error:  # a run that nobody can watch is better than none
                logger.error(
                    "METRICS_PORT: %s:%d cannot be listened on (%s); choose another port, or 0 for none.",
                    self._settings.host, self._settings.port, error.strerror or error,
                )  # fmt: skip
        if self._settings.file is not None:
            self._write()
            self._task = asyncio.ensure_future(self._every(self._settings.interval))

    async def _every(self, seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            self._write()

    def _write(self) -> None:
        assert self._settings.file is not None
        try:
            self._settings.file.parent.mkdir(parents=True, exist_ok=True)
            write_to_textfile(str(self._settings.file), self._registry)  # beside it first, then in its place
        except OSError as error:
            logger.error("METRICS_FILE: %s cannot be written (%s).", self._settings.file, error.strerror or error)

    def closed(self) -> None:
        self._run.finished = time.time()
        if self._task is not None:
            self._task.cancel()
        if self._settings.file is not None:
            self._write()
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
