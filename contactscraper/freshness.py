"""How long a visit's answer may be given again without asking the site."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

DAY = 86400.0

#: Seconds that each thing holds; an entry is fresh while nothing that it holds has expired.
CONTACTS: dict[str, float] = {"emails": 90 * DAY, "phones": 180 * DAY}
SOCIALS_ALONE = 30 * DAY
BY_OUTCOME: dict[str, float] = {"ok-empty": 6 * DAY, "ok-contact": 30 * DAY, "dead": 30 * DAY, "antibot": 1 * DAY}
BY_REASON: dict[str, float] = {"robots": 1 * DAY}
RETRIES_REST = 7 * DAY


@dataclass(frozen=True, slots=True)
class Answer:
    """What a freshness rule looks at: an outcome, its reason, and what was found (the result's fields)."""

    outcome: str
    reason: str
    result: Mapping[str, Any]


def lifetime(answer: Answer) -> float:
    """Seconds for which *answer* is fresh; 0 where it may not be kept."""
    if answer.reason in BY_REASON:
        return BY_REASON[answer.reason]
    held = [seconds for name, seconds in CONTACTS.items() if answer.result.get(name)]
    if held:
        return min(held)
    if answer.result.get("socials"):
        return SOCIALS_ALONE
    return BY_OUTCOME.get(answer.outcome, 0.0)


def satisfies(answer: Any, wanted: str) -> bool:
    """Whether *answer* can stand for a visit of a run that wants *wanted* (``any``, ``email``, ``phone``).

    A visit that wanted the same has looked everywhere already; one that ended early with something else has not.
    """
    if answer.outcome != "ok-contact" or wanted in ("any", answer.wanted):
        return True
    return bool(answer.result.get({"email": "emails", "phone": "phones"}[wanted]))
