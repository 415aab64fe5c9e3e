"""A memory from page logs: each line's evidence goes once more through the machine, at the time of its visit."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from contactscraper.domains.replay import Told, told_by
from contactscraper.storage.jsonl import read_lines
from contactscraper.storage.memories import Memories

#: Entries that wait before they are written.
BATCH = 2000


@dataclass(slots=True)
class Rebuilt:
    """How many lines were read, how many of them were no log lines, and how many domains are known now by them."""

    lines: int = 0
    useless: int = 0
    domains: int = 0


def domains_in(logs: Iterable[Path], keep_query: bool) -> set[str]:
    """The domains that `rebuild` would write. Raises LogError."""
    return {told.domain for told in _told(logs, keep_query, Rebuilt()) if told.evidence}


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
