"""Social profiles: not share buttons, posts or platforms' own pages. The networks are a table (networks.py)."""

import re
from collections.abc import Iterator
from functools import lru_cache
from html import unescape
from itertools import islice
from typing import NamedTuple
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from contactscraper.contacts.networks import (
    DEEP_LINKS,
    FORWARDS,
    HANDLE_FORMS,
    MASTODON,
    NETWORKS,
    NO_FORWARD,
    NOBODY,
    REDIRECTORS,
    SOMEBODYS,
    SPOKEN,
    Network,
)
from contactscraper.contacts.ownership import MAKERS, is_foreign_in_line
from contactscraper.contacts.page import Page
from contactscraper.contacts.scan import CODE, FOREIGN, HIDDEN, STRUCK, Line
from contactscraper.contacts.structured import js_unescaped
from contactscraper.urls import host_of, registered_domain


class Profile(NamedTuple):
    """A profile's network, canonical URL and name, and whether the address led to a post below it."""

    network: str
    url: str
    name: str
    post: bool = False


_BY_HOST: dict[str, list[Network]] = {}
_ANY_SUB: list[tuple[str, Network]] = []
_ANY_END: list[tuple[str, Network]] = []
for _network in NETWORKS:
    for _host in _network.hosts:
        if _host.startswith("*."):
            _ANY_SUB.append((_host[1:], _network))
        elif _host.endswith(".*"):
            _ANY_END.append((_host[:-1], _network))
        else:
            _BY_HOST.setdefault(_host, []).append(_network)
_DEEP = tuple((re.compile(pattern, re.I), network, form) for pattern, network, form in DEEP_LINKS)
_WHATSAPP_HOSTS = frozenset(
    "wa.me whatsapp.com api.whatsapp.com web.whatsapp.com chat.whatsapp.com call.whatsapp.com".split()
)
_HOST_WORDS = "|".join(re.escape(host) for host in sorted({*_BY_HOST, "pinterest.com", "wa.me"}, key=len, reverse=True))
_MENTIONED = re.compile(
    rf"(?<![\w./@=&?-])(?:https?://)?(?:(?:www|m|mobile|[a-z]{{2}}(?:-[a-z]{{2}})?)\.)?(?:{_HOST_WORDS})/[^\s\"'<>)(\\,;|{{}}\[\]]{{1,200}}",
    re.I,
)
_QUICK = re.compile(r"facebook|fb\.|instagr|twitter|x\.com|linkedin|youtube|tiktok|pinterest|threads|bsky|t\.me|telegram|snapchat|discord|git|vk\.|ok\.ru|weibo|"
                    r"douyin|bilibili|xing|line\.me|reddit|twitch|vimeo|soundcloud|wa\.me|spotify|medium\.com|patreon|behance|dribbble|m\.me|zalo|kakao", re.I)  # fmt: skip
_FEDIVERSE = re.compile(r"(?<![\w@./])@(\w[\w.-]{0,40})@((?:[\w-]{1,60}\.){1,3}[a-z]{2,24})(?![\w@])", re.I)
_ON = re.compile(
    r"(?<![\w.@/])@([A-Za-z0-9_]{3,30})(?![\w.]*[\w])[^@\n.!?]{0,25}?\b(?:on|auf|sur|en|em|su|på|op|na|via)\s+((?:[A-Za-z ]{1,12}(?:,\s*|\s*/\s*|\s*&\s*|\s+(?:and|und|et|y|e|ed|och|og|en|i)\s+)?){1,6})",
    re.I,
)
_NAMED = re.compile(
    r"(?<![\w@])(instagram|insta|ig|tik ?tok|twitter(?:\s?/\s?x)?|x\s?/\s?twitter|x(?=\s?[:：])|telegram|threads|snapchat|line(?: id| official)?|公式line|ライン|インスタグラム|インスタ|facebook|youtube|телеграм)"
    r"\s?(?:[:：]\s?|\s(?:as|under|als|unter|como|come|sous|som)\s|\s|-\s|–\s)[（(]?@([A-Za-z0-9_][\w.]{1,30})(?![\w@])",
    re.I,
)
#: 'IG / TikTok: @acme'.
_NAMES = r"(?:instagram|insta|ig|tik ?tok|twitter|x|telegram|threads|snapchat|facebook|fb|youtube|pinterest|twitch)"
_LISTED = re.compile(
    rf"(?<![\w@])({_NAMES}(?:\s?(?:[/&+,|]|\b(?:and|und|et|y|e|och)\b)\s?{_NAMES}){{1,4}})\s?[:：]\s?@([A-Za-z0-9_][\w.]{{1,30}})(?![\w@])",
    re.I,
)
_GONE = re.compile(
    r"\b(?:left|quit|closed|deleted|abandoned|deactivated|no longer|former(?:ly)?|stopped using|verlassen|nicht mehr|quitté|dejado|abbandonato)\b",
    re.I,
)
_STATE_URL = re.compile(
    r"(?:\\?/){2}(?:[a-z-]{1,10}\.)?(?:facebook|fb|m|instagram|instagr|twitter|x|linkedin|youtube|tiktok|pinterest|threads|bsky|t|telegram|snapchat|"
    r"discord|discordapp|github|gitlab|vk|ok|weibo|douyin|bilibili|xing|line|reddit|twitch|vimeo|soundcloud|wa|whatsapp|mastodon|mstdn|spotify)\.[a-z]{2,6}(?=\\?/)"
)
_VALUE = re.compile(r"[:,\[=(]\s*$")
_LOADING = re.compile(r"\.src\s*=|fetch\(|open\(|load\w*\(|author|user|review", re.I)
#: 'https://https://...' and 'http:/...': a scheme that is written twice or has lost a slash.
_MISTYPED = re.compile(r"(?:https?:/{0,2}){2,3}(?=\w)|https?:/(?=\w)", re.I)
#: 'Facebook: /acme'.
_SLASHED = re.compile(r"(?<![\w@])(facebook|instagram)\s?[:：]\s?/([A-Za-z0-9][\w.]{2,50})(?![\w/@])", re.I)
_ADDRESS_IN_JSON = re.compile(r"\"((?:https?:)?(?:\\?/){2}[^\"\s<>]{4,300})\"")
_NUMBER = re.compile(r"\d{8,15}")


@lru_cache(maxsize=20_000)
def _networks_of(host: str) -> tuple[Network, ...]:
    if found := _BY_HOST.get(host):
        return tuple(found)
    for tail, network in _ANY_SUB:
        if host.endswith(tail):
            return (network,)
    for start, network in _ANY_END:
        if host.startswith(start) and len(host) - len(start) <= 3 and "." not in host[len(start) :]:
            return (network,)
    head, _, rest = host.partition(".")
    if re.fullmatch(r"[a-z]{2}(?:-[a-z]{2})?|m|mobile|touch|web|business", head):
        if found := _BY_HOST.get(rest):
            return tuple(found)
        for start, network in _ANY_END:
            if rest.startswith(start) and len(rest) - len(start) <= 3:
                return (network,)
    return ()


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
    for pattern, network, form in _DEEP:
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
    if host in _WHATSAPP_HOSTS:
        return _whatsapp(host, parts)
    path = re.sub(r"/{2,}", "/", parts.path)
    if parts.fragment.startswith("!/") and path in ("", "/"):
        path = "/" + parts.fragment[2:]
    networks = _networks_of(host)
    if (
        depth < 2
        and ((parts.query and (host in REDIRECTORS or "safelinks" in host)) or (networks and "/plugins/" in path))
        and (inner := _wrapped(host, path, parts.query, depth))
    ):
        return inner
    if networks:
        return _of_network(networks, host, path, parts)
    if depth == 0 and "=http" in parts.query.lower() and not NO_FORWARD.search(host + path):
        values = parse_qs(parts.query)
        for name in FORWARDS:
            for value in values.get(name, ()):
                if value[:4].lower() == "http" and (found_inside := read_profile(value, depth + 1)):
                    return found_inside
    if (
        found := re.fullmatch(r"/(?:web/)?(?:@|users/)([\w.-]{1,50})/?(?:(?:media|with_replies|about)/?)?", path)
    ) and _is_mastodon(host):
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
        if re.match(r"/v\d+\.\d+(?:/|$)", path):
            return None
    elif name == "x" and path.lower().startswith("/intent/"):
        query = parse_qs(parts.query)
        handle = query.get("screen_name", [""])[0]
        if path.lower().rstrip("/") in ("/intent/user", "/intent/follow") and re.fullmatch(r"\w{1,15}", handle):
            return Profile("x", f"https://x.com/{handle}", handle)
        return None
    elif name == "line" and host == "page.line.me":
        if found := re.match(r"/(@?\w[\w.-]{2,30})", path):
            return Profile("line", f"https://line.me/R/ti/p/@{found[1].lstrip('@')}", found[1])
    elif name == "github" and "/" in path.strip("/") and not path.startswith("/orgs/"):
        return None
    if not path.isascii() or "%" in path:
        path = path.replace("%40", "@")
    for network in networks:
        canonical = network.canonical(path)
        if canonical is None:
            continue
        url, value, post = canonical
        plain = re.sub(r"[\W_]", "", value).lower()
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
    if host == "wa.me" or (host == "whatsapp.com" and path.startswith("channel/")):
        if path.startswith("channel/") and len(path) > 12:
            return Profile("whatsapp", f"https://www.whatsapp.com/{path}", path)
        digits = re.sub(r"[\s()+.-]", "", path.partition("/")[0])
    else:
        digits = re.sub(r"[^\d]", "", parse_qs(parts.query.replace("+", "%2B")).get("phone", [""])[0])
    digits = digits.removeprefix("00")
    if not _NUMBER.fullmatch(digits) or len(set(digits)) < 4 or digits in "0123456789012345678901":
        return None
    return Profile("whatsapp", f"https://wa.me/{digits}", digits)


def _wrapped(host: str, path: str, query: str, depth: int) -> Profile | None:
    """The profile inside a redirector's or a plugin's parameter."""
    if host == "facebook.com" and "/plugins/" not in path and path not in ("/l.php", "/login.php", "/login/"):
        return None
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


def _is_mastodon(host: str) -> bool:
    return host in MASTODON or bool(
        re.search(r"mastodon|(?:^|\.)mstdn|(?:^|\.)masto\.|(?:^|\.)toot\.|fediverse|pixelfed|pleroma|misskey", host)
    )


class _Reader:
    def __init__(self, page: Page) -> None:
        self.page = page
        domain = registered_domain(host_of(page.url) or page.url) if page.url else ""
        self.own = re.sub(r"[\W_]", "", domain.partition(".")[0]).lower()

    def judged(self, profile: Profile, zone: int = 0, line: Line | None = None, place: int = 0) -> str:
        """Why *profile* does not count, if so."""
        name = re.sub(r"[\W_]", "", profile.name).lower()
        mine = bool(self.own) and len(self.own) > 3 and (self.own in name or (name in self.own and len(name) > 4))
        if zone & HIDDEN:
            return "hidden"
        if profile.post and not mine:
            return "a post, no profile"
        if zone & STRUCK:
            return "struck through"
        if mine:
            return ""
        if zone & FOREIGN:
            return "in a part that others wrote or that lists others"
        if zone & CODE:
            return "a sample in code"
        if line is not None and place >= 0:
            return is_foreign_in_line(line.text, place, place)
        return ""

    def run(self) -> Iterator[tuple[str, str, str, str]]:
        page = self.page
        lines = page.lines
        below = page.foreign
        for link in page.links:
            href = link.href
            if href[0] in "#?" or (href.startswith(("mailto:", "tel:", "/")) and not href.startswith("//")):
                continue
            line = lines[link.line] if link.line < len(lines) else None
            zone = link.zone | (FOREIGN if link.line in below else 0)
            profile = read_profile(href)
            if profile is None and "/@" in href and (found := self._fediverse_link(href, link.text, link.attributes)):
                profile = found
            if profile is not None:
                place = line.text.find(link.text) if line is not None and link.text else -1
                if not link.text and line is not None and MAKERS.search(line.text):
                    place = len(line.text)
                yield profile.network, profile.url, "link", self.judged(profile, zone, line, place)
        yield from self._structured()
        for element in page.scan.elements:
            for name, value in element.attributes.items():
                if name.startswith("data-") and "." in value and _QUICK.search(value) and len(value) < 1_000:
                    if (
                        not value.startswith(("{", "["))
                        and (
                            name.endswith(("href", "url", "link", "page", "permalink", "profile")) or "//" in value[:9]
                        )
                        and (profile := read_profile(value))
                    ):
                        yield profile.network, profile.url, name, self.judged(profile, element.zone)
                    elif value.startswith(("{", "[")) and "share" not in name:
                        for url in _ADDRESS_IN_JSON.findall(value):
                            if profile := read_profile(url.replace("\\", "")):
                                yield profile.network, profile.url, name, self.judged(profile, element.zone)
                elif name == "onclick" and _QUICK.search(value):
                    for url in re.findall(r"[\"']((?:https?:)?//[^\"'\s]{4,300})[\"']", value[:2_000]):
                        if profile := read_profile(url):
                            yield profile.network, profile.url, "onclick", self.judged(profile, element.zone)
        for source in page.scan.frames:
            if "plugins/" in source and (profile := read_profile(source)):
                yield profile.network, profile.url, "plugin", self.judged(profile)
        yield from self._text(below)
        yield from self._scripts()

    def _fediverse_link(self, href: str, text: str, attributes: dict[str, str]) -> Profile | None:
        found = re.fullmatch(r"https?://((?:[\w-]+\.)+[a-z]{2,24})/@([\w.-]{1,50})/?", href, re.I)
        if found is None or _networks_of(found[1].lower().removeprefix("www.")) or "medium.com" in found[1]:
            return None
        said = " ".join(
            (text, attributes.get("class", ""), attributes.get("title", ""), attributes.get("aria-label", ""))
        ).lower()
        if "me" in attributes.get("rel", "").lower().split() or re.search(r"mastodon|fediverse|fediversum", said):
            return Profile("mastodon", f"https://{found[1].lower()}/@{found[2]}", found[2])
        return None

    def _structured(self) -> Iterator[tuple[str, str, str, str]]:
        for thing in self.page.json_ld:
            for name in ("sameAs", "url"):
                value = thing.get(name)
                for one in value if isinstance(value, list) else [value]:
                    if isinstance(one, dict):
                        one = one.get("@id") or one.get("url")
                    if isinstance(one, str) and "." in one and (profile := read_profile(one)):
                        yield profile.network, profile.url, "JSON-LD", ""
        for name, content in self.page.metas:
            if name in (
                "article:publisher",
                "og:see_also",
                "article:author",
                "og:profile",
                "business:contact_data:website",
            ):
                if "." in content and (profile := read_profile(content)):
                    yield (
                        profile.network,
                        profile.url,
                        f"meta {name}",
                        "the author's own" if name == "article:author" else "",
                    )
            elif name == "twitter:site" and (found := re.fullmatch(r"@?(\w{1,15})", content.strip())):
                if found[1].lower() not in NOBODY and not found[1].isdigit():
                    yield "x", f"https://x.com/{found[1]}", "meta twitter:site", ""
            elif name == "twitter:site" and "." in content and (profile := read_profile(content)):
                yield profile.network, profile.url, "meta twitter:site", ""

    def _text(self, below: set[int]) -> Iterator[tuple[str, str, str, str]]:
        for index, line in enumerate(self.page.lines):
            text = line.text[:5_000]
            zone = line.zone | (FOREIGN if index in below else 0)
            if "/" in text and "." in text and _QUICK.search(text):
                for mention in _MENTIONED.finditer(text):
                    if profile := read_profile(mention[0].rstrip(".:!?…”’»")):
                        why = (
                            "they left it"
                            if _GONE.search(text[max(0, mention.start() - 60) : mention.end() + 40])
                            else ""
                        )
                        yield (
                            profile.network,
                            profile.url,
                            "text",
                            why or self.judged(profile, zone, line, mention.start()),
                        )
            if "@" in text:
                for found in _FEDIVERSE.finditer(text):
                    host = found[2].lower()
                    if _is_mastodon(host) or re.search(r"mastodon|fedi", text, re.I):
                        profile = Profile("mastodon", f"https://{host}/@{found[1]}", found[1])
                        yield profile.network, profile.url, "text", self.judged(profile, zone, line, found.start())
            if "@" in text or ": /" in text:
                yield from self._handles(text, zone, line)

    def _handles(self, text: str, zone: int, line: Line) -> Iterator[tuple[str, str, str, str]]:
        found: list[tuple[str, str, int]] = []
        for match in _ON.finditer(text):
            words = re.split(r",|/|&|\band\b|\bund\b|\bet\b|\by\b|\be\b|\bed\b|\boch\b|\bog\b|\ben\b", match[2])
            named = (SPOKEN.get(" ".join(word.lower().split())) for word in words)
            found.extend((network, match[1], match.start()) for network in named if network)
        for match in _NAMED.finditer(text):
            network = SPOKEN.get(re.sub(r"\s?/\s?", "/", match[1].lower().replace("tik tok", "tiktok")))
            if network is not None:
                found.append((network, match[2].rstrip("."), match.start()))
        for match in _LISTED.finditer(text):
            named = (SPOKEN.get(name.lower()) for name in re.findall(_NAMES, match[1], re.I))
            found.extend((network, match[2].rstrip("."), match.start()) for network in named if network)
        found.extend((SPOKEN[one[1].lower()], one[2].rstrip("."), one.start()) for one in _SLASHED.finditer(text))
        for network, name, place in found:
            if re.sub(r"[\W_]", "", name).lower() not in NOBODY:
                profile = Profile(network, HANDLE_FORMS[network].format(name), name)
                yield profile.network, profile.url, "handle in text", self.judged(profile, zone, line, place)

    def _scripts(self) -> Iterator[tuple[str, str, str, str]]:
        for kind, text in self.page.scan.scripts:
            if "\\u002F" in text or "\\u002f" in text:
                text = text.replace("\\u002F", "/").replace("\\u002f", "/")
            if "ld+json" in kind or len(text) > 3_000_000 or ("//" not in text and "\\/" not in text):
                continue
            for match in islice(_STATE_URL.finditer(text), 2_000):
                start = match.start()
                before = text[max(0, start - 40) : start].removesuffix("http:").removesuffix("https:")
                if before[-1:] not in ("'", '"') or len(before) < 2:
                    continue
                end = text.find(before[-1], match.end(), match.end() + 300)
                if end < 0 or not _VALUE.search(before, 0, len(before) - 1) or _LOADING.search(before):
                    continue
                if profile := read_profile(js_unescaped(text[start:end])):
                    yield profile.network, profile.url, "script", self.judged(profile)
            if '\\"' in text:  # JSON within a string
                for match in re.finditer(r"\\\"(?:https?:)?(?:\\*/){2}[^\"'\s<>]{4,300}?\\\"", text):
                    if _QUICK.search(match[0]) and (
                        profile := read_profile(js_unescaped(js_unescaped(match[0])).strip('"\\'))
                    ):
                        yield profile.network, profile.url, "script", self.judged(profile)


def candidates(page: Page) -> Iterator[tuple[str, str, str, str]]:
    """(network, URL, where it stands, why it does not count) for all profiles of *page*."""
    return _Reader(page).run()
