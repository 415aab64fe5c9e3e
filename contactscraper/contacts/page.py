"""A page, parsed once: the text that people see, its links, its structured data."""

import json
import re
from functools import cached_property
from typing import Any
from urllib.parse import urljoin

from selectolax.lexbor import LexborHTMLParser, LexborNode
from w3lib.encoding import html_to_unicode

#: A page is read up to here; what is longer is not written for people.
MAX_CHARS = 5 * 1024 * 1024
#: Elements whose text nobody sees.
UNSEEN = frozenset(
    "script style template noscript head title svg math object iframe audio video canvas select datalist".split()
)
#: Elements inside which a text runs on without a break.
INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q rp rt ruby s samp small span "
    "strike strong sub sup time tt u var wbr joomla-hidden-mail".split()
)
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
#: Characters that only say where a line may break, or which way it runs.
INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u202a\u202b\u202c\u202d\u202e"))


class Page:
    """One HTML page at *url*; bytes are decoded as browsers do."""

    def __init__(self, html: str | bytes, url: str) -> None:
        if isinstance(html, bytes):
            html = html_to_unicode(None, html[:MAX_CHARS])[1]
        self.html = html[:MAX_CHARS].replace("\0", "")
        self.url = url

    @cached_property
    def tree(self) -> LexborHTMLParser:
        return LexborHTMLParser(self.html)

    @cached_property
    def base(self) -> str:
        node = self.tree.css_first("base[href]")
        return _joined(self.url, node.attributes.get("href") or "") if node else self.url

    @cached_property
    def title(self) -> str:
        node = self.tree.css_first("title")
        return " ".join(node.text().split())[:300] if node else ""

    @cached_property
    def lang(self) -> str:
        node = self.tree.css_first("html")
        return ((node.attributes.get("lang") or "") if node else "").strip()

    @cached_property
    def links(self) -> list[tuple[str, str]]:
        """(href, text) of each link, in the page's order; hrefs as written."""
        found = []
        for node in self.tree.css("a[href], area[href]"):
            href = (node.attributes.get("href") or "").strip()
            if href:
                found.append((href, " ".join(node.text().split())[:200]))
        return found

    def absolute(self, href: str) -> str:
        return _joined(self.base, href)

    @cached_property
    def text(self) -> str:
        """The visible text: a line a block, runs of white space folded, invisible characters dropped."""
        pieces: list[str] = []
        root = self.tree.body or self.tree.root
        if root is not None:
            _walk(root, pieces)
        text = "".join(pieces).translate(INVISIBLE)
        lines = (" ".join(line.split()) for line in text.split("\n"))
        return "\n".join(line for line in lines if line)

    @cached_property
    def metas(self) -> list[tuple[str, str]]:
        """(name or property, content) of the page's meta elements."""
        found = []
        for node in self.tree.css("meta[content]"):
            name = node.attributes.get("name") or node.attributes.get("property") or node.attributes.get("itemprop")
            found.append(((name or "").lower(), node.attributes.get("content") or ""))
        return found

    @cached_property
    def json_ld(self) -> list[dict[str, Any]]:
        """All objects of the page's JSON-LD, nested ones too, outermost first."""
        found: list[dict[str, Any]] = []
        for node in self.tree.css('script[type="application/ld+json"]'):
            text = node.text() or ""
            for attempt in (text, re.sub(r",(\s*[}\]])", r"\1", text)):
                try:
                    queue: list[Any] = [json.loads(attempt, strict=False)]
                except (ValueError, RecursionError):
                    continue
                while queue and len(found) < 500:
                    value = queue.pop(0)
                    if isinstance(value, dict):
                        found.append(value)
                        queue.extend(value.values())
                    elif isinstance(value, list):
                        queue.extend(value)
                break
        return found


def _joined(base: str, href: str) -> str:
    try:
        return urljoin(base, href.strip())
    except ValueError:
        return ""


def _walk(root: LexborNode, pieces: list[str]) -> None:
    """Depth first without recursion: a page may nest as deep as it likes."""
    node: LexborNode | None = root.child
    while node is not None:
        tag = node.tag
        descend = None
        if tag == "-text":
            pieces.append(node.text_content or "")
        elif tag == "br":
            pieces.append("\n")
        elif tag in ("td", "th"):
            pieces.append("\n")
            descend = None if _is_hidden(node) else node.child
        elif tag not in UNSEEN and not tag.startswith("-") and not _is_hidden(node):
            if tag not in INLINE:
                pieces.append("\n")
            descend = node.child
        if descend is not None:
            node = descend
            continue
        while node is not None and node.next is None:
            node = node.parent
            if node is None or node.mem_id == root.mem_id:
                return
            if node.tag not in INLINE:
                pieces.append("\n")
        node = node.next if node is not None else None


def _is_hidden(node: LexborNode) -> bool:
    attributes = node.attributes
    if not attributes:
        return False
    if "hidden" in attributes:
        return True
    style = attributes.get("style")
    return bool(style and _HIDDEN_STYLE.search(style))
