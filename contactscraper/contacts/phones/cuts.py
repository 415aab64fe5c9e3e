"""What is no phone inside a run of digits: dates, times, years, sums, sizes. It is cut out before the run is read."""

import re
from functools import lru_cache
from typing import NamedTuple


class Cut(NamedTuple):
    """A kind of thing that is written in digits: what it is, the signs that a run must have for it to be there, how it is
    written, and whether it stays what it is where a phone's label stands before the run."""

    what: str
    signs: str
    pattern: str
    always: bool = True


_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_MONTH = r"(?:0?[1-9]|1[0-2])"
_YEAR = r"(?:19|20)\d{2}"
#: An hour and its minutes in four digits, on the quarter.
_HOUR = r"(?:[01]\d|2[0-4])(?:00|15|30|45)"
_OCTET = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"

#: In the signs: a Y stands for the beginning of a year.
CUTS: tuple[Cut, ...] = tuple(
    Cut(what, signs, pattern, always)
    for what, signs, always, pattern in (
        ("a date", ".Y", True, rf"(?<![\d.,-]){_DAY}\.[ ]?{_MONTH}\.[ ]?{_YEAR}(?!\d)"),
        ("a date", ".", True, rf"(?<![\d.,-]){_DAY}\.[ ]?{_MONTH}\.[ ]?(?:\d{{2}}(?![\d.]))?(?:[ ]?[-/][ ]?{_DAY}\.[ ]?{_MONTH}\.?[ ]?(?:{_YEAR}|\d{{2}})?)?(?!\d)(?![ ./-]?\d{{2}})"),
        ("a date", ".-", True, r"(?<!\d)\d{1,2}\.\d{1,2}\.?[ ]?-[ ]?\d{1,2}\.\d{1,2}\.(?:(?:19|20)\d{2}|\d{2})?(?![\d.])"),
        ("a date", "-Y", True, rf"(?<![\d/-]){_YEAR}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ]\d{{1,2}}:?\d{{0,2}})?(?!\d)"),
        ("a date", "/Y", True, rf"(?<![\d/-]){_YEAR}/{_MONTH}/{_DAY}(?!\d)"),
        ("a date", ".Y", True, rf"(?<![\d/.-]){_YEAR}\.{_MONTH}\.{_DAY}(?!\d)"),
        ("a date", "/", True, rf"(?<![\d/-])(?:{_DAY}/{_MONTH}|{_MONTH}/{_DAY})/(?:{_YEAR}|\d{{2}})(?![\d-]|/\d)"),
        ("a date", "-Y", True, rf"(?<![\d/-])(?:{_DAY}-{_MONTH}|{_MONTH}-{_DAY})-{_YEAR}(?![\d-])"),
        ("hours", ".-", False, r"(?<![\d.])\d{1,2}\.\d{2}[ ]?-[ ]?\d{1,2}\.\d{2}(?![\d.])"),
        ("hours", "-", False, rf"(?<![\d-]){_HOUR}[ ]?-[ ]?{_HOUR}(?:[ ,]{{1,2}}{_HOUR}[ ]?-[ ]?{_HOUR})*(?![ -]?\d)"),
        ("years", "-Y", True, rf"(?<!\d){_YEAR}[ ]?-[ ]?{_YEAR}(?![\d-])"),
        ("years", "/Y", False, rf"(?<!\d){_YEAR}[ ]?/[ ]?{_YEAR}(?![\d-])"),
        ("years", " Y", False, rf"(?<!\d)(?:{_YEAR}[ ]){{1,30}}{_YEAR}(?!\d)"),
        ("coordinates", ".", False, r"(?<![\d.+])-?(?:[1-9]\d{0,2}|0)\.\d{4,}(?![\d.]|-\d{4}(?!\d))(?:[ ]?[,;/ ][ ]?-?\d{1,3}\.\d{3,}(?!\d))?"),
        ("an address of a machine", ".", False, rf"(?<![\d.+])(?:{_OCTET}\.){{3}}{_OCTET}(?![\d.])(?<![2-9]\d\d\.\d{{3}}\.\d{{3}}\.\d{{3}})"),
        ("a time stamp", "", False, r"(?<![\d+])1[4-7]\d{8}(?:\d{3})?(?!\d)"),
    )
)  # fmt: skip
#: More digits in a row than any number has: a key, an account.
_LONGEST_ROW = re.compile(r"\d{18,}|(?<!\d)(?!00)\d{16,}")
#: Before a run: its first group belongs to a time, a sum or a number that goes on ('17:30 030 ...', '12,50 030 ...').
_GOES_ON_BEFORE = re.compile(r"\d[:,.'′]$|\d[°'′][ ]?$")
#: Behind a run: its last group is the beginning of a time, a sum, a size.
_GOES_ON_BEHIND = re.compile(
    r"[:h]\d|[.,]\d{1,2}(?!\d)|[ ]?(?:[€$£¥₹₽₺%‰°]|(?:EUR|USD|CHF|PLN|SEK|NOK|DKK|CZK|HUF|kr|Kč|zł|Ft|lei|руб|kg|km|cm|mm|m²|qm|kWh|MHz|kHz|GB|MB|kB|px|ms|Uhr|uur|hrs|am|pm|h)(?!\w))|"
    r"[ ]?[x×][ ]?\d{1,5}(?:[ ]?[x×]|[ ]?(?:cm|mm|px|m)\b)|x[ ][a-z]|[.)] (?:Januar|Februar|März|April|Mai|Ju[nl]i|August|September|Oktober|November|Dezember)"
)
#: A sum's groups of three, or the last group of a run.
_LAST_GROUP = re.compile(r"(?:^|[ ().\-/\[\]~]+)(?:\d{1,3}(?:[. ]\d{3})+|[(+\[]?\d+)$")
#: Before a whole run: it is a norm's, an account's.
_NAMED_BEFORE = re.compile(r"\b(?:DIN|ISO|IEC|EN|ASTM|VDE|RAL|NF|BS|[A-Z]{2}\d{2}[ ]?[A-Z]{4})[ -]$")
_FIRST_GROUP = re.compile(r"[(+\[]?\d+[ ).\-/\[\]~]+")


@lru_cache(maxsize=32)
def _pattern(signs: str, labelled: bool) -> re.Pattern[str] | None:
    """All cuts that may be in a run with these *signs*, as one pattern."""
    fitting = [cut.pattern for cut in CUTS if set(cut.signs) <= set(signs) and (cut.always or not labelled)]
    return re.compile("|".join(fitting)) if fitting else None


def pieces(text: str, start: int, end: int, labelled: bool) -> list[tuple[int, int]]:
    """The parts of the run at *start* to *end* of *text* that may be numbers. *labelled*: a phone's label stands before."""
    if (
        start > 2
        and text[start - 1] in " -"
        and text[start - 2].isupper()
        and _NAMED_BEFORE.search(text[max(0, start - 12) : start])
    ):
        return []
    parts = [(start, end)]
    raw = text[start:end]
    signs = [sign for sign in ".-/ " if sign in raw]
    if "19" in raw or "20" in raw:
        signs.append("Y")
    if end - start >= 16 and _LONGEST_ROW.search(raw):
        return []
    pattern = _pattern("".join(signs), labelled)
    for found in pattern.finditer(text, start, min(len(text), end + 12)) if pattern else ():
        if found.start() >= end:
            break
        parts = [part for one in parts for part in _without(one, found.start(), found.end())]
    trimmed = (_trimmed(text, *part) for part in parts)
    return [part for part in trimmed if part[0] < part[1]]


def _without(part: tuple[int, int], start: int, end: int) -> list[tuple[int, int]]:
    if end <= part[0] or start >= part[1]:
        return [part]
    return [one for one in ((part[0], start), (end, part[1])) if one[0] < one[1]]


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The part less what belongs to its neighbours, from its first sign or digit to its last digit."""
    while end > start and not text[end - 1].isdigit():
        end -= 1
    while start < end and not (
        text[start].isdigit()
        or (text[start] in "+(" and text[start + 1].isdigit())
        or text[start : start + 2] in ("(+", "+(", "+ ")
    ):
        start += 1
    if (left := text.rfind("(", start + 6, end)) > 0 and ")" not in text[left:end] and end - left < 5:
        end = left  # '0180 5 550136 (14 ct/min)'
        while end > start and not text[end - 1].isdigit():
            end -= 1
    while start < end and _GOES_ON_BEHIND.match(text, end):
        group = _LAST_GROUP.search(text[start:end])
        end = start + group.start() if group else start
    while start < end and text[start] not in "+(" and _GOES_ON_BEFORE.search(text[max(0, start - 3) : start]):
        first = _FIRST_GROUP.match(text, start, end)
        start = first.end() if first else end
    return start, end
