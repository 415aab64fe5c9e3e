"""Lines as people read them: what stands between two tags that end a line, white space folded."""

import re
from typing import NamedTuple
from unicodedata import normalize

#: Marks in a joined part of a page: the end of a link, the end of a line, a link's and a heading's start, and its end.
#: No page has these characters itself.
LINK_END, LINE_END, LINK_START, HEADING_START, HEADING_END = "\1", "\2", "\3", "\4", "\5"
#: Characters that only say where a line may break, or which way it runs.
INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u180e\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2061\u2062\u2063\u2066\u2067\u2068\u2069\0\1"))  # fmt: skip
_UNSEEN = re.compile("[" + "".join(map(chr, INVISIBLE)) + "]")
_WIDE = re.compile("[\uff01-\uffef\ufe50-\ufe6b\u2010-\u2015\u2212\u0300-\u036f]")
#: What a sign turns from right to left, up to the sign that ends it.
_TURNED = re.compile("\u202e([^\u202c]*)\u202c?")
#: What is longer is data, and no line that people read.
LONGEST_LINE = 50_000


class Line(NamedTuple):
    """A line that people see: its text, and the zones it stands in (a sum of the constants of `tags`)."""

    text: str
    zone: int


def folded(text: str) -> str:
    """*text* less white space at its ends and invisible characters, runs of white space as one space each, full-width
    characters as plain ones."""
    if not text.isascii():
        if "\u202e" in text:
            text = _TURNED.sub(lambda found: found[1][::-1], text)
        if _UNSEEN.search(text):
            text = text.translate(INVISIBLE)
        if _WIDE.search(text):
            text = normalize("NFKC", text)
    elif LINK_END in text:
        text = text.replace(LINK_END, "")
    return " ".join(text.split())


def lines_of(text: str) -> list[str]:
    """The lines of a joined part of a page; the marks of headings are still in them."""
    if LINK_END in text:  # a mark is found at once, and two marks beside each other are not
        first, *rest = text.split(LINK_END)
        text = first + "".join([" " + part[1:] if part[:1] == LINK_START else part for part in rest])
    if LINK_START in text:
        text = text.replace(LINK_START, "")
    text = text.replace("\n", " ").replace("\t", " ").replace("\r", " ").replace("\f", " ")
    lines = text.split(LINE_END)
    if len(text) > LONGEST_LINE:
        lines = [line[:LONGEST_LINE] for line in lines]
    lines = [line for line in map(str.strip, lines) if line]
    if "  " in text:
        lines = [" ".join(line.split()) if "  " in line else line for line in lines]
    if not text.isascii():
        lines = [line for line in [one if one.isascii() else folded(one) for one in lines] if line]
    return lines


def zoned(lines: list[str], heading: bool) -> tuple[list[str], list[int], bool]:
    """Lines less the marks of headings in them, the places of those that stand in one, and whether they end within a
    heading; *heading*: they begin in one. Few have a mark: the lines between those are taken together."""
    found: list[str] = []
    places: list[int] = []
    done = 0
    marked = [index for index, line in enumerate(lines) if line < _BEHIND_MARKS or line[-1] == HEADING_END]
    for index in (*marked, len(lines)):
        if heading:
            places += range(len(found), len(found) + index - done)
        found += lines[done:index]
        done = index + 1
        if index == len(lines):
            break
        line = lines[index]
        if line[0] == HEADING_START:
            heading = True
        if words := line.strip(_HEADING_MARKS):
            if heading:
                places.append(len(found))
            found.append(words)
        if line[-1] == HEADING_END:
            heading = False
    return found, places, heading


_HEADING_MARKS = HEADING_START + HEADING_END + " "
#: Lines that begin with a mark come before it.
_BEHIND_MARKS = "\6"
