"""Lines that mean a URL of this run a second time: what they are answered with."""

from dataclasses import replace
from typing import Any

from contactscraper.extensions.stores import Stores
from contactscraper.extensions.visits.stopping import STAYS_OPEN
from contactscraper.items import Ending, Visit
from contactscraper.storage.ledger import SeenVisit


def end_beside(twin: Visit, visit: Visit, values: dict[str, Any]) -> Ending:
    """The end of a line that waited for *visit*, which has ended with the result's *values*."""
    assert visit.ending is not None
    ending = visit.ending
    twin.state, twin.state_expires_at = visit.state, visit.state_expires_at
    if ending.reason in STAYS_OPEN:
        return replace(ending)
    twin.cached = dict(values)
    reason = "duplicate" if ending.outcome == "error" else "cached"
    return Ending("cache", ending.outcome, reason, ending.error_class)


def end_after(visit: Visit, seen: SeenVisit, stores: Stores, now: float) -> Ending:
    """The end of a line that comes after the visit that was *seen*; *now* in epoch seconds."""
    cached = stores.memory.cached(visit.key, now)
    if cached is None:
        return Ending("cache", seen.outcome, "duplicate", seen.error_class or "")
    visit.cached = stores.suppressed.from_result(cached.result)
    return Ending("cache", cached.outcome, "cached", cached.error_class or "")
