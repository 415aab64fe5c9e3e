"""A run of digits as a whole, and taken apart: 'A / B', 'A - B', 'A B'."""

import re
from collections.abc import Iterator

from contactscraper.contacts.phones.extensions import hyphened
from contactscraper.contacts.phones.numbers import Numbers

#: Where a run of several numbers is taken apart, in this order.
_SPLITS = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?<=\d)[ ]{2,}(?=[+(\d])",  # two numbers in a row
        r"[ ]?/+[ ]?(?=[+(0])|[ ]/+[ ]",  # a slash before a new number
        r"[ .\-/]{0,3}(?=\(?\+)",  # a plus
        r"[ ]?/+[ ]?",
        r"-+(?=\d{1,2}$)",  # a list's last digits
        r"[ ]-+[ ]?|-+[ ]",  # a spaced hyphen
        r"[ ]{0,2}(?=\()",  # an area code in brackets
        r"\.+[ ]",
        r"[ ](?=0)",  # a trunk prefix
        r"[ ]",
    )
)
_SPACE = re.compile(r"(?<=\d)[ ]+(?=[+(\d])")
#: Pairs of digits in a row: draws of a lottery, sizes, a table's cells.
_SERIES = re.compile(r"\d\d(?:[ -]\d\d){5,}")
#: A tail that shares a head with the number before it.
_TAIL = re.compile(r"(\d+)[ ]?/[ ]?(\d{1,9})$")
_DIGIT = re.compile(r"\d+")
#: Trunk prefixes that are no longer dialled, but still written.
_FORMER = {"MX": re.compile(r"01(?=\d{10}$)|04[45](?=\d{10}$)")}
#: 011 abroad, a group of its own.
_EXIT_NANP = re.compile(r"\(?011\)?[ -](?=[1-9](?:\D{0,3}\d){9,})")


def ways_to_dial(raw: str, region: str | None = None) -> tuple[str, ...]:
    """The digits of *raw*, with a plus where that, or what is dialled for it, begins them: 00 nearly everywhere, 011 in
    North America, on pages of other countries too. (Buenos Aires and Sheffield have numbers that begin with 011.)"""
    digits = "".join(_DIGIT.findall(raw))
    if "+" in raw[:3]:
        return ("+" + digits,)
    if digits[:2] == "00" and digits[2:3] != "0":
        return ("+" + digits[2:],)
    if region in _FORMER and (former := _FORMER[region].match(digits)):
        return (digits, digits[former.end() :])
    return (digits, "+" + digits[3:]) if _EXIT_NANP.match(raw) else (digits,)


def parts_of(text: str, start: int, end: int, labelled: bool, numbers: Numbers) -> Iterator[tuple[int, int]]:
    """The run as a whole, then its parts, by what may stand between two numbers."""
    tail = _TAIL.search(text, start, end)
    if tail is not None:
        last, more = len(tail[1]), len(tail[2])
        if last == more or (last >= 5 and more <= 3 and numbers.region != "AT"):  # Austria writes extensions so
            yield start, tail.end(1)
    if (whole := hyphened(text, start, numbers.region)[0]) > 0:
        yield start, whole
    if (dash := text.find("/-", start, end)) > 0:
        yield start, dash
    yield start, end
    if not labelled and _SERIES.fullmatch(text, start, end):
        return
    if labelled and "/" not in text[start:end]:
        for found in _SPACE.finditer(text, start, end):
            left, right = text[start : found.start()], text[found.end() : end]
            begins = right[0] in "+(" or (right.startswith(numbers.plan.trunk) and len(left) > 7)
            if begins and all(any(map(numbers.may_be, ways_to_dial(one))) for one in (left, right)):
                yield start, found.start()
    for split in _SPLITS:
        cuts = [found.span() for found in split.finditer(text, start, end)]
        if not cuts:
            continue
        begin = start
        for cut_from, cut_to in (*cuts, (end, end)):
            if begin < cut_from:
                yield _bare(text, begin, cut_from)
            begin = cut_to


def _bare(text: str, start: int, end: int) -> tuple[int, int]:
    """The part from its first sign of a number to its last digit."""
    while end > start and not text[end - 1].isdigit():
        end -= 1
    while start < end and not (text[start].isdigit() or text[start] in "+("):
        start += 1
    return start, end
