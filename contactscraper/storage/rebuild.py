"""A memory from what runs have written: states from page logs, whose evidence goes once more through the machine at
the time of its visit, and answers from results, as far as they are fresh. `requeue` sees to the retries."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from contactscraper.domains.replay import Told, told_by
from contactscraper.freshness import fresh_until
from contactscraper.moments import from_iso
from contactscraper.storage.entries import CachedVisit
from contactscraper.storage.jsonl import read_lines
from contactscraper.storage.memories import Memories
from contactscraper.urls import url_key

#: Entries that wait before they are written.
BATCH = 2000
#: Methods of results that a visit has found out by itself.
ASKED = frozenset({"head", "fetch", "tab"})
#: What a result has of an answer.
RESULT = ("final_url", "title", "emails", "phones", "faxes", "socials", "found_on")
CONTACTS = ("emails", "phones", "faxes", "socials")


@dataclass(slots=True)
class Rebuilt:
    """How many lines were read, how many of them were no log lines, and how many domains, answers and retries they
    gave."""

    lines: int = 0
    useless: int = 0
    domains: int = 0
    answers: int = 0
    retries: int = 0


def domains_in(logs: Iterable[Path], keep_query: bool, done: Rebuilt) -> set[str]:
    """The domains that `rebuild` would write; the lines are counted in *done*. Raises LogError."""
    return {told.domain for told in _told(logs, keep_query, done) if told.evidence}


def rebuild(memories: Memories, logs: Iterable[Path], keep_query: bool) -> Rebuilt:
    """Writes the records of the domains in *logs* anew, in the order of the files; other domains, answers and
    retries stay. Raises LogError."""
    done, seen = Rebuilt(), set[str]()
    for told in _told(logs, keep_query, done):
        memory = memories.of(told.domain)
        if told.asked:
            if told.domain not in seen:
                seen.add(told.domain)
                memory.drop_record(told.domain)
            memory.record_visit(told.domain, told.evidence, told.at, forced=told.forced, tags=told.tags)
        elif told.domain in seen:
            memory.touch_domain(told.domain, told.at)
        if memory.dirty >= BATCH:
            memory.flush()
    memories.flush()
    done.domains = len(seen)
    return done


def _told(logs: Iterable[Path], keep_query: bool, done: Rebuilt) -> Iterable[Told]:
    for path in logs:
        for entry in read_lines(path):
            done.lines += 1
            try:
                told = told_by(entry or {}, keep_query)
            except (AttributeError, KeyError, TypeError, ValueError):
                done.useless += 1
                continue
            if told is not None:
                yield told


def rebuild_answers(
    memories: Memories, results: Iterable[Path], keep_query: bool, error_classes: Mapping[str, str], now: float
) -> int:
    """Writes the answers that *results* hold and that are fresh at *now*; returns their number. A newer answer of the
    memory stays. *error_classes* by reason: results do not name them. Raises LogError."""
    keys = set()
    for path in results:
        for row in read_lines(path):
            try:
                answer = _answer(row or {}, keep_query, error_classes)
            except (AttributeError, KeyError, TypeError, ValueError):
                continue
            if answer is None or fresh_until(answer) <= now:
                continue
            memory = memories.of(answer.domain)
            known = memory.cached(answer.key, now)
            if known is None or known.at < answer.at:
                memory.cache(answer)
                keys.add(answer.key)
            if memory.dirty >= BATCH:
                memory.flush()
    memories.flush()
    return len(keys)


def _answer(row: Mapping[str, Any], keep_query: bool, error_classes: Mapping[str, str]) -> CachedVisit | None:
    """A result as the memory's answer; None where it was one itself, or has lost its contacts (`scrapy forget`)."""
    outcome, reason = row["outcome"], row["reason"]
    if row["method"] not in ASKED and reason != "robots":
        return None
    if outcome == "ok-contact" and not any(row.get(name) for name in CONTACTS):
        return None
    empty: dict[str, Any] = {"emails": [], "phones": [], "faxes": [], "socials": {}}
    return CachedVisit(
        key=url_key(row["url"], keep_query),
        url=row["url"],
        domain=row["domain"],
        at=from_iso(row["visited_at"]),
        outcome=outcome,
        reason=reason,
        error_class=error_classes.get(reason) or None,
        status=None,
        result={name: row.get(name) or empty.get(name) for name in RESULT},
    )
