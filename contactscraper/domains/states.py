"""The states of a domain and the table of moves between them.

A domain's state answers one question before any network is asked: what is the cheapest visit that can still find
this site's contacts? Evidence moves it. The theory:

* `unknown` is where every domain begins and where every other state ends when it has outlived its time.
* `dead` and `cold` answer without a request. Only a forced visit, or time, brings a domain back from them.
* `antibot-soft` and `antibot-hard` say how far a wall goes: soft still asks by GET, hard goes to a tab at once.
* `friendly` never opens a tab, and holds only as long as its fetches bring contacts.

One piece of evidence makes at most one move: the first row of the table that fits it and leads to another state. What
counts (the last ten fetches, five visits in a row) is counted in `recent`, which only time clears: a move leaves it as
it is. What fits no row leaves the state, and only confirming evidence renews its time.

The order of the rows matters where one piece fits two: a name that does not exist beats all, a forced visit frees a
domain before anything else is read into it, and a wall that is worse beats one that is milder.
"""

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """What is expected of a domain."""

    UNKNOWN = "unknown"
    FRIENDLY = "friendly"
    ANTIBOT_SOFT = "antibot-soft"
    ANTIBOT_HARD = "antibot-hard"
    COLD = "cold"
    DEAD = "dead"


class Method(StrEnum):
    """The step that brought a piece of evidence."""

    HEAD = "head"
    FETCH = "fetch"
    TAB = "tab"


class Outcome(StrEnum):
    """What a step says about a domain."""

    OK_CONTACT = "ok-contact"
    OK_EMPTY = "ok-empty"
    HTTP_ERROR = "http-error"
    NETWORK_ERROR = "network-error"
    ANTIBOT = "antibot"
    DEAD = "dead"


class Event(StrEnum):
    """What the evidence, with the history behind it, amounts to."""

    NO_SUCH_NAME = "its own name does not exist"
    FOUND_DEAD = "HEAD or GET finds it dead, or its tries without connection are used up"
    BLOCKED = "cf-mitigated: block"
    ANTIBOT = "antibot, at any step"
    WALLED_3 = "the last 3 visits that asked by HEAD or GET met a wall there"
    OK_2 = "2 fetches in a row are ok"
    FRIENDLY_70 = "of the last 10 fetches at least 70 % ok-contact, and at least 5 of them known"
    EMPTY_5 = "5 visits in a row end ok-empty"
    TAB_WALLED_5 = "5 tab visits in a row end at the wall"
    BARREN_5 = "5 fetches in a row bring no contact"
    FORCED_REPLY = "a forced visit gets any reply but 404/410"
    FORCED_CONTACT = "a forced visit ends ok-contact"
    TTL_OVER = "its time is over"


S = State


@dataclass(frozen=True, slots=True)
class Row:
    """From any of *sources*, *event* leads to *target*."""

    sources: frozenset[State]
    event: Event
    target: State


def _all_but(*states: State) -> frozenset[State]:
    return frozenset(State) - frozenset(states)


#: Read from top to bottom; the first row that fits is the move.
TRANSITIONS: tuple[Row, ...] = (
    Row(frozenset({S.ANTIBOT_SOFT, S.ANTIBOT_HARD}), Event.NO_SUCH_NAME, S.DEAD),
    Row(frozenset({S.UNKNOWN}), Event.FOUND_DEAD, S.DEAD),
    Row(frozenset({S.DEAD}), Event.FORCED_REPLY, S.UNKNOWN),
    Row(frozenset({S.COLD}), Event.FORCED_CONTACT, S.UNKNOWN),
    Row(_all_but(S.DEAD, S.COLD), Event.BLOCKED, S.ANTIBOT_HARD),
    Row(frozenset({S.ANTIBOT_SOFT}), Event.WALLED_3, S.ANTIBOT_HARD),
    Row(frozenset({S.UNKNOWN}), Event.ANTIBOT, S.ANTIBOT_SOFT),
    Row(frozenset({S.ANTIBOT_HARD}), Event.TAB_WALLED_5, S.COLD),
    Row(_all_but(S.DEAD, S.FRIENDLY), Event.EMPTY_5, S.COLD),
    Row(frozenset({S.ANTIBOT_SOFT}), Event.OK_2, S.UNKNOWN),
    Row(frozenset({S.UNKNOWN}), Event.FRIENDLY_70, S.FRIENDLY),
    Row(frozenset({S.FRIENDLY}), Event.BARREN_5, S.UNKNOWN),
    Row(frozenset({S.UNKNOWN, S.DEAD, S.COLD, S.ANTIBOT_SOFT}), Event.TTL_OVER, S.UNKNOWN),
    Row(frozenset({S.ANTIBOT_HARD}), Event.TTL_OVER, S.ANTIBOT_SOFT),
)


@dataclass(frozen=True, slots=True)
class Transition:
    """One move that a record has made."""

    source: State
    event: Event
    to: State


@dataclass(frozen=True, slots=True)
class TTLS:
    """How long each state lives, in seconds. `friendly` has none: only behaviour ends it."""

    unknown: float = 7 * 86400
    dead: float = 30 * 86400
    cold: float = 90 * 86400
    antibot_soft: float = 7 * 86400
    antibot_hard: float = 90 * 86400

    def of(self, state: State) -> float | None:
        """Seconds that *state* lives; None: no end."""
        return None if state is State.FRIENDLY else float(getattr(self, _NAMES[state]))

    def until(self, state: State, since: float) -> float | None:
        """When *state* ends that was set or confirmed at *since* (epoch seconds); None: never."""
        ttl = self.of(state)
        return None if ttl is None else since + ttl


def diagram() -> str:
    """The table as a Mermaid state diagram, for the README."""
    lines = ["stateDiagram-v2", "    [*] --> unknown"]
    for row in TRANSITIONS:
        for source in sorted(row.sources):
            if source is row.target:
                continue
            lines.append(f"    {_NAMES[source]} --> {_NAMES[row.target]}: {row.event.value.replace(':', '')}")
    return "\n".join(lines)


def _name(state: State) -> str:
    return state.value.replace("-", "_")


_NAMES = {state: _name(state) for state in State}
