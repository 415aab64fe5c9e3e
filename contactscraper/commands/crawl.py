"""``scrapy crawl``, which says in one sentence what is wrong with list or memory, before anything is written."""

import argparse
import logging
import zipfile
from pathlib import Path
from typing import Any

from scrapy.commands.crawl import Command as CrawlCommand
from scrapy.exceptions import UsageError

from contactscraper.commands.checks import (
    check_arguments,
    check_data_dir,
    check_input,
    check_plain,
    check_run,
    check_settings,
    is_job,
    wrong,
)
from contactscraper.extensions.stores import Stores, StoreSettings, open_memory
from contactscraper.storage.memory import MemoryBroken, MemoryOwned

logger = logging.getLogger(__name__)

#: Why a run closes before its list was done, and what to do.
CLOSED_EARLY = {
    "network-down": "The network did not come back in time; run the same command again when it has.",
    "memory-broken": "DATA_DIR cannot be written; make room, and run the same command again: what has its log line is"
    " remembered.",
    "start_error": "The crawl could not start; what went wrong stands above.",
}
#: Loggers that tell of machinery which a user of this program does not see.
CHATTY = (
    "scrapy.crawler",
    "scrapy.middleware",
    "scrapy.addons",
    "scrapy.utils.log",
    "scrapy.extensions",
    "scrapy-playwright",
)
PACKAGE = Path(__file__).parents[1]
NOT_THE_EGG = "Start Scrapyd outside the checkout, in an environment in which the project is not installed."


class Command(CrawlCommand):
    """Scrapy's own command, with our checks before it. Scrapyd's jobs come this way too."""

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if args != ["contacts"]:
            super().run(args, opts)
            return
        try:
            self._prepare(opts.spargs)
        except UsageError as error:
            self._last_words(str(error))
            raise
        except KeyboardInterrupt:
            self._last_words("Stopped while it waited for DATA_DIR; nothing was begun.")
            self.exitcode = 130  # as of a shell's command that ^C has ended
            return
        self._crawl(args[0], opts.spargs)

    def _prepare(self, given: dict[str, str]) -> None:
        """Raises UsageError where the crawl cannot begin. The memory is taken last, and kept for the crawl."""
        assert self.settings is not None
        if is_job(given) and not zipfile.is_zipfile(PACKAGE.parent):
            logger.warning("This job runs the code in %s, not the deployed egg. %s", PACKAGE, NOT_THE_EGG)
        check_arguments(given)
        check_settings(self.settings)
        check_input(given)
        check_run(self.settings, given)
        check_plain(check_data_dir(self.settings, given))
        try:
            open_memory(StoreSettings.from_settings(self.settings))
        except (MemoryOwned, MemoryBroken) as error:
            raise wrong(str(error)) from error

    def _crawl(self, name: str, given: dict[str, Any]) -> None:
        for chatty in CHATTY:
            logging.getLogger(chatty).setLevel(logging.WARNING)
        process = self.crawler_process
        assert process is not None
        crawler = process.create_crawler(name)
        crawling: Any = process.crawl(crawler, **given)
        process.start()
        stores = None if process.bootstrap_failed else crawler.get_extension(Stores)
        reason = crawler.stats.get_value("finish_reason") if crawler.stats else None
        if stores is not None and stores.broken:
            reason = "memory-broken"
        if process.bootstrap_failed or reason in CLOSED_EARLY:
            self.exitcode = 1
        if reason in CLOSED_EARLY:
            logger.error("%s", CLOSED_EARLY[reason])
        if process.bootstrap_failed and crawling.done() and (error := crawling.exception()) is not None:
            logger.error("The crawl failed", exc_info=error)
            logger.error("The crawl could not start: %s: %s", type(error).__name__, error)

    def _last_words(self, sentence: str) -> None:
        """Into the log file, where there is one: whoever reads a job's log does not see its standard error."""
        assert self.settings is not None
        if self.settings["LOG_FILE"]:
            logger.error("%s", sentence)
