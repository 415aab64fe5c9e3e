"""Pipeline 2: what a visit has shown goes into the memory, and is on disk before anything tells of it."""

from functools import cached_property
from typing import Any, Self

from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem

from contactscraper.domains import Transition
from contactscraper.extensions import extension
from contactscraper.extensions.stores import Stores
from contactscraper.extensions.visits import Visits
from contactscraper.freshness import fresh_until
from contactscraper.items import Ending, Visit
from contactscraper.storage.memory import CachedVisit, MemoryBroken

#: Outcomes that a later visit may be answered with. A plain error is tried anew.
CACHED_OUTCOMES = frozenset({"ok-contact", "ok-empty", "dead", "antibot"})
#: Errors that are remembered all the same.
CACHED_REASONS = frozenset({"robots"})
#: Ends that leave a URL in the retry queue as it was; any other answers it, by force or not.
STAYS_QUEUED = frozenset({"stopped", "network-down", "retry-later", "internal"})
#: Methods and reasons of visits that asked nothing, and so have nothing to remember.
ANSWERED = frozenset({"cached", "duplicate", "domain-dead", "domain-cold", "social-profile"})


class MemoryPipeline:
    """Records evidence, cache entry and queue entry, in one batch."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._wanted = crawler.settings["CONTACTS_WANTED"]

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    @cached_property
    def _stores(self) -> Stores:
        return extension(self._crawler, Stores)

    async def process_item(self, item: Any) -> Any:
        visit: Visit = item
        stores = self._stores
        assert visit.ending is not None
        if not stores.broken and visit.key and visit.ending.reason not in ANSWERED:
            self._record(stores, visit)
        try:
            await stores.committed()
        except MemoryBroken:
            visits = extension(self._crawler, Visits)
            visits.unrecorded(visit)
            raise DropItem("the memory cannot be written", log_level="DEBUG") from None
        return visit

    def _record(self, stores: Stores, visit: Visit) -> None:
        memory, ending = stores.memory, visit.ending
        assert ending is not None
        after, cached_until = None, 0.0
        moves: tuple[Transition, ...] = ()
        if visit.evidence:
            after, moves = memory.record_visit(
                visit.domain, visit.evidence, visit.at, forced=visit.forced, tags=tuple(visit.tags)
            )
            for move in moves:
                self._crawler.stats.inc_value(f"domains/moved/{move.to.value}")
        if visit.retry is not None:
            memory.queue_retry(visit.retry)
        elif ending.reason not in STAYS_QUEUED:
            memory.drop_retry(visit.key)
        if ending.outcome in CACHED_OUTCOMES or ending.reason in CACHED_REASONS:
            answer = self._answer(visit, ending)
            memory.cache(answer)
            cached_until = fresh_until(answer)
        if visit.story is not None:
            retry_at = visit.retry.due_at if visit.retry is not None else None
            visit.story.recorded(visit.evidence, moves, after, cached_until, retry_at)

    def _answer(self, visit: Visit, ending: Ending) -> CachedVisit:
        return CachedVisit(
            key=visit.key,
            url=visit.url,
            domain=visit.domain,
            at=visit.at,
            outcome=ending.outcome,
            reason=ending.reason,
            error_class=ending.error_class or None,
            status=visit.status,
            result=result_values(visit),
            wanted=self._wanted,
        )


def result_values(visit: Visit) -> dict[str, Any]:
    """What a visit found, in the result's fields, without what belongs to the line of the list."""
    contacts = visit.contacts
    return {
        "final_url": visit.final_url or None,
        "title": visit.title or None,
        "emails": list(contacts.emails) if contacts else [],
        "phones": list(contacts.phones) if contacts else [],
        "faxes": list(contacts.faxes) if contacts else [],
        "socials": {network: list(urls) for network, urls in contacts.socials.items()} if contacts else {},
        "found_on": visit.found_on or None,
    }
