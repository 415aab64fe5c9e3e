"""Pipeline 3: one log line a visit, and the result that the feeds write."""

from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Self

from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem

from contactscraper.extensions import extension
from contactscraper.extensions.stores import Stores
from contactscraper.extensions.visits import Visits
from contactscraper.items import Result, Visit, result_class
from contactscraper.pipelines.memory import result_values


class PageLogPipeline:
    """Closes the visit: writes its line, hands its result on, and tells the visits' owner."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._enabled = crawler.settings.getbool("PAGE_LOG_ENABLED")
        self._result: type[Result] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    @cached_property
    def _stores(self) -> Stores:
        return extension(self._crawler, Stores)

    @cached_property
    def _visits(self) -> Visits:
        return extension(self._crawler, Visits)

    def process_item(self, item: Any) -> Any:
        visit: Visit = item
        stores, visits = self._stores, self._visits
        assert stores.page_log is not None
        values = visit.cached if visit.cached is not None else result_values(visit)
        if self._enabled:
            try:
                stores.page_log.write(log_entry(visit, values))
            except OSError as error:
                stores.give_up(OSError(f"{stores.page_log.path} cannot be written ({error.strerror})."))
                visits.unrecorded(visit)
                raise DropItem("the page log cannot be written", log_level="DEBUG") from error
        if visit.story is not None:
            visit.story.end(log_entry(visit, values), values)
        if self._result is None:
            self._result = result_class(visits.keep)
        result = self._result(**result_fields(visit, values))
        for name in visits.keep:
            if name in result.fields and name not in Result.fields:
                result[name] = visit.kept.get(name, "")
        visits.close(visit, values)
        return result


def timestamp(at: float) -> str:
    """ISO 8601, UTC, milliseconds."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def result_fields(visit: Visit, values: dict[str, Any]) -> dict[str, Any]:
    ending = visit.ending
    assert ending is not None
    return {
        "input": visit.input,
        "url": visit.url or None,
        "domain": visit.domain or None,
        **values,
        "method": ending.method,
        "outcome": ending.outcome,
        "reason": ending.reason,
        "visited_at": timestamp(visit.at),
    }


def log_entry(visit: Visit, values: dict[str, Any]) -> dict[str, Any]:
    """The page log's line. Absent values are left out."""
    ending = visit.ending
    assert ending is not None
    phones = values.get("phones") or []
    entry = {
        "type": visit.type,
        "at": timestamp(visit.at),
        "input": visit.input,
        "url": visit.url,
        "finalUrl": values.get("final_url"),
        "domain": visit.domain,
        "status": visit.status,
        "method": ending.method,
        "outcome": ending.outcome,
        "reason": ending.reason,
        "emails": len(values.get("emails") or []),
        "phone": phones[0] if phones else None,
        "socials": list(values.get("socials") or {}),
        "fetchMs": round(visit.fetch_ms) or None,
        "bodySize": visit.body_size,
        "domainState": visit.state.value if visit.state else None,
        "domainStateExpiresAt": timestamp(visit.state_expires_at) if visit.state_expires_at else None,
        "errorClass": ending.error_class,
        "tags": visit.tags,
        "trail": [step.to_dict() for step in visit.trail],
    }
    return {name: value for name, value in entry.items() if value not in (None, "", [])}
