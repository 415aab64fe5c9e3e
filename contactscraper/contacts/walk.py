"""Tag by tag through the parts of a page that matter: hidden, foreign, turned round, with a link that tells."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape
from typing import NamedTuple

from contactscraper.contacts.attributes import attributes_of
from contactscraper.contacts.elements import CODE, FOREIGN, HEADING, HIDDEN, INLINE, RAW, STRUCK, VOID
from contactscraper.contacts.lines import LINK_END, LONGEST_LINE, folded
from contactscraper.contacts.scanned import Element, Link, Scan
from contactscraper.contacts.tags import (
    AT_ICON,
    ENDS,
    ENDS_HEADING,
    ENDS_LINK,
    NAME,
    RUNS_AS_LINK,
    STARTS_HEADING,
    Meaning,
    Tag,
    is_void,
)

_DRAWN_TEXT = re.compile(r"<text[^<>]*>([^<]*(?:<tspan[^<>]*>[^<]*</tspan>[^<]*)*)")
_DRAWN_LINK = re.compile(r"<a [^<>]{0,500}?href=[\"']([^\"'<>]{5,500})[\"']")
_TABLE, _LIST, _TERMS = frozenset(("table",)), frozenset(("ul", "ol", "menu")), frozenset(("dl",))
_ROWS = frozenset("tr tbody thead tfoot".split())
#: Elements whose end may be left out: what ends them by its own end, and what does by its start.
_IMPLIED = {
    "li": (_LIST, frozenset(("li",))),
    "td": (_TABLE, _ROWS | {"td", "th"}),
    "th": (_TABLE, _ROWS | {"td", "th"}),
    "tr": (_TABLE, _ROWS),
    "dt": (_TERMS, frozenset(("dt", "dd"))),
    "dd": (_TERMS, frozenset(("dt", "dd"))),
}
_NOTHING: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
#: Elements that are read in a page, and open at a time.
_MOST_ELEMENTS, _MOST_OPEN = 50_000, 12


@dataclass(slots=True)
class _Open:
    """An element that is open and matters: it puts its text in a zone, turns it round, or adds to its end."""

    tag: str
    kind: int
    turns: bool
    place: int
    tail: str
    depth: int = 1
    inner: int = 0
    """Lists or tables that are open within it, where its end may be left out."""


class _Anchor(NamedTuple):
    """A link that is open: where its text begins in the line, and the line that it stands in."""

    href: str
    place: int
    rest: str
    line: int


class Walk:
    """The state of a walk. *inner* scans a page within the page."""

    def __init__(self, scan: Scan, inner: Callable[[str], Scan]) -> None:
        self.scan = scan
        self.inner = inner
        self.line: list[str] = []  # the pieces of the line that is being read
        self.zone = 0
        self.open: list[_Open] = []
        self.anchor: _Anchor | None = None
        self.heading = False  # whether the part that was joined last ended within a heading

    @property
    def is_open(self) -> bool:
        """Whether what matters is not over yet."""
        return bool(self.open) or self.anchor is not None

    def tag(self, head: str, meaning: Meaning) -> None:
        """One tag as written between its brackets."""
        line = self.line
        if isinstance(meaning, Tag):
            self.opened(meaning)
        elif isinstance(meaning, str) or meaning is RUNS_AS_LINK:
            if self.open:
                self.passed(head)
            if line and line[-1] is LINK_END:
                line[-1] = " "
            if isinstance(meaning, str):
                self.anchor = _Anchor(meaning, len(line), head, len(self.scan.texts))
        elif meaning is STARTS_HEADING:
            self.opened(Tag(head[:2] if head[0] in "hH" else head.split(None, 1)[0].lower(), "", HEADING))
        else:
            if meaning is ENDS_LINK:
                self.end_link()
            if self.open:
                self.passed(head)
            if meaning is ENDS or meaning is ENDS_HEADING:
                self.end_line()
            elif meaning is ENDS_LINK:
                line.append(LINK_END)

    def text(self, text: str) -> None:
        """Adds what stands between two tags to the line."""
        if self.zone & HIDDEN or not text:
            return
        if "&" in text:
            text = unescape(text)
        if self.zone & CODE and "\n" in text:
            first, *rest = text.split("\n")
            self.line.append(first)
            for line in rest:
                self.end_line()
                self.line.append(line)
        else:
            self.line.append(text)

    def end_line(self) -> None:
        line = self.line
        if not line:
            return
        text = line[0] if len(line) == 1 else "".join(line)
        line.clear()
        if len(text) > LONGEST_LINE:
            text = text[:LONGEST_LINE]
        for entry in self.open:
            if entry.turns:
                text = text[: entry.place] + text[entry.place :][::-1]
                entry.place = 0
        if text := folded(text):
            if self.zone:
                self.scan.zones[len(self.scan.texts)] = self.zone
            self.scan.texts.append(text)

    def opened(self, tag: Tag) -> None:
        """A tag that matters."""
        name, line, scan = tag.name, self.line, self.scan
        self.entered(name)
        if name not in INLINE:
            self.end_line()
        elif name == "a" and line and line[-1] is LINK_END:
            line[-1] = " "
        if name in RAW:
            self.drawn(tag)
            return
        if name in ("iframe", "area", "link") or name[:3] == "fb:":
            self.special(name, tag.rest)
        if tag.breaks:
            self.end_line()
        for text in tag.before:
            self.text(text)
        if tag.element is not None and len(scan.elements) < _MOST_ELEMENTS:
            scan.elements.append(Element(name, tag.element, self.zone | tag.kind, len(scan.texts)))
        if tag.drawn and (tag.drawn != AT_ICON or (line and line[-1][-1:].isalnum())):
            self.text(tag.drawn)
        if is_void(tag):
            return
        if tag.kind & (FOREIGN | CODE | STRUCK):
            self.end_line()
        if (tag.kind & ~self.zone or tag.turns or tag.after) and len(self.open) < _MOST_OPEN:
            place = len("".join(line)) if tag.turns else 0
            self.open.append(_Open(name, tag.kind, tag.turns, place, tag.after))
            self.zone |= tag.kind
        if tag.href:
            self.anchor = _Anchor(tag.href, len(line), tag.rest, len(scan.texts))

    def passed(self, head: str) -> None:
        """A plain tag, opening or closing, while something that matters is open."""
        found = NAME.match(head)
        if found is None:
            return  # a declaration
        if found[1]:
            self.left(found[2].lower())
        else:
            self.entered(found[2].lower())

    def entered(self, name: str) -> None:
        for index in range(len(self.open) - 1, -1, -1):
            entry = self.open[index]
            around, beside = _IMPLIED.get(entry.tag, _NOTHING)
            if name in beside and not entry.inner:
                self.close(index)
            elif name in around:
                entry.inner += 1
            elif entry.tag == name and not entry.inner:
                entry.depth += 1
        if self.open and self.open[-1].tag == "p" and name not in INLINE and name not in VOID:
            self.close(len(self.open) - 1)

    def left(self, name: str) -> None:
        for index in range(len(self.open) - 1, -1, -1):
            entry = self.open[index]
            around, _ = _IMPLIED.get(entry.tag, _NOTHING)
            if name in around:
                if entry.inner:
                    entry.inner -= 1
                else:
                    self.close(index)
            elif entry.tag == name and not entry.inner:
                entry.depth -= 1
                if entry.depth == 0:
                    self.close(index)

    def close(self, index: int) -> None:
        """Closes the element at *index* of the open ones."""
        entry = self.open.pop(index)
        if entry.tail and not self.zone & HIDDEN:
            self.line.append(entry.tail)
        if entry.turns:
            text = "".join(self.line)
            self.line[:] = [text[: entry.place], text[entry.place :][::-1]]
        zone = 0
        for one in self.open:
            zone |= one.kind
        if (self.zone & ~zone) & (FOREIGN | CODE | HEADING | STRUCK):
            self.end_line()
        self.zone = zone

    def end_link(self) -> None:
        if self.anchor is None:
            return
        href, place, rest, line = self.anchor
        texts, words = self.scan.texts, ""
        if line == len(texts):
            words = folded("".join(self.line[place:]))[:200]
        if not words and line < len(texts):
            words = " ".join(texts[line : line + 4])[:200]
        self.scan.links.append(Link(href, words, self.zone, line, rest))
        self.anchor = None

    def drawn(self, tag: Tag) -> None:
        """Text that a picture draws, or that stands in a field to be copied."""
        if tag.name == "svg" and not self.zone & HIDDEN:
            for href in _DRAWN_LINK.findall(tag.content)[:50] if "<a " in tag.content else ():
                self.scan.links.append(Link(unescape(href), "", self.zone, len(self.scan.texts)))
            for words in _DRAWN_TEXT.findall(tag.content):
                self.line.append(unescape(re.sub(r"<[^<>]*>", "", words)))
                self.end_line()
        elif tag.name == "textarea":
            self.text(tag.content)
        self.left(tag.name)
        self.end_line()

    def special(self, name: str, rest: str) -> None:
        """A frame, an area of a map, or a link in the head that says 'me'."""
        scan, attributes = self.scan, attributes_of(rest)
        href = attributes.get("href", "").strip()
        if name == "iframe":
            later = (value for name, value in attributes.items() if name.startswith("data-") and "src" in name)
            if source := next((one for one in (*later, attributes.get("src", "")) if "//" in one), ""):
                scan.frames.append(source)
            srcdoc = attributes.get("srcdoc", "")
            if srcdoc and "srcdoc" not in srcdoc and len(scan.texts) < 100_000:
                inner = self.inner(srcdoc[:200_000])
                self.end_line()
                scan.add(inner.lines)
                scan.cuts.extend(inner.cuts)
                scan.links.extend(link._replace(line=max(0, len(scan.texts) - 1)) for link in inner.links)
        elif name == "area" and href:
            scan.links.append(Link(href, attributes.get("alt", ""), self.zone, len(scan.texts), rest))
        elif href:
            scan.links.append(Link(href, "", 0, 0, rest))
