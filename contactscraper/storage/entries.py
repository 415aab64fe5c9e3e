"""What the memory holds beside domains: visits that may be answered again, and URLs that wait for another try."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self


class CachedVisit(NamedTuple):
    """The answer of a visit. *at* and *expires_at* in epoch seconds, *result* in the result's fields, *exit* the name
    of the exit through which it was had."""

    key: str
    url: str
    domain: str
    at: float
    outcome: str
    reason: str
    error_class: str | None
    status: int | None
    result: dict[str, Any]
    wanted: str = "any"
    expires_at: float = 0.0
    exit: str = "direct"

    def to_dict(self) -> dict[str, Any]:
        return self._asdict()

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        return cls(**values)


@dataclass(frozen=True, slots=True)
class Retry:
    """A URL that waits until *due_at* (epoch seconds). *resting*: its tries are used up, and it is left alone."""

    key: str
    url: str
    input: str
    domain: str
    due_at: float
    reason: str
    error_class: str
    tries: int
    kept: dict[str, str] = field(default_factory=dict)
    resting: bool = False

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}  # asdict would copy what is in them

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        return cls(**values)
