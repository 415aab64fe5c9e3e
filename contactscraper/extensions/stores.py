"""Owns the memory, the run's ledger, the page log and the suppression list, and closes them at the end."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.settings import BaseSettings

from contactscraper.domains import TTLS
from contactscraper.items import Result
from contactscraper.storage.inputs import Line
from contactscraper.storage.ledger import RunLedger
from contactscraper.storage.memory import Memory, MemoryBroken, MemoryOwned
from contactscraper.storage.pagelog import PageLog, repair_tail
from contactscraper.storage.resumed import line_digest, take_up
from contactscraper.storage.shards import root_of
from contactscraper.storage.suppressed import Suppressed
from contactscraper.urls import BadUrl, parse_input, query_of, url_key

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class StoreSettings:
    """``flush_interval`` and ``wait`` (for another crawl's end) in seconds, ``flush_size`` in visits."""

    data_dir: Path
    exit_name: str
    ttls: TTLS
    domain_max: int
    flush_interval: float
    flush_size: int
    journal: str
    wait: float
    keep_query: bool = False

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Self:
        return cls(
            data_dir=Path(settings["DATA_DIR"]).absolute(),
            exit_name=settings["EXIT_NAME"],
            ttls=TTLS(
                unknown=settings.getfloat("DOMAIN_TTL_UNKNOWN"),
                dead=settings.getfloat("DOMAIN_TTL_DEAD"),
                cold=settings.getfloat("DOMAIN_TTL_COLD"),
                antibot_soft=settings.getfloat("DOMAIN_TTL_ANTIBOT_SOFT"),
                antibot_hard=settings.getfloat("DOMAIN_TTL_ANTIBOT_HARD"),
            ),
            domain_max=settings.getint("DOMAIN_STATS_MAX"),
            flush_interval=settings.getfloat("MEMORY_FLUSH_INTERVAL"),
            flush_size=settings.getint("MEMORY_FLUSH_SIZE"),
            journal=settings["MEMORY_JOURNAL"],
            wait=settings.getfloat("DATA_DIR_WAIT"),
            keep_query=settings.getbool("URL_KEY_KEEP_QUERY"),
        )


#: Memories that were opened for a crawl that has not begun yet, by DATA_DIR.
_opened: dict[Path, Memory] = {}


def open_memory(settings: StoreSettings) -> None:
    """Opens the memory for the crawl that this process is about to begin: nobody else comes between, and while it
    waits for another crawl's end an interrupt still ends it. Raises MemoryOwned, MemoryBroken."""

    def waiting(owned: MemoryOwned) -> None:
        logger.info("%s belongs to %s; waiting for its end, up to %g s", owned.data_dir, owned.holder, settings.wait)

    _opened[settings.data_dir] = Memory.own(
        settings.data_dir,
        exit_name=settings.exit_name,
        ttls=settings.ttls,
        domain_max=settings.domain_max,
        journal=settings.journal,
        wait=settings.wait,
        waiting=waiting,
    )


class Stores:
    """What the crawl remembers, for all components: they ask ``extension(crawler, Stores)``."""

    def __init__(self, settings: StoreSettings) -> None:
        self.settings = settings
        self.data_dir = settings.data_dir
        if settings.data_dir not in _opened:  # a crawl that was started by a script of one's own
            open_memory(settings)
        self.memory = _opened.pop(settings.data_dir)
        self.ledger = RunLedger()
        self.suppressed = Suppressed(root_of(settings.data_dir) / "suppressed.txt")
        self.page_log: PageLog | None = None
        self.broken = ""  # why DATA_DIR cannot be written
        self.on_broken: Callable[[], None] = lambda: None
        self._columns: list[str] | None = None  # that tell the lines of a run that is gone on with
        self._flushed: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._pending = 0

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        stores = cls(StoreSettings.from_settings(crawler.settings))
        crawler.signals.connect(stores.opened, signals.spider_opened)
        crawler.signals.connect(stores.close, signals.engine_stopped)
        return stores

    def opened(self, spider: Any) -> None:
        """Starts the run's page log; what a killed run left half-written is cut first."""
        for folder in ("pagelog", "contacts"):
            for path in sorted((self.data_dir / folder).glob("*.jsonl")):
                repair_tail(path)
        if spider.run:
            self._take_up(spider.run, spider.keep)
        self.page_log = PageLog(self.data_dir / "pagelog", spider.run_name)

    def _take_up(self, run: str, keep: Sequence[str]) -> None:
        """Goes on with a run: the lines that have ended are known, and so is how their URLs did."""
        logs, results = (self.data_dir / folder / f"{run}.jsonl" for folder in ("pagelog", "contacts"))
        self._columns = [name for name in keep if name not in Result.fields]
        if ended := take_up(logs, results, self.ledger, self._columns, self._key_of):
            logger.info("The run %s is gone on with: %d of its lines have ended already", run, ended)

    def had_ended(self, line: Line) -> bool:
        """Whether *line* has its result from before, in a run that is gone on with."""
        return self._columns is not None and self.ledger.had_ended(line_digest(line.input, line.kept, self._columns))

    def _key_of(self, line: str) -> tuple[str, str] | None:
        try:
            url = parse_input(line).url
        except BadUrl:
            return None
        return url_key(url, self.settings.keep_query), query_of(url)

    async def committed(self) -> None:
        """Returns when all that was recorded so far is on disk: at once or with the next batch. Raises MemoryBroken."""
        if self.broken:
            raise MemoryBroken(self.broken)
        if not self.memory.dirty:
            return
        if self._flushed is None or self._flushed.done():
            loop = asyncio.get_running_loop()
            self._flushed = loop.create_future()
            self._timer = loop.call_later(self.settings.flush_interval, self.flush)
            self._pending = 0
        self._pending += 1
        waiting = self._flushed
        if self._pending >= self.settings.flush_size:
            self.flush()
        await asyncio.shield(waiting)

    def flush(self) -> None:
        """Writes the batch, and lets the visits that waited for it go on."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        flushed, self._flushed = self._flushed, None
        try:
            self.memory.flush()
        except Exception as error:
            self.give_up(error)
            if flushed is not None and not flushed.done():
                flushed.set_exception(error)
                flushed.exception()  # each visit that waits for it reports it
            return
        if flushed is not None and not flushed.done():
            flushed.set_result(None)

    def give_up(self, error: Exception) -> None:
        """What DATA_DIR cannot keep is not worth asking for: the run closes, and visits that are open stay so."""
        if not self.broken:
            self.broken = str(error)
            logger.error("%s", error, exc_info=None if isinstance(error, MemoryBroken | OSError) else error)
            self.on_broken()

    def close(self) -> None:
        self.flush()
        try:
            self.memory.close()
        except MemoryBroken as error:
            self.give_up(error)
        self.ledger.close()
        if self.page_log is not None:
            self.page_log.close()
