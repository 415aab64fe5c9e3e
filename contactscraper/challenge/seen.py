"""One reply as the judge sees it: what is asked of it more than once, each computed at its first use.

The text is taken out by scanning, not by a parser: parsers need minutes for a page of some 100,000 open tags.
"""

import html as entities
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from urllib.parse import urlsplit

from w3lib.encoding import html_to_unicode

from contactscraper.challenge.accuses import ACCUSES, TERMS
from contactscraper.challenge.stubs import stub_target

#: Bytes beyond which a page is a page, whatever is in it: neither wall nor shell has been seen so large.
BIG_BYTES = 1_000_000
#: Links to pages of its own from which on a page is a part of a site. Walls have none or two.
SITE_LINKS = 3
#: Visible characters below which a page says too little to be somebody's.
SHORT_TEXT = 30
#: More visible text than any signature's gate allows, and the characters of markup that are read at a time.
ENOUGH, STEP, LONGEST_MARK = 3_100, 2_000, 9
#: A text of so many characters without a tag is parted between words.
LONG_TEXT = 30_000

_TITLE = re.compile(r"<title\b[^<>]{0,200}>([^<]{0,500})", re.IGNORECASE)
_UNSEEN = re.compile(r"<(s(?:cript|tyle|vg)|t(?:itle|emplate)|noscript|!--)")
#: It is not known what these hide when they are left open: nothing.
_OPEN_ENDED = frozenset({"template", "svg"})
_TAG = re.compile(r"<[/!?a-zA-Z][^<>]*+>")
_LINK = re.compile(r"""<a\s[^<>]{0,400}?\bhref\s*=\s*["']?\s*([^"'\s<>]{1,500})""", re.IGNORECASE)
#: A number to ring or an address to write to, roughly.
_REACHED = re.compile(r"\d(?:[ ()./-]{0,3}\d){6}|[\w.+-]{1,60}@[\w-]{1,60}\.\w")
#: A number as people write one to be rung. Walls write addresses, dates and numbers of incidents.
_RINGS = re.compile(
    r"(?<![\w.#/:-])(?:\+?\(?\d{1,5}\)?[ /.-]{1,2}(?:\d{2,5}[ /.-]){0,4}\d{2,8}|\+\d{8,14}|0\d{8,11})(?![\w:-]|\.\d)"
)
_NO_RINGS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}$|(?:19|20)\d\d[-/. ]\d|\d{1,2}[-/. ]\d{1,2}[-/. ](?:19|20)\d\d")
_NUMBERED = re.compile(
    r"\b(?:id|uuid|ref|reference|incident|ip|ray|event|request|code|address|transaction|ahead|queue|"
    r"position|place|visitors|users|your number|warteschlange|file d.attente|turno|fila)\b",
    re.IGNORECASE,
)
#: A field that asks who writes.
_TAKES = re.compile(
    r"<input\b[^<>]{0,300}?\b(?:name|placeholder|autocomplete)\s*=\s*[\"']?(?:\+7|(?:your|customer|form)?[-_ \[]{0,2}"
    r"(?:full|first|last|sur)?[-_ ]?(?:name|phone|tel|mobile|e?-?mail|message|subject|vorname|nachname|telefono?|nom|"
    r"nombre|nome|imię|имя|ваше имя|телефон|姓名|电话|お名前|이름)\b)",
    re.IGNORECASE,
)
_FIELD = re.compile(r"<select\b|<input\b(?![^<>]{0,300}\btype\s*=\s*[\"']?(?:hidden|submit|button|image|reset)\b)")
#: Paths under which the walls' own links lead.
_WALLS_PATHS = ("/.well-known/", "/cdn-cgi/", "/_incapsula", "/cgi-sys/", "/gp/help", "/captcha")


@cache
def _hidden(left_open: frozenset[str]) -> re.Pattern[str]:
    """What begins something that a browser does not show, less what is *left_open*."""
    return re.compile("".join(f"(?!<{name})" for name in sorted(left_open)) + _UNSEEN.pattern)


def _spoken(text: str, lowered: str) -> Iterator[str]:
    """The page less what a browser does not show, in pieces. Each mark is looked for once: the time is linear."""
    left_open: frozenset[str] = frozenset()
    unseen = _hidden(left_open)
    at = 0
    while at < len(text):
        found = unseen.search(lowered, at, at + STEP + LONGEST_MARK)
        if found is None or found.start() >= at + STEP:
            yield text[at : at + STEP]
            at += STEP
            continue
        closing = "-->" if found[1] == "!--" else f"</{found[1]}"
        end = lowered.find(closing, found.end())
        if end < 0 and found[1] in _OPEN_ENDED:
            left_open |= {found[1]}
            unseen = _hidden(left_open)
            continue
        yield text[at : found.start()]
        if end < 0:
            return
        at = end if found[1] != "!--" else end + 3


def _beginning(pieces: Iterator[str]) -> str:
    """The text of markup in *pieces*, read until it is more than ENOUGH. Texts are parted at a tag, which parts words
    anyway."""
    texts: list[str] = []
    size, rest = 0, ""
    for piece in pieces:
        rest += piece
        if len(rest) < STEP:
            continue
        if (cut := _last_tag(rest)) == 0:
            if len(rest) < LONG_TEXT or "<" in rest:
                continue
            cut = rest.rfind(" ") + 1 or len(rest)  # one long text
        if text := _text_of(rest[:cut]):
            texts.append(text)
            size += len(text) + 1
        rest = rest[cut:]
        if size - 1 > ENOUGH:
            return " ".join(texts)
    if text := _text_of(rest):
        texts.append(text)
    return " ".join(texts)


def _last_tag(markup: str) -> int:
    """Where the last tag of *markup* ends; 0 where none is near its end."""
    end = markup.rfind(">") + 1
    start = markup.rfind("<", 0, end)
    return end if start >= 0 and _TAG.fullmatch(markup, start, end) else 0


@dataclass
class Seen:
    """A reply. *headers* by lower-case name; *rendered*: the body is what a browser tab shows."""

    status: int
    headers: Mapping[str, list[str]]
    body: bytes
    url: str
    rendered: bool

    @cached_property
    def big(self) -> bool:
        """Whether the body is larger than any page of interest."""
        return len(self.body) > BIG_BYTES

    @cached_property
    def signs_in(self) -> bool:
        """Whether the page asks for a password."""
        return any(f"type={quote}password" in self.lowered for quote in ('"', "'", ""))

    @cached_property
    def text(self) -> str:
        """The body, decoded as a browser would."""
        start = self.body[:BIG_BYTES]
        try:
            return start.decode("utf-8")
        except UnicodeDecodeError:
            content_type = next(iter(self.headers.get("content-type", ())), None)
        try:
            return html_to_unicode(content_type, start, default_encoding="utf-8")[1]
        except (LookupError, ValueError):
            return start.decode("utf-8", "replace")

    @cached_property
    def lowered(self) -> str:
        """The text with its ASCII letters in lower case: of the same length, and cheap in every script."""
        text = self.text
        return text.lower() if text.isascii() else text.encode("utf-8", "replace").lower().decode("utf-8", "replace")

    @cached_property
    def title(self) -> str:
        """The first title that is not empty: a wall's may stand in a noscript behind an empty one."""
        for found in _TITLE.finditer(self.text[:100_000]):
            if title := " ".join(_unescaped(found[1]).split()):
                return title
        return ""

    @cached_property
    def _shown(self) -> str:
        return "" if self.big else "".join(_spoken(self.text, self.lowered))

    @cached_property
    def visible(self) -> str:
        """The text that people see, entities decoded; of a page with much of it only the beginning."""
        return "" if self.big else _beginning(_spoken(self.text, self.lowered))

    @cached_property
    def said(self) -> str:
        """What phrases are looked for in, lower case: the visible text, and what is said to those without scripts."""
        aside = " ".join(_asides(self.text, self.lowered))
        return f"{self.visible}\n{_text_of(aside)}".lower() if aside else self.visible.lower()

    @cached_property
    def length(self) -> int:
        """Characters of visible text. A big page's text is not counted: it is more than any gate allows."""
        return BIG_BYTES if self.big else len(self.visible)

    @cached_property
    def _links(self) -> list[str]:
        return _LINK.findall(self._shown[:200_000])[:200]

    @cached_property
    def site_like(self) -> bool:
        """Whether the page is a part of a site, with ways to its other pages: it may quote what walls say."""
        own = {link.partition("?")[0] for link in self._links if self._own(link)}
        if self.accuses:
            own = {link for link in own if not TERMS.search(link)}
        return len(own) >= SITE_LINKS and self.length >= 150

    @cached_property
    def leads(self) -> int:
        """How many other pages of its own the page links: walls link none, or the page that they stand before."""
        here = urlsplit(self.url).path.rstrip("/") if self._links else ""
        ways = {link.partition("?")[0].partition("#")[0].rstrip("/") for link in self._links if self._own(link)}
        ways = {way for way in ways if way not in ("", ".", here) and urlsplit(way).path}
        return len([way for way in ways if not (TERMS.search(way) and self.accuses)])

    @cached_property
    def accuses(self) -> bool:
        """Whether a page with little text tells its visitor what walls tell, in more than one way."""
        if self.length > ENOUGH:
            return False
        return len({found.lastgroup for found in ACCUSES.finditer(f"{self.title}\n{self.visible}")}) >= 2

    @cached_property
    def contact(self) -> bool:
        """Whether a link writes or rings."""
        return any(link[:7].lower().startswith(("mailto:", "tel:")) for link in self._links)

    @cached_property
    def reachable(self) -> bool:
        """Whether the visible text or a link says how to reach somebody."""
        return self.contact or "data-cfemail" in self.lowered or _REACHED.search(self.visible) is not None

    @cached_property
    def rings(self) -> bool:
        """Whether a page that came as a success tells a number to ring, and its visitor nothing that walls tell."""
        if self.status >= 400 or not SHORT_TEXT <= self.length <= ENOUGH or self.accuses:
            return False
        for found in _RINGS.finditer(self.visible):
            digits = sum(map(str.isdigit, found[0]))
            before = self.visible[max(0, found.start() - 24) : found.start()]
            if 8 <= digits <= 14 and not _NO_RINGS.match(found[0]) and not _NUMBERED.search(before):
                return True
        return False

    @cached_property
    def writes(self) -> bool:
        """Whether a form takes a message, a name or an address."""
        lowered = self.lowered
        if any(mark in lowered for mark in ("<textarea", 'type="email"', 'type="tel"')):
            return "renderdata" not in lowered  # a firewall's own
        return "<input" in lowered and _TAKES.search(lowered) is not None

    @property
    def fields(self) -> bool:
        """Whether a form has something to fill in or to choose."""
        return "<form" in self.lowered and _FIELD.search(self.lowered) is not None

    @property
    def one_pager(self) -> bool:
        """Whether a page that came as a success says something and how to reach somebody, and accuses nobody."""
        return self.status < 400 and self.length >= 60 and self.contact and not self.accuses

    def _own(self, link: str) -> bool:
        start = link[:60].lower()
        if start.startswith(("#", "?", "mailto:", "tel:", "javascript:", *_WALLS_PATHS)):
            return False
        if not start.startswith(("http:", "https:", "//")):
            return True
        try:
            there, here = urlsplit(link).hostname, urlsplit(self.url).hostname
        except ValueError:
            return False
        return there is not None and there == here

    @property
    def location(self) -> str:
        """Where a redirect leads that was not followed."""
        return next(iter(self.headers.get("location", ())), "") if 300 <= self.status < 400 else ""

    @cached_property
    def target(self) -> str | None:
        """Where the page points, if it does little else: a refresh, a script's location, a frame."""
        return stub_target(self.text, self.url)


def _asides(text: str, lowered: str) -> Iterator[str]:
    """What the page's first elements for those without scripts hold."""
    at = 0
    for _ in range(8):
        start = lowered.find("<noscript", at, 200_000)
        end = lowered.find("</noscript", start) if start >= 0 else -1
        if end < 0:
            return
        held = lowered.find(">", start, end) + 1
        if held and end - held <= 2_000:
            yield text[held:end]
        at = end + 1


def _text_of(markup: str) -> str:
    return " ".join(_unescaped(_TAG.sub(" ", markup)).split())


def _unescaped(text: str) -> str:
    try:
        return entities.unescape(text) if "&" in text else text
    except ValueError:  # a number of more digits than Python reads
        return text
