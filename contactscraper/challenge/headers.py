"""What headers, cookies and the status line alone prove: a wall, or only who stands before a site."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from contactscraper.challenge.signatures import SIGNATURES, WALL_KINDS, Signature

Headers = Mapping[str, str | list[str]]
Lowered = Mapping[str, list[str]]

#: Statuses that only walls send, and whose they are.
WALL_STATUSES = {468: "chaitin-safeline", 493: "360-wangzhanbao", 567: "tencent", 999: "linkedin"}
#: The same for walls whose page says no instead of asking.
BLOCK_STATUSES = frozenset({493, 567, 999})

#: s002 is not here: a value of cf-mitigated that nobody documents is read in `mitigated`. s093 is a hint by itself
#: and a proof with the statuses of its gate.
_HEADER_PROOFS = tuple(
    s for s in SIGNATURES if s.layer == "header" and s.kind in WALL_KINDS and (s.strength == "proof" or s.id == "s093")
)
_COOKIE_PROOFS = tuple(s for s in SIGNATURES if s.layer == "cookie" and s.kind in WALL_KINDS and s.strength == "proof")
_PARKED_COOKIES = frozenset({"lander_type", "traffic_target", "caf_ipaddr"})  # s199: the three together
#: x-amzn-requestid is on each answer of an API gateway: it says nothing of a wall's vendor.
_PRESENCE = tuple(s for s in SIGNATURES if s.layer == "header" and s.kind == "presence" and s.id != "s049")
_COOKIE_PRESENCE = tuple(s for s in SIGNATURES if s.layer == "cookie" and s.kind == "presence")


def _by_header(rows: tuple[Signature, ...]) -> dict[str, list[tuple[int, Signature]]]:
    """Rows with their places by the header that they look at: a reply has a dozen of the hundred."""
    found: dict[str, list[tuple[int, Signature]]] = {}
    for place, row in enumerate(rows):
        found.setdefault(row.header, []).append((place, row))
    return found


_PROOFS_OF, _PRESENCE_OF = _by_header(_HEADER_PROOFS), _by_header(_PRESENCE)

_COOKIE = re.compile(r"(?:^|[;,])\s*([^\s=;,]{1,200})\s*=")
_COOKIE_ATTRIBUTES = frozenset({"path", "domain", "expires", "max-age", "samesite", "priority", "version", "comment"})
#: Bytes of one header's values that are looked at: names of cookies stand in front.
_MAX_VALUE = 16_384


def lower_headers(headers: Headers) -> dict[str, list[str]]:
    """Headers by lower-case name, each a list of values without white space around them."""
    found: dict[str, list[str]] = {}
    for name, values in headers.items():
        listed = [values] if isinstance(values, str) else values
        found.setdefault(name.lower(), []).extend(value[:_MAX_VALUE].strip() for value in listed)
    return found


def cookie_names(headers: Lowered) -> list[str]:
    """The names of the cookies that a reply sets, also where several headers were joined to one."""
    return [
        name
        for value in headers.get("set-cookie", ())
        for name in _COOKIE.findall(value)
        if name.lower() not in _COOKIE_ATTRIBUTES
    ]


def mitigated(headers: Lowered) -> str:
    """The value of ``cf-mitigated``, lower case, '' without one."""
    return next(iter(headers.get("cf-mitigated", ())), "").partition(",")[0].strip().lower()


def header_wall(status: int, headers: Lowered) -> Signature | None:
    """The signature of the wall that headers or cookies prove, or None."""
    for signature in _looking_at(headers, _PROOFS_OF):
        if signature.admits(status) and any(signature.matches(value) for value in headers[signature.header]):
            return signature
    if "set-cookie" in headers:
        names = cookie_names(headers)
        for signature in _COOKIE_PROOFS:
            if signature.admits(status) and any(signature.matches(name) for name in names):
                return signature
    return None


def parked_cookies(headers: Lowered) -> bool:
    """Whether a reply sets the cookies of GoDaddy's ad lander: two of the three, since one is a plain name."""
    return "set-cookie" in headers and len(_PARKED_COOKIES.intersection(cookie_names(headers))) >= 2


def status_wall(status: int, headers: Lowered) -> str:
    """The vendor of the wall that the status proves, or ''."""
    if status in WALL_STATUSES:
        return WALL_STATUSES[status]
    server = " ".join(headers.get("server", ())).lower()
    if status == 521 and ("cloudflare" not in server or any(n.startswith("__jsluid") for n in cookie_names(headers))):
        return "knownsec-jiasule"  # Cloudflare says with 521 that the origin is down
    content_type = " ".join(headers.get("content-type", ())).lower()
    if status == 412 and (not content_type or "html" in content_type):
        return "ruishu"  # we send no If-* header, so 412 is never a normal answer
    return ""


def presence(headers: Lowered) -> tuple[str, ...]:
    """The vendors whose presence shows. It decides nothing: most sites behind them are plainly served."""
    return tuple(dict.fromkeys(_present(headers)))


def _present(headers: Lowered) -> Iterator[str]:
    for row in _looking_at(headers, _PRESENCE_OF):
        if any(row.matches(value) for value in headers[row.header]):
            yield row.vendor
    if "set-cookie" in headers:
        places = {place for name in cookie_names(headers) for place in _set_by(name)}
        yield from (_COOKIE_PRESENCE[place].vendor for place in sorted(places))


def _looking_at(headers: Lowered, rows: dict[str, list[tuple[int, Signature]]]) -> list[Signature]:
    """The rows that look at one of *headers*, in the table's order."""
    found = [row for name in headers if name in rows for row in rows[name]]
    found.sort(key=_place)
    return [row for _, row in found]


def _place(row: tuple[int, Signature]) -> int:
    return row[0]


@lru_cache(maxsize=4096)  # a few names are everywhere
def _set_by(cookie: str) -> tuple[int, ...]:
    """The places of the rows that know *cookie*."""
    return tuple(place for place, row in enumerate(_COOKIE_PRESENCE) if row.matches(cookie))
