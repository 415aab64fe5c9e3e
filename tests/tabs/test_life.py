"""A browser's life: started late, replaced when lost or worn, never left behind."""

import os
import signal
import threading
from collections.abc import Iterator

import pytest

from tests.tabs.processes import browser_of, descendants, is_running, wait_for
from tests.tabs.site import Site
from tests.tabs.tab_crawl import crawl, finish, start

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.xdist_group("tabs")]


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as running:
        yield running


def test_no_tab_no_browser() -> None:
    """A crawl without tabs starts neither driver nor browser."""
    assert "tab/browsers_started" not in crawl([]).stats


def test_killed_browser_costs_nothing(site: Site) -> None:
    """Visits inside a browser that is killed are tried once more in a new one, and no process stays behind."""
    base = f"http://127.0.0.1:{site.port}"
    process = start([(f"{base}/victim?{n}", 10, None) for n in range(4)] + [(f"{base}/plain", 10, None)])
    wait_for(lambda: site.paths.count("/victim") == 4)
    before = descendants(process.pid)
    browser = browser_of(process.pid)
    assert browser
    os.kill(browser, signal.SIGKILL)
    run = finish(process)
    assert [result.get("found") for result in run.results.values()] == [True] * 5
    assert run.stats["tab/browsers_started"] == 2
    wait_for(lambda: not any(is_running(pid) for pid in before))


def test_killed_driver_costs_nothing(site: Site) -> None:
    """The same where the driver dies."""
    process = start([(f"http://127.0.0.1:{site.port}/victim", 10, None)])
    wait_for(lambda: "/victim" in site.paths)
    driver = next(pid for pid, command in descendants(process.pid).items() if "run-driver" in command)
    before = descendants(process.pid)
    os.kill(driver, signal.SIGKILL)
    run = finish(process)
    assert [result.get("found") for result in run.results.values()] == [True]
    wait_for(lambda: not any(is_running(pid) for pid in before))


def test_stopped_browser_is_given_up(site: Site) -> None:
    """A browser that answers nothing any more ends its visits by the deadline, and is killed at the end."""
    process = start([(f"http://127.0.0.1:{site.port}/victim", 1, None)])
    wait_for(lambda: "/victim" in site.paths)
    browser = browser_of(process.pid)
    assert browser
    os.kill(browser, signal.SIGSTOP)
    run = finish(process)
    assert [result["error"] for result in run.results.values()] == ["DownloadTimeoutError"]
    wait_for(lambda: not is_running(browser))


def test_worn_browser_is_replaced_without_hurting_its_tabs(site: Site) -> None:
    """After so many tabs a new browser takes over, while the old one ends with its last tab."""
    base = f"http://127.0.0.1:{site.port}"
    urls = [(f"{base}/victim", 10, None)] + [(f"{base}/plain?{n}", 10, None) for n in range(5)]
    run = crawl(urls, TAB_BROWSER_RECYCLE=2)
    assert all(result.get("found") for result in run.results.values())
    assert run.stats["tab/browsers_started"] == 3 and "tab/lost" not in run.stats


def test_no_process_outlives_a_killed_crawl(site: Site) -> None:
    """A crawl that is killed takes its browser with it."""
    process = start([(f"http://127.0.0.1:{site.port}/silent", 30, None)])
    wait_for(lambda: "/silent" in site.paths)
    left = descendants(process.pid)
    process.kill()
    process.communicate()
    wait_for(lambda: not any(is_running(pid) for pid in left), 40)


def test_interrupted_crawl_ends(site: Site) -> None:
    """A stop signal, given twice, ends a crawl whose tab is busy."""
    process = start([(f"http://127.0.0.1:{site.port}/silent", 20, None)])
    wait_for(lambda: "/silent" in site.paths)
    left = descendants(process.pid)
    process.send_signal(signal.SIGINT)
    timer = threading.Timer(2, process.send_signal, [signal.SIGINT])
    timer.start()
    process.communicate(timeout=40)
    wait_for(lambda: not any(is_running(pid) for pid in left), 40)


def test_browser_that_does_not_start(tmp_path: object) -> None:
    """A browser that cannot be started is no browser, and the crawl goes on."""
    run = crawl([("http://127.0.0.1:1/", 5, None)], TAB_BROWSER="/bin/false")
    assert [result["error"] for result in run.results.values()] == ["NoBrowser"]


def test_no_browser_on_the_machine() -> None:
    """Without a browser each tab ends with the sentence that says how to get one."""
    run = crawl([("http://127.0.0.1:1/", 5, None)], TAB_BROWSER="/no/such/browser")
    (result,) = run.results.values()
    assert result["error"] == "NoBrowser" and "install" in result["text"]
