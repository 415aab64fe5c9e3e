"""What a tag means for the scan: whether it ends a line, opens a zone, is a link, or carries something telling.

Most tags do no more than end a line or run on. They are told from the rest by a few cheap tests of what stands between
their angle brackets; only a tag that fails one has its attributes read.
"""

import re
from collections.abc import Iterable
from html import unescape
from typing import NamedTuple

import re2

from contactscraper.contacts.attributes import attributes_of
from contactscraper.contacts.class_names import AT_SIGN, BREAKING, OTHERS, READERS_ONLY
from contactscraper.contacts.elements import (
    BLOCKS,
    DECOYS,
    FOREIGN,
    HEADING,
    HEADINGS,
    HIDDEN,
    INLINE,
    KINDS,
    NO_ELEMENTS,
    RAW,
    SPECIAL,
    VOID,
)
from contactscraper.contacts.idle_links import idle_links
from contactscraper.contacts.pictures import DRAWN, plain_pictures
from contactscraper.contacts.styles import HIDING, RIGHT_TO_LEFT, TURNING, Styles, read_styles
from contactscraper.contacts.telling import (
    BRACKETED,
    MARK,
    MOST_READ,
    SEVEN_DIGITS,
    WRITTEN,
    telling_names,
    telling_tags,
)

NAME = re.compile(r"(/?)([a-zA-Z][^\s/<>]{0,60})")
_REVIEW_TYPE = re.compile(r"schema\.org/(?:Review|Comment|UserComments|Rating)", re.I)
_REVIEWS = frozenset(("review", "comment", "reviewBody"))
#: An attribute in capitals: then each tag is looked at.
_CAPITALS = re2.compile(r" [A-Z]{2,}[\s\x0b\x1c-\x1f\x{85}\pZ]?=")
_RAW_NAMES = tuple(sorted(RAW | {name.upper() for name in RAW} | {name.title() for name in RAW}))
_RAW_STARTS = frozenset(name[:3] for name in _RAW_NAMES)
#: What an icon of the sign @ comes to, within a word: it may be no part of an address.
AT_ICON = "(at)"


class Tag(NamedTuple):
    """An opening tag that does more than end a line or run on."""

    name: str
    rest: str
    """What stands behind its name."""
    kind: int = 0
    """The zones that it opens."""
    breaks: bool = False
    """Inline, but set apart by its class."""
    turns: bool = False
    """Its text runs from right to left, as written backwards."""
    before: tuple[str, ...] = ()
    after: str = ""
    """What the style sheet puts before and after its text."""
    element: dict[str, str] | None = None
    """Its attributes, where a contact may stand in them."""
    drawn: str = ""
    """The sign that it draws as a picture."""
    href: str = ""

    @property
    def attributes(self) -> str:
        """Of an element whose content is no markup, what stands in its opening tag."""
        return self.rest.partition(">")[0]

    @property
    def content(self) -> str:
        """Of an element whose content is no markup, the content."""
        content = self.rest.partition(">")[2]
        head, found, tail = content.rpartition("</")
        return head if found and tail[: len(self.name)].lower() == self.name else content


#: What most tags come to: to run on or to end the line, as it is, as a link that tells nothing, as a link's end, as a
#: heading's start or end; and what is no tag at all.
RUNS, ENDS, RUNS_AS_LINK, ENDS_LINK, STARTS_HEADING, ENDS_HEADING, NO_TAG = range(7)
Meaning = int | str | Tag


def is_void(tag: Tag) -> bool:
    """Whether nothing can stand in *tag*."""
    return tag.name in VOID or (tag.rest.endswith("/") and tag.name not in INLINE and not tag.kind)


class Tags:
    """The meaning of one page's tags. ``known`` maps what stands between two angle brackets to it: one of the numbers
    above, the address of a plain link, or a Tag."""

    def __init__(self, every_link: bool = False) -> None:
        self.every_link = every_link
        self.known: dict[str, Meaning] = dict(_BARE)
        self.styles = Styles()
        self.styled: frozenset[str] = frozenset()
        self.data_names: tuple[str, ...] = ()
        self.nested = False  # whether an opening bracket stands in a tag

    def learn(self, heads: Iterable[str]) -> list[str]:
        """Reads those of *heads* (each different) that were not known before; returns those that do more than end a
        line or run on, in their order. What most have in common is asked of all of them at once."""
        known = self.known
        new = [head for head in heads if head not in known]
        raw = [head for head in new if head[:3] in _RAW_STARTS and head.startswith(_RAW_NAMES)]
        self.styles = read_styles([_sheet(head) for head in raw if head[:5].lower() == "style"])
        self.styled = self.styles.names
        pictures = plain_pictures([head for head in new if head[:4] == "img "])
        known.update(dict.fromkeys(pictures, RUNS))
        taken = {*raw, *pictures}
        plain = [head for head in new if head not in taken] if taken else new
        joined = MARK.join(plain) + MARK
        if "\n" in joined or "\t" in joined or "\r" in joined:
            joined = joined.replace("\n", " ").replace("\t", " ").replace("\r", " ")
        self.nested = "<" in joined
        self.data_names = telling_names(joined)
        encoded = joined.encode(errors="replace")
        odd = " =" in joined or _CAPITALS.search(encoded) is not None
        telling = None if odd else telling_tags(joined, self.data_names, self.styled, encoded)
        idle = set() if odd or self.every_link else idle_links(joined)
        unread = MOST_READ
        for head, spaced in zip(plain, joined.split(MARK)):
            meaning: Meaning | None = None
            if telling is not None and spaced not in telling:
                if spaced in idle:
                    known[head] = RUNS_AS_LINK
                    continue
                name = spaced.partition(" ")[0]
                meaning = _WITH_ATTRIBUTES.get(name)
                if meaning is None:
                    if name == "a":
                        meaning = _plain_link(spaced)
                    elif name in ("meta", "link"):
                        meaning = Tag(name, head[4:])
            if meaning is None:
                unread -= 1
                meaning = self._read(head) if unread > 0 else _by_name(spaced)
            known[head] = meaning
        for head in raw:
            known[head] = self._read(head)
        return [head for head in new if known[head].__class__ is not int]

    def _read(self, head: str) -> Meaning:
        found = NAME.match(head)
        if found is None:
            return RUNS if head[:1] in ("!", "?") else NO_TAG
        name = found[2]
        if not name.islower():
            name = name.lower()
        if found[1]:
            return ENDS_HEADING if name in HEADINGS else ENDS_LINK if name == "a" else _end_of(name)
        rest = head[found.end() :]
        if name in RAW:
            return Tag(name, rest)
        if not rest or rest == "/":
            if name not in _MATTERING:
                return _end_of(name)
            if name in HEADINGS:
                return STARTS_HEADING
            if name != "template":
                return Tag(name, rest, KINDS.get(name, 0))
        return self._told(name, rest)

    def _tells(self, rest: str) -> bool:
        """Whether a contact may stand in the attributes."""
        return (
            any(sign in rest for sign in (*WRITTEN, "&#", "&comma"))
            or BRACKETED.search(rest) is not None
            or ("data-" in rest and any(sign in rest for sign in (*self.data_names, "tel:", "//", "\\/")))
            or (SEVEN_DIGITS.search(rest) is not None and ("title" in rest or "label" in rest or "alt" in rest))
        )

    def _told(self, name: str, rest: str) -> Meaning:
        """The meaning by the attributes."""
        attributes = attributes_of(rest)
        kind = KINDS.get(name, 0)
        if name == "template" and "shadowroot" in rest.lower():
            kind = 0
        classes, identifier, style = (attributes.get(one, "") for one in ("class", "id", "style"))
        names = f"{classes} {identifier}"
        breaks = False
        if len(names) > 1:
            if name not in ("body", "html", "main", "a") and OTHERS.search(names.strip()):
                kind |= FOREIGN
            if READERS_ONLY.search(names):
                kind |= HIDDEN
            breaks = name in INLINE and BREAKING.search(names) is not None
        if "hidden" in attributes or (style and HIDING.search(style)):
            kind |= HIDDEN
        if "itemtype" in attributes and _REVIEW_TYPE.search(attributes["itemtype"]):
            kind |= FOREIGN
        if attributes.get("itemprop") in _REVIEWS:
            kind |= FOREIGN
        leftwards = attributes.get("dir", "").lower() == "rtl"
        turns = (name == "bdo" and leftwards) or bool(
            style and TURNING.search(style) and (leftwards or RIGHT_TO_LEFT.search(style))
        )
        before, after = [], ""
        if self.styled and len(names) > 1:
            own = ["." + one for one in classes.split()] + (["#" + identifier] if identifier else [])
            if name in DECOYS and any(one in self.styles.hidden for one in own):
                kind |= HIDDEN
            turns = turns or any(one in self.styles.turned for one in own)
            for one in own:
                if added := self.styles.added.get((one, "before")):
                    before += [attributes.get(named, "") if named else text for text, named in added]
                if added := self.styles.added.get((one, "after")):
                    after = "".join(attributes.get(named, "") if named else text for text, named in added)
        told = (
            (len(attributes) > 1 or "class" not in attributes)
            and name not in NO_ELEMENTS
            and (self._tells(rest) or not rest.islower() or "mail" in name)
        )
        drawn = attributes.get("alt", "").strip().lower() if name == "img" else ""
        if "at" in classes and name in ("i", "span", "em") and AT_SIGN.search(classes):
            drawn = AT_ICON
        tag = Tag(
            name, rest, kind, breaks, turns, tuple(before), after,
            element=attributes if told or (classes and BREAKING.search(classes)) else None,
            drawn=drawn if name != "img" else drawn.strip("()[]").replace("at", "@").replace("dot", ".") if drawn in DRAWN else "",
            href=attributes.get("href", "").strip() if name == "a" else "",
        )  # fmt: skip
        if name in HEADINGS and kind == HEADING and not any(tag[3:9]) and tag.element is None:
            return STARTS_HEADING
        if name in _MATTERING or any(tag[3:9]) or kind != KINDS.get(name, 0) or tag.element is not None:
            return tag
        return (tag.href or RUNS_AS_LINK) if name == "a" else _end_of(name)


#: Elements that are never plain, whatever their attributes.
_MATTERING = RAW | SPECIAL | KINDS.keys() | {"bdo", "data", "joomla-hidden-mail"}
_BARE: dict[str, Meaning] = {
    **dict.fromkeys(BLOCKS, ENDS),
    **dict.fromkeys(INLINE - _MATTERING - {"a", "img"}, RUNS),
    **{"/" + name: ENDS for name in (*BLOCKS, *RAW)},
    **{"/" + name: ENDS_HEADING for name in HEADINGS},
    **dict.fromkeys(HEADINGS, STARTS_HEADING),
    **{"/" + name: RUNS for name in INLINE},
    **dict.fromkeys(("head", "/head", "/html"), ENDS),
    "!DOCTYPE html": RUNS,
    "a": RUNS_AS_LINK,
    "/a": ENDS_LINK,
}


#: The same with attributes that tell nothing.
_WITH_ATTRIBUTES: dict[str, Meaning] = {
    **dict.fromkeys(BLOCKS, ENDS),
    **dict.fromkeys(INLINE - _MATTERING - {"a", "img"}, RUNS),
    **dict.fromkeys(HEADINGS, STARTS_HEADING),
    **dict.fromkeys(("picture", "source"), ENDS),
}


def _sheet(head: str) -> str:
    """The sheet in a style element, as far as a bracket."""
    return head.partition(">")[2].partition("<")[0]


def _plain_link(tag: str) -> Meaning | None:
    """The address of a link whose other attributes tell nothing; None where it must be looked at."""
    _, found, value = tag.partition(' href="')
    if not found or "'" in tag:
        return None
    value = value.partition('"')[0].strip()
    return (unescape(value) if "&" in value else value) or RUNS_AS_LINK


def _by_name(tag: str) -> int:
    """The meaning of a tag that is one too many to be read."""
    name = tag.partition(" ")[0].lower()
    return RUNS_AS_LINK if name == "a" else ENDS_LINK if name == "/a" else _end_of(name.removeprefix("/"))


def _end_of(name: str) -> int:
    return RUNS if name in INLINE else ENDS
