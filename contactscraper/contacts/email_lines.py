"""Which lines of a page may hold an address, as it is or spelled out: most do not, and are not looked at."""

import re
from collections.abc import Iterator, Sequence

from contactscraper.contacts.scanned import lines_with
from contactscraper.contacts.spelled import AT_WORDS, BARE_AT, BARE_DOT, SAYS_REPLACE

_OPEN, _CLOSE = r"[\[({<（【〔《「［｛＜]", r"[\])}>）】〕》」］｝＞]"
_BRACKETED = re.compile(rf"{_OPEN}[ _-]{{0,2}}(?i:{AT_WORDS})[ _-]{{0,2}}{_CLOSE}")
_QUOTED = re.compile(r"[\"'](?:at|AT|ät|@|arroba|arobase)[\"']")
_DASHED = re.compile(r"[-_*~|=](?:at|AT)[-_*~|=]")
#: The words for a dot in lower case, spaces around them; what stands before the first is the host and the word for @.
_DOTS = tuple(f" {word} " for word in dict.fromkeys(BARE_DOT.lower().split("|")))
_BEFORE_DOT = re.compile(rf"[ ](?i:{BARE_AT})[ ][\w.-]{{2,90}}$")
#: A host with a dot behind a word for @.
_DOTTED = re.compile(r"\.[\w-]")
_BEFORE_HOST = re.compile(r"[ ](?i:at|ät|arroba|chiocciola|arobase|małpa|zavináč|snabel-a)[ ][\w-]{2,60}$")
#: What is said of a sign that stands in for @ has one of these.
_REPLACED_BY = ("@", "＠", "アットマークに", "at sign", "at-sign", "arroba", "arobase", "chiocciola")
_SIGNS = ("@", "＠")


def address_lines(texts: Sequence[str], text: str) -> list[int]:
    """Indexes of the lines that may hold an address; *text* is all of *texts*, a line each."""
    low = text.lower()
    if low.count("\n") != text.count("\n"):
        low = text
    places: set[int] = set()
    for sign in _SIGNS:
        places.update(lines_with(sign, text))
    places.update(_lines_of(_BRACKETED, text))
    places.update(_lines_of(_DASHED, text))
    places.update(_lines_of(_QUOTED, text))
    for word in _DOTS:
        if word in low:
            places.update(_lines_of(word, low, _BEFORE_DOT))
    places.update(_lines_of(_DOTTED, text, _BEFORE_HOST))
    says = {line for sign in _REPLACED_BY if sign in low for line in lines_with(sign, low)}
    for line in says:
        if SAYS_REPLACE.search(texts[line]):
            places.update(near for near in (line - 1, line, line + 1) if 0 <= near < len(texts))
    return sorted(places)


def _lines_of(sign: str | re.Pattern[str], text: str, before: re.Pattern[str] | None = None) -> Iterator[int]:
    """Indexes of the lines with *sign*, where what stands before it fits too."""
    line = last = 0
    places = (m.start() for m in sign.finditer(text)) if isinstance(sign, re.Pattern) else _places(sign, text)
    for place in places:
        if before is None or before.search(text, max(0, place - 120), place):
            line += text.count("\n", last, place)
            last = place
            yield line


def _places(sign: str, text: str) -> Iterator[int]:
    place = text.find(sign)
    while place >= 0:
        yield place
        place = text.find(sign, place + 1)
