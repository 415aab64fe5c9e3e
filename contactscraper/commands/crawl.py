"""``scrapy crawl``, which says in one sentence what is wrong with the list or the memory, before anything is written."""

import argparse
from pathlib import Path

from scrapy.commands.crawl import Command as CrawlCommand
from scrapy.exceptions import UsageError

from contactscraper.storage.inputs import InputError, open_input
from contactscraper.storage.memory import Memory, MemoryOwned

#: Values that `CONTACTS_WANTED` knows.
WANTED = ("any", "email", "phone")


class Command(CrawlCommand):
    """Scrapy's own command, with our checks before it."""

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if args == ["contacts"]:
            self._check(opts)
        super().run(args, opts)
        reasons = {crawler.stats.get_value("finish_reason") for crawler in self._crawlers if crawler.stats}
        if "network-down" in reasons:
            self.exitcode = 1

    @property
    def _crawlers(self) -> set[object]:
        return getattr(self.crawler_process, "crawlers", set())

    def _check(self, opts: argparse.Namespace) -> None:
        given = opts.spargs
        assert self.settings is not None
        wanted = self.settings["CONTACTS_WANTED"]
        if wanted not in WANTED:
            raise UsageError(f"CONTACTS_WANTED is {wanted!r}; it can be {', '.join(WANTED)}.", print_help=False)
        keep = tuple(name.strip() for name in given.get("keep", "").split(",") if name.strip())
        try:
            if given.get("input") and given.get("input") != "-" and given.get("retries") != "only":
                open_input(given["input"], given.get("column", "url"), keep)
            Memory.check_free(Path(self.settings["DATA_DIR"]).absolute())
        except (InputError, MemoryOwned) as error:
            raise UsageError(str(error), print_help=False) from error
