"""Branches that one run over the table of hosts does not reach: queued URLs, states set before, odd settings."""

import time
from pathlib import Path

import pytest

from contactscraper.domains import Outcome, State
from contactscraper.storage.memory import Retry
from contactscraper.storage.suppressed import suppress
from contactscraper.urls import url_key
from tests.crawl.harness import crawl, prepared, remembered
from tests.web import Web

FAST = ("-s", "UPLINK_STALL=0.3", "-s", "TAB_TIMEOUT=6")
NO_TABS = ("-s", "TAB_ENABLED=False")


def queued(url: str, domain: str, due_at: float = 1.0, tries: int = 0, reason: str = "domain-resting") -> Retry:
    return Retry(url_key(url), url, url, domain, due_at, reason, "http", tries, {"id": "7"})


def test_where_a_site_leads_is_not_the_site(web: Web, tmp_path: Path) -> None:
    """A redirect to a dead host makes the URL dead and leaves its domain as it was."""
    run = crawl(web, tmp_path, ["to-dead.test", "to-refused.test", "no-name.test", "ok-0001.test"], *FAST, *NO_TABS)
    assert run.ending("to-dead.test") == ("head", "dead", "no-such-name", "dns")
    assert run.ending("to-refused.test") == ("head", "dead", "refused", "wider")
    with remembered(tmp_path) as memory:
        states = {name: memory.domain(name, time.time()).state for name in ("to-dead.test", "to-refused.test")}
        assert set(states.values()) == {State.UNKNOWN}
        assert memory.domain("no-name.test", time.time()).state is State.DEAD


def test_due_retries_are_the_list(web: Web, tmp_path: Path) -> None:
    """Due retries are visited with their columns, one that is answered leaves the queue, and the rest stays."""
    with prepared(tmp_path) as memory:
        memory.queue_retry(queued("https://ok-0001.test/", "ok-0001.test"))
        memory.queue_retry(queued("https://retry-0001.test/", "retry-0001.test", tries=2))
        memory.queue_retry(queued("https://ok-0002.test/", "ok-0002.test", due_at=time.time() + 9999))
    run = crawl(web, tmp_path, ["ok-0003.test"], "-a", "retries=only", *FAST, *NO_TABS)
    assert {(result["input"], result["id"], result["reason"]) for result in run.results} == {
        ("https://ok-0001.test/", "7", "found"),
        ("https://retry-0001.test/", "7", "retries-used-up"),
    }
    with remembered(tmp_path) as memory:
        left = {retry.url: retry.resting for retry in memory.retries()}
    assert left == {"https://retry-0001.test/": True, "https://ok-0002.test/": False}


def test_a_forced_answer_ends_the_waiting(web: Web, tmp_path: Path) -> None:
    """A URL that waits for a retry leaves the queue when a forced visit gets its answer."""
    url = "https://ok-0001.test/"
    with prepared(tmp_path) as memory:
        memory.queue_retry(queued(url, "ok-0001.test", due_at=time.time() + 9999, tries=1))
    assert crawl(web, tmp_path, [url], *NO_TABS).ending(url) == ("skip", "error", "retry-later")
    assert crawl(web, tmp_path, [url], "-a", "force=1", *NO_TABS).ending(url) == ("fetch", "ok-contact", "found")
    with remembered(tmp_path) as memory:
        assert not list(memory.retries())


def test_three_tries_without_a_connection(web: Web, tmp_path: Path) -> None:
    """The third try that finds no connection makes the domain dead, and a subdomain's third try does not."""
    dead, deep = "https://black-hole.test/", "https://retry-0002.test/"
    with prepared(tmp_path) as memory:
        memory.queue_retry(queued(dead, "black-hole.test", tries=2, reason="connect-timeout"))
        memory.queue_retry(queued(deep, "retry-0002.test", tries=2, reason="server-error"))
    run = crawl(web, tmp_path, [dead, deep, "ok-0001.test"], "-s", "DOWNLOAD_TIMEOUT=1.5", *FAST, *NO_TABS)
    assert run.ending(dead) == ("fetch", "error", "retries-used-up", "timeout")
    assert run.ending(deep) == ("fetch", "error", "retries-used-up", "http")
    with remembered(tmp_path) as memory:
        assert memory.domain("black-hole.test", time.time()).state is State.DEAD
        assert memory.domain("retry-0002.test", time.time()).state is State.UNKNOWN


def test_a_429_rests_the_domain(web: Web, tmp_path: Path) -> None:
    """After a 429 the domain's further URLs are queued without a request, and the log tells the domain's state."""
    lines = ["limit-429.test", *(f"limit-429.test/{page}" for page in "abcd")]
    run = crawl(web, tmp_path, lines, *FAST, *NO_TABS)
    reasons = sorted(run.entry(line)["reason"] for line in lines)
    assert reasons == ["domain-resting"] * 3 + ["retry-queued"] * 2
    assert len(run.asked("limit-429.test")) == 2
    assert {run.entry(line)["domainState"] for line in lines} <= {"unknown", "antibot-soft"}
    with remembered(tmp_path) as memory:
        assert len(list(memory.retries())) == 5


def test_socials_beside_words_are_not_empty(web: Web, tmp_path: Path) -> None:
    """A visit that finds profiles, and no more in a tab, is no empty visit of its domain, lest it grow cold."""
    run = crawl(web, tmp_path, ["socials-words.test"], *FAST)
    assert run.ending("socials-words.test") == ("fetch", "ok-contact", "found")
    with remembered(tmp_path) as memory:
        fetch = memory.domain("socials-words.test", time.time()).recent[-1]
    assert (fetch.outcome, fetch.partial) == (Outcome.OK_CONTACT, True)


def test_states_decide_the_steps(web: Web, tmp_path: Path) -> None:
    """A friendly domain opens no tab and sees no HEAD, a hard one sees no GET, dead and cold ones nothing."""
    states = {
        "words-0001.test": State.FRIENDLY,
        "forbidden-all.test": State.FRIENDLY,
        "ok-0001.test": State.ANTIBOT_HARD,
        "ok-0002.test": State.DEAD,
        "ok-0003.test": State.COLD,
        "ok-0004.test": State.ANTIBOT_SOFT,
    }
    with prepared(tmp_path) as memory:
        for name, state in states.items():
            memory.set_domain(name, state, time.time())
    run = crawl(web, tmp_path, list(states), *FAST)
    assert {name: run.ending(name) for name in states} == {
        "words-0001.test": ("fetch", "ok-empty", "no-tab-for-friendly"),
        "forbidden-all.test": ("fetch", "error", "no-tab-for-friendly", "http"),
        "ok-0001.test": ("tab", "ok-contact", "found"),
        "ok-0002.test": ("skip", "dead", "domain-dead"),
        "ok-0003.test": ("skip", "cold-skip", "domain-cold"),
        "ok-0004.test": ("fetch", "ok-contact", "found"),
    }
    assert run.asked("ok-0001.test") == ["GET /"]
    assert run.asked("ok-0004.test") == ["GET /"]
    assert not [request for request in run.requests if request.method == "HEAD"]
    assert not {request.host for request in run.requests} & {"ok-0002.test", "ok-0003.test"}


def test_no_browser(web: Web, tmp_path: Path) -> None:
    """Without a browser what needs a tab ends as no-browser, all else as ever, and one warning says how to get one."""
    lines = ["words-0001.test", "cf-challenge.test", "ok-0001.test", "socials-words.test"]
    run = crawl(web, tmp_path, lines, *FAST, "-s", "TAB_BROWSER=/nonexistent")
    assert [run.ending(line)[2] for line in lines] == ["no-browser", "no-browser", "found", "found"]
    assert run.log.count("No browser was found") == 1


def test_bad_certificates_put_up_with(web: Web, tmp_path: Path) -> None:
    """With DEAD_ON_BAD_CERTIFICATE off such sites are read, by GET and in a tab, and their log lines say so."""
    lines = ["https://other-name.test/", "https://self-signed.test/", "https://expired.test/"]
    with prepared(tmp_path) as memory:
        memory.set_domain("expired.test", State.ANTIBOT_HARD, time.time())
    run = crawl(web, tmp_path, lines, *FAST, "-s", "DEAD_ON_BAD_CERTIFICATE=False")
    assert [run.ending(line) for line in lines] == [
        ("fetch", "ok-contact", "found"),
        ("fetch", "ok-contact", "found"),
        ("tab", "ok-contact", "found"),
    ]
    assert all(run.entry(line)["tags"] == ["bad-certificate"] for line in lines)


def test_what_was_suppressed_since(web: Web, tmp_path: Path) -> None:
    """A value that is suppressed after it was found is not delivered from memory, and a suppressed domain not asked."""
    lines = ["acme-bakery.test", "https://www.acme-bakery.test/#again", "phone-only.test"]
    crawl(web, tmp_path, lines[:1], *NO_TABS)
    suppress(tmp_path / "suppressed.txt", "email", "info@acme-bakery.test")
    suppress(tmp_path / "suppressed.txt", "domain", "phone-only.test")
    run = crawl(web, tmp_path, lines, *NO_TABS)
    assert run.requests == []
    found = {result["input"]: (result["emails"], result["phones"]) for result in run.results}
    assert found == {lines[0]: ([], ["+442079460123"]), lines[1]: ([], ["+442079460123"]), lines[2]: ([], [])}
    assert run.ending("phone-only.test") == ("skip", "error", "suppressed")


@pytest.mark.parametrize("blocked", ["", "memory.sqlite", "pagelog"])
def test_a_data_dir_that_cannot_be_used(web: Web, tmp_path: Path, blocked: str) -> None:
    """Where memory or log cannot be written the run ends with status 2 and one sentence, before its first visit."""
    data = tmp_path / "data"
    if blocked == "memory.sqlite":
        (data / blocked).mkdir(parents=True)
    elif blocked:
        data.mkdir()
        (data / blocked).write_text("in the way")
    else:
        data.write_text("in the way")
    run = crawl(web, tmp_path, ["ok-0001.test"], "-s", f"DATA_DIR={data}")
    assert run.status == 2
    assert "Traceback" not in run.log
    assert run.requests == []


@pytest.mark.parametrize("setting", ["CONCURRENT_REQUESTS=1", "TAB_CONCURRENCY=0", "ALLOW_PRIVATE_ADDRESSES=home"])
def test_a_setting_that_cannot_work(web: Web, tmp_path: Path, setting: str) -> None:
    """A setting with which the run would hang or fail is refused in one sentence that names it."""
    run = crawl(web, tmp_path, ["words-0001.test"], "-s", setting, timeout=30)
    assert run.status == 2
    assert setting.partition("=")[0] in run.log
    assert "Traceback" not in run.log


def test_two_requests_at_a_time_are_enough(web: Web, tmp_path: Path) -> None:
    """The least concurrency that is allowed ends every visit, tabs too."""
    lines = ["words-0001.test", "contact-0001.test", "no-name.test", "to-https.test", "ok-0001.test"]
    run = crawl(web, tmp_path, lines, *FAST, "-s", "CONCURRENT_REQUESTS=2", "-s", "TAB_CONCURRENCY=1", timeout=60)
    assert len(run.entries) == len(lines)


def test_columns_with_names_of_the_machinery(web: Web, tmp_path: Path) -> None:
    """A kept column may have any name; one that is named like a field of ours does not overwrite it."""
    path = tmp_path / "list.csv"
    path.write_text("url,emails,keys,__class__,__qualname__\nok-0001.test,MINE,K,C,Q\n", encoding="utf-8")
    crawl_it = ("-a", f"input={path}", "-a", "keep=emails,keys,__class__,__qualname__")
    run = crawl(web, tmp_path / "data", None, *crawl_it, *NO_TABS)
    assert len(run.results) == 1
    result = run.results[0]
    assert (result["keys"], result["__class__"], result["__qualname__"]) == ("K", "C", "Q")
    assert result["emails"] == ["info@ok-0001.test"]


def test_error_pages_in_a_tab_are_not_the_site(web: Web, tmp_path: Path) -> None:
    """An error page's address is nobody's contact, and a missing contact page does not make the site gone."""
    run = crawl(web, tmp_path, ["forbidden-mail.test", "cf-passes-gone.test"], *FAST)
    assert run.ending("forbidden-mail.test") == ("tab", "error", "http-status", "http")
    assert run.ending("cf-passes-gone.test") == ("tab", "ok-empty", "empty-in-tab")
    assert not [address for result in run.results for address in result["emails"]]
