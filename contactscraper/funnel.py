"""From log entries to counts: where the URLs of a run went."""

from collections.abc import Mapping
from dataclasses import dataclass, field

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
    ``merged_by_query`` and ``method/NAME``; ``outcomes`` a count an outcome."""

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
    if merged := counts.get("merged_by_query", 0):
        lines.append(
            f"{merged} lines differed from an earlier one only in their query and were merged with it;"
            " URL_KEY_KEEP_QUERY = True tells them apart"
        )
    return lines


def share(part: int, whole: int) -> str:
    """A share in percent, for people."""
    return f"({100 * part / whole:.1f} %)" if whole else ""
