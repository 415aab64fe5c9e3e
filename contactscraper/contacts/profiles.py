"""The profile that an address names: through redirectors, plugins and apps' schemes, in its network's canonical form."""

import re
from html import unescape
from typing import NamedTuple
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from contactscraper.contacts.networks import DEEP_LINKS, FORWARDS, NO_FORWARD, NOBODY, REDIRECTORS, SOMEBODYS, Network
from contactscraper.contacts.platforms import WHATSAPP, is_mastodon, networks_of


class Profile(NamedTuple):
    """A profile's network, canonical URL and name, and whether the address led to a post below it."""

    network: str
    url: str
    name: str
    post: bool = False


_DEEP = tuple((re.compile(pattern, re.I), network, form) for pattern, network, form in DEEP_LINKS)
#: 'https://https://...' and 'http:/...': a scheme that is written twice or has lost a slash.
_MISTYPED = re.compile(r"(?:https?:/{0,2}){2,3}(?=\w)|https?:/?(?=\w)", re.I)
#: A whole address behind a site's own, where a link was taken for a relative one: 'https://acme.com/https://...'.
_BEHIND = re.compile(r"/(?:%20)*(https?:/{1,2}[^/].*)", re.I)
#: Hosts that carry the name in front: 'acme.bsky.social'.
_NAMED_HOST = re.compile(r"([\w-]{2,60})\.(bsky\.social|t\.me)")
_NAMED_FORMS = {
    "bsky.social": ("bluesky", "https://bsky.app/profile/{0}.bsky.social"),
    "t.me": ("telegram", "https://t.me/{0}"),
}
#: A firm's own short link to a chat.
_WHATSAPP_CODE = re.compile(r"(?:message|qr)/([A-Z0-9]{8,30})")
#: Where Facebook sends on from: a click, a login.
_LOGINS = frozenset(("/l.php", "/login.php", "/login", "/flx/warn"))
_INVITATION = re.compile(r"(?:invite/)?([\w-]{16,40})")
_NUMBER = re.compile(r"\d{8,15}")


def social_profile(url: str) -> tuple[str, str] | None:
    """(network, canonical profile URL) where *url* is a profile, with or without its scheme; else None."""
    found = read_profile(url)
    return (found.network, found.url) if found is not None and not found.post else None


def read_profile(url: str, depth: int = 0) -> Profile | None:
    """The profile that *url* names, through redirectors, plugins and apps' schemes; None where it names none."""
    text = unescape(url.strip()) if "&" in url else url.strip()
    if len(text) > 2_000 or ("." not in text and "://" not in text):
        return None
    if text.startswith("//"):
        text = "https:" + text
    elif text[:4].lower() == "http" and _MISTYPED.match(text):
        text = "https://" + _MISTYPED.sub("", text, count=1)
    for pattern, network, form in _DEEP if text[:4].lower() != "http" else ():
        if found := pattern.match(text):
            return Profile(network, form.format(unquote(found[1])), found[1])
    if "://" not in text[:12]:
        text = "https://" + text
    try:
        parts = urlsplit(text)
        host = (parts.hostname or "").lower().rstrip(".")
    except ValueError:
        return None
    if parts.scheme.lower() not in ("http", "https") or not host:
        return None
    host = host.removeprefix("www.")
    if host in WHATSAPP:
        return _whatsapp(host, parts)
    if host.startswith("google.") and parts.path == "/url":
        host = "google.com"
    path = re.sub(r"/{2,}", "/", parts.path) if "//" in parts.path else parts.path
    if parts.fragment.startswith("!/"):
        path = "/" + parts.fragment[2:]
    networks = networks_of(host)
    if (
        depth < 2
        and ((parts.query and (host in REDIRECTORS or "safelinks" in host)) or (networks and "/plugins/" in path))
        and (inner := _wrapped(host, path, parts.query, depth))
    ):
        return inner
    if networks:
        return _of_network(networks, host, path, parts)
    if (named := _NAMED_HOST.fullmatch(host)) and path in ("", "/"):
        network, form = _NAMED_FORMS[named[2]]
        return Profile(network, form.format(named[1]), named[1])
    if host == "urldefense.com" and depth == 0 and (kept := re.match(r"/v\d/__(https?:.+?)__(?:;|$)", parts.path)):
        return read_profile(kept[1], depth + 1)
    if depth == 0 and (behind := _BEHIND.fullmatch(parts.path) or _BEHIND.fullmatch("/" + parts.query)):
        return None if NO_FORWARD.search(host) else read_profile(behind[1], depth + 1)
    if depth == 0 and "=http" in parts.query.lower() and not NO_FORWARD.search(host + path):
        values = parse_qs(parts.query)
        for name in FORWARDS:
            for value in values.get(name, ()):
                if value[:4].lower() == "http" and (found_inside := read_profile(value, depth + 1)):
                    return found_inside
    if (
        found := re.fullmatch(r"/(?:web/)?(?:@|users/)([\w.-]{1,50})/?(?:(?:media|with_replies|about)/?)?", path)
    ) and is_mastodon(host):
        return Profile("mastodon", f"https://{host}/@{found[1]}", found[1])
    if (
        host.endswith(".tumblr.com")
        and host.count(".") == 2
        and path in ("", "/")
        and host.split(".")[0] not in ("assets", "static", "www", "64")
    ):
        return Profile("tumblr", f"https://{host}", host.split(".")[0])
    return None


def _of_network(networks: tuple[Network, ...], host: str, path: str, parts: SplitResult) -> Profile | None:
    name = networks[0].name
    if name == "facebook":
        if host == "fb.watch":
            return None
        if path.lower().rstrip("/") in ("/profile.php", "/people.php"):
            number = parse_qs(parts.query).get("id", [""])[0]
            return (
                Profile(name, f"https://www.facebook.com/profile.php?id={number}", number) if number.isdigit() else None
            )
        if path.startswith("/v") and re.match(r"/v\d+\.\d+(?:/|$)", path):
            return None
    elif name == "x" and path.lower().startswith("/intent/"):
        query = parse_qs(parts.query)
        handle = query.get("screen_name", [""])[0]
        if path.lower().rstrip("/") in ("/intent/user", "/intent/follow") and re.fullmatch(r"\w{1,15}", handle):
            return Profile("x", f"https://x.com/{handle}", handle)
        return None
    elif name == "line" and host == "page.line.me":
        named = path.strip("/") or parse_qs(parts.query).get("accountId", [""])[0]
        if found := re.match(r"@?(\w[\w.-]{2,30})", named):
            return Profile("line", f"https://line.me/R/ti/p/@{found[1]}", found[1])
    elif name == "github" and "/" in path.strip("/") and not path.startswith("/orgs/"):
        return None
    if not path.isascii() or "%" in path:
        path = path.replace("%40", "@")
    for network in networks:
        canonical = network.canonical(path)
        if canonical is None:
            continue
        url, value, post = canonical
        plain = value.rpartition("/")[2].lower()
        plain = plain if plain.isalnum() and plain.isascii() else re.sub(r"[\W_]", "", plain)
        if plain in NOBODY or SOMEBODYS.fullmatch(plain):
            return None
        if name == "instagram" and (value.lower().endswith((".php", ".html")) or value.strip(".") == ""):
            return None
        if name == "reddit" and "/r/" not in url:
            url = f"https://www.reddit.com/user/{value}"
        if name in ("linkedin", "xing"):
            url = url.replace("/company-beta/", "/company/").replace("/organization/", "/company/")
        return Profile(
            network.name, unquote(url) if "%" in url and name not in ("linkedin", "xing") else url, value, post
        )
    return None


def _whatsapp(host: str, parts: SplitResult) -> Profile | None:
    path = unquote(parts.path).strip("/")
    if host == "chat.whatsapp.com" and (code := _INVITATION.fullmatch(path)):
        return Profile("whatsapp", f"https://chat.whatsapp.com/{code[1]}", code[1])
    if host == "wa.me" and (code := _WHATSAPP_CODE.fullmatch(path)):
        return Profile("whatsapp", f"https://wa.me/{path}", code[1])
    if host == "wa.me" or (host == "whatsapp.com" and path.startswith("channel/")):
        if path.startswith("channel/") and len(path) > 12:
            return Profile("whatsapp", f"https://www.whatsapp.com/{path}", path)
        digits = re.sub(r"[\s()+.-]", "", path.removeprefix("c/").partition("/")[0])
    else:
        digits = re.sub(r"[^\d]", "", parse_qs(parts.query.replace("+", "%2B")).get("phone", [""])[0])
    digits = digits.removeprefix("00")
    if not _NUMBER.fullmatch(digits) or len(set(digits)) < 4 or digits in "0123456789012345678901":
        return None
    return Profile("whatsapp", f"https://wa.me/{digits}", digits)


def _wrapped(host: str, path: str, query: str, depth: int) -> Profile | None:
    """The profile inside a redirector's or a plugin's parameter."""
    if host in ("facebook.com", "m.facebook.com") and "/plugins/" not in path and path.rstrip("/") not in _LOGINS:
        return None
    if host == "instagram.com":
        if not path.startswith("/accounts/login"):
            return None
        query = query.replace("next=/", "next=https://www.instagram.com/").replace(
            "next=%2F", "next=https://www.instagram.com/"
        )
    if host == "linkedin.com" and not path.startswith("/redir"):
        return None
    if host in ("youtube.com", "vk.com", "google.com", "ok.ru") and path not in (
        "/redirect",
        "/away.php",
        "/url",
        "/dk",
    ):
        return None
    values = parse_qs(query)
    for name in (*REDIRECTORS.get(host, ()), "href", "url"):
        for value in values.get(name, ()):
            if "." in value and (found := read_profile(value, depth + 1)):
                return found
    return None
