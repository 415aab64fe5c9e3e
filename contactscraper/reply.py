"""One classifier for status lines and headers, of HEAD and GET alike, and for hosts that do not reply at all."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import StrEnum

from contactscraper.challenge.signatures import SIGNATURES, Signature

Headers = Mapping[str, str | list[str]]


class Verdict(StrEnum):
    """What a reply's status line and headers say."""

    GO_ON = "go-on"
    GONE = "gone"
    WALL = "wall"
    BLOCK = "block"  # cf-mitigated: block
    RATE_LIMITED = "rate-limited"
    SERVER_ERROR = "server-error"
    FORBIDDEN = "forbidden"


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

#: Statuses that only walls send, and whose they are.
WALL_STATUSES = {468: "chaitin-safeline", 493: "360-wangzhanbao", 567: "tencent", 999: "linkedin"}
GONE = frozenset({404, 410})
#: Kinds of signature that are a wall.
WALL_KINDS = frozenset({"challenge", "captcha", "block"})

_HEADER_PROOFS = tuple(
    s for s in SIGNATURES if s.layer == "header" and s.kind in WALL_KINDS and (s.strength == "proof" or s.id == "s093")
)
_PRESENCE = tuple(s for s in SIGNATURES if s.layer == "header" and s.kind == "presence" and s.vendor != "aws-waf")
_COOKIE_PROOFS = tuple(s for s in SIGNATURES if s.layer == "cookie" and s.kind in WALL_KINDS and s.strength == "proof")
_HTML = re.compile(r"\s*(?:text/html|application/xhtml\+xml|application/vnd\.wap\.xhtml\+xml)\s*(?:;|$)", re.I)


def is_html(content_type: str) -> bool:
    """Whether a reply of this Content-Type is a page. One without any is read: servers forget it."""
    return not content_type.strip() or bool(_HTML.match(content_type))


def lower_headers(headers: Headers) -> dict[str, list[str]]:
    """Headers by lower-case name, each a list of values."""
    found: dict[str, list[str]] = {}
    for name, values in headers.items():
        found.setdefault(name.lower(), []).extend([values] if isinstance(values, str) else values)
    return found


def cookie_names(headers: Mapping[str, list[str]]) -> list[str]:
    """The names of the cookies that a reply sets."""
    return [value.partition("=")[0].strip() for value in headers.get("set-cookie", [])]


def header_wall(status: int, headers: Mapping[str, list[str]]) -> Signature | None:
    """The signature of the wall that headers, cookies or the status prove, or None."""
    for signature in _HEADER_PROOFS:
        values = headers.get(signature.header)
        if values and signature.admits(status) and any(signature.matches(value.strip()) for value in values):
            return signature
    if headers.get("set-cookie"):
        names = cookie_names(headers)
        for signature in _COOKIE_PROOFS:
            if signature.admits(status) and any(signature.matches(name) for name in names):
                return signature
    return None


def status_wall(status: int, headers: Mapping[str, list[str]]) -> str:
    """The vendor of the wall that the status alone proves, or ''."""
    if status in WALL_STATUSES:
        return WALL_STATUSES[status]
    server = " ".join(headers.get("server", [])).lower()
    if status == 521 and ("cloudflare" not in server or any(n.startswith("__jsluid") for n in cookie_names(headers))):
        return "knownsec-jiasule"
    if status == 412 and "text/html" in " ".join(headers.get("content-type", [])).lower():
        return "ruishu"
    return ""


def classify_reply(status: int, headers: Headers, now: float) -> Reply:
    """What *status* and *headers* say of a site. *now* in epoch seconds, for a ``Retry-After`` that is a date."""
    known = lower_headers(headers)
    tags = _presence(known)
    mitigated = " ".join(known.get("cf-mitigated", [])).strip().lower()
    if mitigated and mitigated != "challenge":
        return Reply(Verdict.BLOCK, "cloudflare", tags=tags)
    wall = header_wall(status, known)
    if wall is not None:
        return Reply(Verdict.WALL, wall.vendor, tags=tags)
    if vendor := status_wall(status, known):
        return Reply(Verdict.WALL, vendor, tags=tags)
    if status in (403, 503) and "cf-ray" in known:
        return Reply(Verdict.WALL, "cloudflare", tags=tags)
    return Reply(_by_status(status), retry_after=retry_after(known, now), tags=tags)


def _by_status(status: int) -> Verdict:
    if status in GONE:
        return Verdict.GONE
    if status == 429:
        return Verdict.RATE_LIMITED
    if status >= 500 and status != 501:
        return Verdict.SERVER_ERROR
    return Verdict.FORBIDDEN if status >= 400 else Verdict.GO_ON


def _presence(headers: Mapping[str, list[str]]) -> tuple[str, ...]:
    found = [
        s.vendor for s in _PRESENCE if (values := headers.get(s.header)) and any(s.matches(v.strip()) for v in values)
    ]
    return tuple(dict.fromkeys(found))


def retry_after(headers: Mapping[str, list[str]], now: float) -> float | None:
    """The seconds that ``Retry-After`` asks for (a number, or a date), or None."""
    value = next(iter(headers.get("retry-after", [])), "").strip()
    if re.fullmatch(r"\d{1,9}", value):
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - now)
    except (ValueError, TypeError, OverflowError):
        return None
