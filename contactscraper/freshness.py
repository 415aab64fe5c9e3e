"""How long a visit's answer may be given again without asking the site. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

DAY = 86400.0
#: How long a URL is left alone whose tries are used up.
RETRIES_REST = 7 * DAY


@dataclass(frozen=True, slots=True)
class Freshness:
    """Seconds that each thing holds. An entry is fresh while nothing that it holds has expired.

    *held*: fields of the result; *socials_alone*: where it holds nothing else; *outcomes*: where it holds nothing;
    *reasons*: errors that are kept all the same. What has no row is not kept.
    """

    held: Mapping[str, float] = field(default_factory=lambda: {"emails": 90 * DAY, "phones": 180 * DAY})
    socials_alone: float = 30 * DAY
    outcomes: Mapping[str, float] = field(
        default_factory=lambda: {
            "ok-contact": 30 * DAY,
            "ok-empty": 6 * DAY,
            "dead": 30 * DAY,
            "antibot": 1 * DAY,
        }
    )
    reasons: Mapping[str, float] = field(default_factory=lambda: {"robots": 1 * DAY})


FRESHNESS = Freshness()


class Answer(Protocol):
    """What the rules look at: when, how it ended, what it wanted, and what was found (the result's fields)."""

    @property
    def at(self) -> float: ...
    @property
    def outcome(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def wanted(self) -> str: ...
    @property
    def result(self) -> Mapping[str, Any]: ...


def lifetime(answer: Answer, freshness: Freshness = FRESHNESS) -> float:
    """Seconds for which *answer* is fresh; 0 where it may not be kept."""
    if answer.reason in freshness.reasons:
        return freshness.reasons[answer.reason]
    if answer.outcome not in freshness.outcomes:
        return 0.0
    held = [seconds for name, seconds in freshness.held.items() if answer.result.get(name)]
    if held:
        return min(held)
    if answer.result.get("socials"):
        return freshness.socials_alone
    return freshness.outcomes[answer.outcome]


def fresh_until(answer: Answer, freshness: Freshness = FRESHNESS) -> float:
    """When *answer* ceases to be fresh, in epoch seconds; its own time where it may not be kept."""
    return answer.at + lifetime(answer, freshness)


def satisfies(answer: Answer, wanted: str) -> bool:
    """Whether *answer* can stand for a visit of a run that wants *wanted* (``any``, ``email``, ``phone``).

    A visit that wanted the same has looked everywhere already; one that ended early with something else has not.
    """
    if answer.outcome != "ok-contact" or wanted in ("any", answer.wanted):
        return True
    return bool(answer.result.get({"email": "emails", "phone": "phones"}[wanted]))
