"""What scrapy-test is to hold the spider's output to: fields, coverage, and the stats of a run."""

import re

from scrapytest.spec import ItemSpec, StatsSpec

from contactscraper.items import Result
from contactscraper.spiders.contacts import ContactsSpider

OUTCOMES = ("ok-contact", "ok-empty", "dead", "antibot", "cold-skip", "error")


def all_match(pattern):
    """A check of scrapy-test's kind: '' where each value of a list fits *pattern*, else what does not."""
    return lambda values: "; ".join(v for v in values or () if not re.fullmatch(pattern, v))


class ResultSpec(ItemSpec):
    """Every result names its line, its ending and when; contacts are normalised."""

    item_cls = Result
    input_cov = 100
    method_cov = 100
    outcome_cov = 100
    reason_cov = 100
    visited_at_cov = 100
    domain_cov = 80
    emails_cov = 30
    found_on_cov = 30

    outcome_test = staticmethod(lambda value: "" if value in OUTCOMES else f"unknown outcome {value}")
    visited_at_test = staticmethod(
        lambda value: "" if re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", value) else f"no time: {value}"
    )
    emails_test = staticmethod(all_match(r"[^@\sA-Z]+@[^@\sA-Z]+\.[a-z0-9-]+"))
    phones_test = staticmethod(all_match(r"\+\d{7,15}(;ext=\d+)?"))


class RunSpec(StatsSpec):
    """A run ends by itself, and no component raises."""

    spider_cls = ContactsSpider
    validate = {
        "finish_reason$": lambda value: "" if value == "finished" else f"ended with {value}",
        "spider_exceptions": lambda value: f"{value} exceptions",
        "visits/reason/internal": lambda value: f"{value} visits ended by our own fault",
    }
    required = ["item_scraped_count", "visits/ok-contact", "robots/asked"]
