"""Where a crawler's time goes: functions by stage, timed as they are called. Each stage's time is its own: what a
function spends in another stage's function counts there."""

import functools
import importlib
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

#: stage -> places of its functions, as they are named where they are called. None of them waits.
STAGES: dict[str, tuple[str, ...]] = {
    "list and visits": (
        "contactscraper.extensions.visits:Visits._draw",
        "contactscraper.extensions.visits:Visits.close",
        "contactscraper.extensions.visits:Visits.step_done",
    ),
    "memory": (
        "contactscraper.storage.memory:Memory.expect",
        "contactscraper.storage.memory:Memory.domain",
        "contactscraper.storage.memory:Memory.cached",
        "contactscraper.storage.memory:Memory.retry",
        "contactscraper.storage.memory:Memory.record_visit",
        "contactscraper.storage.memory:Memory.cache",
        "contactscraper.storage.memory:Memory.queue_retry",
        "contactscraper.storage.memory:Memory.drop_retry",
        "contactscraper.storage.memory:Memory.flush",
    ),
    "judge": (
        "contactscraper.middlewares.challenge:judge",
        "contactscraper.middlewares.challenge:classify_reply",
        "contactscraper.middlewares.probe:classify_reply",
        "contactscraper.extensions.uplink:Uplink.repeats",
    ),
    "extract": (
        "contactscraper.pipelines.contacts:ContactsPipeline._read_html",
        "contactscraper.pipelines.contacts:contact_links",
    ),
    "decide": (
        "contactscraper.pipelines.contacts:decide",
        "contactscraper.pipelines.contacts:ContactsPipeline._note",
    ),
    "log and result": (
        "contactscraper.pipelines.page_log:PageLogPipeline.process_item",
        "scrapy.exporters:JsonLinesItemExporter.export_item",
    ),
    "decompress": ("scrapy.downloadermiddlewares.httpcompression:HttpCompressionMiddleware._handle_encoding",),
}


def found(place: str) -> tuple[Any, str, Callable[..., Any]]:
    """The owner, name and function of a *place*. Raises AttributeError where there is none."""
    module, _, path = place.partition(":")
    owner: Any = importlib.import_module(module)
    *outer, name = path.split(".")
    for part in outer:
        owner = getattr(owner, part)
    return owner, name, getattr(owner, name)


class Stopwatch:
    """Processor seconds by stage."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self.calls: Counter[str] = Counter()
        self._inner = [0.0]  # time spent in stages inside the one under way

    def install(self) -> None:
        """From now on all functions of `STAGES` are timed."""
        for stage, places in STAGES.items():
            for place in places:
                owner, name, function = found(place)
                setattr(owner, name, self._timed(stage, function))

    def _timed(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        inner, seconds, calls, clock = self._inner, self.seconds, self.calls, time.thread_time

        @functools.wraps(function)
        def timed(*args: Any, **kwargs: Any) -> Any:
            inner.append(0.0)
            began = clock()
            try:
                return function(*args, **kwargs)
            finally:
                spent = clock() - began
                seconds[stage] += spent - inner.pop()
                inner[-1] += spent
                calls[stage] += 1

        return timed
