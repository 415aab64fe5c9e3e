"""What follows from what a step found: the decision tree of a visit, as tables.

A step (``head``, ``fetch``, ``tab``) finds one of the things in `What`. `AFTER_FETCH` and `AFTER_TAB` say, row by
row, what it means: the visit ends, waits in the retry queue, or goes on in a browser tab, and which evidence it is
about the domain. A tab is the most expensive thing that the program owns, so `decide` asks last whether there is
one, and whether this domain may have it.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from contactscraper.challenge import PageKind
from contactscraper.domains import Outcome, State


class What(StrEnum):
    """What a step found."""

    # no reply
    NO_SUCH_NAME = "no-such-name"
    REFUSED = "refused"
    UNREACHABLE = "unreachable"
    BAD_CERTIFICATE = "bad-certificate"
    TLS = "tls"
    DNS_TROUBLE = "dns-trouble"
    CONNECT_TIMEOUT = "connect-timeout"
    READ_TIMEOUT = "read-timeout"
    BROKEN_TRANSFER = "broken-transfer"
    PROXY_DOWN = "proxy-down"
    # a reply that is no page
    GONE = "gone"
    RATE_LIMITED = "rate-limited"
    SERVER_ERROR = "server-error"
    FORBIDDEN = "forbidden"
    TOO_BIG = "too-big"
    REDIRECT_LOOP = "redirect-loop"
    REDIRECT_ELSEWHERE = "redirect-elsewhere"
    BROKEN = "broken"
    NOT_HTML = "not-html"
    # a page that is no page of the site
    WALL = "wall"
    BLOCK = "block"
    PARKED = "parked"
    SUSPENDED = "suspended"
    DEFAULT_PAGE = "default-page"
    # a page
    SHELL = "shell"
    CONTACT = "contact"
    SOCIALS = "socials"
    WORDS = "words"
    NOTHING = "nothing"
    # nothing was asked
    TAB_ONLY = "tab-only"
    PRIVATE_ADDRESS = "private-address"
    ROBOTS = "robots"
    TAB_TIMEOUT = "tab-timeout"
    TAB_FAILED = "tab-failed"
    NO_BROWSER = "no-browser"
    INTERNAL = "internal"


class Next(StrEnum):
    """What a visit does after a step."""

    END = "end"
    RETRY = "retry"
    TAB = "tab"


@dataclass(frozen=True, slots=True)
class Row:
    """What one finding means. ``reason``, ``outcome`` and ``error_class`` hold where the visit ends with it."""

    next: Next
    reason: str
    outcome: str
    error_class: str = ""
    evidence: Outcome | None = None
    method: str = ""  # where the log's method is not the step's: a visit that asked nothing is a skip


END, RETRY, TAB = Next.END, Next.RETRY, Next.TAB

#: After HEAD or GET.
AFTER_FETCH: dict[What, Row] = {
    What.NO_SUCH_NAME: Row(END, "no-such-name", "dead", "dns", Outcome.DEAD),
    What.REFUSED: Row(END, "refused", "dead", "wider", Outcome.DEAD),
    What.UNREACHABLE: Row(END, "unreachable", "dead", "wider", Outcome.DEAD),
    What.BAD_CERTIFICATE: Row(END, "bad-certificate", "dead", "ssl", Outcome.DEAD),
    What.TLS: Row(END, "tls", "dead", "ssl", Outcome.DEAD),
    What.GONE: Row(END, "gone", "dead", "http", Outcome.DEAD),
    What.DNS_TROUBLE: Row(RETRY, "retry-queued", "error", "dns"),
    What.CONNECT_TIMEOUT: Row(RETRY, "retry-queued", "error", "timeout", Outcome.NETWORK_ERROR),
    What.PROXY_DOWN: Row(RETRY, "retry-queued", "error", "wider", Outcome.NETWORK_ERROR),
    What.RATE_LIMITED: Row(RETRY, "retry-queued", "error", "http", Outcome.ANTIBOT),
    What.SERVER_ERROR: Row(RETRY, "retry-queued", "error", "http", Outcome.HTTP_ERROR),
    What.READ_TIMEOUT: Row(TAB, "tab-failed", "error", "timeout", Outcome.NETWORK_ERROR),
    What.BROKEN_TRANSFER: Row(TAB, "tab-failed", "error", "wider", Outcome.NETWORK_ERROR),
    What.FORBIDDEN: Row(TAB, "http-status", "error", "http", Outcome.HTTP_ERROR),
    What.WALL: Row(TAB, "wall", "antibot", "wider", Outcome.ANTIBOT),
    What.BLOCK: Row(TAB, "wall", "antibot", "wider", Outcome.ANTIBOT),
    What.TAB_ONLY: Row(TAB, "wall", "antibot", "wider"),
    What.SHELL: Row(TAB, "empty-in-tab", "ok-empty", "", Outcome.OK_EMPTY),
    What.WORDS: Row(TAB, "empty-in-tab", "ok-empty", "", Outcome.OK_EMPTY),
    What.NOTHING: Row(END, "no-contact-words", "ok-empty", "", Outcome.OK_EMPTY),
    What.PARKED: Row(END, "parked", "ok-empty", "", Outcome.OK_EMPTY),
    What.SUSPENDED: Row(END, "suspended", "ok-empty", "", Outcome.OK_EMPTY),
    What.DEFAULT_PAGE: Row(END, "default-page", "ok-empty", "", Outcome.OK_EMPTY),
    What.NOT_HTML: Row(END, "not-html", "ok-empty"),
    What.CONTACT: Row(END, "found", "ok-contact", "", Outcome.OK_CONTACT),
    What.SOCIALS: Row(END, "found", "ok-contact", "", Outcome.OK_CONTACT),
    What.TOO_BIG: Row(END, "too-big", "error", "wider", Outcome.HTTP_ERROR),
    What.REDIRECT_LOOP: Row(END, "redirect-loop", "error", "http", Outcome.HTTP_ERROR),
    What.REDIRECT_ELSEWHERE: Row(END, "redirect-elsewhere", "error", "http", Outcome.HTTP_ERROR),
    What.BROKEN: Row(END, "broken", "error", "parse", Outcome.HTTP_ERROR),
    What.PRIVATE_ADDRESS: Row(END, "private-address", "error", "parse", None, "skip"),
    What.ROBOTS: Row(END, "robots", "error", "", None, "skip"),
    What.INTERNAL: Row(END, "internal", "error", "wider"),
}

#: After a tab, where it differs. A tab never leads to another one.
AFTER_TAB: dict[What, Row] = {
    **AFTER_FETCH,
    What.READ_TIMEOUT: Row(END, "tab-timeout", "error", "timeout", Outcome.NETWORK_ERROR),
    What.TAB_TIMEOUT: Row(END, "tab-timeout", "error", "timeout", Outcome.NETWORK_ERROR),
    What.CONNECT_TIMEOUT: Row(END, "tab-timeout", "error", "timeout", Outcome.NETWORK_ERROR),
    What.BROKEN_TRANSFER: Row(END, "tab-failed", "error", "wider", Outcome.NETWORK_ERROR),
    What.TAB_FAILED: Row(END, "tab-failed", "error", "wider", Outcome.NETWORK_ERROR),
    What.TOO_BIG: Row(END, "tab-failed", "error", "wider", Outcome.NETWORK_ERROR),
    What.FORBIDDEN: Row(END, "http-status", "error", "http", Outcome.HTTP_ERROR),
    What.WALL: Row(END, "wall", "antibot", "wider", Outcome.ANTIBOT),
    What.BLOCK: Row(END, "wall", "antibot", "wider", Outcome.ANTIBOT),
    What.SHELL: Row(END, "empty-in-tab", "ok-empty", "", Outcome.OK_EMPTY),
    What.WORDS: Row(END, "empty-in-tab", "ok-empty", "", Outcome.OK_EMPTY),
    What.NOTHING: Row(END, "empty-in-tab", "ok-empty", "", Outcome.OK_EMPTY),
    What.PRIVATE_ADDRESS: Row(END, "redirect-elsewhere", "error", "http", Outcome.HTTP_ERROR),
    What.NO_BROWSER: Row(END, "no-browser", "error", "wider"),
}


class Tabs(StrEnum):
    """Whether this run has tabs."""

    READY = "ready"
    OFF = "off"
    NO_BROWSER = "no-browser"


@dataclass(frozen=True, slots=True)
class Decision:
    """What a visit does next, and how it ends where it ends."""

    next: Next
    reason: str
    outcome: str
    error_class: str
    evidence: Outcome | None
    method: str


def decide(what: What, method: str, state: State, tabs: Tabs, vendor: str = "") -> Decision:
    """What follows from *what* was found by *method*, for a domain in *state*.

    *vendor* is the wall's, where one is known: Cloudflare's walls have an error class of their own.
    """
    row = (AFTER_TAB if method == "tab" else AFTER_FETCH)[what]
    if row.outcome == "antibot" and vendor == "cloudflare":
        row = replace(row, error_class="cf-challenge")
    if row.next is TAB:
        row = _without_tab(row, what, state, tabs) or row
    return Decision(row.next, row.reason, row.outcome, row.error_class, row.evidence, row.method or method)


def _without_tab(row: Row, what: What, state: State, tabs: Tabs) -> Row | None:
    """The ending of a visit that would need a tab and gets none, or None where it gets one."""
    if state is State.FRIENDLY:
        return replace(row, next=END, reason="no-tab-for-friendly")
    if tabs is Tabs.NO_BROWSER:
        return replace(row, next=END, reason="no-browser", outcome="error", error_class="wider")
    if tabs is Tabs.OFF:
        if row.outcome == "antibot" and what is not What.TAB_ONLY:
            return replace(row, next=END)
        return replace(row, next=END, reason="tabs-off", outcome="error", error_class="wider")
    return None


#: A body below this many bytes is a script's shell or a stub, whatever it says.
SMALL_BODY = 1024
SHELLS = frozenset({PageKind.JS_SHELL, PageKind.REDIRECT_STUB})


def is_shell(kind: PageKind, size: int) -> bool:
    """Whether a page of *kind* with *size* bytes needs a tab to be read, unless it yields a contact as it is."""
    return kind in SHELLS or size < SMALL_BODY


#: How good a step's outcome is: of all that a visit reads by GET, the best counts as its one fetch.
RANK: dict[Outcome, int] = {
    Outcome.OK_CONTACT: 5,
    Outcome.OK_EMPTY: 4,
    Outcome.ANTIBOT: 3,
    Outcome.HTTP_ERROR: 2,
    Outcome.NETWORK_ERROR: 1,
    Outcome.DEAD: 0,
}

HOUR = 3600.0
#: How long a URL waits in the retry queue, in seconds, where the server does not say.
RETRY_AFTER: dict[What, float] = {
    What.SERVER_ERROR: 24 * HOUR,
    What.CONNECT_TIMEOUT: 24 * HOUR,
    What.RATE_LIMITED: 1 * HOUR,
    What.DNS_TROUBLE: 1 * HOUR,
    What.PROXY_DOWN: 1 * HOUR,
}
MAX_TRIES = 3
#: Seconds that a URL rests whose tries are used up.
REST = 7 * 24 * HOUR


def retry_delay(what: What, retry_after: float | None) -> float:
    """Seconds until the next try: a 429's own ``Retry-After``, a 5xx's only where it is shorter than a day."""
    usual = RETRY_AFTER[what]
    if retry_after is None or what not in {What.RATE_LIMITED, What.SERVER_ERROR}:
        return usual
    return min(retry_after, 24 * HOUR) if what is What.SERVER_ERROR else min(retry_after, 30 * 24 * HOUR)


def queued_for(error_class: str, status: int | None) -> What:
    """What put a visit into the retry queue, as its log line tells: by its error class, and a 429 by its status."""
    if status == 429:
        return What.RATE_LIMITED
    return next((what for what in RETRY_AFTER if AFTER_FETCH[what].error_class == error_class), What.SERVER_ERROR)
