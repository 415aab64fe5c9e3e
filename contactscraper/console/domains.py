"""The memory's domains as values for scripts and as tables for people."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType

from contactscraper.console.terminal import cell, facts, table
from contactscraper.domains import TTLS, DomainRecord, State, age
from contactscraper.domains.export import to_json
from contactscraper.domains.outlook import OUTLOOK
from contactscraper.freshness import DAY
from contactscraper.moments import iso, minute, span
from contactscraper.storage.entries import CachedVisit, Retry
from contactscraper.storage.memories import Memories

#: A state that ends within this time is said to end soon.
SOON = 7 * DAY


@dataclass(frozen=True, slots=True)
class Known:
    """A record as a visit would find it, and whether its state had outlived its time before anybody looked."""

    record: DomainRecord
    lapsed: bool

    def ends_before(self, at: float | None) -> bool:
        """Whether the state ends before *at*, or has ended already; True where nothing is asked (None)."""
        ends = self.record.state_expires_at
        return at is None or self.lapsed or (ends is not None and ends < at)

    def to_json(self) -> dict[str, Any]:
        return {**to_json(self.record), "lapsed": self.lapsed}


def known(record: DomainRecord, now: float, ttls: TTLS) -> Known:
    aged = age(record, now, ttls)
    return Known(aged, aged is not record)


def stats(memories: Memories, now: float, ttls: TTLS) -> dict[str, Any]:
    """How many of what there is: the JSON of ``scrapy domains stats``."""
    states: Counter[State] = Counter()
    soon: Counter[State] = Counter()
    lapsed = 0
    for entry in (known(record, now, ttls) for record in memories.domains(bare=True)):
        states[entry.record.state] += 1
        lapsed += entry.lapsed
        soon[entry.record.state] += not entry.lapsed and entry.ends_before(now + SOON)
    fresh = Counter(visit.expires_at > now for visit in memories.answers())
    waiting = Counter(standing(retry, now) for retry in memories.retries())
    return {
        "records": states.total(),
        "states": {state.value: states[state] for state in State},
        "endSoon": {state.value: soon[state] for state in State},
        "lapsed": lapsed,
        "answers": {"fresh": fresh[True], "expired": fresh[False]},
        "retries": {name: waiting[name] for name in ("due", "waiting", "resting")},
        "memories": len(memories),
    }


def standing(retry: Retry, now: float) -> str:
    """Where a retry stands: ``due``, ``waiting``, or ``resting`` since its tries are used up."""
    return "resting" if retry.resting else "due" if retry.due_at <= now else "waiting"


def stats_tables(values: dict[str, Any]) -> list[RenderableType]:
    total = values["records"]
    rows = [
        (state, count, f"{100 * count / max(total, 1):.1f} %", values["endSoon"][state] or "", OUTLOOK[State(state)])
        for state, count in values["states"].items()
    ]
    answers, retries = values["answers"], values["retries"]
    return [
        table(("=state", ">domains", ">share", ">ends in 7 d", "?a visit asks"), rows),
        facts(
            [
                ("domains", f"{total}" + (f", in {values['memories']} shards" if values["memories"] > 1 else "")),
                ("outlived", f"{values['lapsed']} states wait for `scrapy domains sweep`, or for the next visit"
                 if values["lapsed"] else ""),
                ("answers", f"{answers['fresh']} fresh, {answers['expired']} expired"),
                ("retries", ", ".join(f"{count} {name}" for name, count in retries.items())),
            ]
        ),
    ]  # fmt: skip


def matching(
    memories: Memories, now: float, ttls: TTLS, states: frozenset[State], before: float | None, *, bare: bool
) -> Iterator[Known]:
    """The records in one of *states* (none given: any) whose state ends before *before*; *bare*: without evidence."""
    for record in memories.domains(bare=bare):
        entry = known(record, now, ttls)
        if (not states or entry.record.state in states) and entry.ends_before(before):
            yield entry


def list_table(entries: Iterable[Known], now: float) -> RenderableType:
    rows = [
        (
            entry.record.domain,
            entry.record.state,
            _left(entry, now),
            f"{entry.record.fetch_ok}/{entry.record.fetch_total}",
            f"{entry.record.tab_ok}/{entry.record.tab_total}",
            minute(entry.record.last_seen)[:10],
        )
        for entry in entries
    ]
    return table(("domain", "=state", ">ends in", ">fetches", ">tabs", "?=last seen"), rows)


def _left(entry: Known, now: float) -> str:
    ends = entry.record.state_expires_at
    return "over" if entry.lapsed else "never" if ends is None else span(ends - now)


def domain_json(domain: str, entries: list[Known], answers: list[CachedVisit], retries: list[Retry]) -> dict[str, Any]:
    """All that is known of *domain*."""
    return {
        "domain": domain,
        "known": bool(entries or answers or retries),
        "records": [entry.to_json() for entry in entries],
        "answers": [answer_json(visit) for visit in answers],
        "retries": [retry_json(retry) for retry in retries],
    }


def answer_json(visit: CachedVisit) -> dict[str, Any]:
    return {**visit.to_dict(), "at": iso(visit.at), "expires_at": iso(visit.expires_at)}


def retry_json(retry: Retry) -> dict[str, Any]:
    return {**retry.to_dict(), "due_at": iso(retry.due_at)}


def domain_tables(
    domain: str, entries: list[Known], answers: list[CachedVisit], retries: list[Retry], now: float
) -> Iterator[RenderableType]:
    for entry in entries:
        yield record_facts(entry, now)
        if entry.record.recent:
            yield evidence_table(entry.record)
    if answers:
        yield table(
            ("answer for", "=outcome", "=reason", "?=from", ">fresh for"),
            [(v.url, v.outcome, v.reason, minute(v.at), span(v.expires_at - now)) for v in answers],
        )
    if retries:
        yield retries_table(retries, now)


def record_facts(entry: Known, now: float) -> RenderableType:
    record = entry.record
    ends = record.state_expires_at
    return facts(
        [
            ("domain", record.domain),
            ("exit", record.exit if record.exit != "direct" else ""),
            ("state", cell(record.state)),
            ("a visit asks", OUTLOOK[record.state]),
            ("since", minute(record.state_changed_at)),
            ("ends", "never; only behaviour ends it" if ends is None else f"{minute(ends)} (in {span(ends - now)})"),
            ("", "its time was over: this is what the next visit will find" if entry.lapsed else ""),
            ("fetches", f"{record.fetch_total}: {record.fetch_ok} with a contact, {record.fetch_ok_empty} empty"),
            ("tabs", f"{record.tab_total}: {record.tab_ok} with a contact" if record.tab_total else ""),
            ("first, last seen", f"{minute(record.first_seen)}, {minute(record.last_seen)}"),
            ("tags", ", ".join(record.tags)),
        ]
    )


def evidence_table(record: DomainRecord) -> RenderableType:
    """The kept evidence, newest first; what belongs to one visit has the same letters at its end."""
    rows = [
        (
            minute(entry.at),
            entry.method,
            entry.outcome,
            entry.status or "",
            entry.error_class or "",
            "socials alone" if entry.partial else "a wall" if entry.wall else "",
            entry.visit.partition(":")[0][:6],
        )
        for entry in record.recent
    ]
    return table(("=evidence", "=by", "=outcome", ">status", "?=error", "note", "?=visit"), rows)


def retries_table(retries: Iterable[Retry], now: float) -> RenderableType:
    rows = [
        (retry.url, standing(retry, now), _due(retry, now), retry.reason, retry.tries)
        for retry in sorted(retries, key=lambda retry: retry.due_at)
    ]
    return table(("waits for another try", "=", ">due in", "=reason", "?>tries"), rows)


def _due(retry: Retry, now: float) -> str:
    return "now" if retry.due_at <= now else span(retry.due_at - now)
