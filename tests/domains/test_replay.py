"""What a line of the page log tells of its domain."""

from typing import Any

import pytest

from contactscraper.domains import Method, Outcome
from contactscraper.domains.replay import told_by

BASE = {"at": "2026-12-01T09:00:00.123Z", "url": "https://a.test/", "finalUrl": "https://a.test/", "domain": "a.test"}


def line(method: str, reason: str, *steps: tuple[Any, ...], **more: Any) -> dict[str, Any]:
    trail = [dict(zip(("method", "status", "outcome"), step)) for step in steps]
    return {**BASE, "method": method, "reason": reason, "trail": trail, **more}


@pytest.mark.parametrize(
    ("entry", "pieces"),
    [
        (line("head", "no-such-name", ("head",)), [("head", "dead")]),
        (line("fetch", "found", ("head", 200), ("fetch", 200, "ok-contact"), emails=1), [("fetch", "ok-contact")]),
        (
            line("tab", "found", ("head", 200), ("fetch", 200, "ok-empty"), ("tab", 200, "ok-contact"), emails=1),
            [("fetch", "ok-empty"), ("tab", "ok-contact")],
        ),
        (line("tab", "wall", ("head", 403, "antibot"), ("tab", 403)), [("head", "antibot"), ("tab", "antibot")]),
        (line("fetch", "retry-queued", ("fetch", 503, "http-error"), status=503), [("fetch", "http-error")]),
        (line("fetch", "not-html", ("head", 200), ("fetch", 200)), None),
        (line("skip", "robots"), None),
        (line("skip", "domain-dead", domainState="dead"), None),
        (line("cache", "duplicate"), None),
    ],
)  # fmt: skip
def test_the_evidence_of_a_line(entry: dict[str, Any], pieces: list[tuple[str, str]] | None) -> None:
    """One piece a method, from the trail and from the reason of the end; skips and unread bodies say nothing."""
    told = told_by(entry)
    assert (told and [(piece.method, piece.outcome) for piece in told.evidence]) == pieces


def test_whose_death_it_is() -> None:
    """A deep URL's 404 and a subdomain's missing name are not the domain's; the root's are."""
    for url, of_domain in (
        ("https://a.test/", True),
        ("https://www.a.test/?utm_source=x", True),
        ("https://a.test/deep", False),
        ("https://old.a.test/", False),
    ):
        told = told_by(line("fetch", "gone", ("fetch", 404), url=url, finalUrl=url, status=404))
        assert told and [piece.of_domain for piece in told.evidence] == [of_domain], url


def test_what_else_is_told() -> None:
    """Socials alone are partial, a dead domain's visit was forced, a cached answer keeps the domain alive."""
    told = told_by(line("fetch", "found", ("fetch", 200, "ok-empty"), socials=["x"], domainState="dead", tags=["cf"]))
    assert told and told.forced and told.tags == ("cf",)
    [piece] = told.evidence
    assert piece.partial and (piece.method, piece.outcome) == (Method.FETCH, Outcome.OK_CONTACT)
    cached = told_by(line("cache", "cached"))
    assert cached and not cached.asked and not cached.evidence


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {**BASE, "method": "fetch", "trail": [{"method": "fetch", "outcome": "dead"}]},
        {**BASE, "method": "fetch", "reason": "found", "at": "yesterday"},
        {**BASE, "method": "fetch", "reason": "found", "trail": [1]},
    ],
)
def test_what_is_no_log_line_raises(entry: dict[str, Any]) -> None:
    """Another file's lines are told apart from log lines that say nothing."""
    with pytest.raises((KeyError, ValueError, TypeError, AttributeError)):
        told_by(entry)
