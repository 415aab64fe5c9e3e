"""``scrapy explain``: one visit, told step by step; the answer to every "why was this site skipped?"."""

import argparse
import logging
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

from scrapy import Request, signals
from scrapy.crawler import AsyncCrawlerProcess, Crawler
from scrapy.http import Response

from contactscraper.commands.checks import check_data_dir, check_settings
from contactscraper.console.command import MemoryCommand, RawHelp, usage
from contactscraper.console.story import tell
from contactscraper.console.terminal import show_json
from contactscraper.extensions.stores import StoreSettings, open_memory
from contactscraper.extensions.visits.lines import visit_of
from contactscraper.extensions.visits.settings import VisitSettings
from contactscraper.recall import rule_of
from contactscraper.spiders.contacts import ContactsSpider
from contactscraper.storage.inputs import Line
from contactscraper.storage.lock import DataDirLock
from contactscraper.storage.shards import check_free, owner_dir, root_of, shard_count
from contactscraper.storage.suppressed import FILE, Suppressed
from contactscraper.story import Story
from contactscraper.urls import host_of

#: What a visit that is watched needs otherwise than a run that is not. Seconds where it is a time.
SETTINGS: dict[str, Any] = {
    "LOG_LEVEL": "WARNING",
    "PROGRESS_BAR": False,
    "METRICS_FILE": None,  # it tells of runs
    "METRICS_PORT": 0,
    "UPLINK_GUARD_PATIENCE": 10,  # somebody waits
}
#: Scrapy's priority between the project's settings and the command line's.
PRIORITY = "spider"


class OneLine(ContactsSpider):
    """The spider with a list of one line, whose visit is told."""

    def __init__(self, url: str, story: Story, **kwargs: Any) -> None:
        super().__init__(input=url, **kwargs)
        self.url, self.story = url, story

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        spider = super().from_crawler(crawler, *args, **kwargs)
        assert isinstance(spider, cls)
        crawler.signals.connect(spider.downloaded, signals.response_downloaded)
        return spider

    def lines(self) -> Iterator[Line]:
        return iter([Line(1, self.url, self.url)])

    def downloaded(self, response: Response, request: Request) -> None:
        """Each answer of a server, redirects too. HEAD tells of itself: it has a way of its own."""
        step = request.meta.get("step")
        if "visit" not in request.meta or step == "head":
            return
        assert self.story is not None
        latency, location = request.meta.get("download_latency"), response.headers.get("Location") or b""
        ms = None if latency is None else 1000 * latency
        self.story.request(
            "TAB" if step == "tab" else request.method, request.url, response.status, ms, location.decode("latin-1")
        )


class Command(MemoryCommand):
    default_settings = {}  # a visit logs what goes wrong

    def syntax(self) -> str:
        return "URL [--force] [--dry-run] [--json]"

    def short_desc(self) -> str:
        return "Visit one URL and tell step by step what was known, asked, found and decided"

    def long_desc(self) -> str:
        return (
            "Makes one visit as a run would make it (same memory, robots.txt, HEAD, GET, contact pages, tab; it "
            "is logged, delivered and remembered like any other) and tells each step: what the memory knew, "
            "each request with its status and time, the rule that decided, what was found where and what was "
            "rejected, what was recorded.\n\n"
            "With --dry-run nothing is asked and nothing changed: it says what the memory would make of the "
            "visit, also while a crawl runs. With --force the visit is made whatever the memory says.\n\n"
            "Examples:\n"
            "  scrapy explain example.com --dry-run\n"
            "  scrapy explain https://example.com/about\n"
            "  scrapy explain example.com --force --json"
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.formatter_class = RawHelp
        parser.add_argument("--force", action="store_true", help="visit in full, whatever the memory says")
        parser.add_argument("--dry-run", action="store_true", help="only say what the memory would do; ask nothing")

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        super().process_options(args, opts)
        assert self.settings is not None
        for name, value in SETTINGS.items():
            self.settings.set(name, value, priority=PRIORITY)

    def carry_out(self, args: list[str], opts: argparse.Namespace) -> None:
        if len(args) != 1 or not args[0].strip():
            raise usage("Name one URL, such as: scrapy explain example.com")
        assert self.settings is not None
        check_settings(self.settings)
        story = Story()
        if opts.dry_run:
            self._recall(args[0], opts.force, story)
        else:
            self._visit(args[0], opts.force, story)
        if opts.json:
            show_json({"url": args[0], "dryRun": opts.dry_run, "steps": story.chapters})
        else:
            tell(args[0], story.chapters)

    def _recall(self, text: str, forced: bool, story: Story) -> None:
        """What the memory would make of the visit."""
        assert self.settings is not None
        settings, now = VisitSettings.from_settings(self.settings), time.time()
        visit, ending = visit_of(Line(1, text, text), 1, now, settings)
        suppressed = Suppressed(root_of(self.data_dir) / FILE)
        if ending is None and (suppressed.domain(visit.domain) or suppressed.domain(host_of(visit.url))):
            story.foreseen("suppressed", visit.url)
        elif ending is not None:
            story.foreseen(ending.reason, visit.url, visit.tags)
        else:
            with self.read() as memories:
                memory = memories.of(visit.domain)
                record, answer, retry = memory.domain(visit.domain, now), memory.cached(visit.key, now), None
                retry = memory.retry(visit.key)
            due_at = retry.due_at if retry else None
            rule = rule_of(
                record.state, forced=forced, answer=answer, wanted=settings.wanted, due_at=due_at,
                rests_until=0.0, now=now,
            )  # fmt: skip
            story.memory(record, answer, due_at, retry.tries if retry else 0, 0.0, rule)
            story.foreseen(rule.value, visit.url)

    def _visit(self, text: str, forced: bool, story: Story) -> None:
        """The visit itself, in the shard that owns its domain where there are shards."""
        assert self.settings is not None
        data_dir = check_data_dir(self.settings, {})
        lock = self._hold(data_dir)
        try:
            visit, _ = visit_of(Line(1, text, text), 1, time.time(), VisitSettings.from_settings(self.settings))
            folder = owner_dir(data_dir, visit.domain) if visit.domain else data_dir
            self.settings.set("DATA_DIR", str(folder), priority="cmdline")
            open_memory(StoreSettings.from_settings(self.settings))
            self._crawl(text, forced, story)
        finally:
            if lock is not None:
                lock.release()

    def _hold(self, data_dir: Path) -> DataDirLock | None:
        """Keeps a fleet from starting meanwhile, where there are shards. Raises MemoryOwned."""
        if shard_count(data_dir) is None:
            return None
        if not self.stores.wait:
            check_free(data_dir)
        return DataDirLock.wait(data_dir, self.stores.wait)

    def _crawl(self, text: str, forced: bool, story: Story) -> None:
        process = AsyncCrawlerProcess(self.settings)
        logging.getLogger("scrapy").setLevel(logging.ERROR)
        crawler = process.create_crawler(OneLine)
        process.crawl(crawler, url=text, story=story, force="1" if forced else "")
        process.start()
        if process.bootstrap_failed or not story.chapters:
            raise usage("The visit could not be made; its log above says why.")
