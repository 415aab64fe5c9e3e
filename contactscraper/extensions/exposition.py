"""Where the metrics of a run can be seen: in a file that an exporter collects, and at a port while the run lasts."""

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from prometheus_client import CollectorRegistry, start_http_server, write_to_textfile
from prometheus_client.registry import Collector
from scrapy.settings import BaseSettings

logger = logging.getLogger(__name__)


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

    @property
    def wanted(self) -> bool:
        return self.file is not None or bool(self.port)


class Exposition:
    """What *collectors* tell when they are asked. What cannot be shown is said, and the run goes on: one that nobody
    can watch is better than none."""

    def __init__(self, settings: MetricsSettings) -> None:
        self._settings = settings
        self.registry = CollectorRegistry()
        self._server: Any = None

    def add(self, collector: Collector) -> None:
        self.registry.register(collector)

    def begin(self) -> None:
        """The file is there and the port answers when this returns."""
        if self._settings.port:
            try:
                self._server, _ = start_http_server(self._settings.port, self._settings.host, registry=self.registry)
            except OSError as error:
                logger.error(
                    "METRICS_PORT: %s:%d cannot be listened on (%s); choose another port, or 0 for none.",
                    self._settings.host, self._settings.port, error.strerror or error,
                )  # fmt: skip
        self.write()

    def write(self) -> None:
        """The file anew, as of now."""
        if self._settings.file is None:
            return
        try:
            self._settings.file.parent.mkdir(parents=True, exist_ok=True)
            write_to_textfile(str(self._settings.file), self.registry)  # beside it first, then in its place
        except OSError as error:
            logger.error("METRICS_FILE: %s cannot be written (%s).", self._settings.file, error.strerror or error)

    def end(self) -> None:
        """The last figures stay in the file; the port is closed."""
        self.write()
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
