"""``scrapy funnel``: where the URLs of the page logs went, by stages or by what their lines say."""

import argparse
import csv
import json
import re
import sys
import tempfile
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TextIO

from rich.table import Table
from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from contactscraper.console.command import check_empty, check_words, printing
from contactscraper.console.terminal import counted, plain, show, table
from contactscraper.funnel import StageCount
from contactscraper.report import TooManyLines, write_report
from contactscraper.spreadsheet import guarded
from contactscraper.storage.logfiles import NoLog, find_logs
from contactscraper.storage.logquery import BY, KEYS, Group, LogQuery

#: Of the JSON object: raised when a field is renamed or goes; new fields may come without.
SCHEMA = 1
UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


class Command(ScrapyCommand):
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "[LOG ...] [--by method,outcome] [--where outcome=dead] [--since 7d] [--csv | --json] [--html FILE]"

    def short_desc(self) -> str:
        return "Show where URLs went, from the page logs: a funnel by stages, counts by what lines say, or a report"

    def long_desc(self) -> str:
        return (
            "Reads page logs (files, folders, .gz too, - for standard input; without any, all of DATA_DIR) and counts "
            "their lines by the stage at which a visit ended, from lines read to contacts found. Works while a crawl "
            "runs. Lines that are torn or no page log's are skipped and counted.  Examples:  scrapy funnel  |  "
            "scrapy funnel --since 7d --by errorClass,reason --where outcome=error  |  "
            "scrapy funnel data/pagelog/20261201T030859.157399Z.jsonl --html report.html"
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--by", metavar="KEYS", help=f"count by these keys, with commas between: {', '.join(BY)}")
        parser.add_argument(
            "--where", metavar="KEY=VALUE", action="append", default=[],
            help=f"only lines with this value (of several for one key any fits); keys: {', '.join(KEYS)}",
        )  # fmt: skip
        parser.add_argument(
            "--since", metavar="WHEN", help="only lines since then: 2026-12-01, 2026-12-01T08:00, 24h, 7d (UTC)"
        )
        parser.add_argument("--csv", action="store_true", help="print CSV")
        parser.add_argument("--json", action="store_true", help="print one JSON object, for scripts")
        parser.add_argument("--html", metavar="FILE", help="write a report to look at: one file, works offline")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        check_words("funnel", args)
        check_empty(opts)
        if opts.csv and opts.json:
            raise UsageError("Choose one of --csv and --json.")
        by, where = parse_by(opts.by), parse_where(opts.where)
        since = parse_since(opts.since, datetime.now(UTC))
        assert self.settings is not None
        data_dir = Path(self.settings["DATA_DIR"]).absolute()
        with tempfile.TemporaryDirectory(prefix="funnel-") as scratch:
            try:
                files = find_logs(args, data_dir, Path(scratch), sys.stdin.buffer)
                query = LogQuery(files, Path(scratch), since=since, where=where, whole=bool(opts.html))
                if not query.read.lines and query.read.torn + query.read.foreign:
                    raise NoLog(f"Not one line of {', '.join(args) or data_dir} is a page log's.")
            except (NoLog, OSError) as error:
                raise UsageError(str(error), print_help=False) from error
            with printing():
                self._print(query, by, opts)
            if not query.period() and query.read.lines:
                print(plain(nothing(query, where, since)), file=sys.stderr)
            if opts.html:
                self._write_report(query, Path(opts.html), opts)
            query.close()

    @staticmethod
    def _print(query: LogQuery, by: list[str], opts: argparse.Namespace) -> None:
        stages = query.stages()
        groups = query.groups(by) if by else []
        if opts.json:
            print(json.dumps(as_json(query, stages, by, groups, opts), ensure_ascii=False, indent=2))
        elif opts.csv:
            write_csv(stages, by, groups, sys.stdout)
        else:
            print_text(query, stages, by, groups)

    @staticmethod
    def _write_report(query: LogQuery, path: Path, opts: argparse.Namespace) -> None:
        try:
            size = write_report(query, path, now=datetime.now(UTC), where=opts.where, since=opts.since or "")
        except TooManyLines as error:
            raise UsageError(str(error), print_help=False) from error
        except OSError as error:
            raise UsageError(f"{path} cannot be written ({error.strerror}).", print_help=False) from error
        print(f"report: {path} ({size / 1e6:.1f} MB)", file=sys.stderr)


# The arguments -------------------------------------------------------------------------------------------------------


def parse_by(text: str | None) -> list[str]:
    """The keys of ``--by``. Raises UsageError."""
    keys = [key.strip() for key in (text or "").split(",") if key.strip()]
    if unknown := [key for key in keys if key not in BY]:
        raise UsageError(f"--by knows {', '.join(BY)}, and not {unknown[0]!r}.", print_help=False)
    return list(dict.fromkeys(keys))


def parse_where(pairs: list[str]) -> dict[str, list[str]]:
    """The values of each key of ``--where``. Raises UsageError."""
    where: defaultdict[str, list[str]] = defaultdict(list)
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise UsageError(f"--where takes KEY=VALUE, such as outcome=dead, and not {pair!r}.", print_help=False)
        if key not in KEYS:
            raise UsageError(f"--where knows {', '.join(KEYS)}, and not {key!r}.", print_help=False)
        where[key].append(value)
    return dict(where)


def parse_since(text: str | None, now: datetime) -> datetime | None:
    """The time that ``--since`` means, UTC where it names no zone. Raises UsageError."""
    if not text:
        return None
    try:
        if span := re.fullmatch(r"(\d{1,6})([mhdw])", text.lower()):
            return now - timedelta(**{UNITS[span[2]]: int(span[1])})
        moment = datetime.fromisoformat(text)
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise UsageError(
            f"--since takes a date such as 2026-12-01 or a span such as 24h or 7d, and not {text!r}.", print_help=False
        ) from None


def nothing(query: LogQuery, where: dict[str, list[str]], since: datetime | None) -> str:
    """What to say where no line fits the filters."""
    for key, wanted in where.items():
        known = query.values(key)
        if not set(wanted) & set(known):
            names = ", ".join(value or "(none)" for value in known)
            return f"No line has {key}={' or '.join(wanted)}; the log has {names}."
    return "No line fits all filters." if where else f"No line is from {since:%Y-%m-%d %H:%M} UTC or later."


# The answers ---------------------------------------------------------------------------------------------------------


def as_json(
    query: LogQuery, stages: list[StageCount], by: list[str], groups: list[Group], opts: argparse.Namespace
) -> dict[str, Any]:
    """All counts, for machines. Shares are parts of 1."""
    total, period = stages[0].reached, query.period()
    return {
        "schema": SCHEMA,
        "files": query.read.files,
        "skipped": {"torn": query.read.torn, "foreign": query.read.foreign},
        "where": opts.where,
        "since": opts.since,
        "first": _iso(period[0]) if period else None,
        "last": _iso(period[1]) if period else None,
        "lines": total,
        "contacts": sum(stage.contacts for stage in stages),
        "stages": [
            {
                "stage": stage.name,
                "reached": stage.reached,
                "reachedShare": _part(stage.reached, total),
                "ended": stage.ended,
                "endedShare": _part(stage.ended, total),
                "contacts": stage.contacts,
                "asked": stage.asked,
            }
            for stage in stages
        ],
        "by": by,
        "groups": [
            {
                **dict(zip(by, group.values)),
                "lines": group.lines,
                "share": _part(group.lines, total),
                "contacts": group.contacts,
                "stages": group.stages,
            }
            for group in groups
        ],
    }


def write_csv(stages: list[StageCount], by: list[str], groups: list[Group], file: TextIO) -> None:
    """The stages, or with *by* the groups. Shares are parts of 1."""
    writer, total = csv.writer(file, lineterminator="\n"), stages[0].reached
    if by:
        writer.writerow([*by, "lines", "share", "contacts", *(stage.name for stage in stages)])
        for group in groups:
            share = _part(group.lines, total)
            writer.writerow([*map(guarded, group.values), group.lines, share, group.contacts, *group.stages.values()])
        return
    writer.writerow(["stage", "reached", "reachedShare", "ended", "endedShare", "contacts", "asked"])
    for stage in stages:
        shares = _part(stage.reached, total), _part(stage.ended, total)
        writer.writerow([stage.name, stage.reached, shares[0], stage.ended, shares[1], stage.contacts, stage.asked])


def print_text(query: LogQuery, stages: list[StageCount], by: list[str], groups: list[Group]) -> None:
    """The same for people."""
    read, total, period = query.read, stages[0].reached, query.period()
    skipped = [f"{read.torn:,} torn" * bool(read.torn), f"{read.foreign:,} foreign" * bool(read.foreign)]
    lines = counted(read.lines, "line") if total == read.lines else f"{total:,} of {counted(read.lines, 'line')}"
    head = f"{lines} in {counted(read.files, 'file')}"
    head += f", from {period[0]:%Y-%m-%d %H:%M} to {period[1]:%Y-%m-%d %H:%M} UTC" if period else ""
    head += f"; skipped: {', '.join(filter(None, skipped))}" if any(skipped) else ""
    show(head, _groups_table(by, groups, total) if by else _stages_table(stages, total))


def _stages_table(stages: list[StageCount], total: int) -> Table:
    rows = [("lines read", _count(total), _percent(total, total), "", "", "", "")]
    for stage in stages:
        if stage.name == "open" and not stage.ended:
            continue  # a run that came to its end leaves none
        reached, ended = _percent(stage.reached, total), _percent(stage.ended, total)
        asked, found = _count(stage.asked) if stage.asked else "", _count(stage.contacts) if stage.contacts else ""
        rows.append((stage.label, _count(stage.reached), reached, _count(stage.ended), ended, found, asked))
    all_found = sum(stage.contacts for stage in stages)
    rows.append(("contact found", _count(all_found), _percent(all_found, total), "", "", "", ""))
    return table(("stage", ">reached", "?>", ">ended\nhere", "?>", ">with\ncontact", ">asked"), rows)


def _groups_table(by: list[str], groups: list[Group], total: int) -> Table:
    rows = [
        (
            *(value or "-" for value in group.values),
            _count(group.lines),
            _percent(group.lines, total),
            _count(group.contacts),
            _percent(group.contacts, group.lines),
        )
        for group in groups
    ]
    return table((*by, ">lines", "?>", ">with\ncontact", "?>"), rows)


def _count(number: int) -> str:
    return f"{number:,}"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else ""


def _part(part: int, whole: int) -> float:
    return round(part / whole, 6) if whole else 0.0


def _iso(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
