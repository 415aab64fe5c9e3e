"""The social profiles of a page: not share buttons, posts or platforms' own pages."""

import re
from collections.abc import Iterator
from itertools import islice

import re2

from contactscraper.contacts.listed import is_listed
from contactscraper.contacts.networks import NOBODY, WIDGETS
from contactscraper.contacts.ownership import is_foreign_in_line, names_maker
from contactscraper.contacts.page import Page
from contactscraper.contacts.platforms import PLATFORM, networks_of
from contactscraper.contacts.profiles import Profile, read_profile, social_profile
from contactscraper.contacts.scan import CODE, FOREIGN, HIDDEN, STRUCK
from contactscraper.contacts.scanned import lines_matching, lines_with
from contactscraper.contacts.social_text import handle_below, handle_by_icon, mentions, named_plainly
from contactscraper.contacts.structured import js_unescaped
from contactscraper.urls import host_of, registered_domain

__all__ = ["candidates", "social_profile"]

_STATE_URL = re.compile(
    r"(?:\\?/){2}(?:[a-z-]{1,10}\.)?(?:facebook|fb|m|instagram|instagr|twitter|x|linkedin|youtube|tiktok|pinterest|threads|bsky|t|telegram|snapchat|"
    r"discord|discordapp|github|gitlab|vk|ok|weibo|douyin|bilibili|xing|line|reddit|twitch|vimeo|soundcloud|wa|whatsapp|mastodon|mstdn|spotify)\.[a-z]{2,6}(?=\\?/)"
)
_VALUE = re.compile(r"[:,\[=(]\s*$")
_LOADING = re.compile(r"\.src\s*=|fetch\(|open\(|load\w*\(|author|user|review", re.I)
_ADDRESS_IN_JSON = re.compile(r"\"((?:https?:)?(?:\\?/){2}[^\"\s<>]{4,300})\"")


#: In each line that names a network whose profile may be told without the sign @.
_SAID = re2.compile("nstagram|nsta:|acebook|napchat|elegram|ikTok|witter|ouTube|witch|interest")
#: Classes of the platforms' widgets.
_WIDGET = re.compile(r"twitter-|g-ytsubscribe")
#: Lines with a handle and nothing else that are looked at.
_MOST_HANDLES = 30


#: An icon's link and the end of its block: the line that follows says nothing about it.
_BLOCK_ENDS = re.compile(
    r">(?:\s|&nbsp;|</?(?:a|i|b|em|span|img|svg|path|use|symbol|title)\b[^<>]{0,2000}>){1,20}</?(?:li|ul|ol|p|div|section|nav|td|tr|table|h[1-6]|br|footer)\b",
    re.I,
)


def _plain(name: str) -> str:
    return re.sub(r"[\W_]", "", name).lower()


class _Reader:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.read: dict[str, Profile | None] = {}
        domain = registered_domain(host_of(page.url) or page.url) if page.url else ""
        self.reached = 0  # how far links have been looked up in the page as written
        self.own = re.sub(r"[\W_]", "", domain.partition(".")[0]).lower()

    def profile_of(self, url: str) -> Profile | None:
        """The profile that *url* names; a page names each more than once."""
        if url not in self.read:
            self.read[url] = read_profile(url)
        return self.read[url]

    def _ends_its_line(self, tag: str) -> bool:
        """Whether the link that *tag* opens is alone in its block. Links are asked for in the page's order."""
        html = self.page.html
        place = html.find(tag, self.reached) if tag else -1
        if place < 0:
            return False
        self.reached = place + len(tag)
        return _BLOCK_ENDS.match(html, self.reached) is not None

    def judged(self, profile: Profile, zone: int = 0, line: str = "", place: int = 0) -> str:
        """Why *profile* does not count, if so."""
        name = _plain(profile.name)
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
        if line and place >= 0:
            return is_foreign_in_line(line, place, place)
        return ""

    def run(self) -> Iterator[tuple[str, str, str, str]]:
        page = self.page
        below = page.foreign
        for link in page.links:
            href = link.href
            if href[0] in "#?" or (href.startswith(("mailto:", "tel:", "/")) and not href.startswith("//")):
                continue
            line = page.scan.text_of(link.line)
            zone = link.zone | (FOREIGN if link.line in below else 0)
            profile = self.profile_of(href)
            if profile is None and "/@" in href and (found := self._fediverse_link(href, link.text, link.attributes)):
                profile = found
            if profile is None and href[:11].lower() == "javascript:" and "//" in href and PLATFORM.search(href):
                opened = re.search(r"[\"'](?:https?:)?(//[^\"'\s]{4,300})[\"']", href)
                profile = self.profile_of(opened[1]) if opened else None
            if profile is not None:
                place = line.find(link.text) if line and link.text else -1
                if not link.text and line and names_maker(line):
                    place = -1 if self._ends_its_line(link.rest) else len(line)
                if link.text and is_listed(link, page.listed):
                    zone |= FOREIGN
                yield profile.network, profile.url, "link", self.judged(profile, zone, line, place)
        yield from self._structured()
        for element in page.scan.elements:
            for name, value in element.attributes.items():
                if name.startswith("data-") and "." in value and PLATFORM.search(value) and len(value) < 1_000:
                    if (
                        not value.startswith(("{", "["))
                        and (
                            name.endswith(("href", "url", "link", "page", "permalink", "profile")) or "//" in value[:9]
                        )
                        and (profile := self.profile_of(value))
                    ):
                        yield profile.network, profile.url, name, self.judged(profile, element.zone)
                    elif value.startswith(("{", "[")) and "share" not in name:
                        for url in _ADDRESS_IN_JSON.findall(value):
                            if profile := self.profile_of(url.replace("\\", "")):
                                yield profile.network, profile.url, name, self.judged(profile, element.zone)
                elif name == "onclick" and PLATFORM.search(value):
                    for url in re.findall(r"[\"']((?:https?:)?//[^\"'\s]{4,300})[\"']", value[:2_000]):
                        if profile := self.profile_of(url):
                            yield profile.network, profile.url, "onclick", self.judged(profile, element.zone)
            yield from self._widgets(element.attributes, element.zone)
        for source in page.scan.frames:
            if "plugins/" in source and (profile := self.profile_of(source)):
                yield profile.network, profile.url, "plugin", self.judged(profile)
        yield from self._text(below)
        yield from self._scripts()

    def _widgets(self, attributes: dict[str, str], zone: int) -> Iterator[tuple[str, str, str, str]]:
        """The profiles that widgets of the platforms show."""
        for name, (pattern, network, form) in WIDGETS.items():
            found = re.fullmatch(pattern, attributes.get(name, ""))
            if found is None or _plain(found[1]) in NOBODY or not _WIDGET.search(attributes.get("class", "")):
                continue
            profile = Profile(network, form.format(found[1]), found[1])
            yield network, profile.url, name, self.judged(profile, zone)

    def _fediverse_link(self, href: str, text: str, attributes: dict[str, str]) -> Profile | None:
        found = re.fullmatch(r"https?://((?:[\w-]+\.)+[a-z]{2,24})/@([\w.-]{1,50})/?", href, re.I)
        if found is None or networks_of(found[1].lower().removeprefix("www.")) or "medium.com" in found[1]:
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
                    if isinstance(one, str) and "." in one and (profile := self.profile_of(one)):
                        yield profile.network, profile.url, "JSON-LD", ""
        for name, content in self.page.metas:
            if name in (
                "article:publisher",
                "og:see_also",
                "article:author",
                "og:profile",
                "business:contact_data:website",
                "sameas",
            ):
                if "." in content and (profile := self.profile_of(content)):
                    yield (
                        profile.network,
                        profile.url,
                        f"meta {name}",
                        "the author's own" if name == "article:author" else "",
                    )
            elif name == "twitter:site" and (found := re.fullmatch(r"@?(\w{1,15})", content.strip())):
                if found[1].lower() not in NOBODY and not found[1].isdigit():
                    yield "x", f"https://x.com/{found[1]}", "meta twitter:site", ""
            elif name == "twitter:site" and "." in content and (profile := self.profile_of(content)):
                yield profile.network, profile.url, "meta twitter:site", ""

    def _text(self, below: set[int]) -> Iterator[tuple[str, str, str, str]]:
        texts, zones, whole = self.page.scan.texts, self.page.scan.zones, self.page.text
        handles = 0
        for index in sorted({*lines_with("/", whole), *lines_with("@", whole)}):
            line = texts[index]
            zone = zones.get(index, 0) | (FOREIGN if index in below else 0)
            for profile, source, place, why in mentions(line[:5_000]):
                yield profile.network, profile.url, source, why or self.judged(profile, zone, line, place)
            if line[0] == "@" and len(line) < 32 and not zone and (handles := handles + 1) < _MOST_HANDLES:
                label = texts[index - 1] if index else ""
                alone = handle_by_icon(self.page.html, line) or handle_below(label, line)
                if alone is not None:
                    yield alone.network, alone.url, "handle in text", self.judged(alone, zone)
        for index in lines_matching(_SAID, self.page.encoded) if len(self.own) > 3 else ():
            line = texts[index]
            if ":" in line and len(line) < 300 and not zones.get(index, 0) and index not in below:
                for profile, source, place, _ in named_plainly(line):
                    if self.own in _plain(profile.name):
                        yield profile.network, profile.url, source, self.judged(profile, 0, line, place)

    def _scripts(self) -> Iterator[tuple[str, str, str, str]]:
        for kind, text in self.page.scan.scripts:
            if "\\u002F" in text or "\\u002f" in text:
                text = text.replace("\\u002F", "/").replace("\\u002f", "/")
            if "ld+json" in kind or len(text) > 3_000_000 or ("//" not in text and "\\/" not in text):
                continue
            for match in islice(_STATE_URL.finditer(text), 2_000):
                start = match.start()
                before = text[max(0, start - 40) : start].removesuffix("http:").removesuffix("https:")
                if before[-1:] not in ("'", '"', "`") or len(before) < 2:
                    continue
                end = text.find(before[-1], match.end(), match.end() + 300)
                if end < 0 or not _VALUE.search(before, 0, len(before) - 1) or _LOADING.search(before):
                    continue
                if profile := self.profile_of(js_unescaped(text[start:end])):
                    yield profile.network, profile.url, "script", self.judged(profile)
            if '\\"' in text:  # JSON within a string
                for match in re.finditer(r"\\\"(?:https?:)?(?:\\*/){2}[^\"'\s<>]{4,300}?\\\"", text):
                    if PLATFORM.search(match[0]) and (
                        profile := self.profile_of(js_unescaped(js_unescaped(match[0])).strip('"\\'))
                    ):
                        yield profile.network, profile.url, "script", self.judged(profile)


def candidates(page: Page) -> Iterator[tuple[str, str, str, str]]:
    """(network, URL, where it stands, why it does not count) for all profiles of *page*."""
    return _Reader(page).run()
