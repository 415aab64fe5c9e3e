"""What a scan of a page found."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, overload

from contactscraper.contacts.attributes import attributes_of
from contactscraper.contacts.every_link import Cut
from contactscraper.contacts.lines import Line


class Link(NamedTuple):
    """A link as written; *line* is the index of the line that it stands in, *rest* its tag as written."""

    href: str
    text: str
    zone: int
    line: int
    rest: str = ""

    @property
    def attributes(self) -> dict[str, str]:
        return attributes_of(self.rest)


class Element(NamedTuple):
    """An element with telling attributes; *line* is the index of the line that it stands in."""

    tag: str
    attributes: dict[str, str]
    zone: int
    line: int


class Lines(Sequence[Line]):
    """The lines of a page, each made when it is asked for: few are."""

    __slots__ = ("_texts", "_zones")

    def __init__(self, texts: list[str], zones: dict[int, int]) -> None:
        self._texts = texts
        self._zones = zones

    def __len__(self) -> int:
        return len(self._texts)

    @overload
    def __getitem__(self, index: int) -> Line: ...

    @overload
    def __getitem__(self, index: slice) -> list[Line]: ...

    def __getitem__(self, index: int | slice) -> Line | list[Line]:
        if isinstance(index, slice):
            return [self[one] for one in range(*index.indices(len(self._texts)))]
        return Line(self._texts[index], self._zones.get(index if index >= 0 else index + len(self._texts), 0))


@dataclass(slots=True)
class Scan:
    """The lines (*texts*, and *zones* of those that stand in one), and what else a contact may stand in."""

    texts: list[str] = field(default_factory=list)
    zones: dict[int, int] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)
    scripts: list[tuple[str, str]] = field(default_factory=list)
    metas: list[tuple[str, str]] = field(default_factory=list)
    elements: list[Element] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    title: str = ""
    lang: str = ""
    base: str = ""
    cuts: list[Cut] = field(default_factory=list)
    """The page, and the pages within it, cut into tags and texts."""

    @property
    def lines(self) -> Lines:
        return Lines(self.texts, self.zones)

    def text_of(self, index: int) -> str:
        """The line at *index*; '' where there is none."""
        return self.texts[index] if index < len(self.texts) else ""

    def add(self, lines: Iterable[tuple[str, int]]) -> None:
        """Adds lines with their zones."""
        for text, zone in lines:
            if zone:
                self.zones[len(self.texts)] = zone
            self.texts.append(text)


def lines_matching(pattern: Any, encoded: bytes) -> Iterator[int]:
    """Indexes of the lines in which *pattern*, which is RE2's and matches within a line, finds something, each once."""
    line = last = 0
    while (found := pattern.search(encoded, last)) is not None:
        place = found.start()
        line += encoded.count(b"\n", last, place)
        yield line
        last = encoded.find(b"\n", place)
        if last < 0:
            return


def lines_with(sign: str, text: str) -> Iterator[int]:
    """Indexes of the lines with *sign*, each once."""
    line = last = 0
    place = text.find(sign)
    while place >= 0:
        line += text.count("\n", last, place)
        yield line
        last = text.find("\n", place)
        if last < 0:
            return
        place = text.find(sign, last)
