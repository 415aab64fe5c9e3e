"""The signatures of walls and worthless pages: rows of data, checked and compiled once."""

import json
import re
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files

LAYERS = frozenset({"header", "header-name", "cookie", "status", "url", "title", "body", "dns"})
#: Kinds of signature that are a wall: it asks (challenge, captcha), or it says no.
WALL_KINDS = frozenset({"challenge", "captcha", "block"})
STRENGTHS = frozenset({"proof", "hint"})


@dataclass(frozen=True)
class Signature:
    """One row. *pattern* is a regular expression (a header's after ``name:``); *needles* are literals, one of which a
    body must hold before the pattern is tried; *text*: the pattern is a phrase that people read, otherwise it is
    markup; the gates limit it by status, visible text and size."""

    id: str
    vendor: str
    layer: str
    pattern: str
    kind: str
    strength: str
    status_in: tuple[int, ...] = ()
    max_visible_chars: int | None = None
    max_bytes: int | None = None
    needles: tuple[str, ...] = ()
    header: str = ""
    on_normal_pages: str = ""
    text: bool = False

    @property
    def never_normal(self) -> bool:
        """Whether no ordinary page has been seen with it."""
        return self.on_normal_pages.startswith("no")

    def may_match(self, lowered: str) -> bool:
        """Whether one of the literals is in a lowered body, so that the pattern is worth trying."""
        return not self.needles or any(needle in lowered for needle in self.needles)

    @cached_property
    def regex(self) -> re.Pattern[str]:
        flags = re.IGNORECASE | (re.DOTALL if self.layer == "body" else 0)
        return re.compile(self.pattern, flags)

    def matches(self, text: str) -> bool:
        return self.regex.search(text) is not None

    def admits(self, status: int, visible: int = 0, size: int = 0) -> bool:
        """Whether the gates let a reply through."""
        return (
            (not self.status_in or status in self.status_in)
            and (self.max_visible_chars is None or visible <= self.max_visible_chars)
            and (self.max_bytes is None or size <= self.max_bytes)
        )


def _signature(row: dict[str, object]) -> Signature:
    pattern, header = str(row["pattern"]), ""
    if row["layer"] == "header":
        header, _, pattern = (part.strip() for part in pattern.partition(":"))
    return Signature(
        id=str(row["id"]),
        vendor=str(row["vendor"]),
        layer=str(row["layer"]),
        pattern=pattern,
        kind=str(row["kind"]),
        strength=str(row["strength"]),
        status_in=tuple(row.get("status_in", ())),  # type: ignore[arg-type]  # checked by the schema test
        max_visible_chars=row.get("max_visible_chars"),  # type: ignore[arg-type]  # the same
        max_bytes=row.get("max_bytes"),  # type: ignore[arg-type]  # the same
        needles=tuple(row.get("needles", ())),  # type: ignore[arg-type]  # the same
        header=header.lower(),
        on_normal_pages=str(row["on_normal_pages"]),
        text=row.get("in") == "text",
    )


def load() -> tuple[Signature, ...]:
    """All rows, in their order."""
    text = files("contactscraper.challenge").joinpath("signatures.jsonl").read_text(encoding="utf-8")
    return tuple(_signature(json.loads(line)) for line in text.splitlines() if line.strip())


SIGNATURES = load()
