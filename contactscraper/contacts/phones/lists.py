"""Numbers that leave out what they share with the one before: '/ 0959', 'Durchwahl -555', '/ 3228-4568'."""

import re
from collections.abc import Iterator

from contactscraper.contacts.phones.numbers import Number, Numbers

#: What may stand between a number and its sibling, and the sibling's digits.
_SIBLING = re.compile(
    r"\s?(?:/|,|;|&|\||\b(?:or|ou|oder|o|u|e|y|und|u\.|and|i|lub|ve|ao|a|и|или|bis)\b|或|、|・|\s{1,2}(?=\d{7,8}(?!\d))|-(?=[\s-]?\d{1,2}(?!\d)))\s?(-?\d[\d -]{0,11}\d)"
    r"(?!\d|[ .:/-]?\d|[:h.]\d|[ ]?(?:Uhr|h\b|am|pm|€|%|kg|km|cm|mm))",
    re.I,
)
#: A direct line behind a switchboard's number, without its stem.
_DIRECT = re.compile(
    r"(?:\s?\([^()\d]{2,24}\))?[\s,;(]{0,3}(?:[^\W\d_]{3,20}:|durchwahl|dw|dwl?\.?|direkt|ext|nebenstelle|fax|telefax|und|oder|/)\s?:?\s?[-/]\s?(\d{1,5})(?!\d)",
    re.I,
)
#: '0450/1/2': the last digit goes on.
_NEXT = re.compile(r"/(\d)(?![\d.,-])")
_STEM_END = re.compile(r"[-/ ](\d{1,5})\s*$")
_GROUPS = re.compile(r"\d+")
_HOURS = re.compile(r"\d{1,2}[ ]?-[ ]?\d{1,2}")
_YEAR = re.compile(r"(?:19|20)\d\d")
#: Siblings that one number may have.
_MOST = 8


def siblings(raw: str, number: Number, text: str, end: int, numbers: Numbers) -> Iterator[tuple[Number, int]]:
    """(sibling, where it ends) for those that follow *number*, which was written *raw* and ends at *end*."""
    national = number.national
    for _ in range(_MOST):
        following = text[end : end + 1]
        if not following or (following not in " /,;&|(或、・-"):
            return
        found = _DIRECT.match(text, end)
        if found is not None:
            stem = _STEM_END.search(raw)
            if stem is not None and "fax" not in found[0].lower():
                one = numbers.read(f"+{number.code}{number.national[: -len(stem[1])]}{found[1]}")
                if one is not None:
                    yield one, found.end()
            end = found.end()
            continue
        step = _NEXT.match(text, end)
        if step is not None and int(step[1]) == int(national[-1]) + 1:
            national = national[:-1] + step[1]
            one = numbers.read(f"+{number.code}{national}")
            if one is None:
                return
            end = step.end()
            yield one, end
            continue
        found = _SIBLING.match(text, end)
        one = _sibling(raw, number, found, numbers) if found is not None else None
        if found is None or one is None:
            return
        end = found.end()
        yield one, end


def _sibling(raw: str, number: Number, found: re.Match[str], numbers: Numbers) -> Number | None:
    digits = "".join(_GROUPS.findall(found[1]))
    if len(digits) > 6 and digits[0] == "0":
        return None  # whole itself
    groups = _GROUPS.findall(raw)
    area = len(number.national) - len(digits)
    if not groups or area < 1 or (_YEAR.fullmatch(digits) and not _YEAR.fullmatch(groups[-1])):
        return None
    last = groups[-1]
    if _HOURS.fullmatch(found[1]):
        return None
    if found[1][0] == "-" and _STEM_END.search(raw):
        return numbers.read(f"+{number.code}{number.national[: -len(last)]}{digits}")  # '-0, -12 und -13'
    alike = 2 <= len(digits) <= 9 and len(digits) == len(last)
    rises = digits > last[-len(digits) :]
    tail = found[0].lstrip()[0] == "/" and 1 < len(digits) <= 4 and (len(last) > 4 or (rises and len(last) > 2))
    ahead = found[0].startswith("/") and len(digits) == len(last) - 1 > 1 and int(digits) > int(last[1:])  # '0457/458'
    parts = _GROUPS.findall(found[1])
    shaped = len(parts) > 1 and [*map(len, parts)] == [*map(len, groups[-len(parts) :])]
    two_groups = len(groups) > 1 and digits[0] != "0" and len(digits) == len(last) + len(groups[-2])
    if not (alike or (area > 1 and (tail or ahead or shaped or two_groups))):
        return None
    if len(digits) > 6 and not alike and numbers.region and numbers.read(digits) is not None:
        return None  # a number of its own, without an area code
    return numbers.read(f"+{number.code}{number.national[:area]}{digits}")
