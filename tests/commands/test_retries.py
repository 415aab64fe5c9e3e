"""``scrapy retries`` over the queue that a real crawl has left."""

from pathlib import Path

from tests.commands.inside import NO_TABS, scrapy
from tests.crawl.harness import crawl
from tests.web import Web


def test_run_now_makes_a_url_due(web: Web, data: Path) -> None:
    """A URL that would wait for a day is taken by the next run of the due retries."""
    [row] = scrapy(data, "retries", "list", "--json").json
    assert (row["url"], row["standing"], row["tries"]) == ("https://retry-0001.test/", "waiting", 1)
    assert "nothing waits" not in scrapy(data, "retries", "list").out
    assert scrapy(data, "retries", "run-now", "http://www.retry-0001.test").status == 0
    assert scrapy(data, "retries", "list", "--json").json[0]["standing"] == "due"
    run = crawl(web, data, None, "-a", "retries=only", *NO_TABS)
    assert [entry["url"] for entry in run.entries] == ["https://retry-0001.test/"]
    assert scrapy(data, "retries", "list", "--json").json[0]["tries"] == 2


def test_drop_takes_a_url_out(data: Path) -> None:
    """What is dropped waits no longer, and what does not wait cannot be dropped."""
    assert scrapy(data, "retries", "drop", "retry-0001.test", "--yes").status == 0
    assert scrapy(data, "retries", "list", "--json").json == []
    assert "No URL waits" in scrapy(data, "retries", "list").out
    assert "does not wait" in scrapy(data, "retries", "drop", "retry-0001.test", "--yes").error
