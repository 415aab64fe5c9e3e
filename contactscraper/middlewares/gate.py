"""Step 1, memory (0 ms): a visit whose answer is known already ends here, without a request."""

import time
from dataclasses import replace
from functools import cached_property
from typing import Self

from scrapy import Request
from scrapy.crawler import Crawler

from contactscraper.cascade import What
from contactscraper.extensions import extension
from contactscraper.extensions.stores import Stores
from contactscraper.extensions.visits import Visits
from contactscraper.items import Ending, Visit
from contactscraper.middlewares import StepDone, VisitEnds
from contactscraper.recall import PROBED, Rule, rule_of

#: Rules that end a visit.
ENDS = {
    Rule.RETRY_LATER: Ending("skip", "error", "retry-later"),
    Rule.RESTING: Ending("skip", "error", "domain-resting", "http"),
    Rule.DEAD: Ending("skip", "dead", "domain-dead"),
    Rule.COLD: Ending("skip", "cold-skip", "domain-cold"),
}


class GateMiddleware:
    """Asks the URL cache, the retry queue and the domain's state, in this order."""

    def __init__(self, crawler: Crawler, wanted: str) -> None:
        self._crawler = crawler
        self._wanted = wanted

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler, crawler.settings["CONTACTS_WANTED"])

    @cached_property
    def _stores(self) -> Stores:
        return extension(self._crawler, Stores)

    @cached_property
    def _visits(self) -> Visits:
        return extension(self._crawler, Visits)

    async def process_request(self, request: Request) -> None:
        if request.meta.get("keeper"):
            await self._visits.drained()
            raise VisitEnds(Ending("skip", "", "keeper"))
        visit: Visit | None = request.meta.get("visit")
        if visit is None or not request.meta.get("first") or request.meta.get("gated"):
            return
        request.meta["gated"] = True
        rule = self._rule(visit, time.time())
        request.meta["probe"] = rule in PROBED
        if rule in ENDS:
            raise VisitEnds(replace(ENDS[rule]))
        if rule is Rule.TAB_ONLY:
            raise StepDone(What.TAB_ONLY, "tab")

    def _rule(self, visit: Visit, now: float) -> Rule:
        """Which of the memory's rules decides; what follows from it for the visit is done."""
        stores, visits, memory = self._stores, self._visits, self._stores.memory
        memory.expect(visit.domain, visit.key)
        record = memory.domain(visit.domain, now)
        visit.state, visit.state_expires_at = record.state, record.state_expires_at
        cached = memory.cached(visit.key, now)
        retry = memory.retry(visit.key)
        rests_until = visits.put_off.rests_until(visit.domain)
        rule = rule_of(
            record.state,
            forced=visit.forced,
            answer=cached,
            wanted=self._wanted,
            due_at=retry.due_at if retry else None,
            rests_until=rests_until,
            now=now,
        )
        if visit.story is not None:
            visit.story.memory(
                record, cached, retry.due_at if retry else None, retry.tries if retry else 0, rests_until, rule
            )
        if rule is Rule.ANSWER:
            assert cached is not None
            memory.touch_domain(visit.domain, now)
            record = memory.domain(visit.domain, now)
            visit.state, visit.state_expires_at = record.state, record.state_expires_at
            visit.cached = stores.suppressed.from_result(cached.result)
            raise VisitEnds(Ending("cache", cached.outcome, "cached", cached.error_class or ""))
        if retry is not None and rule is not Rule.FORCED and rule is not Rule.RETRY_LATER:
            visit.tries = 0 if retry.resting else retry.tries
        if rule is Rule.RESTING:
            visits.put_off.queue(visit, rests_until, "domain-resting", "http", tries=visit.tries)
        return rule
