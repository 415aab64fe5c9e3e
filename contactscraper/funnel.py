"""From log entries to counts: at which stage each URL of a run was decided, and how many went on to the next."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


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


@dataclass(slots=True)
class Funnel:
    """The counts of a run while it runs: ended visits and those with contacts by stage, requests by step, outcomes."""

    ended: Counter[str] = field(default_factory=Counter)
    contacts: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)

    def add(self, entry: Mapping[str, Any]) -> None:
        """Counts one visit by its log line, of which ``method``, ``outcome``, ``reason``, ``finalUrl`` and ``trail``
        are read."""
        stage, outcome = stage_of(entry), entry.get("outcome", "")
        self.ended[stage] += 1
        self.outcomes[outcome] += 1
        self.contacts[stage] += outcome == "ok-contact"
        self.asked.update(steps_of(entry).keys())

    @property
    def results(self) -> int:
        return self.ended.total()

    @property
    def tabs(self) -> int:
        """Visits that opened a tab."""
        return self.asked["tab"]

    def stages(self) -> list[StageCount]:
        return journey(self.ended, self.contacts, self.asked)


def summary_lines(
    funnel: Funnel,
    *,
    read: int,
    duplicates: int = 0,
    merged: int = 0,
    ended_before: int = 0,
    seconds: float = 0.0,
    cpu: float | None = None,
) -> list[str]:
    """The summary of a run that a person reads in ten seconds; *seconds* and *cpu* (processor time) in s,
    *ended_before* lines that had their result before the run was gone on with."""
    stages, results, found = funnel.stages(), funnel.results, funnel.outcomes["ok-contact"]
    took = f" in {duration(seconds)}" + (f" ({cpu:.1f} s of processor time)" if cpu is not None else "")
    lines = [
        f"{read:,} lines read = {results:,} results{took}: {found:,} with contacts{share(found, results)}",
        f"  {'decided at':<32}{'visits':>10}{'with contacts':>16}{'went on':>10}",
    ]
    for stage in stages:
        if stage.ended:
            left = stage.reached - stage.ended
            found_here, went_on = (f"{count:,}" if count else "-" for count in (stage.contacts, left))
            lines.append(f"  {stage.label:<32}{stage.ended:>10,}{found_here:>16}{went_on:>10}")
    if others := ", ".join(f"{name} {n:,}" for name, n in sorted(funnel.outcomes.items()) if name != "ok-contact"):
        lines.append(f"  without contacts: {others}")
    if duplicates:
        lines.append(f"  {duplicates:,} lines were the same URL as an earlier one")
    if ended_before:
        lines.append(f"  {ended_before:,} lines had their result already, from before this run was gone on with")
    if sites := next(stage.reached for stage in stages if stage.name == "robots"):
        spared = f"{sites - funnel.tabs:,} tabs spared"
        lines.append(f"  tabs for {funnel.tabs:,} of {sites:,} sites{share(funnel.tabs, sites)}: {spared}")
    if merged:
        lines.append(
            f"{merged:,} lines differed from an earlier one only in their query and were merged with it;"
            " URL_KEY_KEEP_QUERY = True tells them apart"
        )
    return lines


def share(part: int, whole: int) -> str:
    """A share in percent, in brackets, for people."""
    return f" ({100 * part / whole:.1f} %)" if whole else ""


def duration(seconds: float) -> str:
    """``5.9 s``, ``12 min 3 s``, ``4 h 12 min``."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return "{} h {} min".format(*divmod(minutes, 60))
