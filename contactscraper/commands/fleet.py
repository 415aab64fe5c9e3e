"""``scrapy fleet``: one list on all cores or on several machines, each domain in the hands of one crawl."""

import argparse
import logging
import os
import signal
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from scrapy.commands import BaseRunSpiderCommand

from contactscraper.commands.checks import check_arguments, check_data_dir, check_input, check_settings, wrong
from contactscraper.commands.crawl import CHATTY
from contactscraper.console.command import check_empty
from contactscraper.extensions.exposition import MetricsSettings
from contactscraper.fleet import cluster
from contactscraper.fleet.merge import Merger, Tally, further_columns
from contactscraper.fleet.metrics import FleetCollector, FleetMetrics
from contactscraper.fleet.plan import columns, crawl_arguments, nothing_to_retry, orders_of, take_run
from contactscraper.fleet.progress import FleetProgress, ResultCounter
from contactscraper.fleet.shard import How, ShardEnd, count_results
from contactscraper.funnel import summary_lines
from contactscraper.storage.fleet_run import FleetRun, RunFolder
from contactscraper.storage.lock import DataDirLock, MemoryOwned
from contactscraper.storage.memory import FILE, MemoryBroken
from contactscraper.storage.raw_lines import InputError
from contactscraper.storage.shards import DEFAULT_SHARDS, ShardsFixed, fix_count, shard_count
from contactscraper.urls import DomainRules

logger = logging.getLogger(__name__)

INTERRUPTED = 130  # as of a shell's command that ^C has ended


class Command(BaseRunSpiderCommand):
    """Thin: checks, then storage/fleet_run.py remembers, fleet/ does, and the merge tells."""

    requires_project = True

    def syntax(self) -> str:
        return "-a input=FILE [-n 4] [--scheduler tcp://HOST:8786] [options]"

    def short_desc(self) -> str:
        return "Crawl a list on all cores, or on several machines"

    def long_desc(self) -> str:
        return (
            "Cuts the list by registered domain into the shards of DATA_DIR and runs a plain crawl for each, several at"
            " a time. What a shard has learned stays with it. Stop it anywhere; the same command goes on.  Example:"
            "  scrapy fleet -a input=urls.txt -n 4 -O contacts.csv"
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument(
            "-n", type=int, metavar="N", dest="workers", help="crawls at a time on this machine (default: one a core)"
        )
        parser.add_argument(
            "--scheduler", metavar="URL", help="a Dask scheduler, tcp:// or tls://, whose workers share DATA_DIR"
        )
        parser.add_argument(
            "--shards", type=int, metavar="N",
            help=f"how many shards a new DATA_DIR is cut into; the number stays (default: {DEFAULT_SHARDS})",
        )  # fmt: skip

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        assert self.settings is not None
        given = opts.spargs
        try:
            self._check(args, opts)
            cluster.check_installed()
            data_dir = check_data_dir(self.settings, given)
            with self._owned(data_dir, opts.shards) as shards, _terminated():
                folder, run = take_run(data_dir, shards, given, self._rules())
                self._fleet(folder, run, opts)
        except KeyboardInterrupt:
            self.exitcode = INTERRUPTED
        except (InputError, MemoryOwned, MemoryBroken, ShardsFixed, cluster.ClusterError) as error:
            raise wrong(str(error)) from error
        except OSError as error:
            raise wrong(f"DATA_DIR cannot be written to ({error}).") from error

    def _check(self, args: list[str], opts: argparse.Namespace) -> None:
        assert self.settings is not None
        if args:
            raise wrong(f"scrapy fleet does not know {' '.join(args)}; the list is named by -a input=FILE.")
        if opts.workers is not None and opts.scheduler:
            raise wrong("-n is for this machine; a scheduler's workers say themselves how many crawls they take.")
        if opts.workers is not None and opts.workers < 1:
            raise wrong(f"-n is {opts.workers}; it must be at least 1.")
        if opts.spargs.get("run"):
            raise wrong("A fleet names its runs itself; leave -a run out.")
        check_empty(opts)
        check_arguments(opts.spargs)
        check_settings(self.settings)
        check_input(opts.spargs)

    @contextmanager
    def _owned(self, data_dir: Path, wanted: int | None) -> Iterator[int]:
        """Holds DATA_DIR against other fleets; gives the number of its shards."""
        assert self.settings is not None
        lock = DataDirLock.wait(data_dir, self.settings.getfloat("DATA_DIR_WAIT"))
        try:
            if shard_count(data_dir) is None and (data_dir / FILE).exists():
                raise wrong(
                    f"{data_dir} holds the memory of plain crawls; take it over into a new DATA_DIR that is cut into"
                    f" shards: scrapy domains import {data_dir} --shards {wanted or DEFAULT_SHARDS}"
                    f" -s DATA_DIR={data_dir}-fleet"
                )
            yield fix_count(data_dir, wanted)
        finally:
            lock.release()

    def _rules(self) -> DomainRules:
        assert self.settings is not None
        return DomainRules(self.settings.getlist("SHARED_HOSTS"), self.settings.getbool("SUBDOMAIN_TRACKING"))

    # The run ---------------------------------------------------------------------------------------------------------

    def _fleet(self, folder: RunFolder, run: FleetRun, opts: argparse.Namespace) -> None:
        began = time.monotonic()
        assert self.settings is not None
        if sentence := nothing_to_retry(folder, run, time.time()):
            logger.info("%s", sentence)
            folder.remove()
            return
        counter = ResultCounter({shard: folder.results_of(shard, run.shards) for shard in _shards_of(run)})
        shown = MetricsSettings.from_settings(self.settings)
        metrics = FleetMetrics(shown, FleetCollector(folder, run, counter, len(_shards_of(run)), shown.interval))
        metrics.begin()
        reason = "fault"
        try:
            reason = self._driven(folder, run, opts, counter, metrics, began)
        finally:
            metrics.end(reason)
        if reason == "finished":
            folder.remove()

    def _driven(
        self,
        folder: RunFolder,
        run: FleetRun,
        opts: argparse.Namespace,
        counter: ResultCounter,
        metrics: FleetMetrics,
        began: float,
    ) -> str:
        """Runs the shards and merges their results; returns why it has ended, as a metric's label."""
        try:
            ends, interrupted = self._run_shards(folder, run, opts, counter, metrics)
        except cluster.SchedulerGone as error:
            logger.error("%s", error)
            self._tell_unended(folder, run)
            self.exitcode = 1
            return "scheduler-gone"
        for end in ends:
            if end.how not in (How.ENDED, How.STOPPED):
                logger.error("Shard %d has not ended: %s", end.shard, end.why)
        if interrupted or any(end.how != How.ENDED for end in ends):
            self.exitcode = INTERRUPTED if interrupted else 1
            self._tell_unended(folder, run)
            return "shutdown" if interrupted else "shards-left"
        if self._merged(folder, run, opts, began):
            return "finished"
        self.exitcode = 1
        return "not-merged"

    def _run_shards(
        self,
        folder: RunFolder,
        run: FleetRun,
        opts: argparse.Namespace,
        counter: ResultCounter,
        metrics: FleetMetrics,
    ) -> tuple[list[ShardEnd], bool]:
        """Runs what is still to do; tells how, and whether it was interrupted."""
        assert self.settings is not None
        token = uuid.uuid4().hex
        arguments = crawl_arguments(opts.spargs, opts.set, opts.loglevel)
        module = os.environ.get("SCRAPY_SETTINGS_MODULE", "contactscraper.settings")
        orders = orders_of(folder, run, token, arguments, module, time.time(), metrics=metrics.wanted)
        if not orders:
            return [], False
        parts = len(orders) if run.lines is None else len(run.lines)
        shown = FleetProgress(
            counter,
            run.total,
            parts,
            parts - len(orders),
            self.settings.getfloat("PROGRESS_INTERVAL"),
            bar=self.settings.getbool("PROGRESS_BAR"),
        )
        workers = min(opts.workers or os.cpu_count() or 1, len(orders))
        engine = cluster.remote(opts.scheduler) if opts.scheduler else cluster.local(workers)

        def rest() -> None:
            logger.info("Stopping: the crawls are asked to close; another interrupt kills them")
            folder.drive("")

        def tick(ended: int, workers: int) -> None:
            shown.tick(ended, workers)
            metrics.tick(parts - len(orders) + ended, workers)

        folder.drive(token)
        try:
            with engine as client, shown:
                return cluster.drive(client, orders, tick, rest)
        finally:
            folder.drive("")

    def _tell_unended(self, folder: RunFolder, run: FleetRun) -> None:
        done = sum(count_results(folder.results_of(shard, run.shards))[0] for shard in _shards_of(run))
        of = f" of {run.total}" if run.total is not None else ""
        logger.info("%d%s lines have ended; the same command goes on with the others", done, of)

    # Its end ---------------------------------------------------------------------------------------------------------

    def _merged(self, folder: RunFolder, run: FleetRun, opts: argparse.Namespace, began: float) -> bool:
        """Writes the feeds and the summary; whether all was written."""
        assert self.settings is not None and self.crawler_process is not None
        paths = [folder.results_of(shard, run.shards) for shard in _shards_of(run)]
        (folder.data_dir / "contacts" / f"{run.name}.jsonl").unlink(missing_ok=True)  # of a merge that was killed
        keep = columns(opts.spargs) or (further_columns(paths) if run.lines is None else ())
        for name in (*CHATTY, "scrapy.core.engine"):
            logging.getLogger(name).setLevel(logging.WARNING)
        crawler = self.crawler_process.create_crawler(Merger)
        self.crawler_process.crawl(crawler, run=run.name, paths=paths, keep=keep)
        self.crawler_process.start()
        merger, reason = crawler.spider, crawler.stats and crawler.stats.get_value("finish_reason")
        if not isinstance(merger, Merger) or merger.failure is not None or reason != "finished":
            failure = merger.failure if isinstance(merger, Merger) else None
            logger.error("The results could not be merged (%s); the same command tries again", failure or reason)
            return False
        if run.total not in (None, merger.rows):
            logger.error("There are %d results of %d lines", merger.rows, run.total)
            return False
        self._summarize(folder, run, merger, time.monotonic() - began)
        return True

    def _summarize(self, folder: RunFolder, run: FleetRun, merger: Merger, seconds: float) -> None:
        assert self.settings is not None
        tally = Tally(self.settings.getbool("URL_KEY_KEEP_QUERY"))
        for shard in _shards_of(run):
            tally.count(folder.page_log_of(shard, run.shards))
        cpu = sum((folder.end_of(shard) or {}).get("cpu", 0.0) for shard in _shards_of(run))
        lines = summary_lines(
            tally.funnel, read=merger.rows, duplicates=tally.duplicates, merged=tally.merged, seconds=seconds, cpu=cpu
        )
        lines += [f"results:   {uri}" for uri in merger.written]
        lines.append(f"page logs: {folder.data_dir / 'shards' / '*' / 'pagelog' / run.name}.jsonl")
        logger.info("%s", "\n".join(["The run's summary", *lines]))


def _shards_of(run: FleetRun) -> Sequence[int]:
    """The shards that have a part in *run*, or may have one."""
    return [*run.lines] if run.lines is not None else range(run.shards)


@contextmanager
def _terminated() -> Iterator[None]:
    """Within it SIGTERM, as a service manager sends it, is an interrupt like ^C."""

    def interrupt(*_: Any) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
