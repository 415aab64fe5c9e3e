"""The retry queue from what runs have written: page logs tell which URLs still wait, results their lines' columns."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from contactscraper.moments import from_iso
from contactscraper.storage.entries import Retry
from contactscraper.storage.jsonl import read_lines
from contactscraper.storage.memories import Memories
from contactscraper.urls import url_key

#: Reasons of visits whose URL waits for another try, and the one of those that were the last.
QUEUED = frozenset({"retry-queued", "domain-resting", "retries-used-up"})
USED_UP = "retries-used-up"
#: Reasons that leave a queue as it was; any other has answered its URL.
SILENT = frozenset(
    {"stopped", "network-down", "retry-later", "internal", "cached", "duplicate", "domain-dead", "domain-cold"}
)
#: Entries that wait before they are written.
BATCH = 2000


@dataclass(frozen=True, slots=True)
class Waits:
    """How long a URL waits, in seconds: *told* knows it, with its name, by error class and status; *rest* is for those
    whose tries are used up. A server's own ``Retry-After`` is not in the log."""

    told: Callable[[str, int | None], tuple[str, float]]
    rest: float


def rebuild_retries(
    memories: Memories,
    logs: Iterable[Path],
    results: Iterable[Path],
    *,
    keep_query: bool,
    waits: Waits,
    own: Collection[str],
    now: float,
) -> int:
    """Queues what *logs*, in the order of the runs, leave waiting; returns how many. What the memory has queued stays.
    *own*: the results' fields that are no columns of a list. Raises LogError."""
    waiting: dict[str, Retry] = {}
    for path in logs:
        for entry in read_lines(path):
            try:
                _follow(waiting, entry or {}, keep_query, waits)
            except (AttributeError, KeyError, TypeError, ValueError):
                continue  # no line of a page log, which the states have counted
    kept = _columns(results, {retry.input for retry in waiting.values()}, own) if waiting else {}
    count = 0
    for retry in waiting.values():
        memory = memories.of(retry.domain)
        if (retry.resting and retry.due_at <= now) or memory.retry(retry.key) is not None:
            continue
        memory.queue_retry(replace(retry, kept=kept.get(retry.input, {})))
        count += 1
        if memory.dirty >= BATCH:
            memory.flush()
    memories.flush()
    return count


def _follow(waiting: dict[str, Retry], entry: Mapping[str, Any], keep_query: bool, waits: Waits) -> None:
    """What one line makes of the queue."""
    reason, domain = entry["reason"], entry.get("domain")
    if reason in SILENT or not domain:
        return
    key = url_key(entry["url"], keep_query)
    before = waiting.pop(key, None)
    if reason not in QUEUED:
        return
    error_class, at = entry.get("errorClass") or "", from_iso(entry["at"])
    tries = 0 if before is None or before.resting else before.tries
    name, seconds = waits.told(error_class, entry.get("status"))
    if reason == "domain-resting":  # a 429 of another URL of its domain: no try of its own
        name, seconds = reason, waits.told("http", 429)[1]
    waiting[key] = Retry(
        key=key,
        url=entry["url"],
        input=entry["input"],
        domain=domain,
        due_at=at + (waits.rest if reason == USED_UP else seconds),
        reason=name,
        error_class=error_class,
        tries=tries + (reason != "domain-resting"),
        resting=reason == USED_UP,
    )


def _columns(results: Iterable[Path], inputs: Collection[str], own: Collection[str]) -> dict[str, dict[str, str]]:
    """The columns of their lists that came back with the results of *inputs*, the newest last."""
    kept = {}
    for path in results:
        for row in read_lines(path):
            if row and row.get("input") in inputs and row.get("reason") in QUEUED:
                kept[row["input"]] = {name: str(value) for name, value in row.items() if name not in own}
    return kept
