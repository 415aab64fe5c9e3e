"""What a second run over the same list asks: nothing that the first has answered."""

from pathlib import Path

from tests.crawl.harness import Run, crawl, steady
from tests.web import Web

LINES = ["mail.test", "no-words.test", "nowhere.test", "contact-page.test", "deep.test/gone", "busy.test"]


def generated() -> list[str]:
    return ["ok-0001.test", "contact-0001.test", "empty-0001.test", "dead-0001.test", "retry-0001.test"]


def test_a_second_run_asks_nothing(web: Web, tmp_path: Path) -> None:
    """After a first run the same command is answered from memory, without one request, and every line has a result."""
    first = crawl(web, tmp_path, generated(), "-s", "TAB_ENABLED=False")
    second = crawl(web, tmp_path, generated(), "-s", "TAB_ENABLED=False")
    assert {r.host for r in first.requests} >= {"ok-0001.test", "contact-0001.test", "empty-0001.test"}
    assert second.requests == []
    assert [second.ending(line) for line in generated()] == [
        ("cache", "ok-contact", "cached"),
        ("cache", "ok-contact", "cached"),
        ("cache", "ok-empty", "cached"),
        ("cache", "dead", "cached", "dns"),
        ("skip", "error", "retry-later"),
    ]
    assert emails(first) == emails(second)


def emails(run: Run) -> dict[str, list[str]]:
    return {result["input"]: result["emails"] for result in run.results if result["emails"]}


def test_a_visits_whole_log_line_and_requests(web: Web, tmp_path: Path) -> None:
    """A site whose contact stands on its own contact page costs robots, HEAD and two GETs, and its log line tells."""
    run = crawl(web, tmp_path, ["contact-0002.test"])
    assert steady(run.entry("contact-0002.test")) == {
        "type": "website",
        "input": "contact-0002.test",
        "url": "https://contact-0002.test/",
        "finalUrl": "https://contact-0002.test/",
        "domain": "contact-0002.test",
        "status": 200,
        "method": "fetch",
        "outcome": "ok-contact",
        "reason": "found",
        "emails": 1,
        "domainState": "unknown",
        "trail": [
            {"method": "head", "url": "https://contact-0002.test/", "status": 200},
            {"method": "fetch", "url": "https://contact-0002.test/", "status": 200},
            {"method": "fetch", "url": "https://contact-0002.test/contact", "status": 200, "outcome": "ok-contact"},
        ],
    }
    assert run.asked("contact-0002.test") == ["HEAD /", "GET /", "GET /contact"]


def test_lines_of_one_url_are_visited_once(web: Web, tmp_path: Path) -> None:
    """Three spellings of a URL are one visit and three results; the summary counts two duplicates."""
    lines = ["ok-0003.test", "https://www.ok-0003.test/", "http://ok-0003.test/?utm_source=x"]
    run = crawl(web, tmp_path, lines)
    assert run.asked("ok-0003.test") == ["HEAD /", "GET /"]
    assert [run.ending(line) for line in lines] == [
        ("fetch", "ok-contact", "found"),
        ("cache", "ok-contact", "cached"),
        ("cache", "ok-contact", "cached"),
    ]
    assert "2 lines were the same URL as an earlier one" in run.log


def test_force_visits_in_full(web: Web, tmp_path: Path) -> None:
    """With force=1 a cached URL and a dead domain are asked again."""
    lines = ["ok-0004.test", "dead-0004.test"]
    crawl(web, tmp_path, lines)
    forced = crawl(web, tmp_path, lines, "-a", "force=1")
    assert forced.asked("ok-0004.test") == ["HEAD /", "GET /"]
    assert forced.ending("ok-0004.test") == ("fetch", "ok-contact", "found")
    assert forced.ending("dead-0004.test") == ("head", "dead", "no-such-name", "dns")
