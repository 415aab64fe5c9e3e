"""Results of shards: counted while they grow, and as one at the end."""

import json
from pathlib import Path
from typing import Any

from contactscraper.fleet.merge import Tally, final_rows, further_columns
from contactscraper.fleet.progress import ResultCounter
from contactscraper.fleet.shard import count_results, last_words


def row(line: str, outcome: str, reason: str, **more: Any) -> dict[str, Any]:
    return {"input": line, "outcome": outcome, "reason": reason, "method": "fetch", **more}


def written(path: Path, *rows: dict[str, Any], tail: str = "") -> Path:
    path.write_text("".join(json.dumps(one) + "\n" for one in rows) + tail)
    return path


def test_growing_files_are_counted(tmp_path: Path) -> None:
    """Each whole line counts once, half a line when it is whole, visits that stay open never; a file that was written
    anew is counted anew."""
    one, two = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    counter = ResultCounter({1: one, 2: two})
    assert counter.look().total() == 0
    written(one, row("a", "ok-contact", "found"), row("b", "error", "stopped"), tail='{"outcome": "ok-em')
    assert counter.look() == {"ok-contact": 1}
    written(two, row("c", "dead", "gone"))
    with one.open("a") as file:
        file.write('pty", "reason": "no-contact-words", "method": "fetch"}\n')
    assert counter.look() == {"ok-contact": 1, "ok-empty": 1, "dead": 1}
    assert counter.look().total() == 3
    written(tmp_path / "new", row("a", "ok-contact", "found")).replace(one)
    assert counter.look() == {"ok-contact": 1, "dead": 1}


def test_final_results(tmp_path: Path) -> None:
    """What stays open is no result; columns beyond our own fields are found."""
    path = written(
        tmp_path / "1.jsonl", row("a", "ok-contact", "found", id="1"), row("b", "error", "stopped"),
        row("c", "error", "network-down", note="x"), row("d", "error", "http-status", city="y"),
    )  # fmt: skip
    assert [one["input"] for one in final_rows([path, tmp_path / "none.jsonl"])] == ["a", "d"]
    assert further_columns([path]) == ("id", "city")
    final, still_open = count_results(path)
    assert final == 2 and still_open == {"stopped": 1, "network-down": 1}


def test_the_summary_counts_as_a_crawl_does(tmp_path: Path) -> None:
    """Duplicates are told by URL key within a shard, those that differ in their query apart; profiles, invalid and
    suppressed lines are none."""
    rows = [
        row("a.example", "ok-contact", "found"), row("https://www.a.example/", "ok-contact", "cached"),
        row("http://a.example/?id=7", "ok-contact", "cached"), row("no url", "error", "invalid-url"),
        row("no url", "error", "invalid-url"), row("facebook.com/acme.mill", "ok-contact", "social-profile"),
        row("s.example", "error", "suppressed"), row("s.example", "error", "suppressed"),
    ]  # fmt: skip
    log = written(tmp_path / "log.jsonl", *rows, row("z.example", "error", "stopped"))
    tally, kept = Tally(keep_query=False), Tally(keep_query=True)
    tally.count(log)
    kept.count(log)
    assert (tally.funnel.results, tally.duplicates, tally.merged) == (8, 2, 1)
    assert tally.funnel.outcomes == {"ok-contact": 4, "error": 4}
    assert (kept.duplicates, kept.merged) == (1, 0)


def test_last_words(tmp_path: Path) -> None:
    """Of a crawl that could not begin its last sentence is told."""
    log = tmp_path / "run.log"
    log.write_text("Usage\n=====\n  scrapy crawl\nchild.py: error: DATA_DIR belongs to a crawl.\n\n")
    assert last_words(log) == "DATA_DIR belongs to a crawl."
    log.write_text("")
    assert "said nothing" in last_words(log)
