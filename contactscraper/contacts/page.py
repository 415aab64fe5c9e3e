"""A page, read once: the text that people see, its links, its structured data."""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Any
from urllib.parse import urljoin

import re2
from w3lib.encoding import html_to_unicode

from contactscraper.contacts.every_link import every_link
from contactscraper.contacts.listed import below_lists
from contactscraper.contacts.ownership import foreign_lines
from contactscraper.contacts.scan import Line, Link, Scan, scan_html
from contactscraper.contacts.structured import read_json_ld, state_strings

#: A page is read up to here; what is longer is not written for people.
MAX_CHARS = 5 * 1024 * 1024
_SIGNS = ("@", "%40", "&#", "u0040", "tel:")
_PHONE_KEYED = re.compile(
    r"(?:phone|fone|[tT]el|mobile|[wW]hats[aA]pp|celular|[fF]ax|hotline|movil)\w{0,20}[\"']?\\?[\"']?\s?:"
)
#: In each text where that finds something; looked for in a twentieth of the time.
_PHONE_KEYED_SIGNS = re2.compile(
    r"(?:phone|fone|[tT]el|mobile|[wW]hats[aA]pp|celular|[fF]ax|hotline|movil)[^\s:\"']{0,20}[\"']?\\?[\"']?[\s\x0b\x1c-\x1f\x{85}\pZ]?:"
)
_PHONE_KEY = re.compile(r"phone|tel|fone|mobile|whatsapp|celular|fax|hotline|movil")
_SURROGATES = re.compile(r"[\ud800-\udfff]")


class Page:
    """One HTML page at *url*; bytes are decoded as browsers do."""

    def __init__(self, html: str | bytes, url: str) -> None:
        if isinstance(html, bytes):
            html = html_to_unicode(None, html[:MAX_CHARS])[1]
        html = html[:MAX_CHARS].replace("\0", "")
        self.html = html if html.isascii() or _is_whole(html) else _SURROGATES.sub("\ufffd", html)
        self.url = url

    @cached_property
    def scan(self) -> Scan:
        """What the one pass over the markup found."""
        return scan_html(self.html)

    @cached_property
    def base(self) -> str:
        """What relative links are relative to."""
        return _joined(self.url, self.scan.base) if self.scan.base else self.url

    @property
    def title(self) -> str:
        return self.scan.title

    @property
    def lang(self) -> str:
        return self.scan.lang

    @cached_property
    def lines(self) -> Sequence[Line]:
        """The lines that people see, in the page's order."""
        return self.scan.lines

    @property
    def links(self) -> list[Link]:
        """The links in which a contact may stand, in the page's order; hrefs as written."""
        return self.scan.links

    @cached_property
    def all_links(self) -> list[tuple[str, str]]:
        """(href, words) of all links, in the page's order; behind them once more those in which a contact may stand,
        for the links of pictures and maps are among these."""
        written = [link for cut in self.scan.cuts for link in every_link(cut)]
        return written + [(link.href, link.text) for link in self.scan.links]

    def absolute(self, href: str) -> str:
        """*href* as an absolute URL; '' where it is none."""
        return _joined(self.base, href)

    @cached_property
    def text(self) -> str:
        """The visible text: a line a block, runs of white space folded, invisible characters dropped."""
        return "\n".join(self.scan.texts)

    @cached_property
    def encoded(self) -> bytes:
        """The visible text in UTF-8, for RE2."""
        return self.text.encode(errors="replace")

    @property
    def metas(self) -> list[tuple[str, str]]:
        """(name or property in lower case, content) of the page's meta elements."""
        return self.scan.metas

    @cached_property
    def json_ld(self) -> list[dict[str, Any]]:
        """The objects of the page's JSON-LD, nested ones too, outermost first, less reviews and their like."""
        found: list[dict[str, Any]] = []
        for kind, text in self.scan.scripts:
            if "ld+json" in kind:
                found.extend(read_json_ld(text))
        return found[:1000]

    @cached_property
    def foreign(self) -> set[int]:
        """Indexes of the lines below a heading that announces somebody else."""
        return foreign_lines(self.scan, self.text)

    @cached_property
    def listed(self) -> frozenset[int]:
        """Indexes of the lines below a heading that announces partners, sponsors and the like."""
        return below_lists(self.scan)

    @cached_property
    def state(self) -> list[tuple[str, str]]:
        """(key, string) of the state that scripts carry, as far as a contact may stand in it."""
        found = []
        for kind, text in self.scan.scripts:
            if not text or "ld+json" in kind or not (any(sign in text for sign in _SIGNS) or _has_phone_key(text)):
                continue
            for key, value in state_strings(kind, text):
                if "@" in value or "&#" in value or "%40" in value or "tel:" in value or _PHONE_KEY.search(key):
                    found.append((key, value))
        return found


def _has_phone_key(text: str) -> bool:
    """Whether a key of a script's state is called as phones are."""
    return bool(_PHONE_KEYED_SIGNS.search(text.encode(errors="replace"))) and _PHONE_KEYED.search(text) is not None


def _is_whole(text: str) -> bool:
    """Whether no half of a character stands in *text*."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _joined(base: str, href: str) -> str:
    try:
        return urljoin(base, href.strip())
    except ValueError:
        return ""
