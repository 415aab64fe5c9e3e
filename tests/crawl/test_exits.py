"""Through which exit a site is asked: proxies by Scrapy's conventions, walls of one exit alone, proxies that die."""

import subprocess
import time
from pathlib import Path

import pytest

from contactscraper.domains import State
from contactscraper.settings import FETCH_REFERER
from tests.crawl.harness import command, crawl, environ, prepared, read_lines, remembered, write_list
from tests.crawl.test_stopping import wait_for_lines
from tests.web import Web
from tests.web.client import ROOT
from tests.web.model import OTHER_EXIT, WALLED_EXIT
from tests.web.proxy import Proxy

FAST = ("-s", "UPLINK_STALL=0.3", "-s", "UPLINK_GUARD_PATIENCE=2", "-s", "TAB_TIMEOUT=6")
NO_TABS = ("-s", "TAB_ENABLED=False")


def through(proxy: Proxy, web: Web, data: Path, lines: list[str], *arguments: str) -> list[dict[str, object]]:
    """The log of a crawl whose every connection goes through *proxy*."""
    data.mkdir(exist_ok=True)
    before = set((data / "pagelog").glob("*.jsonl"))
    web.clear()
    source = write_list(data, lines)
    done = subprocess.run(
        [*command(web, data, "-a", f"input={source}"), *FAST, *arguments],
        cwd=ROOT, env={**environ(web), **proxy.environ}, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    entries = read_lines(data / "pagelog", before)
    assert entries, done.stderr[-3000:]
    return entries


def proxy_of(web: Web, source: str) -> Proxy:
    return Proxy({80: web.http_port, 443: web.https_port}, source)


def test_a_wall_that_one_exit_met_says_nothing_of_another(web: Web, tmp_path: Path) -> None:
    """A site walled through the first proxy is read through the second, by plain GET, and keeps each exit's state."""
    lines = ["exit-wall.test"]
    with proxy_of(web, WALLED_EXIT) as walled, proxy_of(web, OTHER_EXIT) as free:
        (first,) = through(walled, web, tmp_path, lines, "-s", "EXIT_NAME=walled", *NO_TABS)
        (second,) = through(free, web, tmp_path, lines, "-s", "EXIT_NAME=free", *NO_TABS)
        (third,) = through(walled, web, tmp_path, lines, "-s", "EXIT_NAME=walled", *NO_TABS)
    assert (first["outcome"], second["outcome"], third["outcome"]) == ("antibot", "ok-contact", "ok-contact")
    assert [second["method"], second["reason"], second["domainState"]] == ["fetch", "found", "unknown"]
    assert third["method"] == "cache"
    states = {}
    for name in ("walled", "free"):
        with remembered(tmp_path, exit_name=name) as memory:
            states[name] = memory.domain("exit-wall.test", time.time()).state
    assert states == {"walled": State.ANTIBOT_SOFT, "free": State.UNKNOWN}


def test_an_answer_of_the_walled_exit_still_saves_its_own_requests(web: Web, tmp_path: Path) -> None:
    """Through the exit that met the wall, the same day's second visit asks nothing."""
    with proxy_of(web, WALLED_EXIT) as walled:
        through(walled, web, tmp_path, ["exit-wall.test"], "-s", "EXIT_NAME=walled", *NO_TABS)
        walled.asked.clear()
        (again,) = through(walled, web, tmp_path, ["exit-wall.test"], "-s", "EXIT_NAME=walled", *NO_TABS)
        assert (again["method"], again["outcome"], walled.asked) == ("cache", "antibot", [])


def test_dead_through_one_exit_is_dead_through_all(web: Web, tmp_path: Path) -> None:
    """What does not exist exists through no exit."""
    with prepared(tmp_path) as memory:
        memory.set_domain("ok-1.test", State.DEAD, time.time())
    with proxy_of(web, OTHER_EXIT) as free:
        (entry,) = through(free, web, tmp_path, ["ok-1.test"], "-s", "EXIT_NAME=free", *NO_TABS)
    assert entry["reason"] == "domain-dead"


@pytest.mark.browser
def test_fetch_and_tab_go_through_the_proxy_as_the_same_visitor(web: Web, tmp_path: Path) -> None:
    """HEAD, GET, robots.txt and the tab take the proxy of the environment, with the user agent and Referer set."""
    agent = "Mozilla/5.0 (compatible; register-office/2.1)"
    with proxy_of(web, OTHER_EXIT) as proxy:
        (entry,) = through(proxy, web, tmp_path, ["tab-1.test"], "-s", f"USER_AGENT={agent}")
        assert entry["method"] == "tab" and entry["outcome"] == "ok-contact"
        assert all(asked.startswith("CONNECT tab-1.test:443") for asked in proxy.asked) and len(proxy.asked) >= 2
    pages = [seen for seen in web.requests if seen.path == "/"]
    assert {seen.user_agent for seen in pages} == {agent}
    assert {seen.referer for seen in pages if seen.method == "GET"} == {FETCH_REFERER}
    assert web.dns_queries == []  # names are the proxy's business


@pytest.mark.parametrize("lines", [[f"ok-{n}.test" for n in range(40)], [f"http://ok-{n}.test/" for n in range(40)]])
def test_a_proxy_that_is_not_there_is_a_lost_uplink(web: Web, tmp_path: Path, lines: list[str]) -> None:
    """Nobody answers through a dead proxy, the canary neither: the run closes, and no domain has learned anything."""
    with proxy_of(web, OTHER_EXIT) as proxy:
        proxy.die()
        entries = through(proxy, web, tmp_path, lines, *NO_TABS)
    assert {entry["reason"] for entry in entries} == {"network-down"}
    with remembered(tmp_path) as memory:
        assert list(memory.domains()) == []


def test_a_proxy_that_dies_in_the_middle_blames_no_site(web: Web, tmp_path: Path) -> None:
    """What was read before stays read, what came after stays open, and through another proxy the same list ends."""
    before, after = [f"ok-{n}.test" for n in range(5)], [f"ok-{n}.test" for n in range(5, 40)]
    with proxy_of(web, OTHER_EXIT) as proxy:
        child = subprocess.Popen(
            [*command(web, tmp_path, "-a", "input=-"), *FAST, *NO_TABS],
            cwd=ROOT, env={**environ(web), **proxy.environ}, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert child.stdin is not None
        child.stdin.write("".join(f"{line}\n" for line in before))
        child.stdin.flush()
        wait_for_lines(tmp_path, len(before))
        proxy.die()
        child.stdin.write("".join(f"{line}\n" for line in after))
        child.stdin.close()
        assert child.wait(60) == 1
    reasons = {entry["input"]: entry["reason"] for entry in read_lines(tmp_path / "pagelog")}
    assert {reasons[line] for line in before} == {"found"}
    assert {reason for line, reason in reasons.items() if line in after} == {"network-down"}
    with remembered(tmp_path) as memory:
        assert {record.domain for record in memory.domains()} == set(before) and not list(memory.retries())
    with proxy_of(web, OTHER_EXIT) as another:
        again = through(another, web, tmp_path, before + after, *NO_TABS)
        assert not {asked.removeprefix("CONNECT ").partition(":")[0] for asked in another.asked} & set(before)
    ends = {entry["input"]: (entry["method"], entry["outcome"]) for entry in again}
    assert ends == {line: ("cache" if line in before else "fetch", "ok-contact") for line in before + after}


@pytest.mark.parametrize("scheme", ["https", "http"])
@pytest.mark.parametrize("status", ["407 Proxy Authentication Required", "502 Bad Gateway", "504 Gateway Timeout"])
def test_what_a_proxy_says_of_itself_is_no_sites_reply(web: Web, tmp_path: Path, scheme: str, status: str) -> None:
    """407, 502 and 504 of a proxy, for the canary too, teach nothing about the sites."""
    with proxy_of(web, OTHER_EXIT) as proxy:
        proxy.answer = f"HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode()
        entries = through(proxy, web, tmp_path, [f"{scheme}://ok-{n}.test/" for n in range(3)], *NO_TABS)
    assert {entry["reason"] for entry in entries} == {"network-down"}
    with remembered(tmp_path) as memory:
        assert list(memory.domains()) == [] and list(memory.retries()) == []


def test_a_site_that_its_proxy_cannot_reach_is_tried_later(web: Web, tmp_path: Path) -> None:
    """Where a canary answers through the proxy, a site's own failure is queued, and its domain is not dead."""
    with proxy_of(web, OTHER_EXIT) as proxy:
        proxy.unreachable.add("gone-1.test")
        entries = through(proxy, web, tmp_path, ["gone-1.test", "ok-1.test"], *NO_TABS)
    ends = {entry["input"]: entry["reason"] for entry in entries}
    assert ends == {"gone-1.test": "retry-queued", "ok-1.test": "found"}
    with remembered(tmp_path) as memory:
        assert memory.domain("gone-1.test", time.time()).state is State.UNKNOWN


def test_a_direct_run_goes_past_the_proxy(web: Web, tmp_path: Path) -> None:
    """Without a proxy in the environment nothing is asked through one."""
    with proxy_of(web, WALLED_EXIT) as proxy:
        run = crawl(web, tmp_path, ["exit-wall.test"], *FAST, *NO_TABS)
        assert proxy.asked == [] and run.ending("exit-wall.test") == ("fetch", "ok-contact", "found")
