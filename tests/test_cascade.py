"""The decision tree, row by row."""

import pytest

from contactscraper.cascade import (
    AFTER_FETCH,
    AFTER_TAB,
    RETRY_AFTER,
    Next,
    Tabs,
    What,
    decide,
    queued_for,
    retry_delay,
)
from contactscraper.domains import Outcome, State
from contactscraper.reply import Failure

#: Every reason that a step's finding can end with.
ROWS = [
    (What.NO_SUCH_NAME, "head", "no-such-name", "dead", "dns", Outcome.DEAD),
    (What.REFUSED, "head", "refused", "dead", "wider", Outcome.DEAD),
    (What.UNREACHABLE, "head", "unreachable", "dead", "wider", Outcome.DEAD),
    (What.BAD_CERTIFICATE, "head", "bad-certificate", "dead", "ssl", Outcome.DEAD),
    (What.TLS, "head", "tls", "dead", "ssl", Outcome.DEAD),
    (What.GONE, "fetch", "gone", "dead", "http", Outcome.DEAD),
    (What.NOTHING, "fetch", "no-contact-words", "ok-empty", "", Outcome.OK_EMPTY),
    (What.NOT_HTML, "fetch", "not-html", "ok-empty", "", None),
    (What.PARKED, "fetch", "parked", "ok-empty", "", Outcome.OK_EMPTY),
    (What.SUSPENDED, "fetch", "suspended", "ok-empty", "", Outcome.OK_EMPTY),
    (What.DEFAULT_PAGE, "fetch", "default-page", "ok-empty", "", Outcome.OK_EMPTY),
    (What.CONTACT, "fetch", "found", "ok-contact", "", Outcome.OK_CONTACT),
    (What.CONTACT, "tab", "found", "ok-contact", "", Outcome.OK_CONTACT),
    (What.TOO_BIG, "fetch", "too-big", "error", "wider", Outcome.HTTP_ERROR),
    (What.REDIRECT_LOOP, "fetch", "redirect-loop", "error", "http", Outcome.HTTP_ERROR),
    (What.REDIRECT_ELSEWHERE, "fetch", "redirect-elsewhere", "error", "http", Outcome.HTTP_ERROR),
    (What.BROKEN, "fetch", "broken", "error", "parse", Outcome.HTTP_ERROR),
    (What.WALL, "tab", "wall", "antibot", "wider", Outcome.ANTIBOT),
    (What.NOTHING, "tab", "empty-in-tab", "ok-empty", "", Outcome.OK_EMPTY),
    (What.TAB_TIMEOUT, "tab", "tab-timeout", "error", "timeout", Outcome.NETWORK_ERROR),
    (What.TAB_FAILED, "tab", "tab-failed", "error", "wider", Outcome.NETWORK_ERROR),
    (What.FORBIDDEN, "tab", "http-status", "error", "http", Outcome.HTTP_ERROR),
    (What.NO_BROWSER, "tab", "no-browser", "error", "wider", None),
    (What.INTERNAL, "fetch", "internal", "error", "wider", None),
]


@pytest.mark.parametrize(("what", "method", "reason", "outcome", "error_class", "evidence"), ROWS)
def test_each_ending_has_its_row(what, method, reason, outcome, error_class, evidence):
    """A finding that ends a visit ends it with the reason, outcome, error class and evidence of its row."""
    decision = decide(what, method, State.UNKNOWN, Tabs.READY)
    assert (decision.next, decision.reason, decision.outcome) == (Next.END, reason, outcome)
    assert (decision.error_class, decision.evidence) == (error_class, evidence)


@pytest.mark.parametrize("what", [What.ROBOTS, What.PRIVATE_ADDRESS])
def test_what_asked_nothing_is_a_skip(what):
    """Robots and private addresses end a visit by the method skip, since the site was not asked."""
    assert decide(what, "fetch", State.UNKNOWN, Tabs.READY).method == "skip"


NEEDS_TAB = [w for w, row in AFTER_FETCH.items() if row.next is Next.TAB]


@pytest.mark.parametrize("what", NEEDS_TAB)
def test_a_friendly_domain_never_gets_a_tab(what):
    """Whatever a friendly domain's fetch brought, its visit ends without a tab and says so."""
    decision = decide(what, "fetch", State.FRIENDLY, Tabs.READY)
    assert (decision.next, decision.reason) == (Next.END, "no-tab-for-friendly")


@pytest.mark.parametrize("what", NEEDS_TAB)
def test_without_a_browser_the_visit_ends_in_error(what):
    """A visit that needs a tab on a machine without a browser ends as error, reason no-browser."""
    decision = decide(what, "fetch", State.UNKNOWN, Tabs.NO_BROWSER)
    assert (decision.next, decision.outcome, decision.reason) == (Next.END, "error", "no-browser")


def test_with_tabs_off_a_wall_is_a_wall():
    """With TAB_ENABLED off a wall ends as antibot, and anything else that needs a tab as tabs-off."""
    assert decide(What.WALL, "fetch", State.UNKNOWN, Tabs.OFF).outcome == "antibot"
    assert decide(What.WORDS, "fetch", State.UNKNOWN, Tabs.OFF).reason == "tabs-off"


def test_cloudflares_walls_have_a_class_of_their_own():
    """The error class of a wall is cf-challenge for Cloudflare and wider for every other vendor."""
    assert decide(What.WALL, "tab", State.UNKNOWN, Tabs.READY, "cloudflare").error_class == "cf-challenge"
    assert decide(What.WALL, "tab", State.UNKNOWN, Tabs.READY, "akamai").error_class == "wider"


def test_a_tab_never_leads_to_another_tab():
    """No finding of a tab goes on to a tab, so that every visit comes to an end."""
    assert not [what for what, row in AFTER_TAB.items() if row.next is Next.TAB and what is not What.TAB_ONLY]


def test_every_failure_has_a_row_of_its_own():
    """Each way in which a host can fail is a finding with a row, and each retried finding has its delay."""
    assert all(What(failure.value) in AFTER_FETCH for failure in Failure)
    assert {what for what, row in AFTER_FETCH.items() if row.next is Next.RETRY} == set(RETRY_AFTER)


@pytest.mark.parametrize(
    ("what", "asked", "seconds"),
    [
        (What.SERVER_ERROR, None, 86400),
        (What.SERVER_ERROR, 600, 600),
        (What.SERVER_ERROR, 999_999, 86400),
        (What.RATE_LIMITED, None, 3600),
        (What.RATE_LIMITED, 7200, 7200),
        (What.DNS_TROUBLE, 60, 3600),
        (What.CONNECT_TIMEOUT, None, 86400),
    ],
)
def test_a_retry_waits_as_long_as_section_8_says(what, asked, seconds):
    """A 429 waits as its Retry-After says, a 5xx only where that is shorter than a day, DNS trouble an hour."""
    assert retry_delay(what, asked) == seconds


@pytest.mark.parametrize("what", RETRY_AFTER)
def test_a_log_line_tells_what_it_waits_for(what: What) -> None:
    """Each finding that queues is known again by its error class, and a 429 by its status."""
    status = {What.RATE_LIMITED: 429, What.SERVER_ERROR: 503}.get(what)
    assert queued_for(AFTER_FETCH[what].error_class, status) is what
