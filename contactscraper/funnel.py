"""From log entries to counts: where the URLs of a run went."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

#: The stages that a URL passes, cheapest first, as the log's methods name them.
STAGES = (
    ("cache", "answered from memory"),
    ("skip", "decided without a request"),
    ("head", "decided by HEAD"),
    ("fetch", "decided by GET"),
    ("tab", "decided in a browser tab"),
)


@dataclass(frozen=True, slots=True)
class Funnel:
    """Counts of a run. ``counts`` holds ``read``, ``results``, ``invalid``, ``duplicates``, ``social``,
    ``ended_before``, ``merged_by_query`` and ``method/NAME``; ``outcomes`` a count an outcome."""

    counts: Mapping[str, int] = field(default_factory=dict)
    outcomes: Mapping[str, int] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def found(self) -> int:
        return self.outcomes.get("ok-contact", 0)


def summary_lines(funnel: Funnel) -> list[str]:
    """The summary that a person reads in ten seconds."""
    counts, results = funnel.counts, funnel.counts.get("results", 0)
    lines = [
        f"lines read: {counts.get('read', 0)} = results: {results}"
        f" (duplicates {counts.get('duplicates', 0)}, invalid {counts.get('invalid', 0)},"
        f" from memory {counts.get('method/cache', 0)}), in {funnel.seconds:.1f} s"
    ]
    for method, meaning in STAGES:
        if count := counts.get(f"method/{method}", 0):
            lines.append(f"{meaning:>26}: {count:>8} {share(count, results)}")
    lines.append(f"{'contacts found':>26}: {funnel.found:>8} {share(funnel.found, results)}")
    others = ", ".join(f"{name} {count}" for name, count in sorted(funnel.outcomes.items()) if name != "ok-contact")
    if others:
        lines.append(f"{'the others':>26}: {others}")
    if before := counts.get("ended_before", 0):
        lines.append(f"{before} lines had their result already, from before this run was gone on with")
    if merged := counts.get("merged_by_query", 0):
        lines.append(
            f"{merged} lines differed from an earlier one only in their query and were merged with it;"
            " URL_KEY_KEEP_QUERY = True tells them apart"
        )
    return lines


def share(part: int, whole: int) -> str:
    """A share in percent, for people."""
    return f"({100 * part / whole:.1f} %)" if whole else ""


@dataclass(frozen=True, slots=True)
class Stage:
    """A place where a visit's way may end: by one of these *reasons* or *methods*, or because its furthest step was
    *step* (one of `STEPS`)."""

    name: str
    label: str
    reasons: frozenset[str] = frozenset()
    methods: frozenset[str] = frozenset()
    step: str = ""


#: Kinds of steps in a log line's ``trail``, cheapest first. `page` is a GET of the site's own contact page.
STEPS = ("head", "get", "page", "tab")

#: The journey of a log line. The first stage whose reason or method fits counts, else that of the furthest step.
JOURNEY = (
    Stage("list", "invalid, duplicate or a profile", frozenset(
        {"invalid-url", "private-address", "social-profile", "duplicate", "suppressed"})),
    Stage("open", "left open for the next run", frozenset({"stopped", "network-down"})),
    Stage("memory", "known from memory", frozenset(
        {"retry-later", "domain-dead", "domain-cold", "domain-resting"}), frozenset({"cache"})),
    Stage("robots", "forbidden by robots.txt", frozenset({"robots"})),
    Stage("head", "HEAD", step="head"),
    Stage("get", "GET", step="get"),
    Stage("page", "contact page", step="page"),
    Stage("tab", "browser tab", step="tab"),
)  # fmt: skip

#: The stage of a log line that names no step: a failed look-up asks nothing, and other logs may have no trail.
BY_METHOD = {"head": "head", "fetch": "get", "tab": "tab"}
#: Where a line ended that nothing else places: it was decided without a request.
ELSE = "list"


def steps_of(entry: Mapping[str, Any]) -> dict[str, int]:
    """How long each kind of step of a log line's visit took in all, in milliseconds; kinds that it lacks are absent.

    A contact page is a GET after the one that brought ``finalUrl``. A tab moves that URL, so where there was one each
    GET after the first counts.
    """
    trail = entry.get("trail") or ()
    gets = [step for step in trail if step.get("method") == "fetch"]
    if any(step.get("method") == "tab" for step in trail):
        first = 1
    else:
        urls = [step.get("url") for step in gets]
        first = urls.index(entry.get("finalUrl")) + 1 if entry.get("finalUrl") in urls else len(gets)
    by_kind = {
        "head": [step for step in trail if step.get("method") == "head"],
        "get": gets[:first],
        "page": gets[first:],
        "tab": [step for step in trail if step.get("method") == "tab"],
    }
    return {kind: sum(step.get("ms") or 0 for step in steps) for kind, steps in by_kind.items() if steps}


def stage_of(entry: Mapping[str, Any]) -> str:
    """The name of the stage at which a log line's visit ended."""
    for stage in JOURNEY:
        if entry.get("reason") in stage.reasons or entry.get("method") in stage.methods:
            return stage.name
    steps = steps_of(entry)
    furthest = [stage.name for stage in JOURNEY if stage.step in steps]
    return furthest[-1] if furthest else BY_METHOD.get(str(entry.get("method")), ELSE)


@dataclass(frozen=True, slots=True)
class StageCount:
    """One stage of a funnel. *reached*: visits that were not decided before it; *ended*: those that were decided at
    it, *contacts* of them with a contact; *asked*: visits that made this stage's request (0 where it has none)."""

    name: str
    label: str
    reached: int
    ended: int
    contacts: int
    asked: int


def journey(ended: Mapping[str, int], contacts: Mapping[str, int], asked: Mapping[str, int]) -> list[StageCount]:
    """The funnel from counts by stage (of ended visits, and of those with a contact) and by step (of requests)."""
    left, rows = sum(ended.values()), []
    for stage in JOURNEY:
        here = ended.get(stage.name, 0)
        rows.append(
            StageCount(stage.name, stage.label, left, here, contacts.get(stage.name, 0), asked.get(stage.step, 0))
        )
        left -= here
    return rows
