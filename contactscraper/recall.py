"""What the memory makes of a visit before anything is asked: the first rule that fits. An answer comes
first since it costs nothing; what waits for its retry is left alone, whatever its domain's state would let it ask.

The gate acts by these rules, and `scrapy explain` tells them.
"""

from enum import StrEnum

from contactscraper.domains import State
from contactscraper.freshness import Answer, satisfies


class Rule(StrEnum):
    """Read from top to bottom; the first that fits decides."""

    FORCED = "forced"
    ANSWER = "cached-answer"
    RETRY_LATER = "retry-later"
    RESTING = "domain-resting"
    DEAD = "domain-dead"
    COLD = "domain-cold"
    TAB_ONLY = "antibot-hard"
    GET_FIRST = "get-without-head"
    ALL = "head-first"


BY_STATE: dict[State, Rule] = {
    State.UNKNOWN: Rule.ALL,
    State.DEAD: Rule.DEAD,
    State.COLD: Rule.COLD,
    State.ANTIBOT_SOFT: Rule.GET_FIRST,
    State.ANTIBOT_HARD: Rule.TAB_ONLY,
    State.FRIENDLY: Rule.GET_FIRST,
}
#: What a visit asks by HEAD first. The others know better than to ask twice.
PROBED = frozenset({Rule.FORCED, Rule.ALL})


def rule_of(
    state: State,
    *,
    forced: bool,
    answer: Answer | None,
    wanted: str,
    due_at: float | None,
    rests_until: float,
    now: float,
) -> Rule:
    """What decides a visit of a URL whose domain is in *state*.

    *answer* is the fresh answer of an earlier visit, *wanted* what this run wants; *due_at* is when its retry is due
    (None where it has none), *rests_until* how long a 429 holds its domain back. Times in epoch seconds.
    """
    if forced:
        return Rule.FORCED
    if answer is not None and satisfies(answer, wanted):
        return Rule.ANSWER
    if due_at is not None and due_at > now:
        return Rule.RETRY_LATER
    if rests_until > now:
        return Rule.RESTING
    return BY_STATE[state]
