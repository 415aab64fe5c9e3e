"""The shape of a text: a byte a character, which says no more than digit, letter, or sign. It is searched for candidates at a
tenth of what the text itself would cost."""

import re
from collections.abc import Iterator

from contactscraper.contacts.phones.spelling import DIGITS

#: Digits become 0, capitals A, small letters a, signs that stand inside numbers a space; what is not in Latin-1 may be one.
_TABLE = bytearray(b"x" * 256)
for _code in range(256):
    _char = chr(_code)
    if _char in "0123456789":
        _TABLE[_code] = ord("0")
    elif _char.isalpha():
        _TABLE[_code] = ord("A" if _char.isupper() else "a")
    elif _char in " ().-/[]~+?*\t\u00a0\u00ad\u00b7":
        _TABLE[_code] = ord(" ")
_TABLE[ord("\n")] = ord("\n")
#: Signs beside prices, which would look like hyphens.
_CURRENCIES = "€₽₺₹"
_FOREIGN_DIGITS = re.compile(f"[{''.join(map(chr, DIGITS))}]")
_SIX_FOREIGN = re.compile(rb"\?(?:[ ().\-/+]{0,4}\?){5}")
#: Candidates of one page that are looked at.
_MOST_CANDIDATES = 20_000
#: Six digits with at most four signs between, or an area code and capitals.
_CANDIDATE = re.compile(rb"0(?: {0,4}0){5,59}|00 {1,3}(?:[0A]{1,6} ){0,3}[0A]{0,6}A[Aa]")
#: Numbers in letters alone.
_LETTERS = re.compile(rb"00 {1,3}(?:[0A]{1,6} ){0,3}[0A]{0,6}A[Aa]")
#: The candidates that stand most often on pages and are never numbers: hours, dates with their year, keys.
NEVER = re.compile(
    r"(?:[01]?\d|2[0-4])\.[0-5]\d[ ]?-[ ]?(?:[01]?\d|2[0-4])\.[0-5]\d|(?:\d{1,2}[./-]){2}(?:19|20)\d\d|(?:19|20)\d\d[./-]\d\d[./-]\d\d|(?!00)\d{16,}"
)


def shape_of(text: str) -> bytes:
    """The shape of *text*, as long as it is."""
    if not text.isascii():
        for sign in _CURRENCIES:
            text = text.replace(sign, "x")
    data = text.encode("latin-1", "replace")
    if _SIX_FOREIGN.search(data) and _FOREIGN_DIGITS.search(text):
        data = text.translate(DIGITS).encode("latin-1", "replace")
    return data.translate(_TABLE)


def candidate_lines(text: str) -> Iterator[tuple[int, bool]]:
    """(index, whether numbers in letters may be there) of the lines of *text* that may hold a number."""
    shape = shape_of(text)
    index = position = 0
    for _ in range(_MOST_CANDIDATES):
        found = _CANDIDATE.search(shape, position)
        if found is None:
            return
        start, end = found.span()
        if NEVER.fullmatch(text, start, end):
            index += shape.count(b"\n", position, end)
            position = end
            continue
        index += shape.count(b"\n", position, start)
        position = shape.find(b"\n", end)
        yield index, _LETTERS.search(shape, start, position if position > 0 else len(shape)) is not None
        if position < 0:
            return
