"""``scrapy domains``: what the memory knows of domains, to be looked at and corrected."""

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from itertools import islice
from pathlib import Path

from contactscraper.cascade import AFTER_FETCH, REST, RETRY_AFTER, queued_for
from contactscraper.console import domains as views
from contactscraper.console.command import LIMIT, Verb, VerbCommand, usage
from contactscraper.console.terminal import counted, show, show_json, stream_json
from contactscraper.domains import State
from contactscraper.items import Result
from contactscraper.moments import moment_from
from contactscraper.storage.jsonl import line_files
from contactscraper.storage.memories import Memories
from contactscraper.storage.memory import FILE as MEMORY
from contactscraper.storage.memory import MemoryBroken
from contactscraper.storage.rebuild import Rebuilt, domains_in, rebuild, rebuild_answers
from contactscraper.storage.requeue import Waits, rebuild_retries
from contactscraper.storage.shards import ShardsFixed, fix_count, memory_dirs, shard_count
from contactscraper.storage.suppressed import FILE as SUPPRESSED
from contactscraper.storage.suppressed import take_over
from contactscraper.storage.transfer import Imported, export_csv, import_rows, read_csv, read_memories

#: The error class of an ending, by its reason.
ERROR_CLASSES = {row.reason: row.error_class for row in AFTER_FETCH.values()}
#: How long a URL waits that a log line has left in the queue.
WAITS = Waits(lambda error_class, status: ((what := queued_for(error_class, status)).value, RETRY_AFTER[what]), REST)
NOUNS = {"records": ("record",), "answers": ("answer",), "retries": ("retry", "retries"), "domains": ("domain",)}


class Command(VerbCommand):
    about = "Looks at what is remembered of domains, at any time, and corrects it while no crawl is running."
    verbs = {
        "stats": Verb("", "how many domains are in which state"),
        "list": Verb("", "the domains, or those that the options choose", ("state", "expires_before", "limit")),
        "show": Verb("DOMAIN", "all that is known of a domain, with its recent evidence"),
        "set": Verb("DOMAIN STATE", "a state by hand, with that state's time; the evidence stays"),
        "reset": Verb("DOMAIN", "forgets a domain (--all: everything), with answers and retries", ("all", "yes")),
        "export": Verb("FILE.csv", "all fields, evidence, answers and retries (- is standard output)", ("yes",)),
        "import": Verb("FILE.csv", "an export, or another DATA_DIR; domains of the same name are replaced",
                       ("yes", "shards")),
        "sweep": Verb("", "applies what time has done: states, answers and retries that are over"),
        "rebuild": Verb("[LOG ...]", "states, answers, retries from what runs wrote, where it was lost", ("yes",)),
    }  # fmt: skip
    examples = """scrapy domains list --state dead,cold --expires-before 7d
scrapy domains show example.com
scrapy domains set example.com unknown
scrapy domains reset example.com --yes
scrapy domains import data --shards 64 -s DATA_DIR=data-fleet"""

    def short_desc(self) -> str:
        return "Look at what is remembered of domains, and correct it"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--state", action="append", metavar="STATE", help="only these; several with commas")
        parser.add_argument(
            "--expires-before", metavar="WHEN", help="only states that end before a date, or within a span such as 7d"
        )
        parser.add_argument("--limit", metavar="N", help=f"rows to print (0: all; {LIMIT}, and all with --json)")
        parser.add_argument("--all", action="store_true", help="with reset: everything, of all domains")
        parser.add_argument(
            "--shards",
            type=int,
            metavar="N",
            help="with import: cut a new DATA_DIR into N shards, as scrapy fleet does",
        )
        parser.add_argument("--yes", action="store_true", help="do not ask before something is lost")

    # To be looked at -------------------------------------------------------------------------------------------------

    def do_stats(self, args: list[str], opts: argparse.Namespace) -> None:
        with self.read() as memories:
            values = views.stats(memories, time.time(), self.stores.ttls)
        if opts.json:
            show_json(values)
        elif not values["records"]:
            show(f"No domain is known in {self.data_dir} yet.")
        else:
            show(*views.stats_tables(values))

    def do_list(self, args: list[str], opts: argparse.Namespace) -> None:
        now, states, limit, before = time.time(), self._states(opts), self.limit_of(opts), None
        try:
            before = moment_from(opts.expires_before, now) if opts.expires_before else None
        except ValueError as error:
            raise usage(f"{error}.") from None
        with self.read() as memories:
            found = views.matching(memories, now, self.stores.ttls, states, before, bare=not opts.json)
            shown: Iterator[views.Known] = islice(found, limit)
            if opts.json:
                stream_json(entry.to_json() for entry in shown)
                return
            entries = [*shown]
            more = sum(1 for _ in found)
        show(views.list_table(entries, now) if entries else "No domain is like that.")
        if more:
            show(f"{more:,} more; --limit 0 prints all, --json prints them for scripts.")

    def _states(self, opts: argparse.Namespace) -> frozenset[State]:
        return frozenset(state_of(name) for given in opts.state or () for name in given.split(",") if name.strip())

    def do_show(self, args: list[str], opts: argparse.Namespace) -> None:
        domain, now = self.domain_of(args[0]), time.time()
        with self.read() as memories:
            memory = memories.of(domain)
            entries = [views.known(record, now, self.stores.ttls) for record in memory.records(domain)]
            answers, retries = [*memory.answers_of(domain)], [*memory.retries_of(domain)]
        if opts.json:
            show_json(views.domain_json(domain, entries, answers, retries))
        elif entries or answers or retries:
            show(*views.domain_tables(domain, entries, answers, retries, now))
        else:
            show(f"Nothing is known of {domain}: a visit would ask everything.")
            self.exitcode = 1

    # To be corrected -------------------------------------------------------------------------------------------------

    def do_set(self, args: list[str], opts: argparse.Namespace) -> None:
        domain, state, now = self.domain_of(args[0]), state_of(args[1]), time.time()
        self.check_change(must_exist=False)
        with self.own() as memories:
            record = memories.of(domain).set_domain(domain, state, now)
        entry = views.Known(record, lapsed=False)
        if opts.json:
            show_json(entry.to_json())
        else:
            show(views.record_facts(entry, now))

    def do_reset(self, args: list[str], opts: argparse.Namespace) -> None:
        self.check_change()
        domain = None if opts.all else self.domain_of(args[0])
        with self.read() as memories:
            counts = _counts(memories, domain)
        if domain is not None and not any(counts.values()):
            self._done(opts, {"domain": domain, **counts}, f"Nothing is known of {domain}.")
            return
        what = domain or f"everything in {self.data_dir}"
        if not self.confirm(f"This forgets {what} ({_told(counts)})", opts):
            return
        with self.own() as memories:
            for memory in memories.parts() if domain is None else (memories.of(domain),):
                memory.reset_all() if domain is None else memory.reset_domain(domain)
        self._done(opts, {"domain": domain, **counts}, f"Forgot {what}: {_told(counts)}. It will be visited anew.")

    def do_sweep(self, args: list[str], opts: argparse.Namespace) -> None:
        self.check_change()
        with self.own() as memories:
            swept = memories.sweep(time.time())
        self._done(
            opts,
            asdict(swept),
            f"New states: {swept.domains}; answers gone: {swept.answers}; retries gone: {swept.retries}.",
        )

    # As a file -------------------------------------------------------------------------------------------------------

    def do_export(self, args: list[str], opts: argparse.Namespace) -> None:
        if args[0] == "-":
            with self.read() as memories:
                export_csv(memories, sys.stdout)
            return
        path = Path(args[0])
        if path.exists() and not self.confirm(f"This replaces the file {path}", opts):
            return
        part = path.with_name(path.name + ".part")
        try:
            with self.read() as memories, part.open("w", encoding="utf-8", newline="") as file:
                rows = export_csv(memories, file)
            part.replace(path)
        except OSError as error:
            raise usage(f"{path} cannot be written ({(error.strerror or str(error)).lower()}).") from None
        self._done(opts, {"file": str(path), "rows": rows}, f"{counted(rows, 'row')} written to {path}.")

    def do_import(self, args: list[str], opts: argparse.Namespace) -> None:
        path = Path(args[0])
        self.check_change(must_exist=False)
        with self._rows(path) as rows, self.read() as memories:
            known = {row.domain for row in rows if row.record and memories.of(row.domain).records(row.domain)}
        if known and not self.confirm(f"This replaces what is known of {counted(len(known), 'domain')}", opts):
            return
        if opts.shards is not None:
            self._cut(opts.shards)
        with self._rows(path) as rows, self.own() as memories:
            count = import_rows(memories, rows, self.stores.ttls, time.time())
        if path.is_dir():  # who does not want to be collected is not collected there either
            take_over(path / SUPPRESSED, self.data_dir / SUPPRESSED)
        self._done(opts, {"file": str(path), "rows": count}, f"{counted(count, 'row')} of {path} taken over.")

    def _cut(self, shards: int) -> None:
        """Makes DATA_DIR one that is cut into *shards*, where it is new."""
        if shard_count(self.data_dir) is None and (self.data_dir / MEMORY).exists():
            raise usage(f"{self.data_dir} holds one memory already; --shards is for a new DATA_DIR.")
        try:
            fix_count(self.data_dir, shards)
        except ShardsFixed as error:
            raise usage(str(error)) from error

    @contextmanager
    def _rows(self, path: Path) -> Iterator[Iterable[Imported]]:
        """What *path*, an export or another DATA_DIR, holds."""
        if not path.is_dir():
            yield read_csv(path)
            return
        with Memories.read(path) as others:
            if not others.exist or path.resolve() == self.data_dir.resolve():
                raise usage(f"There is no other memory in {path}; give an export (.csv) or another DATA_DIR.")
            yield read_memories(others)

    def do_rebuild(self, args: list[str], opts: argparse.Namespace) -> None:
        self.check_change(must_exist=False)
        logs = [Path(arg) for arg in args] or self._written("pagelog")
        results = [] if args else self._written("contacts")
        if not logs:
            raise usage(f"There is no page log in {self.data_dir / 'pagelog'}; name the logs to read.")
        read = Rebuilt()
        known = self._known(domains_in(logs, self.keep_query, read))
        if read.lines and read.useless == read.lines:
            raise usage(f"Not one line of {', '.join(map(str, logs))} is a page log's.")
        if known and not self.confirm(f"This replaces what is known of {counted(known, 'domain')}", opts):
            return
        with self.own() as memories:
            done = rebuild(memories, logs, self.keep_query)
            done.answers = rebuild_answers(memories, results, self.keep_query, ERROR_CLASSES, time.time())
            done.retries = rebuild_retries(
                memories, logs, results, keep_query=self.keep_query, waits=WAITS, own=Result.fields, now=time.time()
            )
        useless = f" ({done.useless} were no log lines)" if done.useless else ""
        found = ", ".join(counted(getattr(done, name), *NOUNS[name]) for name in ("domains", "answers", "retries"))
        self._done(opts, asdict(done), f"{found} known from {counted(done.lines, 'line')}{useless}.")

    def _written(self, folder: str) -> list[Path]:
        """What runs have written to *folder*, of all shards, in the order of the runs."""
        folders = dict.fromkeys((self.data_dir, *memory_dirs(self.data_dir)))
        return sorted((path for f in folders for path in line_files(f / folder)), key=lambda path: path.name)

    def _known(self, domains: Iterable[str]) -> int:
        """How many of *domains* the memory knows; a damaged one, which a change would set aside, knows none."""
        try:
            with self.read() as memories:
                return sum(1 for domain in domains if memories.of(domain).records(domain))
        except MemoryBroken:
            return 0

    def _done(self, opts: argparse.Namespace, values: dict[str, object], sentence: str) -> None:
        show_json(values) if opts.json else show(sentence)


def state_of(name: str) -> State:
    """The state that a person calls *name*."""
    try:
        return State(name.strip().lower())
    except ValueError:
        raise usage(f"There is no state {name!r}; it can be {', '.join(State)}.") from None


def _counts(memories: Memories, domain: str | None) -> dict[str, int]:
    """What a reset would forget."""
    if domain is None:
        found = (memories.domains(bare=True), memories.answers(), memories.retries())
    else:
        memory = memories.of(domain)
        found = (iter(memory.records(domain)), memory.answers_of(domain), memory.retries_of(domain))
    return dict(zip(("records", "answers", "retries"), (sum(1 for _ in entries) for entries in found)))


def _told(counts: dict[str, int]) -> str:
    return ", ".join(counted(count, *NOUNS[name]) for name, count in counts.items())
