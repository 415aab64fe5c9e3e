"""What travels: a visit on its way, what a step brought, and the result that a user gets."""

import time
from dataclasses import dataclass, field
from typing import Any

import scrapy

from contactscraper.cascade import What
from contactscraper.contacts import Contacts
from contactscraper.domains import Evidence, State
from contactscraper.story import Story


@dataclass(slots=True)
class Step:
    """One step of a visit, as the log's ``trail`` shows it. ``ms`` is its duration in milliseconds."""

    method: str
    url: str
    status: int | None = None
    outcome: str = ""
    ms: int | None = None

    def to_dict(self) -> dict[str, Any]:
        values = {"method": self.method, "url": self.url, "status": self.status, "outcome": self.outcome, "ms": self.ms}
        return {name: value for name, value in values.items() if value not in (None, "")}


@dataclass(slots=True)
class Ending:
    """The verdict that ends a visit: one row of the closed list of reasons."""

    method: str
    outcome: str
    reason: str
    error_class: str = ""


@dataclass(slots=True, eq=False, weakref_slot=True)
class Visit:
    """All that one run does for one input URL. Opened and closed by ``extensions/visits.py`` alone.

    ``at`` and ``started`` are wall clock (epoch seconds), ``touched`` is the monotonic time of the last step's start.
    """

    number: int
    input: str
    kept: dict[str, str] = field(default_factory=dict)
    type: str = "website"
    url: str = ""  # the URL that is visited: as given, or the door that answered
    bare: bool = False
    key: str = ""
    domain: str = ""
    query: str = ""
    at: float = 0.0
    touched: float = field(default_factory=time.monotonic)

    state: State | None = None
    state_expires_at: float | None = None
    tries: int = 0  # earlier tries by the retry queue
    forced: bool = False

    final_url: str = ""
    status: int | None = None
    body_size: int | None = None
    fetch_ms: float = 0.0
    title: str = ""
    trail: list[Step] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)

    contacts: Contacts | None = None
    found_on: str = ""
    found_by: str = ""
    words: bool = False  # contact words were seen on some page
    pages: list[str] = field(default_factory=list)  # own contact pages still to be read
    best_page: str = ""  # the page that a tab would open
    last: tuple[What, str] | None = None  # the first page's finding, kept while contact pages are read

    failed_at: str = ""  # the URL of the last request that failed, wherever redirects had led it
    reach_failure: Any = None  # how robots.txt failed to reach the host, so that HEAD need not ask again
    doors_tried: bool = False
    asked_again: bool = False  # a failure was the network's rather than the site's, so far as one could tell
    rank: int = 0  # how many redirect stubs were followed
    retry_after: float | None = None
    retry: Any = None  # what the retry queue is to hold
    cached: dict[str, Any] | None = None  # the remembered result that ended the visit
    ending: Ending | None = None
    closed: bool = False
    waits: bool = False  # in the tabs' line, or for the network to be believed: no step's clock runs
    twins: list["Visit"] = field(default_factory=list)  # later lines of the same URL, waiting for this visit
    story: Story | None = None  # where the visit is to be told step by step

    def line(self) -> dict[str, Any]:
        """What of its log line tells how the visit went."""
        assert self.ending is not None
        return {
            "method": self.ending.method,
            "outcome": self.ending.outcome,
            "reason": self.ending.reason,
            "finalUrl": self.final_url,
            "trail": [step.to_dict() for step in self.trail],
        }


@dataclass(slots=True, eq=False)
class StepResult:
    """What one request of a visit brought: a response, or what the step found without one."""

    visit: Visit
    method: str
    request: scrapy.Request
    response: scrapy.http.Response | None = None
    what: What | None = None
    detail: Any = None


class Result(scrapy.Item):
    """One visit's result, as the feeds write it. The kept columns of the list follow these fields."""

    input = scrapy.Field()
    url = scrapy.Field()
    final_url = scrapy.Field()
    domain = scrapy.Field()
    title = scrapy.Field()
    emails = scrapy.Field()
    phones = scrapy.Field()
    faxes = scrapy.Field()
    socials = scrapy.Field()
    found_on = scrapy.Field()
    method = scrapy.Field()
    outcome = scrapy.Field()
    reason = scrapy.Field()
    visited_at = scrapy.Field()


def result_class(kept: tuple[str, ...]) -> type[Result]:
    """The result's class for a run that copies the columns *kept*; a column named like a field of ours is left out."""
    extra = {name: scrapy.Field() for name in kept if name not in Result.fields}
    if not extra:
        return Result
    made: type[Result] = type("Result", (Result,), {})
    made.fields = {**Result.fields, **extra}  # not as attributes: a column may be called __class__
    return made
