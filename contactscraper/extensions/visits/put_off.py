"""What this run puts off: domains that a 429 holds back, and visits that are to be made again later."""

import time

from contactscraper.cascade import REST
from contactscraper.items import Visit
from contactscraper.storage.memory import Retry


class PutOff:
    def __init__(self) -> None:
        self._resting: dict[str, float] = {}

    def rest(self, domain: str, until: float) -> None:
        """A 429 holds back the domain's other URLs of this run, until *until* (epoch seconds)."""
        self._resting[domain] = max(until, self._resting.get(domain, 0.0))

    def rests_until(self, domain: str) -> float:
        """Epoch seconds, 0 where nothing holds the domain back."""
        return self._resting.get(domain, 0.0)

    def queue(
        self, visit: Visit, due_at: float, reason: str, error_class: str, *, tries: int, resting: bool = False
    ) -> None:
        """Notes what the memory is to queue when the visit ends; *resting* where its tries are used up."""
        visit.retry = Retry(
            key=visit.key,
            url=visit.url,
            input=visit.input,
            domain=visit.domain,
            due_at=time.time() + REST if resting else due_at,
            reason=reason,
            error_class=error_class,
            tries=tries,
            kept=dict(visit.kept),
            resting=resting,
        )
