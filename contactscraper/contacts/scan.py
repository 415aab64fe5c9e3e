"""One linear pass over a page's markup: lines that people see, links, scripts, meta elements, telling attributes.

It is a tokenizer and no parser: what it must know of the tree (where a hidden or foreign part ends) it counts, so
a page may nest as deep as it likes and may be broken in any way. Most of a page is plain: its tags only end lines.
That is joined at once; tag by tag it goes only from one that matters to where that is closed.
"""

from collections.abc import Iterable
from html import unescape

from contactscraper.contacts.attributes import attributes_of
from contactscraper.contacts.decoys import without_decoys
from contactscraper.contacts.elements import CODE, FOREIGN, HEADING, HIDDEN, RAW, STRUCK
from contactscraper.contacts.every_link import Cut
from contactscraper.contacts.lines import (
    HEADING_END,
    HEADING_START,
    LINE_END,
    LINK_END,
    LINK_START,
    Line,
    lines_of,
    zoned,
)
from contactscraper.contacts.platforms import may_carry
from contactscraper.contacts.scanned import Element, Link, Scan
from contactscraper.contacts.tags import (
    ENDS,
    ENDS_HEADING,
    ENDS_LINK,
    NO_TAG,
    RUNS,
    RUNS_AS_LINK,
    STARTS_HEADING,
    Meaning,
    Tag,
    Tags,
)
from contactscraper.contacts.telling import MOST_PLACES
from contactscraper.contacts.tokens import tokens, without_comments
from contactscraper.contacts.walk import Walk

__all__ = ["CODE", "FOREIGN", "HEADING", "HIDDEN", "STRUCK", "Element", "Line", "Link", "Scan", "scan_html"]

#: How a plain tag is written where its part of the page is joined.
_WRITTEN = {
    RUNS: "",
    ENDS: LINE_END,
    RUNS_AS_LINK: LINK_START,
    ENDS_LINK: LINK_END,
    STARTS_HEADING: LINE_END + HEADING_START,
    ENDS_HEADING: HEADING_END + LINE_END,
}
#: In the place of a tag that matters, which is never joined.
_MATTERS = "\6"
#: Characters of a page that would be taken for marks; no page for people has them.
_MARKS = (LINE_END, LINK_END, LINK_START, HEADING_START, HEADING_END, _MATTERS)
#: How many tags back a heading is looked for that what matters stands in.
_HEADING_REACH = 40
#: Parts of a meta element, in lower case, that make it worth a look.
_TELLING_META = ("@", "&#", "&commat", "mail", "phone", "fax", "description", "article:", "og:see_also", "og:profile",
                 "twitter:site", "contact", "reply", "sameas")  # fmt: skip
#: Parts of a link element that says who the site is.
_TELLING_LINK = ("me", "publisher", "sameAs", "mailto:")


def _is_telling_link(attributes: dict[str, str]) -> bool:
    return (
        attributes.get("rel", "").lower() in ("me", "publisher")
        or (attributes.get("itemprop") or attributes.get("property")) == "sameAs"
        or attributes.get("href", "").startswith("mailto:")
    )


def scan_html(html: str, every_link: bool = False) -> Scan:
    """Reads *html* once, whatever it holds. Of its links those in which a contact may stand, or *every_link*."""
    for mark in _MARKS:
        if mark in html:
            html = html.replace(mark, "")
    html = without_comments(html)
    scanner = _Scanner(html, every_link)
    if (rules := scanner.tags.styles.within) and (shown := without_decoys(html, sorted(rules))) != html:
        scanner = _Scanner(shown, every_link)
    return scanner.run()


class _Scanner:
    def __init__(self, html: str, every_link: bool) -> None:
        self.every_link = every_link
        for exactly in (False, True):
            self.parts = tokens(html, exactly)
            self.heads = self.parts[1::2]
            self.scan = Scan()
            self.tags = Tags(every_link)
            if self.look_up(exactly):
                break
        self.walk = Walk(self.scan, lambda text: scan_html(text, every_link))

    def look_up(self, exactly: bool) -> bool:
        """Reads each different tag once; False where one may have been cut short by a bracket within its values."""
        heads = dict.fromkeys(self.heads)
        known = self.tags.known
        self.mattering: set[str] = set()
        telling = self.tags.learn(heads)
        if not exactly and (NO_TAG in known.values() or self.may_be_cut(heads)):
            return False
        for head in telling:
            meaning = known[head]
            if isinstance(meaning, Tag):
                if self.is_told(meaning):
                    known[head] = ENDS
                    continue
            elif isinstance(meaning, str) and not (self.every_link or may_carry(meaning)):
                known[head] = RUNS_AS_LINK
                continue
            self.mattering.add(head)
        self.written = {head: _WRITTEN[meaning] for head in heads if (meaning := known[head]).__class__ is int}
        self.written.update(dict.fromkeys(self.mattering, _MATTERS))
        return True

    def may_be_cut(self, heads: Iterable[str]) -> bool:
        """Whether a closing bracket within a quoted value may have ended a tag: then the rest of it stands in text."""
        if self.tags.nested:
            return True
        return ">" in "".join(self.parts[0::2]) and any(
            head.count('"') & 1 or ("'" in head and head.count("'") & 1 and "=" in head) for head in heads
        )

    def is_told(self, tag: Tag) -> bool:
        """Takes what a tag tells wherever it stands; False where its place matters too."""
        name, scan = tag.name, self.scan
        if name in RAW:
            return self.is_raw_told(tag)
        if name == "meta":
            low = tag.rest.lower()
            if any(sign in low for sign in _TELLING_META):
                attributes = attributes_of(tag.rest)
                key = attributes.get("name") or attributes.get("property") or attributes.get("itemprop") or ""
                if "content" in attributes:
                    scan.metas.append((key.lower(), attributes["content"]))
            return True
        if name == "link":
            return not any(sign in tag.rest for sign in _TELLING_LINK) or not _is_telling_link(attributes_of(tag.rest))
        if name == "html":
            attributes = attributes_of(tag.rest)
            scan.lang = scan.lang or attributes.get("lang", attributes.get("xml:lang", "")).strip()
        elif name == "base":
            scan.base = scan.base or attributes_of(tag.rest).get("href", "")
        elif name == "frame":
            scan.frames.append(attributes_of(tag.rest).get("src", ""))
        else:
            return False
        return True

    def is_raw_told(self, tag: Tag) -> bool:
        """Takes a script or a title; False where people see what stands in the element."""
        scan, content = self.scan, tag.content
        if tag.name == "script":
            kind = attributes_of(tag.attributes).get("type", "").lower() if tag.attributes else ""
            scan.scripts.append((kind, content))
        elif tag.name == "title" and not scan.title:
            scan.title = " ".join(unescape(content).split())[:300]
        elif tag.name == "svg":
            return ("<text" not in content and "<a " not in content) or len(content) >= 50_000
        elif tag.name == "textarea":
            return "readonly" not in tag.attributes.lower()
        return True

    def run(self) -> Scan:
        heads, parts, walk = self.heads, self.parts, self.walk
        texts = parts[0::2]
        parts[1::2] = written = list(map(self.written.__getitem__, heads))
        self.scan.cuts.append(Cut(heads, texts[1:]))
        done = 0  # tags that are done; the text behind the last of them is, too
        walk.text(texts[0])
        places = written.count(_MATTERS) if self.mattering else 0
        for _ in range(min(places, MOST_PLACES)):
            try:
                place = written.index(_MATTERS, done)
            except ValueError:
                break
            start = self.heading_before(place, done)
            if start > done:
                self.join("".join(parts[2 * done + 1 : 2 * start + 1]))
                done = start
            while done <= place or walk.is_open:
                if done == len(heads):
                    break
                self.step(heads[done], texts[done + 1])
                done += 1
        rest = "".join(parts[2 * done + 1 :])
        self.join(rest.replace(_MATTERS, LINE_END) if places > MOST_PLACES else rest)
        walk.end_line()
        return self.scan

    def heading_before(self, place: int, done: int) -> int:
        """Where the heading begins that the tag at *place* stands in; *place* where it stands in none."""
        known, heads = self.tags.known, self.heads
        for index in range(place - 1, max(place - _HEADING_REACH, done) - 1, -1):
            meaning = known[heads[index]]
            if meaning is ENDS_HEADING:
                break
            if meaning is STARTS_HEADING:
                return index
        return place

    def join(self, text: str) -> None:
        """A plain part of the page, its tags written as marks."""
        if "&" in text:
            text = unescape(text)
        walk = self.walk
        whole, ended, rest = text.rpartition(LINE_END)
        if ended:
            lines = lines_of("".join(walk.line) + whole)
            walk.line.clear()
            if walk.heading or HEADING_START in whole or HEADING_END in whole:
                lines, places, walk.heading = zoned(lines, walk.heading)
                first = len(self.scan.texts)
                self.scan.zones.update((first + place, HEADING) for place in places)
            self.scan.texts += lines
        if rest[:1] == LINK_START and walk.line and walk.line[-1] is LINK_END:
            walk.line[-1] = " "
        rest = rest.replace(LINK_END + LINK_START, " ").replace(LINK_START, "").replace(HEADING_START, "")
        if rest:
            walk.line.append(rest.removesuffix(LINK_END))
            if rest.endswith(LINK_END):
                walk.line.append(LINK_END)

    def step(self, head: str, text: str) -> None:
        """One tag and the text behind it."""
        meaning: Meaning = self.tags.known[head]
        self.walk.tag(head, meaning)
        if text:
            self.walk.text(text)
