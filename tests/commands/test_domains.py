"""``scrapy domains`` over the memory that a real crawl has left, and what both it and ``scrapy retries`` refuse."""

import time
from pathlib import Path

import pytest

from contactscraper.domains import RECENT, DomainRecord, State
from contactscraper.domains.export import FIELDS
from contactscraper.storage.memory import Memory
from tests.commands.inside import LINES, NO_TABS, running_crawl, scrapy, snapshot
from tests.crawl.harness import crawl
from tests.web import Web


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
    assert " 30.0 % " in table and "(" not in table


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
    assert names("--limit", "9" * 30) == sorted(LINES)


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
        (("domains", "list", "--limit", "few", "--expires-before", "7d"), "--limit takes a number, not 'few'."),
        (("domains", "list", "--limit", "-5"), "--limit takes a number, not '-5'."),
        (("domains", "rebuild", "README.md"), "Not one line of README.md is a page log's."),
        (("domains", "list", "--expires-before", ""), "--expires-before is empty; give it a value, or leave it out."),
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
