"""``scrapy explain``: real visits told step by step, and what the memory would make of others."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from contactscraper.domains import State
from contactscraper.storage.memory import CachedVisit, Memory, Retry
from contactscraper.storage.shards import fix_count, owner_dir
from contactscraper.storage.suppressed import suppress
from contactscraper.urls import url_key
from tests.commands.inside import Said, running_crawl, scrapy, snapshot
from tests.crawl.harness import environ, read_lines
from tests.web import Web
from tests.web.client import ROOT


def explain(web: Web, data: Path, *args: str) -> Said:
    """A real visit, which needs a process of its own."""
    done = subprocess.run(
        [
            *(sys.executable, "-W", "ignore", "-m", "scrapy", "explain", *args, *web.arguments),
            *("-s", f"DATA_DIR={data}", "-s", "TAB_ENABLED=False"),
        ],
        cwd=ROOT, env={**environ(web), "COLUMNS": "100"}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    return Said(done.returncode, done.stdout, done.stderr)


def steps(said: Said, *names: str) -> list[dict[str, Any]]:
    """The steps of these kinds, or all."""
    assert said.status == 0, said.err
    return [step for step in said.json["steps"] if not names or step["step"] in names]


def test_a_visit_is_told_from_memory_to_memory(web: Web, tmp_path: Path) -> None:
    """Each step is there in its order, with status, time and the rule that decided; the visit is a real one."""
    web.clear()
    said = explain(web, tmp_path, "contact-page.test", "--json")
    told = [(step["step"], step.get("method"), step.get("rule"), step.get("status")) for step in steps(said)]
    assert told == [
        ("memory", None, "head-first", None),
        ("request", "GET", None, 404),
        ("robots", None, "no-rules", None),
        ("request", "HEAD", None, 200),
        ("reply", None, "go-on", 200),
        ("request", "GET", None, 200),
        ("reply", None, "go-on", 200),
        ("page", None, "normal", None),
        ("contacts", "fetch", None, None),
        ("links", None, None, None),
        ("request", "GET", None, 200),
        ("reply", None, "go-on", 200),
        ("page", None, "normal", None),
        ("contacts", "fetch", None, None),
        ("cascade", "fetch", "contact", None),
        ("recorded", None, None, None),
        ("end", None, "found", None),
    ]
    assert all("ms" in step for step in steps(said, "request"))
    [_, found] = steps(said, "contacts")
    assert found["emails"]["desk@contact-page.test"]
    [end] = steps(said, "end")
    assert [end["line"]] == read_lines(tmp_path / "pagelog")
    assert [row["emails"] for row in read_lines(tmp_path / "contacts")] == [["desk@contact-page.test"]]
    assert [f"{seen.method} {seen.path}" for seen in web.requests] == [
        "GET /robots.txt", "HEAD /", "GET /", "GET /contact"
    ]  # fmt: skip
    again = scrapy(tmp_path, "explain", "contact-page.test", "--dry-run")
    assert "-> cached-answer" in again.out and "would be cached" in again.out


@pytest.mark.parametrize(
    ("url", "end", "told"),
    [
        ("robots-none.test", "robots", ["forbids it", "Its robots.txt forbids us this URL"]),
        ("wall-0001.test", "wall", ["reply wall (of cloudflare, signature s", "unknown -> antibot-soft"]),
        ("body-200.test", "wall", ["page challenge (of", "signature s"]),
        ("dead-0001.test", "no-such-name", ["HEAD", "unknown -> dead", "The name does not exist."]),
        ("retry-0001.test", "retry-queued", ["reply server-error", "next try"]),
        ("to-private.test", "redirect-elsewhere", ["leads to http://10.0.0.1/admin", "where nobody should follow"]),
        ("mailto:jane@a.test", "invalid-url", ["The line is no URL"]),
    ],
)
def test_why_a_site_was_skipped(web: Web, tmp_path: Path, url: str, end: str, told: list[str]) -> None:
    """The story says which rule decided, and ends with the reason in a sentence."""
    said = explain(web, tmp_path, url)
    assert said.status == 0, said.err
    for text in told:
        assert text.lower() in " ".join(said.out.split()).lower(), said.out
    assert read_lines(tmp_path / "pagelog")[0]["reason"] == end


def test_force_asks_a_dead_domain(web: Web, tmp_path: Path) -> None:
    """Without force a dead domain is not asked, with it the visit is made in full and frees it."""
    memory = Memory.own(tmp_path)
    memory.set_domain("ok-0007.test", State.DEAD, time.time())
    memory.close()
    web.clear()
    assert [step["rule"] for step in steps(explain(web, tmp_path, "ok-0007.test", "--json"), "end")] == ["domain-dead"]
    assert web.requests == []
    told = steps(explain(web, tmp_path, "ok-0007.test", "--force", "--json"))
    assert told[0]["rule"] == "forced" and told[-1]["rule"] == "found"
    assert [move for step in told for move in step.get("moves", ())] == [
        {"from": "dead", "rule": "a forced visit gets any reply but 404/410", "to": "unknown"}
    ]


def test_in_shards_the_domains_own_memory_learns(web: Web, tmp_path: Path) -> None:
    """The visit is made in the shard that owns the domain, and in no other."""
    fix_count(tmp_path, 5)
    assert explain(web, tmp_path, "ok-0008.test", "--json").json["steps"][-1]["rule"] == "found"
    assert set(snapshot(owner_dir(tmp_path, "ok-0008.test"))["domains"]) == {("ok-0008.test", "direct")}
    assert len(list(tmp_path.glob("shards/*/memory.sqlite"))) == 1
    assert "-> cached-answer" in scrapy(tmp_path, "explain", "ok-0008.test", "--dry-run").out


# Without asking -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A memory that has a reason for each kind of visit."""
    data, now = tmp_path_factory.mktemp("known"), time.time()
    memory = Memory.own(data)
    for state in State:
        memory.set_domain(f"{state.value}.test", state, now)
    url = "https://waits.test/"
    memory.queue_retry(Retry(url_key(url), url, "waits.test", "waits.test", now + 3600, "server-error", "http", 2))
    url = "https://answered.test/"
    result = {"emails": ["a@answered.test"]}
    memory.cache(CachedVisit(url_key(url), url, "answered.test", now, "ok-contact", "found", None, 200, result))
    memory.close()
    suppress(data / "suppressed.txt", "domain", "private.test")
    return data


@pytest.mark.parametrize(
    ("url", "rule", "sentence"),
    [
        ("unknown.test", "head-first", "a visit would be made"),
        ("friendly.test", "get-without-head", "GET without HEAD"),
        ("antibot-soft.test", "get-without-head", "a visit would be made"),
        ("antibot-hard.test", "antibot-hard", "a browser tab at once"),
        ("dead.test", "domain-dead", "Its domain was found dead"),
        ("www.cold.test/deep", "domain-cold", "Five visits in a row found nothing"),
        ("waits.test", "retry-later", "tries so far: 2"),
        ("answered.test", "cached-answer", "its answer is still fresh"),
        ("nothing-known.test", "head-first", "nothing-known.test is unknown, without any evidence"),
        ("http://192.168.1.1/", "private-address", "The address is not a public one"),
        ("localhost", "private-address", "ALLOW_PRIVATE_ADDRESSES"),
        ("ftp://a.test/", "invalid-url", "the scheme ftp is not http or https"),
        ("no words", "invalid-url", "would be invalid-url"),
        ("facebook.com/acme", "social-profile", "a contact already"),
        ("shop.private.test", "suppressed", "Its owner has asked not to be collected"),
    ],
)
def test_a_dry_run_says_what_would_be(known: Path, url: str, rule: str, sentence: str) -> None:
    """For each way to be skipped, and for those that are visited, the rule and a sentence, without a request."""
    before = {path: path.stat().st_mtime_ns for path in known.iterdir() if not path.name.endswith(("-shm", "-wal"))}
    said = scrapy(known, "explain", url, "--dry-run", "--json")
    assert said.status == 0, said.err
    assert said.json["dryRun"] and said.json["steps"][-1]["rule"] == rule
    assert sentence in " ".join(scrapy(known, "explain", url, "--dry-run").out.split())
    after = {path: path.stat().st_mtime_ns for path in known.iterdir() if not path.name.endswith(("-shm", "-wal"))}
    assert after == before


def test_a_dry_run_with_force(known: Path) -> None:
    """Force passes over what is known, and what is no visit at all stays none."""
    assert scrapy(known, "explain", "dead.test", "--dry-run", "--force", "--json").json["steps"][-1]["rule"] == "forced"
    told = scrapy(known, "explain", "10.0.0.1", "--dry-run", "--force", "--json").json["steps"]
    assert [step["rule"] for step in told] == ["private-address"]


def test_while_a_crawl_runs(web: Web, tmp_path: Path) -> None:
    """A visit needs the memory to itself and says who has it; a dry run does not."""
    with running_crawl(web, tmp_path, "ok-0009.test") as child:
        refused = explain(web, tmp_path, "ok-0010.test")
        assert f"process {child.pid}" in refused.error
        assert scrapy(tmp_path, "explain", "ok-0010.test", "--dry-run").status == 0
    assert {json.loads(line)["input"] for p in tmp_path.glob("pagelog/*") for line in p.read_text().splitlines()} == {
        "ok-0009.test"
    }


@pytest.mark.parametrize(
    ("args", "error"),
    [
        ((), "Name one URL"),
        ((" ",), "Name one URL"),
        (("a.test", "b.test"), "Name one URL"),
        (("a.test", "--slowly"), "There is no option --slowly"),
        (("a.test", "--dry-run", "-s", "CONTACTS_WANTED=fax"), "CONTACTS_WANTED is 'fax'"),
    ],
)
def test_errors_are_one_sentence(known: Path, args: tuple[str, ...], error: str) -> None:
    """What is wrong is said in one sentence, with status 2."""
    assert error in scrapy(known, "explain", *args).error


def test_help_has_an_example(tmp_path: Path) -> None:
    """--help says what a visit does, and that a dry run does nothing."""
    told = " ".join(scrapy(tmp_path, "explain", "--help").out.split())
    assert "scrapy explain example.com --dry-run" in told and "nothing is asked and nothing changed" in told
