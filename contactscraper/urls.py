"""One URL, one key; one site, one domain: told from the text alone, so that no list costs a look-up."""

import hashlib
import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit, urlunsplit

import idna
import tldextract

MAX_URL = 8192
DEFAULT_PORTS = {"http": 80, "https": 443}
#: Query parameters that only say where a visitor came from.
TRACKING = re.compile(r"utm_\w+|gclid|fbclid|msclkid|yclid|dclid|mc_[ce]id|_ga|_hs\w+|ref_?src|igshid", re.IGNORECASE)
#: What editors and spreadsheets leave at the ends of a line: byte order marks, zero-width and direction marks.
INVISIBLE = "\ufeff\u200b\u200e\u200f\u202a\u202b\u202c"
_HOST = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9_-]{1,63}(?<!-))*", re.ASCII)
#: Control characters, and halves of characters, which a JSON list can spell and nothing can encode.
_UNFIT = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_BACKSLASHES = re.compile(r"[^?#]*")
_ABSOLUTE = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):(?=//|[^\d])", re.IGNORECASE)


class BadUrl(ValueError):
    """A line that is no usable URL; its text says why."""


@dataclass(frozen=True, slots=True)
class InputUrl:
    """*url* is what is fetched; *bare* says that the line had no scheme, so that ``http://`` is its second try."""

    url: str
    bare: bool


def parse_input(text: str) -> InputUrl:
    """The URL that a line of the list means. Raises BadUrl."""
    text = text.strip().strip(INVISIBLE).strip()
    if not text:
        raise BadUrl("the line is empty")
    if len(text) > MAX_URL:
        raise BadUrl(f"the URL is longer than {MAX_URL} characters")
    if _UNFIT.search(text):
        raise BadUrl("the URL has control characters in it")
    text = _BACKSLASHES.sub(lambda match: match[0].replace("\\", "/"), text, count=1)  # as browsers read them
    bare = False
    if text.startswith("//"):
        text, bare = "https:" + text, True
    elif not _ABSOLUTE.match(text):
        match = _SCHEME.match(text)
        if match and match[1].lower() in ("mailto", "tel", "javascript", "data", "ftp", "file", "about"):
            raise BadUrl(f"the scheme {match[1].lower()} is not http or https")
        text, bare = "https://" + text, True
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise BadUrl(f"the URL cannot be read: {error}") from None
    scheme = parts.scheme.lower()
    if scheme not in DEFAULT_PORTS:
        raise BadUrl(f"the scheme {scheme or '(none)'} is not http or https")
    if bare and "@" in parts.netloc:
        raise BadUrl("the line is an email address or has a password in it, and no scheme")
    host = ascii_host(parts.hostname or "")
    if port == 0:
        raise BadUrl("there is no port 0")
    if bare and "." not in host and ":" not in host and host != "localhost":
        raise BadUrl("there is no host name in the line")
    netloc = f"[{host}]" if ":" in host else host
    if port is not None and port != DEFAULT_PORTS[scheme]:
        netloc += f":{port}"
    path, query = (part.replace(" ", "%20") for part in (parts.path or "/", parts.query))
    return InputUrl(urlunsplit((scheme, netloc, path, query, "")), bare)


@lru_cache(maxsize=2048)  # a visit asks of the same few hosts and URLs again and again
def ascii_host(host: str) -> str:
    """*host* in lower-case ASCII (UTS 46 for IDN names). Raises BadUrl where it is no host name."""
    host = host.strip().rstrip(".").lower()
    if not host:
        raise BadUrl("there is no host name in the line")
    if ":" in host:
        try:
            return str(ipaddress.IPv6Address(host.partition("%")[0]))
        except ValueError:
            raise BadUrl(f"{host} is no IPv6 address") from None
    if not host.isascii():
        try:
            host = idna.encode(host, uts46=True, transitional=False).decode("ascii").rstrip(".")
        except (idna.IDNAError, UnicodeError):
            raise BadUrl(f"{host[:80]} is no host name") from None
    if len(host) > 253 or not _HOST.fullmatch(host):
        raise BadUrl(f"{host[:80]} is no host name")
    return host


@lru_cache(maxsize=2048)
def _split(url: str) -> SplitResult:
    """The parts of a URL or of a bare host; what cannot be read is all path, so that a look-up never raises."""
    url = url.strip()
    if url.count(":") > 1 and _is_ipv6(url):
        url = f"[{url}]"
    try:
        return urlsplit(url if _ABSOLUTE.match(url) else "https://" + url.removeprefix("//"))
    except ValueError:
        return SplitResult("", "", url, "", "")


def _is_ipv6(text: str) -> bool:
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return True


def normalize_url(url: str, keep_query: bool = False) -> str:
    """The form of *url* by which it is looked up, never fetched: ``example.com/contact``."""
    parts = _split(url)
    scheme = parts.scheme.lower()
    host = parts.hostname or ""
    try:
        host = ascii_host(host)
    except BadUrl:
        host = host.lower()
    host = host.removeprefix("www.") if host.count(".") > 1 else host
    if ":" in host:
        host = f"[{host}]"
    try:
        port = parts.port
    except ValueError:
        port = None
    if port is not None and port != DEFAULT_PORTS.get(scheme):
        host += f":{port}"
    key = host + parts.path.rstrip("/")
    query = query_of(url) if keep_query else ""
    return f"{key}?{query}" if query else key


def query_of(url: str) -> str:
    """The query of *url* without tracking parameters; '' where nothing is left."""
    query = _split(url).query
    if not query:
        return ""
    pairs = parse_qsl(query, keep_blank_values=True)
    return urlencode([(name, value) for name, value in pairs if not TRACKING.fullmatch(name)], errors="replace")


def url_key(url: str, keep_query: bool = False) -> str:
    """The URL cache's key: the first 16 hex digits of the SHA-256 of the normalised URL."""
    return hashlib.sha256(normalize_url(url, keep_query).encode("utf-8", "surrogatepass")).hexdigest()[:16]


@lru_cache(maxsize=2048)
def host_of(url: str) -> str:
    """The host of *url* in lower case, '' where there is none."""
    return (_split(url).hostname or "").lower().rstrip(".")


def is_root(url: str) -> bool:
    """Whether *url* is its site's root; a tracking parameter does not make it another page."""
    return _split(url).path in ("", "/") and not query_of(url)


def is_own_door(host: str, domain: str) -> bool:
    """Whether *host* is the domain itself or its ``www.``: what fails there fails for the domain."""
    return host in (domain, f"www.{domain}")


def same_site(url: str, other: str) -> bool:
    """Whether two URLs have the same registered domain."""
    return registered_domain(url) == registered_domain(other)


def other_doors(url: str, bare: bool) -> tuple[str, ...]:
    """The other addresses at which the site of *url* may answer, likeliest first; never *url* itself.

    ``http://`` for an input without a scheme, ``www.`` added or removed where the host is the domain itself or its
    ``www.``, and both together.
    """
    parts = _split(url)
    host = host_of(url)
    hosts = [host]
    if host and ":" not in host and not host.replace(".", "").isdigit():
        www = host.removeprefix("www.") if host.startswith("www.") else f"www.{host}"
        if registered_domain(host) in (host, www) and "." in host:
            hosts.append(www)
    schemes = [parts.scheme, "http"] if bare and parts.scheme == "https" else [parts.scheme]
    port = parts.netloc.rpartition("@")[2].rpartition("]")[2].partition(":")[2]
    doors = []
    for name in hosts:
        for scheme in schemes:
            netloc = (f"[{name}]" if ":" in name else name) + (f":{port}" if port else "")
            doors.append(urlunsplit((scheme, netloc, parts.path, parts.query, "")))
    return tuple(door for door in dict.fromkeys(doors) if door != url)


class DomainRules:
    """Registered domains by the bundled Public Suffix List, private suffixes counted, plus platforms of one's own."""

    def __init__(self, shared_hosts: Iterable[str] = (), subdomain_tracking: bool = False) -> None:
        self._extract = tldextract.TLDExtract(
            suffix_list_urls=(),
            cache_dir=None,
            include_psl_private_domains=True,
            extra_suffixes=tuple(shared_hosts),
        )
        self._tracking = subdomain_tracking
        self._cached = lru_cache(maxsize=4096)(self._of_host)

    def registered_domain(self, url_or_host: str) -> str:
        """eTLD+1 of a URL or host; the host itself where it is an address, a suffix or a single label."""
        return self._cached(host_of(url_or_host))

    def is_shared(self, host: str) -> bool:
        """Whether *host* is a suffix under which everybody may have a name: a top-level domain, or a platform."""
        found = self._extract(host)
        return bool(found.suffix) and not found.domain

    def _of_host(self, host: str) -> str:
        try:
            host = ascii_host(host)
        except BadUrl:
            return host
        if ":" in host or re.fullmatch(r"[\d.]+", host):
            return host
        if self._tracking:
            return host.removeprefix("www.") if host.count(".") > 1 else host
        found = self._extract(host)
        if found.suffix:
            return found.top_domain_under_public_suffix or host
        return ".".join(host.split(".")[-2:])  # a top-level domain that the list does not know


_DEFAULT = DomainRules()


def registered_domain(url_or_host: str) -> str:
    """The registered domain by the Public Suffix List alone."""
    return _DEFAULT.registered_domain(url_or_host)
