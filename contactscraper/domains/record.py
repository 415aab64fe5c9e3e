"""A domain's record, and the evidence that it is made of. The names of its JSON are those of the page log.

They are named tuples: each visit makes several of them, and a frozen dataclass takes five times as long to make.
"""

from typing import Any, NamedTuple, Self

from contactscraper.domains.states import Method, Outcome, State

#: Entries of evidence that a record keeps.
RECENT = 20
#: By their names: asking the classes costs three times as much, and a row has up to 20 entries.
_METHODS = {method.value: method for method in Method}
_OUTCOMES = {outcome.value: outcome for outcome in Outcome}


class Entry(NamedTuple):
    """One kept piece of evidence. *at* in epoch seconds; *wall* says that an antibot entry was more than a 429."""

    at: float
    method: Method
    outcome: Outcome
    visit: str
    status: int | None = None
    error_class: str | None = None
    partial: bool = False
    wall: bool = False

    def to_dict(self) -> dict[str, Any]:
        """JSON-able, absent values left out."""
        values: dict[str, Any] = {
            "at": self.at,
            "method": self.method._value_,
            "outcome": self.outcome._value_,
            "visit": self.visit,
        }
        if self.status is not None:
            values["status"] = self.status
        if self.error_class is not None:
            values["errorClass"] = self.error_class
        if self.partial:
            values["partial"] = True
        if self.wall:
            values["wall"] = True
        return values

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        return cls(
            at=values["at"],
            method=_METHODS[values["method"]],
            outcome=_OUTCOMES[values["outcome"]],
            visit=values["visit"],
            status=values.get("status"),
            error_class=values.get("errorClass"),
            partial=values.get("partial", False),
            wall=values.get("wall", False),
        )


class Evidence(NamedTuple):
    """What one step of a visit says about the domain.

    *partial*: socials alone. *block*: ``cf-mitigated: block``. *rate_limited*: a 429 without a wall. *of_domain*:
    False where the URL is a deep one or its host a subdomain, so that its death is not the domain's; any other
    outcome there belongs to the domain all the same. *no_such_name*: NXDOMAIN. *tries_used_up*: the last of the
    tries that found no connection.
    """

    visit: str
    at: float
    method: Method
    outcome: Outcome
    status: int | None = None
    error_class: str | None = None
    partial: bool = False
    block: bool = False
    rate_limited: bool = False
    of_domain: bool = True
    no_such_name: bool = False
    tries_used_up: bool = False

    @property
    def counts(self) -> bool:
        """Whether it is evidence for the domain at all: where a deep URL or a subdomain is gone, it is not."""
        return self.of_domain or self.outcome not in (Outcome.DEAD, Outcome.NETWORK_ERROR)

    def entry(self) -> Entry:
        """What the record keeps of it."""
        wall = self.outcome is Outcome.ANTIBOT and not self.rate_limited
        return Entry(self.at, self.method, self.outcome, self.visit, self.status, self.error_class, self.partial, wall)


class DomainRecord(NamedTuple):
    """All that is known of a domain, seen through one exit. Times in epoch seconds; *recent* newest first."""

    domain: str
    exit: str = "direct"
    state: State = State.UNKNOWN
    recent: tuple[Entry, ...] = ()
    fetch_total: int = 0
    fetch_ok: int = 0
    fetch_ok_empty: int = 0
    tab_total: int = 0
    tab_ok: int = 0
    first_seen: float = 0.0
    last_seen: float = 0.0
    state_changed_at: float = 0.0
    state_expires_at: float | None = None
    tags: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "domain": self.domain,
            "exit": self.exit,
            "state": self.state.value,
            "recent": [entry.to_dict() for entry in self.recent],
            "fetchTotal": self.fetch_total,
            "fetchOk": self.fetch_ok,
            "fetchOkEmpty": self.fetch_ok_empty,
            "tabTotal": self.tab_total,
            "tabOk": self.tab_ok,
            "firstSeen": self.first_seen,
            "lastSeen": self.last_seen,
            "stateChangedAt": self.state_changed_at,
            "stateExpiresAt": self.state_expires_at,
            "tags": list(self.tags),
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        return cls(
            domain=values["domain"],
            exit=values.get("exit", "direct"),
            state=State(values["state"]),
            recent=tuple(Entry.from_dict(entry) for entry in values.get("recent", ())),
            fetch_total=values.get("fetchTotal", 0),
            fetch_ok=values.get("fetchOk", 0),
            fetch_ok_empty=values.get("fetchOkEmpty", 0),
            tab_total=values.get("tabTotal", 0),
            tab_ok=values.get("tabOk", 0),
            first_seen=values.get("firstSeen", 0.0),
            last_seen=values.get("lastSeen", 0.0),
            state_changed_at=values.get("stateChangedAt", 0.0),
            state_expires_at=values.get("stateExpiresAt"),
            tags=tuple(values.get("tags", ())),
        )
