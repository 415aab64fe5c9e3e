"""No visit can vanish: faults of our own, dropped requests and hung steps all end in a log line."""

import json
from collections import Counter
from pathlib import Path

from contactscraper import settings
from tests.crawl.harness import crawl
from tests.web import Web

LINES = [f"ok-{number:04d}.test" for number in range(100, 106)]


def with_faults() -> list[str]:
    """The project's components, and the faulty ones between them."""
    added = {
        "DOWNLOADER_MIDDLEWARES": {"tests.crawl.faults.FaultyMiddleware": 530},
        "ITEM_PIPELINES": {"tests.crawl.faults.FaultyPipeline": 150},
        "EXTENSIONS": {"tests.crawl.faults.Dropper": 1000},
    }
    given = {name: {**getattr(settings, name), **more} for name, more in added.items()}
    return [part for name, value in given.items() for part in ("-s", f"{name}={json.dumps(value)}")]


def test_faults_of_our_own_end_in_a_log_line(web: Web, tmp_path: Path) -> None:
    """Whatever component fails, each line has one log line; a fault of our own is called internal, and teaches nothing."""
    run = crawl(web, tmp_path, LINES, *with_faults(), "-s", "VISIT_TIMEOUT=3")
    assert Counter(entry["input"] for entry in run.entries) == Counter(LINES)
    reasons = {entry["input"]: entry["reason"] for entry in run.entries}
    assert reasons == {
        "ok-0100.test": "found",
        "ok-0101.test": "internal",
        "ok-0102.test": "internal",
        "ok-0103.test": "internal",
        "ok-0104.test": "internal",
        "ok-0105.test": "found",
    }
    assert run.stats["finish_reason"] == "finished"
    again = crawl(web, tmp_path, LINES)
    assert {entry["outcome"] for entry in again.entries} == {"ok-contact"}
