"""scrapy-test's checks of the spider's output. Its command is broken on today's Scrapy; its validator works."""

from pathlib import Path

from scrapy.settings import Settings
from scrapytest.validate import Validator

from contactscraper.items import Result
from contactscraper.spiders.contacts import ContactsSpider
from tests.crawl.harness import Run, crawl
from tests.specs import ResultSpec, RunSpec
from tests.web import Web

LINES = [
    *(f"ok-{n:04d}.test" for n in range(10, 14)),
    "contact-0010.test",
    "dead-0010.test",
    "empty-0010.test",
    "no url",
]


def messages(run: Run, results: list[dict]) -> list[str]:
    validator = Validator([ResultSpec(), RunSpec()], Settings())
    items = [Result(**result) for result in results]
    return [
        *validator.validate_items(items),
        *validator.validate_coverage(items),
        *validator.validate_stats(ContactsSpider, run.stats),
    ]


def test_the_output_is_as_specified(web: Web, tmp_path: Path) -> None:
    """Fields, their coverage and the run's stats pass scrapy-test's checks, and spoilt output does not."""
    run = crawl(web, tmp_path, LINES)
    assert messages(run, run.results) == []
    spoilt = [{**result, "outcome": "fine", "emails": ["Not An Email"]} for result in run.results]
    assert len(messages(run, spoilt)) >= 2 * len(spoilt)
