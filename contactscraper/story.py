"""One visit as it is told by those who decide: what was known, asked, answered, found, decided and recorded.

Only `scrapy explain` gives a visit a story. A chapter is a dictionary for JSON whose `step` says what it is about, and
whose `rule` names what decided: a row of the memory's rules, a verdict on a reply, a kind of page with the signature
that knew it, a row of the cascade.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from contactscraper.cascade import Decision, What
from contactscraper.challenge.headers import header_wall, lower_headers
from contactscraper.contacts import Contacts
from contactscraper.domains import DomainRecord, Evidence, Transition
from contactscraper.domains.export import to_json
from contactscraper.freshness import Answer
from contactscraper.moments import iso
from contactscraper.recall import Rule

#: Entries of evidence that are told.
EVIDENCE = 5


class Story:
    """Chapters in their order."""

    def __init__(self) -> None:
        self.chapters: list[dict[str, Any]] = []

    def _tell(self, step: str, **facts: Any) -> None:
        told = {name: value for name, value in facts.items() if value is not None and value not in ("", [], {}, ())}
        self.chapters.append({"step": step, **told})

    def memory(
        self,
        record: DomainRecord,
        answer: Answer | None,
        due_at: float | None,
        tries: int,
        rests_until: float,
        rule: Rule,
    ) -> None:
        """What was known, and which rule decided whether anything is asked. Times in epoch seconds."""
        known = to_json(record)
        self._tell(
            "memory",
            domain=record.domain,
            state=record.state.value,
            stateExpiresAt=known["stateExpiresAt"],
            evidence=known["recent"][:EVIDENCE],
            answer=None
            if answer is None
            else {"outcome": answer.outcome, "reason": answer.reason, "at": iso(answer.at)},
            retryDueAt=None if due_at is None else iso(due_at),
            tries=tries or None,
            restsUntil=iso(rests_until) if rests_until else None,
            rule=rule.value,
        )

    def robots(self, site: str, forbids: bool, there: bool, failure: str | None) -> None:
        """*there*: the site has rules at all; *failure*: why nobody answered. The same is told once."""
        rule = "failed" if failure else "forbids" if forbids else "allows" if there else "no-rules"
        url = f"{site}/robots.txt"
        known = any(told["step"] == "robots" and (told["url"], told["rule"]) == (url, rule) for told in self.chapters)
        if not known or forbids:
            self._tell("robots", url=url, rule=rule, failure=failure)

    def request(self, method: str, url: str, status: int, ms: float | None, location: str = "") -> None:
        """A request that was answered; *location* is where the reply leads."""
        self._tell("request", method=method, url=url, status=status, ms=None if ms is None else round(ms), to=location)

    def failure(self, method: str, url: str, failure: str, ms: int | None = None) -> None:
        """A request that was not answered, or not sent."""
        self._tell("failure", method=method, url=url, rule=failure, ms=ms)

    def doubt(self, host: str, settled: str) -> None:
        """Whether a failure was believed, or may be our own network's."""
        self._tell("doubt", host=host, rule=settled)

    def reply(self, url: str, status: int, headers: Mapping[str, list[str]], verdict: str, vendor: str) -> None:
        """What a status line and headers were taken for."""
        wall = header_wall(status, lower_headers(headers))
        self._tell("reply", url=url, status=status, rule=verdict, vendor=vendor, signature=wall.id if wall else None)

    def page(self, url: str, kind: str, signature: str, vendor: str, shell: bool, what: What | None) -> None:
        """What the judge took a page for; *what* is the cascade's word for it, None for a page that is read."""
        self._tell(
            "page", url=url, rule=kind, signature=signature, vendor=vendor, shell=shell or None,
            means=what.value if what else "read it",
        )  # fmt: skip

    def contacts(self, url: str, method: str, contacts: Contacts, words: bool) -> None:
        """What was found on a page and where, and what was rejected and why."""
        groups = {"emails": contacts.emails, "phones": contacts.phones, "faxes": contacts.faxes}
        found = {name: {v: contacts.sources.get(v, []) for v in values} for name, values in groups.items() if values}
        socials = {url: network for network, urls in contacts.socials.items() for url in urls}
        self._tell(
            "contacts", url=url, method=method, **found, socials=socials, rejected=contacts.rejected, words=words
        )  # fmt: skip

    def links(self, urls: Sequence[str]) -> None:
        """The site's own contact pages that come next."""
        self._tell("links", urls=list(urls))

    def decided(self, method: str, what: What, decision: Decision) -> None:
        """The cascade's row for what a step found."""
        ends = decision.next.value != "tab"
        self._tell(
            "cascade",
            method=method,
            rule=what.value,
            next=decision.next.value,
            outcome=decision.outcome if ends else None,
            reason=decision.reason if ends else None,
            errorClass=decision.error_class if ends else None,
            evidence=decision.evidence.value if decision.evidence else None,
        )

    def recorded(
        self,
        evidence: Iterable[Evidence],
        moves: Iterable[Transition],
        after: DomainRecord | None,
        cached_until: float | None,
        retry_at: float | None,
    ) -> None:
        """What the memory has learned, if anything. Times in epoch seconds; *after* is the domain's record now."""
        evidence, moves = list(evidence), list(moves)
        if not (evidence or moves or cached_until or retry_at):
            return
        self._tell(
            "recorded",
            evidence=[piece.entry().to_dict() | {"at": iso(piece.at)} for piece in evidence if piece.counts],
            ofUrlAlone=[piece.entry().to_dict() | {"at": iso(piece.at)} for piece in evidence if not piece.counts],
            moves=[{"from": move.source.value, "rule": move.event.value, "to": move.to.value} for move in moves],
            state=after.state.value if after else None,
            stateExpiresAt=iso(after.state_expires_at) if after and after.state_expires_at else None,
            answerUntil=iso(cached_until) if cached_until else None,
            retryAt=iso(retry_at) if retry_at else None,
        )

    def end(self, line: Mapping[str, Any], result: Mapping[str, Any]) -> None:
        """The visit's log line and what its result delivers."""
        self._tell("end", rule=line["reason"], line=dict(line), result=dict(result))

    def foreseen(self, rule: str, url: str, tags: Sequence[str] = ()) -> None:
        """What would happen to a visit, as far as it can be said without asking anybody."""
        self._tell("foreseen", url=url, rule=rule, tags=list(tags))
