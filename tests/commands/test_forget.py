"""``scrapy forget`` over what real crawls have left: memory, results, logs, and later visits."""

import csv
import gzip
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from contactscraper.storage.memory import Memory
from contactscraper.storage.shards import fix_count
from tests.commands.inside import running_crawl, scrapy, snapshot
from tests.crawl.harness import command, crawl, environ, read_lines
from tests.web import Web
from tests.web.client import ROOT

EMAIL, PHONE, DOMAIN = "info@acme-bakery.test", "+442079460123", "acme-bakery.test"
LIST = """id,url,note
1,acme-bakery.test,write to info@acme-bakery.test
2,https://acme-bakery.test/about,call 020 7946 0123
3,to-seen.test,
4,phone-only.test,Jane
5,retry-0001.test,info@acme-bakery.test
6,nowhere-at-all.test,
"""


@pytest.fixture(scope="module")
def crawled(web: Web, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A DATA_DIR after one crawl whose results are JSON lines and a CSV; nobody changes it."""
    data = tmp_path_factory.mktemp("crawled")
    (data / "list.csv").write_text(LIST, encoding="utf-8")
    run_list(web, data, "-O", f"{data}/contacts/all.csv:csv")
    run_list(web, data, "-a", "force=1")
    zipped = next((data / "pagelog").glob("*.jsonl"))
    zipped.with_name(zipped.name + ".gz").write_bytes(gzip.compress(zipped.read_bytes()))
    zipped.unlink()
    return data


def run_list(web: Web, data: Path, *args: str) -> None:
    listed = ("-a", f"input={data}/list.csv", "-a", "keep=id,note", "-s", "TAB_ENABLED=False")
    done = subprocess.run(
        command(web, data, *listed, *args), cwd=ROOT, env=environ(web), capture_output=True, timeout=120, text=True
    )
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.fixture
def data(crawled: Path, tmp_path: Path) -> Path:
    """A copy of it, to be changed."""
    return Path(shutil.copytree(crawled, tmp_path / "data"))


def contents(data: Path) -> dict[Path, bytes]:
    """All files but what SQLite keeps beside a file that is being read."""
    files = (path for path in sorted(data.rglob("*")) if path.is_file())
    return {path: path.read_bytes() for path in files if not path.name.endswith(("-shm", "-wal"))}


def everything(data: Path) -> str:
    """All bytes under *data* as one text, the list itself left out."""
    files = (path for path in sorted(data.rglob("*")) if path.is_file() and path.name != "list.csv")
    parts = [gzip.decompress(p.read_bytes()) if p.name.endswith(".gz") else p.read_bytes() for p in files]
    return b"\n".join(parts).decode("utf-8", "replace").lower()


def results(data: Path) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in read_lines(data / "contacts")}


def test_an_email_goes_everywhere(data: Path) -> None:
    """Not one byte of it is left in memory, results, logs and CSV; the lines and the other contacts stay."""
    assert EMAIL in everything(data)
    told = scrapy(data, "forget", "Info@Acme-Bakery.test", "--yes", "--json").json
    assert EMAIL not in everything(data)
    assert told["memory"] == {"domains": 0, "answers": 2, "retries": 1}
    assert told["left"] == [str(data / "list.csv")] and told["suppressed"]
    rows = results(data)
    assert (rows["1"]["emails"], rows["1"]["phones"]) == ([], [PHONE])
    assert (rows["1"]["note"], rows["5"]["note"]) == ("write to [forgotten]", "[forgotten]")
    with (data / "contacts" / "all.csv").open(encoding="utf-8-sig", newline="") as file:
        table = {row["id"]: row for row in csv.DictReader(file)}
    assert len(table) == 6 and (table["1"]["emails"], table["1"]["phones"]) == ("", PHONE)
    assert table["1"]["note"] == "write to [forgotten]"
    answers = {visit.url: visit.result for visit in snapshot(data)["answers"].values()}
    assert answers["https://acme-bakery.test/"]["phones"] == [PHONE]
    assert next(iter(snapshot(data)["retries"].values())).kept["note"] == "[forgotten]"


def test_a_phone_in_any_way_of_writing(data: Path) -> None:
    """A national number with its region is the same number in results, logs and the list's own columns."""
    assert scrapy(data, "forget", "020 7946-0123", "--region", "gb", "--yes").status == 0
    left = everything(data)
    assert PHONE not in left and "020 7946 0123" not in left
    rows = results(data)
    assert (rows["1"]["phones"], rows["1"]["emails"]) == ([], [EMAIL])
    assert rows["2"]["note"] == "call [forgotten]"
    assert rows["4"]["phones"] == ["+442079460199"]
    logs = [
        json.loads(line)
        for p in (data / "pagelog").glob("*.gz")
        for line in gzip.decompress(p.read_bytes()).splitlines()
    ]
    assert {entry["input"]: entry.get("phone") for entry in logs}["acme-bakery.test"] is None


def test_a_domain_goes_with_all_that_was_collected_from_it(data: Path) -> None:
    """Record, answers and every line of it, also of the name that led there; other sites' lines lose its addresses."""
    assert scrapy(data, "forget", "www.acme-bakery.test", "--yes").status == 0
    assert DOMAIN not in everything(data)
    assert set(results(data)) == {"4", "5", "6"}
    left = snapshot(data)
    assert {domain for domain, _ in left["domains"]} == {
        "to-seen.test", "phone-only.test", "retry-0001.test", "nowhere-at-all.test"
    }  # fmt: skip
    assert {visit.domain for visit in left["answers"].values()} == {"phone-only.test", "nowhere-at-all.test"}


def test_no_later_visit_delivers_it_again(web: Web, data: Path) -> None:
    """After a request the forgotten site is not asked, and neither it nor the number comes back by another name."""
    scrapy(data, "forget", DOMAIN, "--yes")
    scrapy(data, "forget", "+44 20 7946 0199", "--yes")
    run = crawl(web, data, [DOMAIN, "to-seen.test", "phone-only.test"], "-a", "force=1", "-s", "TAB_ENABLED=False")
    assert run.ending(DOMAIN) == ("skip", "error", "suppressed")
    found = {result["input"]: (result["emails"], result["phones"]) for result in run.results}
    assert found["to-seen.test"] == found["phone-only.test"] == ([], [])


def test_a_dry_run_changes_nothing_and_tells_the_same(web: Web, data: Path) -> None:
    """It lists what the real one then touches, while a crawl runs too, and leaves every byte as it was."""
    with running_crawl(web, data, "ok-0002.test"):
        assert scrapy(data, "forget", EMAIL, "--dry-run").status == 0
        refused = scrapy(data, "forget", EMAIL, "--yes")
        assert "belongs to a crawl" in refused.error
        assert EMAIL in everything(data)
    before = contents(data)
    planned = scrapy(data, "forget", EMAIL, "--dry-run", "--json").json
    shown = scrapy(data, "forget", EMAIL, "--dry-run").out
    assert contents(data) == before
    assert planned["dryRun"] and "Nothing was changed." in shown and "all.csv" in shown
    done = scrapy(data, "forget", EMAIL, "--yes", "--json").json
    assert {**done, "dryRun": True, "suppressed": False} == planned
    again = scrapy(data, "forget", EMAIL, "--yes", "--json").json
    assert not again["files"] and not any(again["memory"].values()) and not again["suppressed"]


def test_files_keep_their_mode_and_untouched_ones_their_bytes(data: Path) -> None:
    """A rewritten file has the old one's mode, and a file without the value is not written at all."""
    touched = data / "contacts" / "all.csv"
    touched.chmod(0o640)
    other = data / "contacts" / "other.jsonl"
    other.write_bytes(b'{"input": "x",  "emails": ["else@x.test"]}\n{"torn')
    torn = data / "pagelog" / "torn.jsonl"
    torn.write_bytes(b'{"type":"website"}\n{"input":"info@acme-bakery.test')
    stamp = other.stat().st_mtime_ns, other.stat().st_ino
    assert scrapy(data, "forget", EMAIL, "--yes").status == 0
    assert touched.stat().st_mode & 0o7777 == 0o640
    assert (other.stat().st_mtime_ns, other.stat().st_ino) == stamp
    assert torn.read_bytes() == b'{"type":"website"}\n'
    assert not list(data.rglob("*.forgetting"))


def test_other_files_that_hold_it_are_named(data: Path) -> None:
    """A damaged memory that was set aside, or a report, cannot be rewritten, and is not passed over in silence."""
    (data / "memory.sqlite.broken-1").write_bytes(b"\0" * 5000 + b"info@acme-bakery.test" + b"\0" * 50)
    told = scrapy(data, "forget", EMAIL, "--yes")
    assert "memory.sqlite.broken-1 holds it too" in told.out and "list.csv holds it too" in told.out


def test_all_shards(data: Path, tmp_path: Path) -> None:
    """In a sharded DATA_DIR every shard's memory and files are seen to, and one list at its top keeps the value out."""
    sharded = tmp_path / "sharded"
    fix_count(sharded, 3)
    scrapy(sharded, "domains", "import", str(data))
    shard = next(sharded.glob("shards/*/memory.sqlite")).parent
    shutil.copytree(data / "contacts", shard / "contacts")
    assert EMAIL in everything(sharded)
    assert scrapy(sharded, "forget", EMAIL, "--yes").status == 0
    assert EMAIL not in everything(sharded)
    assert [path.parent for path in sharded.rglob("suppressed.txt")] == [sharded]


@pytest.mark.parametrize(
    ("args", "error"),
    [
        ((), "Name one email, phone or domain"),
        (("a@b.test", "c@d.test"), "Name one email"),
        (("020 7946 0123",), "add --region DE"),
        (("co.uk",), "belongs to many owners"),
        (("nonsense",), "is no email, phone or domain"),
        ((EMAIL,), "This removes the email info@acme-bakery.test from all of them; add --yes"),
    ],
)  # fmt: skip
def test_errors_are_one_sentence(crawled: Path, args: tuple[str, ...], error: str) -> None:
    """What is wrong, or not confirmed, is said in one sentence, with status 2."""
    before = contents(crawled)
    assert error in scrapy(crawled, "forget", *args).error
    assert contents(crawled) == before


def test_what_is_not_known_is_kept_out_all_the_same(tmp_path: Path) -> None:
    """A request may come before the first crawl."""
    told = scrapy(tmp_path / "data", "forget", "jane@nowhere.test", "--json").json
    assert told["suppressed"] and (tmp_path / "data" / "suppressed.txt").exists()
    Memory.read(tmp_path / "data").close()


def test_help_has_an_example(tmp_path: Path) -> None:
    """--help says what happens to a value, and shows how a number is given."""
    told = " ".join(scrapy(tmp_path, "forget", "--help").out.split())
    assert 'scrapy forget "030 1234567" --region DE' in told and "[forgotten]" in told
