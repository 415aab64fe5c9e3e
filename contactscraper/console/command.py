"""The shape of a command: verbs in a table, options that fit them, and one sentence with status 2 for what is wrong."""

import argparse
import errno
import io
import os
import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from scrapy.commands import ScrapyCommand, ScrapyHelpFormatter
from scrapy.exceptions import UsageError

from contactscraper.extensions.stores import StoreSettings
from contactscraper.storage.jsonl import LogError
from contactscraper.storage.memories import Memories
from contactscraper.storage.memory import MemoryBroken, MemoryOwned
from contactscraper.storage.shards import check_free
from contactscraper.storage.transfer import TransferError
from contactscraper.urls import BadUrl, DomainRules, host_of, parse_input, url_key

#: What is wrong outside the program, and said in one sentence.
SAID = (MemoryOwned, MemoryBroken, TransferError, LogError)
#: The errors of an output that nobody reads, or that is full or broken.
NO_OUTPUT = (errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
#: Rows of a list that a person is shown at once.
LIMIT = 50


def usage(sentence: str) -> UsageError:
    """To be raised: *sentence*, and status 2."""
    return UsageError(sentence, print_help=False)


def check_empty(opts: argparse.Namespace) -> None:
    """Refuses an option whose value is empty, as a shell makes it of a variable that is not set: left out it would mean
    something else than was meant."""
    for name, value in vars(opts).items():
        if value == "" or (isinstance(value, list) and "" in value):
            raise usage(f"--{name.replace('_', '-')} is empty; give it a value, or leave it out.")


def check_words(name: str, args: list[str]) -> None:
    """Refuses an option that the command *name* does not have, which Scrapy hands on among its arguments."""
    for arg in args:
        if arg.startswith("--") and len(arg) > 2:
            raise usage(f"There is no option {arg}; see: scrapy {name} --help")


@contextmanager
def printing() -> Iterator[None]:
    """What is printed within shows ``?`` for what the output's encoding lacks. A reader that has seen enough, such as
    ``head``, ends it quietly. Raises UsageError where the output takes no more."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        yield
        sys.stdout.flush()
    except OSError as error:
        if error.errno not in NO_OUTPUT or error.filename is not None:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python writes what is left when it ends
        if error.errno != errno.EPIPE:
            raise usage(f"The output cannot be written ({(error.strerror or str(error)).lower()}).") from error


@dataclass(frozen=True, slots=True)
class Verb:
    """One word that a command takes. *takes*: its arguments, such as ``DOMAIN STATE``, ``[LOG ...]`` where there may be
    any number; *options*: the names of the options that it knows, as argparse stores them."""

    takes: str
    about: str
    options: tuple[str, ...] = ()

    def fits(self, count: int) -> bool:
        """Whether *count* arguments are as many as it takes."""
        words = [word for word in self.takes.split() if word.strip("[]").rstrip(".")]
        if "..." in self.takes:
            return True
        least = sum(not word.startswith("[") for word in words)
        return least <= count <= len(words)


class RawHelp(ScrapyHelpFormatter):
    """Scrapy's formatter, which leaves the lines of a description as they are, and folds those that are too long."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(part for line in text.splitlines() for part in _folded(indent + line, width))


def _folded(line: str, width: int) -> list[str]:
    """*line* in lines of *width*; what goes on stands a little further in, in a table below its second column."""
    begins = re.match(r"\s+\S(?:\S| (?! ))*\s{2,}", line) or re.match(r"\s*", line)
    assert begins is not None
    return textwrap.wrap(line, width, subsequent_indent=" " * min(len(begins[0]), width // 2)) or [""]


class MemoryCommand(ScrapyCommand):
    """Looks at the memory of `DATA_DIR`, or changes it."""

    requires_project = True
    requires_crawler_process = False
    default_settings: ClassVar[dict[str, Any]] = {"LOG_ENABLED": False}

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.formatter_class = RawHelp
        parser.add_argument("--json", action="store_true", help="print JSON, for scripts")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        check_words(self.name, args)
        check_empty(opts)
        try:
            with printing():
                self.carry_out(args, opts)
        except SAID as error:
            raise usage(str(error)) from error

    def carry_out(self, args: list[str], opts: argparse.Namespace) -> None:
        """What the command does. May raise UsageError and what `SAID` names."""
        raise NotImplementedError

    @property
    def name(self) -> str:
        return type(self).__module__.rpartition(".")[2]

    # The memory ------------------------------------------------------------------------------------------------------

    @property
    def stores(self) -> StoreSettings:
        assert self.settings is not None
        return StoreSettings.from_settings(self.settings)

    @property
    def data_dir(self) -> Path:
        return self.stores.data_dir

    @property
    def keep_query(self) -> bool:
        assert self.settings is not None
        return self.settings.getbool("URL_KEY_KEEP_QUERY")

    def read(self) -> Memories:
        """The memory, to be looked at; an empty one where there is none."""
        stores = self.stores
        return Memories.read(stores.data_dir, exit_name=stores.exit_name, ttls=stores.ttls)

    def own(self) -> Memories:
        """The memory, to be changed."""
        stores = self.stores
        return Memories.own(
            stores.data_dir,
            exit_name=stores.exit_name,
            ttls=stores.ttls,
            domain_max=stores.domain_max,
            journal=stores.journal,
            wait=stores.wait,
        )

    def check_change(self, *, must_exist: bool = True) -> None:
        """Says at once, before anybody is asked anything, that the memory cannot be changed."""
        if not self.stores.wait:
            check_free(self.data_dir)
        if must_exist and not self.read().exist:
            raise usage(f"There is no memory in {self.data_dir}; set another DATA_DIR, such as: -s DATA_DIR=data")

    # What people type ------------------------------------------------------------------------------------------------

    def domain_of(self, text: str) -> str:
        """The domain that *text* (a domain, a host, a URL) belongs to, as the memory keeps it."""
        assert self.settings is not None
        rules = DomainRules(self.settings.getlist("SHARED_HOSTS"), self.settings.getbool("SUBDOMAIN_TRACKING"))
        try:
            return rules.registered_domain(host_of(parse_input(text).url))
        except BadUrl as error:
            raise usage(f"{text!r} is no domain: {error}.") from None

    def url_key_of(self, text: str) -> str:
        """The key by which the memory knows the URL *text*."""
        try:
            return url_key(parse_input(text).url, self.keep_query)
        except BadUrl as error:
            raise usage(f"{text!r} is no URL: {error}.") from None

    def limit_of(self, opts: argparse.Namespace) -> int | None:
        """How many rows ``--limit`` lets through; None for all, which is also what ``--json`` has unless it says."""
        if opts.limit and not opts.limit.isdecimal():
            raise usage(f"--limit takes a number, not {opts.limit!r}.")
        limit = int(opts.limit) if opts.limit else 0 if opts.json else LIMIT
        return min(limit, sys.maxsize) or None

    def confirm(self, loss: str, opts: argparse.Namespace) -> bool:
        """Whether *loss*, a sentence without its full stop, is wanted. Without a terminal only ``--yes`` says so."""
        if opts.yes:
            return True
        if not sys.stdin.isatty():
            raise usage(f"{loss}; add --yes to do so without being asked.")
        sys.stderr.write(f"{loss}. Go on? [y/N] ")
        sys.stderr.flush()
        if sys.stdin.readline().strip().lower() in ("y", "yes"):
            return True
        sys.stderr.write("Nothing was changed.\n")
        self.exitcode = 1
        return False


class VerbCommand(MemoryCommand):
    """A command whose first argument is one of its *verbs*, each a method: ``run-now`` is ``do_run_now``."""

    verbs: ClassVar[Mapping[str, Verb]] = {}
    about: ClassVar[str] = ""
    examples: ClassVar[str] = ""

    def syntax(self) -> str:
        return f"{'|'.join(self.verbs)} [arguments] [options]"

    def long_desc(self) -> str:
        width = max(len(f"{name} {verb.takes}") for name, verb in self.verbs.items())
        lines = [f"  {f'{name} {verb.takes}':<{width}}  {verb.about}" for name, verb in self.verbs.items()]
        return "\n".join((self.about, "", *lines, "", "Examples:", *(f"  {e}" for e in self.examples.splitlines())))

    def carry_out(self, args: list[str], opts: argparse.Namespace) -> None:
        verb = self.verbs.get(args[0]) if args else None
        if verb is None:
            said = f"There is no {args[0]!r}" if args else "Say what to do"
            raise usage(f"{said}; it can be {', '.join(self.verbs)}.")
        given = [name for name in self._own_options() if getattr(opts, name)]
        if odd := [name for name in given if name not in verb.options and name != "json"]:
            raise usage(f"scrapy {self.name} {args[0]} does not know --{odd[0].replace('_', '-')}.")
        if not verb.fits(len(args) - 1) and not (getattr(opts, "all", False) and len(args) == 1):
            raise usage(f"It is: scrapy {self.name} {args[0]} {verb.takes}".rstrip() + ".")
        if getattr(opts, "all", False) and len(args) > 1:
            raise usage(f"Give either {verb.takes} or --all, not both.")
        verb_method: Callable[[list[str], argparse.Namespace], None]
        verb_method = getattr(self, "do_" + args[0].replace("-", "_"))
        verb_method(args[1:], opts)

    def _own_options(self) -> list[str]:
        return list(dict.fromkeys(name for verb in self.verbs.values() for name in verb.options))
