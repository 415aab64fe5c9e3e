"""A story as lines that a person reads from top to bottom."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from contactscraper.cascade import What
from contactscraper.console.terminal import COLOURS, cell, plain, show
from contactscraper.domains import Outcome, State
from contactscraper.reasons import WHY
from contactscraper.recall import Rule

Chapter = Mapping[str, Any]
Line = tuple[str, str]  # what it is about, and what is told

#: What the memory's rules mean for the visit that follows.
RECALLED: dict[Rule, str] = {
    Rule.FORCED: "everything is asked, whatever is known",
    Rule.ANSWER: "a fresh answer: nothing is asked",
    Rule.RETRY_LATER: "its retry is not due: nothing is asked",
    Rule.RESTING: "its domain rests after a 429: nothing is asked",
    Rule.DEAD: "a dead domain: nothing is asked",
    Rule.COLD: "a cold domain: nothing is asked",
    Rule.TAB_ONLY: "a hard wall: it goes to a browser tab at once",
    Rule.GET_FIRST: "GET without HEAD",
    Rule.ALL: "HEAD, then GET, contact page and tab as far as they are needed",
}
#: The same for rules that end a visit, as its reason.
AS_REASON = {
    Rule.ANSWER: "cached",
    Rule.RETRY_LATER: "retry-later",
    Rule.RESTING: "domain-resting",
    Rule.DEAD: "domain-dead",
    Rule.COLD: "domain-cold",
}
ROBOTS = {
    "allows": "allows it",
    "forbids": "forbids it",
    "no-rules": "there are no rules",
    "failed": "could not be asked",
}
DOUBTS = {
    "counts": "another host or a canary has answered: the failure is the site's own",
    "again": "our network was down and is back: asked once more",
    "down": "no canary answers: our own network may be down, nothing is believed",
}
#: Kinds of values that a page may give.
FOUND = ("emails", "phones", "faxes", "socials")
MOST_REJECTED = 10
#: States and outcomes, which stand out; other words of the same spelling are plain English.
COLOURED = [word for word in (*State, *Outcome, "cold-skip") if word in COLOURS and word != "unknown"]


def tell(url: str, chapters: list[dict[str, Any]]) -> None:
    """Prints the story."""
    lines = Table.grid(padding=(0, 1))
    lines.add_column(no_wrap=True)
    lines.add_column(overflow="fold")
    for chapter in chapters:
        for about, text in TOLD[chapter["step"]](chapter):
            words = cell(text)
            for word in COLOURED:
                words.highlight_regex(rf"(?<![\w-]){word}(?![\w-])", COLOURS[word])
            lines.add_row(Text(about, style="bold"), words)
    show(Text(plain(url), style="bold"), Padding(lines, (0, 0, 0, 2)))


# The chapters ---------------------------------------------------------------------------------------------------------


def _memory(chapter: Chapter) -> Iterator[Line]:
    until = f" until {_moment(chapter['stateExpiresAt'])}" if "stateExpiresAt" in chapter else ""
    if chapter["state"] == State.UNKNOWN and not chapter.get("evidence"):
        until = ", without any evidence"  # as a domain is that no run has met
    yield "memory", f"{chapter['domain']} is {chapter['state']}{until}"
    for entry in chapter.get("evidence", ()):
        yield "", f"seen {_evidence(entry)}"
    if answer := chapter.get("answer"):
        yield "", f"answer of {_moment(answer['at'])}: {answer['outcome']}, {answer['reason']}: {WHY[answer['reason']]}"
    if due := chapter.get("retryDueAt"):
        yield "", f"waits for another try, due {_moment(due)}, tries so far: {chapter.get('tries', 0)}"
    yield "", f"-> {chapter['rule']}: {RECALLED[Rule(chapter['rule'])]}"


def _robots(chapter: Chapter) -> Iterator[Line]:
    why = f" ({chapter['failure']})" if "failure" in chapter else ""
    yield "robots", f"{chapter['url']}: {ROBOTS[chapter['rule']]}{why}"


def _request(chapter: Chapter) -> Iterator[Line]:
    leads = f", leads to {chapter['to']}" if "to" in chapter else ""
    yield chapter["method"], f"{chapter['url']}: {chapter['status']}{_ms(chapter)}{leads}"


def _failure(chapter: Chapter) -> Iterator[Line]:
    yield chapter["method"], f"{chapter['url']}: {chapter['rule']}{_ms(chapter)}"


def _doubt(chapter: Chapter) -> Iterator[Line]:
    yield "doubt", f"{chapter['rule']}: {DOUBTS[chapter['rule']]}"


def _reply(chapter: Chapter) -> Iterator[Line]:
    yield "", f"reply {chapter['rule']}{_whose(chapter)}"


def _page(chapter: Chapter) -> Iterator[Line]:
    shell = ", a script's shell" if chapter.get("shell") else ""
    yield "", f"page {chapter['rule']}{_whose(chapter)}{shell} -> {chapter['means']}"


def _contacts(chapter: Chapter) -> Iterator[Line]:
    yield "found", f"on {chapter['url']}" + ("" if any(chapter.get(name) for name in FOUND) else ": nothing")
    for name in FOUND:
        for value, where in chapter.get(name, {}).items():
            yield "", f"{value} ({', '.join(where) if isinstance(where, list) else where})"
    rejected = list(chapter.get("rejected", {}).items())
    for value, why in rejected[:MOST_REJECTED]:
        yield "", f"not {value} ({why})"
    if more := len(rejected) - MOST_REJECTED:
        yield from [("", f"and {more} more rejected")] if more > 0 else []
    if not any(chapter.get(name) for name in FOUND):
        yield "", "words of contact are there" if chapter.get("words") else "no word of contact"


def _links(chapter: Chapter) -> Iterator[Line]:
    yield "next", f"the site's own contact page: {', '.join(chapter['urls'])}"


def _cascade(chapter: Chapter) -> Iterator[Line]:
    what, goes = What(chapter["rule"]), chapter["next"]
    ends = f": {chapter['outcome']}, {chapter['reason']}" if "reason" in chapter else ""
    evidence = f"; evidence {chapter['evidence']}" if "evidence" in chapter else "; no evidence"
    yield "cascade", f"{chapter['method']} found {what.value} -> {goes}{ends}{evidence}"


def _recorded(chapter: Chapter) -> Iterator[Line]:
    yield (
        "recorded",
        ", ".join(
            part
            for part in (
                f"answer until {_moment(chapter['answerUntil'])}" if "answerUntil" in chapter else "no answer",
                f"next try {_moment(chapter['retryAt'])}" if "retryAt" in chapter else "",
            )
            if part
        ),
    )
    for entry in chapter.get("evidence", ()):
        yield "", f"evidence {_evidence(entry)}"
    for entry in chapter.get("ofUrlAlone", ()):
        yield "", f"of the URL alone, not of its domain: {_evidence(entry)}"
    for move in chapter.get("moves", ()):
        yield "", f"{move['from']} -> {move['to']}: {move['rule']}"
    if "state" in chapter and not chapter.get("moves"):
        yield "", f"the domain stays {chapter['state']}"


def _end(chapter: Chapter) -> Iterator[Line]:
    line, result = chapter["line"], chapter["result"]
    error = f" ({line['errorClass']})" if "errorClass" in line else ""
    yield "end", f"{line['outcome']} by {line['method']}, {line['reason']}{error}"
    yield "", WHY[chapter["rule"]]
    if line.get("tags"):
        yield "", f"tags: {', '.join(line['tags'])}"
    for name in ("emails", "phones", "faxes"):
        if result.get(name):
            yield "", f"{name}: {', '.join(result[name])}"
    for network, urls in (result.get("socials") or {}).items():
        yield "", f"{network}: {', '.join(urls)}"


def _foreseen(chapter: Chapter) -> Iterator[Line]:
    rule = chapter["rule"]
    reason = AS_REASON.get(Rule(rule), "") if rule in set(Rule) else rule
    yield "end", f"would be {reason}" if reason else "a visit would be made; nothing was asked now"
    if reason:
        yield "", WHY[reason]
    if chapter.get("tags"):
        yield "", f"tags: {', '.join(chapter['tags'])}"


TOLD: dict[str, Callable[[Chapter], Iterator[Line]]] = {
    "memory": _memory,
    "robots": _robots,
    "request": _request,
    "failure": _failure,
    "doubt": _doubt,
    "reply": _reply,
    "page": _page,
    "contacts": _contacts,
    "links": _links,
    "cascade": _cascade,
    "recorded": _recorded,
    "end": _end,
    "foreseen": _foreseen,
}


# Words ----------------------------------------------------------------------------------------------------------------


def _ms(chapter: Chapter) -> str:
    return f" in {chapter['ms']} ms" if "ms" in chapter else ""


def _whose(chapter: Chapter) -> str:
    parts = [f"of {chapter['vendor']}" if "vendor" in chapter else ""]
    parts += [f"signature {chapter['signature']}"] if "signature" in chapter else []
    words = ", ".join(part for part in parts if part)
    return f" ({words})" if words else ""


def _evidence(entry: Chapter) -> str:
    status = f", status {entry['status']}" if "status" in entry else ""
    error = f", {entry['errorClass']}" if "errorClass" in entry else ""
    return f"{_moment(entry['at'])} {entry['outcome']} by {entry['method']}{status}{error}"


def _moment(text: str) -> str:
    """A moment of the JSON, to the minute."""
    return text[:16].replace("T", " ")
