"""``scrapy funnel`` over the files of a real crawl."""

import csv
import io
import json
import os
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from scrapy.exceptions import UsageError

from contactscraper.commands.funnel import parse_by, parse_since, parse_where
from contactscraper.funnel import JOURNEY, stage_of
from tests.commands.running import Done, scrapy
from tests.crawl.harness import Run, crawl
from tests.web import Web
from tests.web.client import ROOT

LINES = [
    "acme-bakery.test",
    "contact-page.test",
    "no-words.test",
    "nowhere.test",
    "acme-bakery.test",
    "no url",
    "robots-none.test",
]
NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)


class Crawled(NamedTuple):
    data: Path
    run: Run


@pytest.fixture(scope="module")
def crawled(web: Web, tmp_path_factory: pytest.TempPathFactory) -> Crawled:
    data = tmp_path_factory.mktemp("data")
    return Crawled(data, crawl(web, data, LINES, "-s", "TAB_ENABLED=False"))


def funnel(data: Path, *arguments: str, piped: str = "", columns: int = 150) -> Done:
    return scrapy(data, "funnel", *arguments, piped=piped.encode(), columns=columns)


def answer(data: Path, *arguments: str) -> Any:
    done = funnel(data, "--json", *arguments)
    assert done.status == 0, done.err
    return json.loads(done.out)


def test_the_funnel_of_a_crawl(crawled: Crawled) -> None:
    """The text shows every stage with its count and share, from the lines read to the contacts found."""
    done = funnel(crawled.data)
    assert done.status == 0, done.err
    assert "7 lines in 1 file, from 20" in done.out
    text = {line.strip().split("  ")[0]: line.split() for line in done.out.splitlines()}
    assert text["lines read"][2:] == ["7", "100.0", "%"]
    assert text["known from memory"][3:] == ["6", "85.7", "%", "1", "14.3", "%", "1"]
    assert text["contact page"][2:] == ["1", "14.3", "%", "1", "14.3", "%", "1", "1"]
    assert text["contact found"][2:] == ["3", "42.9", "%"]
    assert [line for line in done.out.splitlines() if line != line.rstrip()] == []  # as a file keeps them


@pytest.mark.parametrize(("columns", "row"), [(60, ["7", "1"]), (80, ["7", "100.0", "%", "1", "14.3", "%"])])
def test_numbers_are_whole_on_a_narrow_terminal(crawled: Crawled, columns: int, row: list[str]) -> None:
    """Names are folded and shares left out before a number is cut."""
    done = funnel(crawled.data, columns=columns)
    assert "\N{HORIZONTAL ELLIPSIS}" not in done.out
    assert max(map(len, done.out.splitlines()[1:])) <= columns
    first = next(line for line in done.out.splitlines() if "invalid" in line)
    assert [word for word in first.split() if word[0].isdigit() or word == "%"][: len(row)] == row


def test_where_nobody_reads_on_the_report_is_written(crawled: Crawled, tmp_path: Path) -> None:
    """``scrapy funnel --html FILE | head -1`` ends well; on a full disk a sentence says what is wrong."""
    report = tmp_path / "report.html"
    command = [sys.executable, "-m", "scrapy", "funnel", "-s", f"DATA_DIR={crawled.data}", "--html", str(report)]
    reader, pipe = os.pipe()
    os.close(reader)
    with open(pipe, "wb") as unread:
        done = subprocess.run(command, cwd=ROOT, stdout=unread, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, report.exists()) == (0, True), done.stderr
    if (full := Path("/dev/full")).exists():
        with full.open("wb") as disk:
            done = subprocess.run(command[:-2], cwd=ROOT, stdout=disk, stderr=subprocess.PIPE, check=False)
        assert done.returncode == 2
        assert done.stderr.splitlines()[-1].endswith(b"The output cannot be written (no space left on device).")


def test_json_is_stable(crawled: Crawled) -> None:
    """The object has these fields, and their numbers are those of the log."""
    found = answer(crawled.data, "--by", "method,outcome")
    assert list(found) == [
        "schema", "files", "skipped", "where", "since", "first", "last", "lines", "contacts", "stages", "by", "groups",
    ]  # fmt: skip
    assert found["schema"] == 1 and found["skipped"] == {"torn": 0, "foreign": 0}
    assert [list(stage) for stage in found["stages"]] == [
        ["stage", "reached", "reachedShare", "ended", "endedShare", "contacts", "asked"]
    ] * len(JOURNEY)
    entries = crawled.run.entries
    assert {stage["stage"]: stage["ended"] for stage in found["stages"] if stage["ended"]} == Counter(
        stage_of(entry) for entry in entries
    )
    assert list(found["groups"][0]) == ["method", "outcome", "lines", "share", "contacts", "stages"]
    assert {(group["method"], group["outcome"]): group["lines"] for group in found["groups"]} == Counter(
        (entry["method"], entry["outcome"]) for entry in entries
    )
    assert sum(group["share"] for group in found["groups"]) == pytest.approx(1, abs=1e-5)


def test_csv(crawled: Crawled) -> None:
    """CSV has the stages, or with --by the groups, under a header."""
    stages = list(csv.DictReader(io.StringIO(funnel(crawled.data, "--csv").out)))
    assert [row["stage"] for row in stages] == [stage.name for stage in JOURNEY]
    assert stages[0]["reached"] == "7"
    groups = list(csv.DictReader(io.StringIO(funnel(crawled.data, "--csv", "--by", "errorClass,reason").out)))
    assert {(row["errorClass"], row["reason"]): row["lines"] for row in groups}[("dns", "no-such-name")] == "1"


def test_filters_and_times(crawled: Crawled) -> None:
    """--where and --since choose lines; where none is left, the values that there are stand in a sentence."""
    assert answer(crawled.data, "--where", "outcome=dead", "--where", "outcome=error")["lines"] == 3
    assert answer(crawled.data, "--since", "1h")["lines"] == 7
    assert answer(crawled.data, "--since", "2999-01-01")["lines"] == 0
    done = funnel(crawled.data, "--where", "outcome=ded")
    assert done.status == 0
    assert "No line has outcome=ded; the log has ok-contact, " in done.err


def test_standard_input_and_foreign_lines(crawled: Crawled) -> None:
    """A log can come through a pipe, and what is no log line is named."""
    log = next((crawled.data / "pagelog").glob("*.jsonl")).read_text("utf-8")
    done = funnel(crawled.data, "-", piped=f"noise\n{log}" + '{"type":"web')
    assert "7 lines in 1 file" in done.out and "skipped: 1 torn, 1 foreign" in done.out


def test_a_pipe_with_a_name_is_read(crawled: Crawled, tmp_path: Path) -> None:
    """As a shell's ``scrapy funnel <(zstdcat old.jsonl.zst)`` hands it over."""
    pipe, log = tmp_path / "pipe", next((crawled.data / "pagelog").glob("*.jsonl"))
    os.mkfifo(pipe)
    with subprocess.Popen(["cp", str(log), str(pipe)]):
        assert answer(tmp_path, str(pipe))["lines"] == 7


@pytest.mark.parametrize("word", ["\x1b[2Jgone", "[/nope]", "\u202eback"])
def test_what_a_log_says_does_not_steer_the_terminal(tmp_path: Path, word: str) -> None:
    """A log of somebody else may hold anything where a fixed word is expected."""
    log = json.dumps({"at": "2026-12-01T03:00:00Z", "method": "fetch", "outcome": word})
    for arguments in (["--by", "outcome"], ["--where", "outcome=dead"]):
        done = funnel(tmp_path, "-", *arguments, piped=log)
        assert done.status == 0, done.err
        assert word.lstrip("\x1b\u202e") in done.out + done.err
        assert not set("\x1b\u202e") & set(done.out + done.err)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "There is no page log in"),
        (["none.jsonl"], "There is no file or folder none.jsonl."),
        (["README.md"], "Not one line of README.md is a page log's."),
        (["--csv", "--json"], "Choose one of --csv and --json."),
        (["--colour"], "There is no option --colour; see: scrapy funnel --help"),
        (["--where", "colour=red"], "--where knows type, method,"),
        (["--html", ""], "--html is empty; give it a value, or leave it out."),
        (["--since", ""], "--since is empty; give it a value, or leave it out."),
    ],
)
def test_errors_are_one_sentence(tmp_path: Path, arguments: list[str], message: str) -> None:
    """What cannot be done is said in a sentence, with exit status 2 and without a traceback."""
    done = funnel(tmp_path / "empty", *arguments)
    assert done.status == 2
    assert message in done.err and "Traceback" not in done.err
    assert done.out == "" or done.out.startswith("Usage")


def test_help_has_an_example() -> None:
    """--help shows how it is used."""
    assert "scrapy funnel --since 7d" in " ".join(funnel(Path(), "--help").out.split())


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("24h", NOW - timedelta(days=1)),
        ("7d", NOW - timedelta(days=7)),
        ("2W", NOW - timedelta(days=14)),
        ("2026-11-30", datetime(2026, 11, 30, tzinfo=UTC)),
        ("2026-11-30T08:00:00+01:00", datetime(2026, 11, 30, 7, tzinfo=UTC)),
        ("2026-11-30T08:00:00.000Z", datetime(2026, 11, 30, 8, tzinfo=UTC)),
        (None, None),
    ],
)
def test_since(text: str | None, moment: datetime | None) -> None:
    """A time, or a span before now; UTC where no zone is named."""
    assert parse_since(text, NOW) == moment


@pytest.mark.parametrize("text", ["yesterday", "7", "7y", "2026-13-01", "999999w", "-7d"])
def test_since_that_is_no_time(text: str) -> None:
    """Anything else is an error that says what can be given."""
    with pytest.raises(UsageError, match="such as 2026-12-01"):
        parse_since(text, NOW)


def test_keys() -> None:
    """--by takes a list of known keys, --where pairs; a value may hold an equals sign."""
    assert parse_by("method, outcome,method") == ["method", "outcome"]
    assert parse_where(["domain=a.test", "domain=b=c", "outcome="]) == {"domain": ["a.test", "b=c"], "outcome": [""]}
    for wrong in ("url", "Method"):
        with pytest.raises(UsageError, match="--by knows"):
            parse_by(wrong)
    with pytest.raises(UsageError, match="takes KEY=VALUE"):
        parse_where(["outcome"])
