"""One linear pass over a page's markup: lines that people see, links, scripts, meta elements, telling attributes.

It is a tokenizer and no parser: what it must know of the tree (where a hidden or foreign part ends) it counts, so
a page may nest as deep as it likes and may be broken in any way.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape
from typing import NamedTuple
from unicodedata import normalize

from contactscraper.contacts.styles import HIDING, RIGHT_TO_LEFT, TURNING, Styles, read_styles

#: Zones that a line or link may stand in.
FOREIGN, CODE, HIDDEN, STRUCK, HEADING = 1, 2, 4, 8, 16

#: Quotes count only behind an equals sign, as in browsers; possessive throughout, so nothing is tried twice.
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/<>]{0,60})((?:[^<>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+')?+)*+)>")
_ATTRIBUTE = re.compile(r"([^\s=\"'<>/]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]*)))?")
_RAW_END = {
    name: re.compile(f"</{name}", re.I) for name in ("script", "style", "title", "textarea", "svg", "math", "select")
}
#: Elements whose text nobody sees.
_UNSEEN = frozenset("script style title textarea svg math select".split())
_SKIPPED = frozenset("template iframe object audio video canvas datalist".split())
INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite data del dfn em font i ins kbd label mark nobr q rp rt ruby s small span "
    "strike strong sub sup time tt u var wbr img slot".split()
)
_VOID = frozenset("area base br col embed hr img input link meta source track wbr param".split())
#: Hidden by a class of a sheet counts for these only: a tab or an accordion hides blocks that a click shows.
_DECOYS = INLINE | {"p", "code"}
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6 dt legend".split())
_CODE = frozenset("pre code samp kbd".split())
_STRUCK = frozenset("s del strike".split())
#: Attributes worth a closer look; the rest of a page's tags are passed by.
_TELLING = re.compile(
    r"(?<![\w-])style\s*=|hidden|itemprop|property|(?<![\w-])dir\s*=|data-(?!v-)|onclick|aria-label|title\s*=|alt\s*=|@|"
    r"comment|review|testimonial|partner|sponsor|tweet|guestbook|sr-only|screen-reader|(?<![\w-])tel(?![\w])|"
    r"[pu]-tel|[pu]-email|vcard|itemtype|readonly|typeof|"
    r"class\s*=\s*[\"']?email|mail",
    re.I,
)
#: Class names and ids of parts that others wrote or that list others.
_OTHERS = re.compile(
    r"(?:^|[\s_-])(?:comments?(?:list|s|body|area|thread)?|commentlist|disqus\w*|reviews?|testimonials?|partners?|"
    r"sponsors?|guestbook|gaestebuch|twitter-tweet|instagram-media|tiktok-embed|opiniones|avis|bewertung(?:en)?|"
    r"kommentare?|commentaires?|comentarios?|commenti|recensioni|rezensionen|kundenstimmen|letters|readers?-letters?|"
    r"fediverse-post|mastodon-embed|reader-?mail|related-sites|blogroll|webring|friends|supporters|members-list|"
    r"ad|ads|advert|advertisement|werbung|classifieds?|listings?|vendors?|exhibitors?|directory-listing)"
    r"(?:$|[\s_-](?!form|us|desk|links?$))",
    re.I,
)
_READERS_ONLY = re.compile(
    r"(?:^|\s)(?:visually-?hidden|sr-only|screen-reader-text|screenreader\w*|a11y-hidden)(?:\s|$)", re.I
)
_REVIEW_TYPE = re.compile(r"schema\.org/(?:Review|Comment|UserComments|Rating)", re.I)
_BREAKING = re.compile(r"(?:^|\s)(?:[pu]-)?(?:tel|email|adr|org|fn)(?:\s|$)", re.I)
#: Characters that only say where a line may break, or which way it runs.
INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u180e\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2061\u2062\u2063\u2066\u2067\u2068\u2069\0\1"))  # fmt: skip


#: What is longer is data, and no line that people read.
LONGEST_LINE = 50_000
_WIDE = re.compile("[\uff01-\uffef\u2010-\u2015\u2212]")


@lru_cache(maxsize=8_192)
def _is_telling(rest: str) -> bool:
    """Cached, for a page's tags repeat."""
    return _TELLING.search(rest) is not None


class Line(NamedTuple):
    """A line that people see: its text, and the zones it stands in (a sum of the constants above)."""

    text: str
    zone: int


class Link(NamedTuple):
    """A link as written; *line* is the index of the line that it stands in."""

    href: str
    text: str
    zone: int
    line: int
    attributes: dict[str, str]


class Element(NamedTuple):
    """An element with telling attributes; *text* is its own text where that was short and could be told."""

    tag: str
    attributes: dict[str, str]
    zone: int
    line: int


@dataclass(slots=True)
class Scan:
    """What one pass over the markup found."""

    lines: list[Line] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    scripts: list[tuple[str, str]] = field(default_factory=list)
    metas: list[tuple[str, str]] = field(default_factory=list)
    elements: list[Element] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    title: str = ""
    lang: str = ""
    base: str = ""


def without_comments(html: str) -> str:
    """*html* less its comments; an unclosed one swallows the rest, as in browsers."""
    if "<!--" not in html:
        return html
    pieces, start = [], 0
    while (found := html.find("<!--", start)) >= 0:
        pieces.append(html[start:found])
        end = html.find("-->", found + 2 if html.startswith("<!-->", found) else found + 4)
        if end < 0:
            return "".join(pieces)
        start = end + 3
    pieces.append(html[start:])
    return "".join(pieces)


def attributes_of(text: str) -> dict[str, str]:
    """The attributes of a tag, names in lower case, entities decoded; the first of a name counts. Not to be changed:
    a page's tags repeat, and so share theirs."""
    return _short_attributes(text) if len(text) < 120 else _read_attributes(text)


@lru_cache(maxsize=2_048)
def _short_attributes(text: str) -> dict[str, str]:
    return _read_attributes(text)


def _read_attributes(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(text[:20_000]):
        name = match[1].lower()
        if name not in found and len(found) < 100:
            value = match[2] or match[3] or match[4] or ""
            found[name] = unescape(value) if "&" in value else value
    return found


@dataclass(slots=True)
class _Open:
    """An element that is open and matters: it puts its text in a zone, turns it round, or adds to its end."""

    tag: str
    kind: int
    turns: bool
    place: int
    tail: str
    depth: int = 1


#: Signs that some sites draw as a picture.
_DRAWN = frozenset(("@", "at", "(at)", "[at]", ".", "dot", "(dot)"))


class _Scanner:
    def __init__(self, html: str) -> None:
        self.html = html
        self.scan = Scan()
        self.pieces: list[str] = []
        self.zone = 0
        self.open: list[_Open] = []
        self.anchor: tuple[str, int, dict[str, str], int] | None = None
        self.styles = Styles()

    def flush(self, zone: int | None = None) -> None:
        """Ends the line."""
        if not self.pieces:
            return
        text = "".join(self.pieces)
        self.pieces.clear()
        if len(text) > LONGEST_LINE:
            text = text[:LONGEST_LINE]
        for entry in self.open:
            if entry.turns:
                text = text[: entry.place] + text[entry.place :][::-1]
                entry.place = 0
        if not text.isascii() or "\1" in text or "\0" in text:
            text = text.translate(INVISIBLE)
        if not text.isascii() and _WIDE.search(text):
            text = normalize("NFKC", text)
        text = " ".join(text.split())
        if text:
            self.scan.lines.append(Line(text, self.zone if zone is None else zone))

    def text(self, text: str) -> None:
        if self.zone & HIDDEN or not text:
            return
        if "&" in text:
            text = unescape(text)
        if self.zone & CODE and "\n" in text:
            first, *rest = text.split("\n")
            self.pieces.append(first)
            for line in rest:
                self.flush()
                self.pieces.append(line)
        else:
            self.pieces.append(text)

    def run(self) -> Scan:
        html, search, position = self.html, _TAG.search, 0
        last = html.rfind(">")
        sheets = re.findall(r"<style[^<>]*>([^<]*)", html, re.I) if "<style" in html or "<STYLE" in html else []
        self.styles = read_styles(sheets)
        while position <= last and (match := search(html, position)) is not None:
            if match.start() > position:
                self.text(html[position : match.start()])
            position = match.end()
            closing, tag, rest = match[1], match[2].lower(), match[3]
            if closing:
                self.close(tag)
                continue
            self.opened(tag, rest)
            if tag in _UNSEEN and not rest.endswith("/"):
                end = _RAW_END[tag].search(html, position)
                inside = html[position : end.start()] if end else html[position:]
                self.raw(tag, rest, inside)
                position = end.start() if end else len(html)
        self.text(html[position:] if position <= last or last < 0 else html[max(position, last + 1) :])
        self.flush()
        return self.scan

    def raw(self, tag: str, rest: str, inside: str) -> None:
        if tag == "script":
            kind = attributes_of(rest).get("type", "").lower() if rest else ""
            self.scan.scripts.append((kind, inside) if rest else ("", inside))
            if not self.zone & HIDDEN and len(inside) < 20_000 and "document.write" in inside:
                self.pieces.append("\0")
        elif tag == "title" and not self.scan.title:
            self.scan.title = " ".join(unescape(inside).split())[:300]
        elif tag == "svg" and "<text" in inside and not self.zone & HIDDEN and len(inside) < 50_000:
            self.flush()
            for words in re.findall(r"<text[^<>]*>([^<]*(?:<tspan[^<>]*>[^<]*</tspan>[^<]*)*)", inside):
                self.pieces.append(unescape(re.sub(r"<[^<>]*>", "", words)))
                self.flush()
        elif tag == "textarea" and "readonly" in rest.lower():
            self.text(inside)

    def opened(self, tag: str, rest: str) -> None:
        for entry in self.open:
            if entry.tag == tag:
                entry.depth += 1
        if self.open and self.open[-1].tag == "p" and tag not in INLINE and tag not in _VOID:
            self.end(len(self.open) - 1)
        if tag not in INLINE:
            self.flush()
        elif tag == "a" and self.pieces and self.pieces[-1] == "\1":
            self.pieces[-1] = " "
        kind = 0
        attributes: dict[str, str] | None = None
        if tag == "br":
            return
        if tag in _HEADINGS:
            kind |= HEADING
        elif tag in _CODE:
            kind |= CODE
        elif tag in _STRUCK:
            kind |= STRUCK
        elif tag in _SKIPPED and not (tag == "template" and "shadowroot" in rest.lower()):
            kind |= HIDDEN
        if rest and rest != "/":
            if tag in ("a", "area", "meta", "link", "html", "base", "iframe", "frame", "joomla-hidden-mail", "data"):
                attributes = attributes_of(rest)
                self.special(tag, attributes)
            elif self.styles or (_is_telling(rest) if len(rest) < 200 else _TELLING.search(rest)):
                attributes = attributes_of(rest)
        turn, tail = False, ""
        if attributes:
            names = attributes.get("class", "") + " " + attributes.get("id", "")
            style = attributes.get("style", "")
            if len(names) > 1:
                if tag not in ("body", "html", "main", "a") and _OTHERS.search(names.strip()):
                    kind |= FOREIGN
                if _READERS_ONLY.search(names):
                    kind |= HIDDEN
                if _BREAKING.search(names) and tag in INLINE:
                    self.flush()
            if "hidden" in attributes or (style and HIDING.search(style)):
                kind |= HIDDEN
            if "itemtype" in attributes and _REVIEW_TYPE.search(attributes["itemtype"]):
                kind |= FOREIGN
            if attributes.get("itemprop") in ("review", "comment", "reviewBody"):
                kind |= FOREIGN
            turn = (tag == "bdo" and attributes.get("dir", "").lower() == "rtl") or bool(
                style and TURNING.search(style) and RIGHT_TO_LEFT.search(style)
            )
            if self.styles and len(names) > 1:
                own = ["." + name for name in attributes.get("class", "").split()]
                own += ["#" + attributes["id"]] if attributes.get("id") else []
                if tag in _DECOYS and any(name in self.styles.hidden for name in own):
                    kind |= HIDDEN
                turn = turn or any(name in self.styles.turned for name in own)
                for name in own:
                    if added := self.styles.added.get((name, "before")):
                        self.text(attributes.get(added[1], "") if added[1] else added[0])
                    if added := self.styles.added.get((name, "after")):
                        tail = attributes.get(added[1], "") if added[1] else added[0]
            if (
                (len(attributes) > 1 or "class" not in attributes)
                and tag not in ("html", "meta", "link", "iframe")
                and len(self.scan.elements) < 50_000
            ) or _BREAKING.search(attributes.get("class", "")):
                self.scan.elements.append(Element(tag, attributes, self.zone | kind, len(self.scan.lines)))
            if tag == "img" and attributes.get("alt", "").strip().lower() in _DRAWN:
                self.text(attributes["alt"].strip().strip("()[]").replace("at", "@").replace("dot", "."))
        if tag in _VOID or (rest.endswith("/") and tag not in INLINE and not kind):
            return
        if kind & (FOREIGN | CODE | STRUCK):
            self.flush()
        if (kind & ~self.zone or turn or tail) and len(self.open) < 12:
            place = len("".join(self.pieces)) if turn else 0
            self.open.append(_Open(tag, kind, turn, place, tail))
            self.zone |= kind
        if tag == "a" and attributes and attributes.get("href", "").strip():
            self.anchor = (attributes["href"].strip(), len(self.pieces), attributes, len(self.scan.lines))

    def special(self, tag: str, attributes: dict[str, str]) -> None:
        scan = self.scan
        if tag == "meta" and "content" in attributes:
            name = attributes.get("name") or attributes.get("property") or attributes.get("itemprop") or ""
            scan.metas.append((name.lower(), attributes["content"]))
        elif tag == "html":
            scan.lang = scan.lang or attributes.get("lang", attributes.get("xml:lang", "")).strip()
        elif tag == "base":
            scan.base = scan.base or attributes.get("href", "")
        elif tag in ("iframe", "frame"):
            if attributes.get("src"):
                scan.frames.append(attributes["src"])
            if attributes.get("srcdoc") and len(scan.lines) < 100_000:
                inner = scan_html(attributes["srcdoc"][:200_000]) if "srcdoc" not in attributes["srcdoc"] else Scan()
                self.flush()
                scan.lines.extend(inner.lines)
                scan.links.extend(link._replace(line=max(0, len(scan.lines) - 1)) for link in inner.links)
        elif tag == "area" and attributes.get("href", "").strip():
            scan.links.append(
                Link(attributes["href"].strip(), attributes.get("alt", ""), self.zone, len(scan.lines), attributes)
            )
        elif tag == "link" and attributes.get("rel", "").lower() == "me" and attributes.get("href"):
            scan.links.append(Link(attributes["href"].strip(), "", 0, 0, attributes))

    def close(self, tag: str) -> None:
        if tag == "a" and self.anchor is not None:
            href, place, attributes, line = self.anchor
            words = " ".join("".join(self.pieces[place:]).split())[:200] if line == len(self.scan.lines) else ""
            if not words and line < len(self.scan.lines):
                words = " ".join(one.text for one in self.scan.lines[line:][:4])[:200]
            self.scan.links.append(Link(href, words, self.zone, line, attributes))
            self.anchor = None
        for index in range(len(self.open) - 1, -1, -1):
            entry = self.open[index]
            if entry.tag == tag:
                entry.depth -= 1
                if entry.depth == 0:
                    self.end(index)
        if tag not in INLINE:
            self.flush()
        elif tag == "a":
            self.pieces.append("\1")

    def end(self, index: int) -> None:
        entry = self.open.pop(index)
        if entry.tail and not self.zone & HIDDEN:
            self.pieces.append(entry.tail)
        if entry.turns:
            text = "".join(self.pieces)
            self.pieces[:] = [text[: entry.place], text[entry.place :][::-1]]
        zone = 0
        for one in self.open:
            zone |= one.kind
        if (self.zone & ~zone) & (FOREIGN | CODE | HEADING | STRUCK):
            self.flush()
        self.zone = zone


def scan_html(html: str) -> Scan:
    """Reads *html* once, whatever it holds."""
    return _Scanner(without_comments(html)).run()
