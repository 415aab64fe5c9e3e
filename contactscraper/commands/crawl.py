"""``scrapy crawl``, which says in one sentence what is wrong with list or memory, before anything is written."""

import argparse
import logging
import os
from pathlib import Path

from scrapy.commands.crawl import Command as CrawlCommand
from scrapy.exceptions import UsageError

from contactscraper.network.addresses import AddressRules
from contactscraper.storage.inputs import InputError, open_input
from contactscraper.storage.memory import Memory, MemoryBroken, MemoryOwned

#: Reasons for which a run closes before its list was done.
FAILED = frozenset({"network-down", "start_error"})
#: Loggers that tell of machinery which a user of this program does not see.
CHATTY = (
    "scrapy.crawler",
    "scrapy.middleware",
    "scrapy.addons",
    "scrapy.utils.log",
    "scrapy.extensions",
    "scrapy-playwright",
)
#: Settings below which no visit would ever end.
AT_LEAST = (
    ("CONCURRENT_REQUESTS", 2, "one is kept open until the last visit has ended"),
    ("TAB_CONCURRENCY", 1, "TAB_ENABLED=False switches tabs off"),
)
#: Values that `CONTACTS_WANTED` knows.
WANTED = ("any", "email", "phone")


class Command(CrawlCommand):
    """Scrapy's own command, with our checks before it."""

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if args != ["contacts"]:
            super().run(args, opts)
            return
        self._check(opts)
        for name in CHATTY:
            logging.getLogger(name).setLevel(logging.WARNING)
        process = self.crawler_process
        assert process is not None
        crawler = process.create_crawler(args[0])
        process.crawl(crawler, **opts.spargs)
        process.start()
        reason = crawler.stats.get_value("finish_reason") if crawler.stats else None
        if process.bootstrap_failed or reason in FAILED:
            self.exitcode = 1

    def _check(self, opts: argparse.Namespace) -> None:
        given = opts.spargs
        assert self.settings is not None
        wanted = self.settings["CONTACTS_WANTED"]
        if wanted not in WANTED:
            raise UsageError(f"CONTACTS_WANTED is {wanted!r}; it can be {', '.join(WANTED)}.", print_help=False)
        for name, least, why in AT_LEAST:
            if self.settings.getint(name) < least:
                raise UsageError(f"{name} must be at least {least}: {why}.", print_help=False)
        try:
            AddressRules.parse(self.settings["ALLOW_PRIVATE_ADDRESSES"])
        except ValueError as error:
            raise UsageError(f"ALLOW_PRIVATE_ADDRESSES cannot be read: {error}.", print_help=False) from error
        keep = tuple(name.strip() for name in given.get("keep", "").split(",") if name.strip())
        try:
            if given.get("input") and given.get("input") != "-" and given.get("retries") != "only":
                open_input(given["input"], given.get("column", "url"), keep)
            self._check_data_dir(Path(self.settings["DATA_DIR"]).absolute())
        except (InputError, MemoryOwned, MemoryBroken) as error:
            raise UsageError(str(error), print_help=False) from error

    @staticmethod
    def _check_data_dir(data_dir: Path) -> None:
        """Raises MemoryOwned or MemoryBroken: a crawl that began without memory or log would lose its visits."""
        Memory.own(data_dir).close()
        for folder in (data_dir / "pagelog", data_dir / "contacts"):
            if folder.exists() and not (folder.is_dir() and os.access(folder, os.W_OK)):
                raise MemoryBroken(f"{folder} is no folder that can be written to.")
