"""One classifier for status lines and headers, of HEAD and GET alike, and for hosts that do not reply at all."""

import re
from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime
from enum import StrEnum
from urllib.parse import urljoin, urlsplit

from contactscraper.challenge.headers import (
    Headers,
    Lowered,
    header_wall,
    lower_headers,
    mitigated,
    presence,
    status_wall,
)


class Verdict(StrEnum):
    """What a reply's status line and headers say."""

    GO_ON = "go-on"
    GONE = "gone"
    WALL = "wall"
    BLOCK = "block"  # cf-mitigated: block
    RATE_LIMITED = "rate-limited"
    SERVER_ERROR = "server-error"
    FORBIDDEN = "forbidden"


#: Statuses that a proxy answers plain requests with for itself: the site was not reached.
PROXYS_OWN = frozenset({407, 502, 504})


def is_proxys_own(status: int, scheme: str) -> bool:
    """Whether what came back through a proxy is the proxy's own word; inside a tunnel (https) only the site speaks."""
    return scheme == "http" and status in PROXYS_OWN


@dataclass(frozen=True, slots=True)
class Reply:
    """*vendor* is the wall's, *retry_after* in seconds, *tags* the vendors whose presence shows."""

    verdict: Verdict
    vendor: str = ""
    retry_after: float | None = None
    tags: tuple[str, ...] = ()


class Failure(StrEnum):
    """Why there was no usable reply."""

    NO_SUCH_NAME = "no-such-name"
    DNS_TROUBLE = "dns-trouble"
    REFUSED = "refused"
    UNREACHABLE = "unreachable"
    BAD_CERTIFICATE = "bad-certificate"
    TLS = "tls"
    CONNECT_TIMEOUT = "connect-timeout"
    READ_TIMEOUT = "read-timeout"
    BROKEN_TRANSFER = "broken-transfer"
    TOO_BIG = "too-big"
    REDIRECT_LOOP = "redirect-loop"
    REDIRECT_ELSEWHERE = "redirect-elsewhere"
    PRIVATE_ADDRESS = "private-address"
    BROKEN = "broken"
    PROXY_DOWN = "proxy-down"


@dataclass(frozen=True, slots=True)
class FailureRule:
    """*provisional*: may be our own network's fault, and counts only once another host has answered. *dead*: nobody
    is there, if the other doors are closed too."""

    provisional: bool = False
    dead: bool = False


#: TLS failures are provisional too: a captive portal answers every name with a certificate of its own.
FAILURES: dict[Failure, FailureRule] = {
    Failure.NO_SUCH_NAME: FailureRule(provisional=True, dead=True),
    Failure.REFUSED: FailureRule(provisional=True, dead=True),
    Failure.UNREACHABLE: FailureRule(provisional=True, dead=True),
    Failure.BAD_CERTIFICATE: FailureRule(provisional=True, dead=True),
    Failure.TLS: FailureRule(provisional=True, dead=True),
    Failure.DNS_TROUBLE: FailureRule(provisional=True),
    Failure.CONNECT_TIMEOUT: FailureRule(provisional=True),
    Failure.PROXY_DOWN: FailureRule(provisional=True),
    Failure.READ_TIMEOUT: FailureRule(),
    Failure.BROKEN_TRANSFER: FailureRule(),
    Failure.TOO_BIG: FailureRule(),
    Failure.REDIRECT_LOOP: FailureRule(),
    Failure.REDIRECT_ELSEWHERE: FailureRule(),
    Failure.PRIVATE_ADDRESS: FailureRule(),
    Failure.BROKEN: FailureRule(),
}

GONE = frozenset({404, 410})

_HTML = re.compile(
    r"\s*(?:text/html|application/xhtml\+xml|application/vnd\.wap\.xhtml\+xml)\s*(?:;|,|$)", re.IGNORECASE
)
_SECONDS = re.compile(r"([0-9]{1,9})(?:\.[0-9]*)?\s*(?:,|;|$)")


def is_html(content_type: str) -> bool:
    """Whether a reply of this Content-Type is a page. One without any is read: servers forget it."""
    return not content_type.strip() or bool(_HTML.match(content_type))


def leads_elsewhere(status: int, location: str, url: str) -> bool:
    """Whether a redirect from *url* leads to another scheme than the web's, so that nobody follows it."""
    if not 300 <= status < 400 or not location.strip():
        return False
    try:
        return urlsplit(urljoin(url, location.strip())).scheme not in ("http", "https")
    except ValueError:
        return False


def classify_reply(status: int, headers: Headers, now: float) -> Reply:
    """What *status* and *headers* say of a site. *now* in epoch seconds, for a ``Retry-After`` that is a date."""
    known = lower_headers(headers)
    tags = presence(known)
    if (said := mitigated(known)) and said != "challenge":  # any other value is a wall, but only this one is hard
        return Reply(Verdict.BLOCK if said == "block" else Verdict.WALL, "cloudflare", tags=tags)
    wall = header_wall(status, known)
    if wall is not None:
        return Reply(Verdict.WALL, wall.vendor, tags=tags)
    if vendor := status_wall(status, known):
        return Reply(Verdict.WALL, vendor, tags=tags)
    if status in (403, 503) and "cf-ray" in known:
        vendor = "baidu-yunjiasu" if "baidu-yunjiasu" in tags else "cloudflare"  # a former partner's edge sends it too
        return Reply(Verdict.WALL, vendor, tags=tags)
    return Reply(_by_status(status), retry_after=retry_after(known, now), tags=tags)


def _by_status(status: int) -> Verdict:
    if status in GONE:
        return Verdict.GONE
    if status == 429:
        return Verdict.RATE_LIMITED
    if status >= 500 and status != 501:
        return Verdict.SERVER_ERROR
    return Verdict.FORBIDDEN if status >= 400 else Verdict.GO_ON


def retry_after(headers: Lowered, now: float) -> float | None:
    """The seconds that ``Retry-After`` asks for (a number, or a date), or None."""
    value = next(iter(headers.get("retry-after", ())), "").strip()
    if not value:
        return None
    if found := _SECONDS.match(value):
        return float(found[1])
    try:
        when = parsedate_to_datetime(value[:64])
        return max(0.0, (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp() - now)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
