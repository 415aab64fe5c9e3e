"""All links of a page, for the search for its contact pages: collected from the tags that the scan has cut already."""

from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

from contactscraper.contacts.attributes import attributes_of
from contactscraper.contacts.elements import INLINE, RAW
from contactscraper.contacts.lines import folded

#: Links of a page that are read, tags within one, and characters of its words.
_MOST_LINKS, _MOST_TAGS, _MOST_WORDS = 50_000, 40, 200
_STARTS = tuple(letter + space for letter in "aA" for space in " \n\t\r\f")
_ENDS = frozenset(("/a", "/A"))
#: Tags within a link that do not part its words.
_RUNS_ON = INLINE | RAW


class Cut(NamedTuple):
    """A page's tags as written between their brackets, and the text behind each."""

    heads: list[str]
    texts: list[str]


def every_link(cut: Cut) -> Iterator[tuple[str, str]]:
    """(href, words) of each link, in the page's order."""
    heads, texts = cut
    hrefs = {head: href for head in set(heads) if head.startswith(_STARTS) and (href := _href(head))}
    for place in [place for place, head in enumerate(heads) if head in hrefs][:_MOST_LINKS]:
        words = texts[place]
        for within in range(place + 1, min(place + _MOST_TAGS, len(heads))):
            head = heads[within]
            if head in _ENDS or head in hrefs or head.startswith("/a "):
                break
            words += texts[within] if _runs_on(head) else " " + texts[within]
        words = words[: 4 * _MOST_WORDS]
        yield hrefs[heads[place]], folded(unescape(words) if "&" in words else words)[:_MOST_WORDS]


def _runs_on(head: str) -> bool:
    return head.removeprefix("/").partition(" ")[0].partition(">")[0].lower() in _RUNS_ON


def _href(head: str) -> str:
    _, found, value = head.partition(' href="')
    if not found or "'" in head or '"' not in value:
        return attributes_of(head[1:]).get("href", "").strip()
    value = value.partition('"')[0].strip()
    return unescape(value) if "&" in value else value
