"""``scrapy domains`` and ``scrapy retries`` over the memory that a real crawl has left."""

import csv
import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from contactscraper.domains import RECENT, DomainRecord, State
from contactscraper.domains.export import FIELDS
from contactscraper.storage.memory import Memory
from contactscraper.storage.shards import fix_count, memory_dirs, shard_count, shard_of
from tests.commands.inside import running_crawl, scrapy, snapshot
from tests.crawl.harness import crawl
from tests.web import Web

LINES = [
    *("ok-0001.test", "contact-0001.test", "empty-0001.test", "dead-0001.test", "refused-0001.test"),
    *("wall-0001.test", "retry-0001.test", "words-0001.test", "big-0001.test", "gone-0001.test"),
]
NO_TABS = ("-s", "TAB_ENABLED=False")


@pytest.fixture(scope="module")
def crawled(web: Web, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A DATA_DIR after one crawl; nobody changes it."""
    data = tmp_path_factory.mktemp("crawled")
    assert crawl(web, data, LINES, *NO_TABS).status == 0
    return data


@pytest.fixture
def data(crawled: Path, tmp_path: Path) -> Path:
    """A copy of it, to be changed."""
    return Path(shutil.copytree(crawled, tmp_path / "data"))


def state(data: Path, domain: str) -> State:
    return {name: record.state for (name, _), record in snapshot(data)["domains"].items()}[domain]


# To be looked at ------------------------------------------------------------------------------------------------------


def test_stats_count_each_state(crawled: Path) -> None:
    """The counts are those of the memory's records, each state is named, and the table says the same."""
    records = list(snapshot(crawled)["domains"].values())
    told = scrapy(crawled, "domains", "stats", "--json").json
    assert told["records"] == len(records) == len(LINES)
    assert told["states"] == {s.value: sum(r.state is s for r in records) for s in State}
    assert told["states"]["dead"] == 3 and told["states"]["antibot-soft"] == 1
    assert told["retries"] == {"due": 0, "waiting": 1, "resting": 0}
    table = scrapy(crawled, "domains", "stats").out
    assert "antibot-soft" in table and "GET without HEAD" in table and "1 waiting" in table


def test_list_filters(crawled: Path) -> None:
    """--state and --expires-before choose, several states with commas or repeated; --limit cuts and says so."""

    def names(*args: str) -> list[str]:
        return [row["domain"] for row in scrapy(crawled, "domains", "list", "--json", *args).json]

    assert names() == sorted(LINES)
    assert names("--state", "dead") == ["dead-0001.test", "gone-0001.test", "refused-0001.test"]
    assert names("--state", "dead,antibot-soft") == names("--state", "dead", "--state", "antibot-soft")
    assert "dead-0001.test" not in names("--expires-before", "8d") and len(names("--expires-before", "8d")) == 7
    assert names("--expires-before", "2020-01-01") == []
    assert names("--limit", "2") == sorted(LINES)[:2]
    assert "8 more" in scrapy(crawled, "domains", "list", "--limit", "2").out


def test_list_marks_what_time_has_ended(data: Path) -> None:
    """A state that has outlived its time is shown as what the next visit will find, and as over."""
    memory = Memory.own(data)
    memory.put_domain(DomainRecord("old.test", state=State.ANTIBOT_HARD, state_expires_at=time.time() - 1))
    memory.close()
    [row] = scrapy(data, "domains", "list", "--json", "--expires-before", "1m").json
    assert (row["domain"], row["state"], row["lapsed"]) == ("old.test", "antibot-soft", True)
    assert "over" in scrapy(data, "domains", "list", "--state", "antibot-soft").out


def test_show_tells_all_of_a_domain(crawled: Path) -> None:
    """Evidence, answers and retries stand there, by a domain's name, host or URL."""
    told = scrapy(crawled, "domains", "show", "https://www.ok-0001.test/about", "--json").json
    [record] = told["records"]
    assert told["known"] and tuple(record)[: len(FIELDS)] == FIELDS
    assert [(e["method"], e["outcome"]) for e in record["recent"]] == [("fetch", "ok-contact")]
    assert told["answers"][0]["result"]["emails"] == ["info@ok-0001.test"]
    table = scrapy(crawled, "domains", "show", "retry-0001.test").out
    assert "http-error" in table and "503" in table and "server-error" in table
    unknown = scrapy(crawled, "domains", "show", "nowhere.test")
    assert unknown.status == 1 and "Nothing is known of nowhere.test" in unknown.out


def test_what_servers_say_does_not_steer_the_terminal(data: Path) -> None:
    """Control characters, marks of direction and rich's own markup in tags are only shown."""
    memory = Memory.own(data)
    memory.put_domain(DomainRecord("odd.test", tags=("\x1b[2Jred", "[bold]x[/bold]", "\u202eabc")))
    memory.close()
    table = scrapy(data, "domains", "show", "odd.test").out
    assert "\x1b" not in table and "\u202e" not in table and "[bold]x[/bold]" in table


# To be corrected ------------------------------------------------------------------------------------------------------


def test_set_forces_a_state_with_its_time(data: Path) -> None:
    """A state set by hand has the time that its setting gives it, and the evidence stays."""
    now = time.time()
    told = scrapy(data, "domains", "set", "www.ok-0001.test", "Cold", "--json", "-s", "DOMAIN_TTL_COLD=3600").json
    assert told["state"] == "cold" and len(told["recent"]) == 1
    record = snapshot(data)["domains"]["ok-0001.test", "direct"]
    assert now + 3600 <= record.state_expires_at <= time.time() + 3600
    assert scrapy(data, "domains", "set", "never-seen.test", "dead").status == 0
    assert state(data, "never-seen.test") is State.DEAD


def test_a_reset_domain_is_visited_anew(web: Web, data: Path) -> None:
    """After a reset neither its answer nor its retry nor its state stands in the way of a visit; others' do."""
    for domain in ("retry-0001.test", "ok-0001.test", "dead-0001.test"):
        assert scrapy(data, "domains", "reset", domain, "--yes").status == 0
    left = snapshot(data)
    assert len(left["domains"]) == len(LINES) - 3 and not left["retries"]
    run = crawl(web, data, ["retry-0001.test", "ok-0001.test", "dead-0001.test", "contact-0001.test"], *NO_TABS)
    assert run.ending("ok-0001.test") == ("fetch", "ok-contact", "found")
    assert run.ending("retry-0001.test")[2] == "retry-queued"
    assert run.ending("dead-0001.test")[2] == "no-such-name"
    assert run.ending("contact-0001.test") == ("cache", "ok-contact", "cached")


@pytest.mark.parametrize(
    ("args", "loss"),
    [
        (("domains", "reset", "ok-0001.test"), "This forgets ok-0001.test (1 record, 1 answer, 0 retries)"),
        (("domains", "reset", "--all"), "10 records, 8 answers, 1 retry"),
        (("domains", "rebuild"), "This replaces what is known of 10 domains"),
        (("retries", "drop", "retry-0001.test"), "This drops retry-0001.test from the queue"),
        (("retries", "drop", "--all"), "This drops 1 URL from the queue"),
    ],
)  # fmt: skip
def test_nothing_is_lost_unasked(data: Path, args: tuple[str, ...], loss: str) -> None:
    """Without a terminal a loss needs --yes, at a terminal the word y; all else changes nothing."""
    before = snapshot(data)
    assert loss in scrapy(data, *args).error and "--yes" in scrapy(data, *args).error
    refused = scrapy(data, *args, stdin="n\n")
    assert refused.status == 1 and loss in refused.err and "Nothing was changed." in refused.err
    assert scrapy(data, *args, stdin="").status == 1
    assert snapshot(data) == before
    assert scrapy(data, *args, stdin="y\n").status == 0
    assert snapshot(data) != before


def test_sweep_applies_what_time_has_done(data: Path) -> None:
    """States past their time change, expired answers and rested retries go; the rest stays as it is."""
    memory = Memory.own(data)
    now = time.time()
    memory.put_domain(DomainRecord("hard.test", state=State.ANTIBOT_HARD, state_expires_at=now - 5))
    answer = next(memory.cached_visits())
    memory.put_answer(type(answer).from_dict({**answer.to_dict(), "key": "0" * 16, "expires_at": now - 5}))
    retry = next(memory.retries())
    memory.queue_retry(type(retry).from_dict({**retry.to_dict(), "key": "1" * 16, "resting": True, "due_at": now - 5}))
    memory.close()
    assert scrapy(data, "domains", "sweep", "--json").json == {"domains": 1, "answers": 1, "retries": 1}
    assert state(data, "hard.test") is State.ANTIBOT_SOFT
    left = snapshot(data)
    assert len(left["retries"]) == 1 and "0" * 16 not in left["answers"]
    assert scrapy(data, "domains", "sweep", "--json").json == {"domains": 0, "answers": 0, "retries": 0}


# As a file ------------------------------------------------------------------------------------------------------------


def test_export_reset_import_gives_the_same_memory(data: Path) -> None:
    """The CSV has all fields, one row a domain, and gives the whole memory back: evidence, answers and retries."""
    before, path = snapshot(data), data / "memory.csv"
    assert scrapy(data, "domains", "export", str(path), "--json").json == {"file": str(path), "rows": len(LINES)}
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == (*FIELDS, "answers", "retries") and [row["domain"] for row in rows] == sorted(LINES)
    assert scrapy(data, "domains", "reset", "--all", "--yes").status == 0
    assert snapshot(data) == {"domains": {}, "answers": {}, "retries": {}}
    assert scrapy(data, "domains", "import", str(path)).status == 0
    assert snapshot(data) == before


def test_a_memory_goes_into_shards_and_back(data: Path, tmp_path: Path) -> None:
    """With --shards a new DATA_DIR is cut, each domain is its owner's with answers and retries, and back in a plain one
    the memory is the same; the list of those who do not want to be collected goes along."""
    before, cut, back = snapshot(data), tmp_path / "cut", tmp_path / "back"
    (data / "suppressed.txt").write_text("ab" * 32, encoding="utf-8")
    taken = scrapy(cut, "domains", "import", str(data), "--shards", "5")
    assert taken.status == 0, taken.error
    assert shard_count(cut) == 5
    for part, folder in enumerate(memory_dirs(cut)):
        memory = Memory.read(folder)
        owned = [*memory.domains(), *memory.cached_visits(), *memory.retries()]
        assert {shard_of(entry.domain, 5) for entry in owned} <= {part}
        memory.close()
    assert scrapy(cut, "domains", "stats", "--json").json["records"] == len(LINES)
    assert scrapy(back, "domains", "import", str(cut)).status == 0
    assert shard_count(back) is None and snapshot(back) == before
    assert (back / "suppressed.txt").read_text(encoding="utf-8").split() == ["ab" * 32]
    again = scrapy(cut, "domains", "import", str(data), "--shards", "8", "--yes")
    assert again.status == 2 and "is cut into 5 shards, and the number stays" in again.error
    plain = scrapy(back, "domains", "import", str(data), "--shards", "5", "--yes")
    assert plain.status == 2 and "--shards is for a new DATA_DIR" in plain.error


def test_export_does_not_overwrite_unasked(data: Path) -> None:
    """A file that is there is replaced only where that is wanted, and - is standard output."""
    path = data / "memory.csv"
    path.write_text("mine", encoding="utf-8")
    assert "replaces the file" in scrapy(data, "domains", "export", str(path)).error
    assert path.read_text(encoding="utf-8") == "mine"
    assert scrapy(data, "domains", "export", str(path), "--yes").status == 0
    assert scrapy(data, "domains", "export", "-").out == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("url\nok.test\n", "has no column domain and no state"),
        ("domain,state\nok.test,lukewarm\n", "its state is 'lukewarm'"),
        ("domain,state,recent\nok.test,dead,[1]\n", "its recent holds something that is no evidence"),
        ("domain,state,fetchTotal\nok.test,dead,many\n", "its fetchTotal cannot be read"),
        ("domain,state,lastSeen\nok.test,dead,yesterday\n", "its lastSeen cannot be read"),
        ('domain,state,answers\nok.test,dead,"[{}]"\n', "its answers cannot be read"),
        ("domain,state\n,dead\n", "it has no domain"),
    ],
)  # fmt: skip
def test_a_bad_import_changes_nothing(data: Path, text: str, error: str) -> None:
    """One bad row is named with its line, and not even the good rows before it are written."""
    path = data / "bad.csv"
    head, rows = text.split("\n", 1)
    path.write_text(f"{head}\n{'good.test,dead' + ',' * head.count(',')}\n{rows}" if "state" in head else text, "utf-8")
    before = snapshot(data)
    assert error in scrapy(data, "domains", "import", str(path), "--yes").error
    assert snapshot(data) == before


def test_rebuild_gives_back_what_the_logs_tell(data: Path) -> None:
    """With the database lost, replaying the page logs gives each domain the state and evidence that it had."""
    lost = {key: essence(record) for key, record in snapshot(data)["domains"].items()}
    for path in data.glob("memory.*"):
        path.unlink()
    told = scrapy(data, "domains", "rebuild", "--json").json
    assert told == {"lines": len(LINES), "useless": 0, "domains": len(LINES)}
    assert {key: essence(record) for key, record in snapshot(data)["domains"].items()} == lost


def essence(record: DomainRecord) -> tuple[Any, ...]:
    """A record as far as a log can tell it: to the millisecond."""
    counts = (record.fetch_total, record.fetch_ok, record.fetch_ok_empty, record.tab_total, record.tab_ok)
    recent = [(e.method, e.outcome, e.visit, e.status, e.error_class, e.partial, e.wall) for e in record.recent]
    return record.state, recent, counts, record.tags, int(record.last_seen)


def test_rebuild_sets_a_damaged_memory_aside(data: Path) -> None:
    """A file that is no database any more is kept beside the new one, and torn lines of a log are counted."""
    (data / "memory.sqlite").write_bytes(b"no database " * 1000)
    log = next((data / "pagelog").glob("*.jsonl"))
    with log.open("ab") as file:
        file.write(b'{"type": "webs')
    told = scrapy(data, "domains", "rebuild", "--json").json
    assert told == {"lines": len(LINES) + 1, "useless": 1, "domains": len(LINES)}
    assert (data / "memory.sqlite.broken-1").exists()
    assert "cannot be read" in scrapy(data, "domains", "rebuild", "no.jsonl").error


# Shards ---------------------------------------------------------------------------------------------------------------


def test_shards_are_read_and_changed_as_one(data: Path, tmp_path: Path) -> None:
    """A sharded DATA_DIR takes a plain one's memory over, tells the same of it, and is changed as one."""
    sharded = tmp_path / "sharded"
    fix_count(sharded, 40)
    assert scrapy(sharded, "domains", "import", str(data)).status == 0
    assert len(list(sharded.glob("shards/*/memory.sqlite"))) > 3
    mine, theirs = (scrapy(place, "domains", "list", "--json").json for place in (sharded, data))
    assert sorted(mine, key=str) == sorted(theirs, key=str)
    assert scrapy(sharded, "domains", "stats", "--json").json["memories"] == 40
    assert scrapy(sharded, "retries", "run-now", "--all", "--json").json == {"urls": ["https://retry-0001.test/"]}
    assert scrapy(sharded, "domains", "set", "ok-0001.test", "friendly").status == 0
    assert scrapy(sharded, "domains", "show", "ok-0001.test", "--json").json["records"][0]["state"] == "friendly"
    shard = next(sharded.glob("shards/*/memory.sqlite")).parent
    owner = Memory.own(shard)
    try:
        assert str(shard) in scrapy(sharded, "domains", "set", "ok-0001.test", "dead").error
    finally:
        owner.close()
    assert scrapy(sharded, "domains", "reset", "--all", "--yes").status == 0
    assert scrapy(sharded, "domains", "list", "--json").json == []


# Retries --------------------------------------------------------------------------------------------------------------


def test_run_now_makes_a_url_due(web: Web, data: Path) -> None:
    """A URL that would wait for a day is taken by the next run of the due retries."""
    [row] = scrapy(data, "retries", "list", "--json").json
    assert (row["url"], row["standing"], row["tries"]) == ("https://retry-0001.test/", "waiting", 1)
    assert "nothing waits" not in scrapy(data, "retries", "list").out
    assert scrapy(data, "retries", "run-now", "http://www.retry-0001.test").status == 0
    assert scrapy(data, "retries", "list", "--json").json[0]["standing"] == "due"
    run = crawl(web, data, None, "-a", "retries=only", *NO_TABS)
    assert [entry["url"] for entry in run.entries] == ["https://retry-0001.test/"]
    assert scrapy(data, "retries", "list", "--json").json[0]["tries"] == 2


def test_drop_takes_a_url_out(data: Path) -> None:
    """What is dropped waits no longer, and what does not wait cannot be dropped."""
    assert scrapy(data, "retries", "drop", "retry-0001.test", "--yes").status == 0
    assert scrapy(data, "retries", "list", "--json").json == []
    assert "No URL waits" in scrapy(data, "retries", "list").out
    assert "does not wait" in scrapy(data, "retries", "drop", "retry-0001.test", "--yes").error


# What cannot be done --------------------------------------------------------------------------------------------------


def test_while_a_crawl_runs_all_is_read_and_nothing_changed(web: Web, data: Path, tmp_path: Path) -> None:
    """A running crawl's memory can be looked at; a change says which process owns it and leaves it alone."""
    path = tmp_path / "memory.csv"
    scrapy(data, "domains", "export", str(path))
    with running_crawl(web, data, "ok-0002.test") as child:
        deadline = time.monotonic() + 10
        while scrapy(data, "domains", "show", "ok-0002.test").status and time.monotonic() < deadline:
            time.sleep(0.05)
        for reading in (("stats",), ("list",), ("show", "ok-0002.test"), ("export", "-")):
            assert scrapy(data, "domains", *reading).status == 0, reading
        assert scrapy(data, "retries", "list").status == 0
        before = snapshot(data)
        for change in (
            ("domains", "set", "ok-0001.test", "dead"),
            ("domains", "reset", "ok-0001.test", "--yes"),
            ("domains", "reset", "--all", "--yes"),
            ("domains", "import", str(path), "--yes"),
            ("domains", "sweep"),
            ("domains", "rebuild", "--yes"),
            ("retries", "run-now", "retry-0001.test"),
            ("retries", "drop", "--all", "--yes"),
        ):
            assert f"process {child.pid}" in scrapy(data, *change).error, change
        assert snapshot(data) == before
    assert child.returncode == 0


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (("domains",), "Say what to do; it can be stats, list"),
        (("domains", "frob"), "There is no 'frob'"),
        (("domains", "show"), "It is: scrapy domains show DOMAIN."),
        (("domains", "show", "a.test", "b.test"), "It is: scrapy domains show DOMAIN."),
        (("domains", "show", "mailto:a@b.test"), "is no domain"),
        (("domains", "set", "a.test", "hot"), "There is no state 'hot'; it can be unknown, friendly"),
        (("domains", "list", "--state", "hot"), "There is no state 'hot'"),
        (("domains", "list", "--expires-before", "soon"), "'soon' is no moment; give a date"),
        (("domains", "list", "--limit", "few"), "--limit takes a number"),
        (("domains", "list", "--yes"), "scrapy domains list does not know --yes"),
        (("domains", "list", "--colour"), "There is no option --colour"),
        (("domains", "reset", "a.test", "--all"), "not both"),
        (("domains", "import", "missing.csv"), "missing.csv cannot be read (no such file or directory)"),
        (("domains", "export", "no/such/folder.csv"), "cannot be written"),
        (("retries", "run-now", "a.test"), "a.test does not wait for another try"),
        (("retries", "list", "--limit", "-1"), "--limit takes a number"),
    ],
)  # fmt: skip
def test_errors_are_one_sentence(crawled: Path, args: tuple[str, ...], error: str) -> None:
    """What is wrong is said in one sentence, with status 2."""
    assert error in scrapy(crawled, *args).error


def test_where_there_is_no_memory(tmp_path: Path) -> None:
    """An empty DATA_DIR can be looked at, is not made by a slip of the pen, and a change says where it looked."""
    nowhere = tmp_path / "nowhere"
    assert "No domain is known" in scrapy(nowhere, "domains", "stats").out
    assert scrapy(nowhere, "domains", "list", "--json").json == []
    assert f"There is no memory in {nowhere}" in scrapy(nowhere, "domains", "reset", "a.test", "--yes").error
    assert "There is no page log" in scrapy(nowhere, "domains", "rebuild").error
    assert not nowhere.exists()


@pytest.mark.parametrize("name", ["domains", "retries"])
def test_help_has_an_example(name: str, tmp_path: Path) -> None:
    """--help lists the verbs with what they do, and an example of each kind."""
    told = scrapy(tmp_path, name, "--help")
    assert told.status == 0 and "Examples:" in told.out and f"\n  scrapy {name} list" in told.out


def test_a_record_holds_no_more_than_it_may(crawled: Path) -> None:
    """The evidence of a record stays within its bound, whatever wrote it."""
    assert all(len(record.recent) <= RECENT for record in snapshot(crawled)["domains"].values())
