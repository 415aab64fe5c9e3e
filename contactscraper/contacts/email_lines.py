"""Which lines of a page may hold an address, as it is or spelled out: most do not, and are not looked at."""

import re
from collections.abc import Iterable, Iterator, Sequence

import re2

from contactscraper.contacts.scanned import lines_with
from contactscraper.contacts.spelled import AT_NAMES, AT_WORDS, BARE_AT, GLUED_DOT, SAYS_REPLACE

_OPENING, _CLOSE = "[({<（【〔《「［｛＜«", r"[\])}>）】〕》」］｝＞»]"
_BRACKETED = re.compile(rf".[ _.-]{{0,2}}(?i:{AT_WORDS})[ _.-]{{0,2}}{_CLOSE}")
_QUOTED = re.compile(r"[\"'](?:at|AT|ät|@|arroba|arobase)[\"']")
_DASHES = "-_*~|=#"
#: How the words for a dot begin, in lower case; what stands before the first is the host and the word for @.
_DOTS = (" dot ", " punkt", " pont", " punt", " point", " kropka", " tečka", " tecka", " bodka", " piste", " nokta", " punct",
         " точка", " крапка", " τελεία", " ドット", " 점")  # fmt: skip
#: A dot in brackets, behind a word for @ without.
_BRACKETED_DOTS = ("[dot]", "(dot)", "{dot}")
_BEFORE_DOT = re.compile(rf"[ ](?i:{BARE_AT})[ ][\w.-]{{2,90}}$")
#: A host with a dot behind a word for @.
_DOTTED = re.compile(r"\.[^\W\d_]")
_BEFORE_HOST = re.compile(rf"[ ](?i:at|ät|{AT_NAMES}|собака|kukac|равлик)[ ][\w-]{{2,60}}$")
_GLUED = re.compile(GLUED_DOT)
#: Signs that stand in for @ where the page says so; what says so has one of the words.
_STAND_INS = "★☆◎●■◆▲△▼♪＊*#＃%＆&♡♥※~〜"
_STAND_IN_WORDS = ("(a)", "_at_", "-at-", "[at]", "（at）", "＜at＞")
_CODED = ("&#64;", "&#064;", "&#x40;", "&#x0040;", "&commat;")
_REPLACED_BY = ("@", "＠", "アットマークに", "at sign", "at-sign", "arroba", "arobase", "chiocciola")


def _worded(words: str) -> str:
    """Alternatives for RE2, whatever their case; Python's `re` takes Turkish letters for an i too, and RE2 does not."""
    return "(?i:" + words.replace("i", "[iıİ]") + ")"


#: Wherever a line may hold an address without the sign @, something of this stands in the text: one pass tells that
#: most pages have none. It is wider than what the lines are then searched for.
_SPELLED_OUT = re2.compile(
    "|".join((
        rf"[{re.escape(_OPENING)}][ _.-]{{0,2}}{_worded(AT_WORDS)}[ _.-]{{0,2}}{_CLOSE}",
        rf"[{re.escape(_DASHES)}](?i:at)",
        r"[\"'](?:at|AT|ät|@|arroba|arobase)[\"']",
        rf"[ ]{_worded(BARE_AT)}[ ][^ \n]{{2,}}{_worded('|'.join(_DOTS))}",
        rf"(?i:{'|'.join(map(re.escape, _BRACKETED_DOTS))})",
        rf"[ ]{_worded(f'at|ät|{AT_NAMES}|собака|kukac|равлик')}[ ][^ .\n]{{2,}}\.[^ \n\d_]",
        GLUED_DOT,
        _worded("|".join(_REPLACED_BY[2:])),
    ))
)  # fmt: skip


def address_lines(texts: Sequence[str], text: str, encoded: bytes | None = None) -> list[int]:
    """Indexes of the lines that may hold an address; *text* is all of *texts*, a line each, *encoded* the same in UTF-8."""
    places = {*lines_with("@", text), *lines_with("＠", text)}
    if "&" in text:  # encoded twice: people see the code
        places.update(line for sign in _CODED for line in lines_with(sign, text))
    if _SPELLED_OUT.search(text.encode(errors="replace") if encoded is None else encoded):
        places.update(_spelled_lines(texts, text))
    elif any(sign in text for sign in _STAND_INS):
        places.update(_replaced_lines(texts, tuple(places)))
    return sorted(places)


def _spelled_lines(texts: Sequence[str], text: str) -> set[int]:
    """Indexes of the lines that may hold an address spelled out, or with a stand-in for the sign."""
    low = text.lower()
    if low.count("\n") != text.count("\n"):
        low = text
    places: set[int] = set()
    for bracket in _OPENING:
        if bracket in text:
            places.update(_lines_of(bracket, text, behind=_BRACKETED))
    for dash in _DASHES:
        if dash in text:
            places.update((*_lines_of(dash + "at", text), *_lines_of(dash + "AT", text)))
    if '"' in text or "'" in text:
        places.update(_lines_of(_QUOTED, text))
    for word in _DOTS:
        if word in low:
            places.update(_lines_of(word, low, before=_BEFORE_DOT))
    for word in _BRACKETED_DOTS:
        if word[0] in text and word in low:
            places.update(lines_with(word, low))
    places.update(_lines_of(_GLUED, text))
    places.update(_lines_of(_DOTTED, text, before=_BEFORE_HOST))
    if any(sign in text for sign in _STAND_INS) or any(word in low for word in _STAND_IN_WORDS):
        places.update(_replaced_lines(texts, {line for sign in _REPLACED_BY for line in lines_with(sign, low)}))
    return places


def _replaced_lines(texts: Sequence[str], lines: Iterable[int]) -> Iterator[int]:
    """Those of *lines* that say which sign stands in for @, and the lines beside them."""
    for line in lines:
        if SAYS_REPLACE.search(texts[line]):
            yield from (near for near in (line - 1, line, line + 1) if 0 <= near < len(texts))


def _lines_of(
    sign: str | re.Pattern[str],
    text: str,
    before: re.Pattern[str] | None = None,
    behind: re.Pattern[str] | None = None,
) -> Iterator[int]:
    """Indexes of the lines with *sign*, where what stands *before* it, or from it on (*behind*), fits too."""
    line = last = 0
    for place in (m.start() for m in sign.finditer(text)) if isinstance(sign, re.Pattern) else _places(sign, text):
        if (before is None or before.search(text, max(0, place - 120), place)) and (
            behind is None or behind.match(text, place)
        ):
            line += text.count("\n", last, place)
            last = place
            yield line


def _places(sign: str, text: str) -> Iterator[int]:
    place = text.find(sign)
    while place >= 0:
        yield place
        place = text.find(sign, place + 1)
