"""What a line of the page log tells of its domain: the evidence of its visit, as far as the line holds it.

The log keeps less than a visit knew. Which wall said `cf-mitigated: block` is not in it (such a domain comes back as
`antibot-soft` and hardens with its next visit), and a forced visit is known only by the state that it passed over.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from contactscraper.domains.machine import BEST
from contactscraper.domains.record import Evidence
from contactscraper.domains.states import Method, Outcome, State
from contactscraper.moments import from_iso
from contactscraper.urls import host_of, is_own_door, is_root, url_key

#: What the reason of an ending says of the domain, beyond what its trail says.
REASONS: dict[str, Outcome] = {
    **dict.fromkeys(("no-such-name", "refused", "unreachable", "bad-certificate", "tls", "gone"), Outcome.DEAD),
    "found": Outcome.OK_CONTACT,
    "wall": Outcome.ANTIBOT,
    **dict.fromkeys(("tab-timeout", "tab-failed"), Outcome.NETWORK_ERROR),
    **dict.fromkeys(("too-big", "redirect-loop", "redirect-elsewhere", "broken", "http-status"), Outcome.HTTP_ERROR),
    **dict.fromkeys(("no-contact-words", "empty-in-tab", "parked", "suspended", "default-page"), Outcome.OK_EMPTY),
}
#: States that only a forced visit asks past.
SILENT = frozenset({State.DEAD, State.COLD})
GONE = frozenset({404, 410})


@dataclass(frozen=True, slots=True)
class Told:
    """One line's part in a domain's history. *asked* is False where the visit was answered from the cache."""

    domain: str
    at: float
    evidence: tuple[Evidence, ...] = ()
    forced: bool = False
    tags: tuple[str, ...] = ()
    asked: bool = True


def told_by(entry: Mapping[str, Any], keep_query: bool = False) -> Told | None:
    """What a line of the page log tells of its domain; None where it tells nothing.

    *keep_query* as the run had it. Raises ValueError, KeyError, TypeError or AttributeError where it is no line of a
    page log.
    """
    domain, method = entry.get("domain"), entry["method"]
    if not domain or method == "skip":
        return None
    at = from_iso(entry["at"])
    if method == "cache":
        return Told(domain, at, asked=False) if entry["reason"] == "cached" else None
    pieces = {name: piece for name in Method if (piece := _piece(entry, name, domain, at, keep_query)) is not None}
    if not pieces:
        return None
    forced = entry.get("domainState") in SILENT
    return Told(domain, at, tuple(pieces.values()), forced, tuple(entry.get("tags", ())))


def _piece(entry: Mapping[str, Any], method: Method, domain: str, at: float, keep_query: bool) -> Evidence | None:
    """What the visit has shown by *method*."""
    steps = [step for step in entry.get("trail", ()) if step.get("method") == method]
    ends = entry["method"] == method
    reason, error_class, status = entry["reason"], entry.get("errorClass"), entry.get("status")
    outcomes = [Outcome(step["outcome"]) for step in steps if step.get("outcome") in set(Outcome)]
    if ends and reason in REASONS:
        outcomes.append(REASONS[reason])
    if not outcomes:
        return None
    outcome = max(outcomes, key=BEST.index)
    statuses = [step["status"] for step in steps if "status" in step]
    if not ends and statuses:
        status = statuses[0]
    of_host = is_own_door(host_of(entry["url"]), domain) and is_own_door(
        host_of(entry.get("finalUrl") or entry["url"]), domain
    )
    gone = outcome is Outcome.DEAD and status in GONE
    queued = reason in ("retry-queued", "retries-used-up")
    return Evidence(
        visit=f"{url_key(entry['url'], keep_query)}:{round(1000 * at)}",
        at=at,
        method=method,
        outcome=outcome,
        status=status if statuses or method is Method.HEAD else None,
        error_class=error_class if ends else None,
        partial=outcome is Outcome.OK_CONTACT and not entry.get("emails") and not entry.get("phone"),
        rate_limited=queued and status == 429 and ends,
        of_domain=of_host and (not gone or is_root(entry["url"])),
        no_such_name=ends and reason == "no-such-name",
        tries_used_up=ends and reason == "retries-used-up" and error_class == "timeout" and of_host,
    )
