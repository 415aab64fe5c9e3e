"""One crawl over every host of the test web: each visit ends as its host is made for, and each line ends exactly once."""

from collections import Counter

import pytest

from tests.crawl.harness import Run, crawl
from tests.web import SITES, Web

LINES = {line.input: line.ending for site in SITES.values() for line in site.lines}


@pytest.fixture(scope="module")
def run(web: Web, tmp_path_factory: pytest.TempPathFactory) -> Run:
    # Longer clocks than a user's: what is tested is where a visit goes, not how fast this machine is.
    slow = ("-s", "PROBE_TIMEOUT=2", "-s", "TAB_TIMEOUT=8", "-s", "TAB_CONCURRENCY=2")
    return crawl(web, tmp_path_factory.mktemp("all"), list(LINES), *slow, timeout=300)


def test_every_line_has_one_log_line_and_one_result(run: Run) -> None:
    """Whatever a host does, each line of the list has exactly one log line and one result, and the run ends by itself."""
    assert run.status == 0
    assert Counter(entry["input"] for entry in run.entries) == Counter(list(LINES))
    assert Counter(result["input"] for result in run.results) == Counter(list(LINES))
    assert run.stats["finish_reason"] == "finished"
    assert "Traceback" not in run.log


@pytest.mark.parametrize("line", LINES)
def test_each_host_ends_as_it_should(run: Run, line: str) -> None:
    """The visit's method, outcome, reason and error class are those that its host's row says."""
    assert run.ending(line) == tuple(LINES[line].to_dict().values())


def test_no_visit_ends_by_our_own_fault(run: Run) -> None:
    """No reason is internal, and no component has raised."""
    assert not [entry for entry in run.entries if entry["reason"] == "internal"]
    assert not {name for name in run.stats if name.startswith("spider_exceptions")}


def test_robots_txt_is_asked_before_anything_else(run: Run) -> None:
    """The first request that a host sees is for its robots.txt, and a forbidden host sees no other."""
    seen: dict[str, list[str]] = {}
    for request in run.requests:
        seen.setdefault(f"{request.scheme}://{request.host}", []).append(request.path)
    crawled = {entry["domain"] for entry in run.entries if entry["method"] in ("head", "fetch")}
    first = {site: paths[0] for site, paths in seen.items() if site.partition("://")[2] in crawled}
    assert first
    assert set(first.values()) == {"/robots.txt"}
    forbidden = [e["domain"] for e in run.entries if e["reason"] == "robots" and e["input"] == e["domain"]]
    assert forbidden
    assert {path for host in forbidden for path in seen[f"https://{host}"]} == {"/robots.txt"}


def test_what_must_not_be_asked_was_not_asked(run: Run) -> None:
    """No request reached a private host, and dead hosts saw no GET of a page."""
    hosts = {request.host for request in run.requests}
    private = {entry["domain"] for entry in run.entries if entry["reason"] == "private-address" and "domain" in entry}
    assert not hosts & private
