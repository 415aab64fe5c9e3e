"""Step 1, memory (0 ms): a visit whose answer is known already ends here, without a request."""

import time
from typing import Self

from scrapy import Request
from scrapy.crawler import Crawler

from contactscraper.cascade import What
from contactscraper.domains import State
from contactscraper.extensions.stores import Stores
from contactscraper.extensions.visits import Visits
from contactscraper.freshness import satisfies
from contactscraper.items import Ending, Visit
from contactscraper.middlewares import StepDone, VisitEnds

#: What a visit of a domain in this state asks by HEAD first. The other states know better than to ask twice.
PROBED = frozenset({State.UNKNOWN})
ENDS = {
    State.DEAD: Ending("skip", "dead", "domain-dead"),
    State.COLD: Ending("skip", "cold-skip", "domain-cold"),
}


class GateMiddleware:
    """Asks the URL cache, the retry queue and the domain's state, in this order."""

    def __init__(self, crawler: Crawler, wanted: str) -> None:
        self._crawler = crawler
        self._wanted = wanted

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler, crawler.settings["CONTACTS_WANTED"])

    async def process_request(self, request: Request) -> None:
        if request.meta.get("keeper"):
            await self._crawler.get_extension(Visits).drained()  # type: ignore[union-attr]  # ours is always there
            raise VisitEnds(Ending("skip", "", "keeper"))
        visit: Visit | None = request.meta.get("visit")
        if visit is None or not request.meta.get("first") or request.meta.get("gated"):
            return
        request.meta["gated"] = True
        now = time.time()
        memory = self._crawler.get_extension(Stores).memory  # type: ignore[union-attr]
        memory.expect(visit.domain, visit.key)
        record = memory.domain(visit.domain, now)
        visit.state, visit.state_expires_at = record.state, record.state_expires_at
        if not visit.forced:
            self._ask_memory(visit, now)
        request.meta["probe"] = visit.forced or record.state in PROBED
        if visit.forced:
            return
        if record.state in ENDS:
            raise VisitEnds(ENDS[record.state])
        if record.state is State.ANTIBOT_HARD:
            raise StepDone(What.TAB_ONLY, "tab")

    def _ask_memory(self, visit: Visit, now: float) -> None:
        stores = self._crawler.get_extension(Stores)
        assert stores is not None
        memory = stores.memory
        visits = self._crawler.get_extension(Visits)
        assert visits is not None
        cached = memory.cached(visit.key, now)
        if cached is not None and satisfies(cached, self._wanted):
            memory.touch_domain(visit.domain, now)
            record = memory.domain(visit.domain, now)
            visit.state, visit.state_expires_at = record.state, record.state_expires_at
            visit.cached = stores.suppressed.from_result(cached.result)
            raise VisitEnds(Ending("cache", cached.outcome, "cached", cached.error_class or ""))
        retry = memory.retry(visit.key)
        if retry is not None:
            if retry.due_at > now:
                raise VisitEnds(Ending("skip", "error", "retry-later"))
            visit.tries = 0 if retry.resting else retry.tries
        rests_until = visits.put_off.rests_until(visit.domain)
        if rests_until > now:
            visits.put_off.queue(visit, rests_until, "domain-resting", "http", tries=visit.tries)
            raise VisitEnds(Ending("skip", "error", "domain-resting", "http"))
