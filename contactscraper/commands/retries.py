"""``scrapy retries``: the URLs that wait for another try."""

import argparse
import time
from collections.abc import Callable
from dataclasses import replace

from contactscraper.console import domains as views
from contactscraper.console.command import LIMIT, Verb, VerbCommand, usage
from contactscraper.console.terminal import counted, show, show_json, stream_json
from contactscraper.storage.memories import Memories
from contactscraper.storage.memory import Memory, Retry


class Command(VerbCommand):
    about = (
        "The queue of URLs whose server was busy or could not be reached. The next run visits what is due, where its "
        "list names it; `scrapy crawl contacts -a retries=only` visits all that is due."
    )
    verbs = {
        "list": Verb("", "what waits, the next one first; with a domain only its URLs", ("domain", "limit")),
        "run-now": Verb("URL", "makes a URL due at once (--all: every one)", ("all",)),
        "drop": Verb("URL", "takes a URL out of the queue (--all: every one)", ("all", "yes")),
    }  # fmt: skip
    examples = """scrapy retries list
scrapy retries run-now example.com
scrapy crawl contacts -a retries=only"""

    def short_desc(self) -> str:
        return "Look at the URLs that wait for another try, and hurry or drop them"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--domain", metavar="DOMAIN", help="only the URLs of this domain")
        parser.add_argument("--limit", metavar="N", help=f"rows to print (0: all; {LIMIT}, and all with --json)")
        parser.add_argument("--all", action="store_true", help="every URL of the queue")
        parser.add_argument("--yes", action="store_true", help="do not ask before something is lost")

    def do_list(self, args: list[str], opts: argparse.Namespace) -> None:
        now, limit = time.time(), self.limit_of(opts)
        domain = self.domain_of(opts.domain) if opts.domain else None
        with self.read() as memories:
            found = memories.of(domain).retries_of(domain) if domain else memories.retries()
            retries = sorted(found, key=lambda retry: retry.due_at)
        shown = retries[:limit]
        if opts.json:
            stream_json({**views.retry_json(retry), "standing": views.standing(retry, now)} for retry in shown)
        elif not shown:
            show("No URL waits for another try.")
        else:
            show(views.retries_table(shown, now))
            if more := len(retries) - len(shown):
                show(f"{more:,} more; --limit 0 prints all, --json prints them for scripts.")

    def do_run_now(self, args: list[str], opts: argparse.Namespace) -> None:
        self.check_change()
        now = time.time()

        def hurry(memory: Memory, retry: Retry) -> None:
            tries = 0 if retry.resting else retry.tries  # as a visit counts them: a rest begins anew
            memory.queue_retry(replace(retry, due_at=now, resting=False, tries=tries))

        self._change(args, opts, hurry, "is due now", "due now")

    def do_drop(self, args: list[str], opts: argparse.Namespace) -> None:
        self.check_change()
        if opts.all:
            with self.read() as memories:
                count = sum(1 for _ in memories.retries())
            if count and not self.confirm(f"This drops {counted(count, 'URL')} from the queue", opts):
                return
        elif not self.confirm(f"This drops {args[0]} from the queue", opts):
            return
        self._change(args, opts, lambda memory, retry: memory.drop_retry(retry.key), "was dropped", "dropped")

    def _change(
        self, args: list[str], opts: argparse.Namespace, change: Callable[[Memory, Retry], None], one: str, many: str
    ) -> None:
        """Changes the entry of the URL given, or of all."""
        with self.own() as memories:
            chosen = list(memories.retries()) if opts.all else [self._one(memories, args[0])]
            for retry in chosen:
                change(memories.of(retry.domain), retry)
        urls = [retry.url for retry in chosen]
        if opts.json:
            show_json({"urls": urls})
        else:
            show(f"{urls[0]} {one}." if not opts.all else f"{counted(len(urls), 'URL')} {many}.")

    def _one(self, memories: Memories, text: str) -> Retry:
        retry = memories.of(self.domain_of(text)).retry(self.url_key_of(text))
        if retry is None:
            raise usage(f"{text} does not wait for another try; see: scrapy retries list")
        return retry
