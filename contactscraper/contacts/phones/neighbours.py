"""What stands right before and behind a number, and what its groups look like: whether anybody would dial it."""

import re
from collections.abc import Sequence

import phonenumbers

from contactscraper.contacts.phones.labels import kind_of
from contactscraper.contacts.phones.words import PHONE

NANP = frozenset(phonenumbers.COUNTRY_CODE_TO_REGION_CODE[1])
#: How the digits of a North American number may be grouped, a leading 1 apart.
_NANP_GROUPS = frozenset({(10,), (3, 3, 4), (3, 7), (6, 4), (3, 3, 2, 2), (3, 4, 3), (3, 3, 1, 3)})
#: Countries whose people group sums and registers by threes, as their numbers are not.
_NOT_BY_THREES = frozenset((33, 44, 49, 39, 61, 81, 86, 91))

#: A last sign before a number -> what the number is then.
_BEFORE = {"#": "numbered", "№": "numbered", "§": "a paragraph", "=": "a value", "_": "part of a name", "@": "part of an address", "\\": "part of a path",
           "$": "a price", "€": "a price", "£": "a price", "¥": "a price", "₹": "a price", "₽": "a price", "₺": "a price"}  # fmt: skip
_CURRENCIES = "$€£¥₹₽₺"
_GLUED_WORD = re.compile(r"(?<![\w-])([^\W\d_]{2,12})[-.]?$")
_IN_URL = re.compile(r"://|^[(\"']?www\.|@[\w.-]*$|\.[a-z]{2,6}/|^[(\"'#]?/\w")
_BEHIND = re.compile(
    r"(?P<counted>\s?(?:followers|views|likes|downloads|plays|streams|hits|sats|words|records|rows|points|copies|units|pieces|members|subscribers|visitors|results|items|people|inhabitants|einwohner|habitants|habitantes|abonn|seguidores|users|votes|bytes|euros?|dollars)\b)|"
    r"(?P<goes_on>-[A-Z0-9]|-[0-9a-f]{0,7}[a-f][0-9a-f]{0,7}-|[.-]\d|_|\d|[ ]?[€$£%]|,[1-9]\d{2}(?!\d))|"
    r"(?P<address>[\w.+-]{0,64}@|\.[a-z]{2,5}(?![\w-]))",
    re.I,
)
_EXTENDED = re.compile(r"[xX]\.?\d{1,6}(?!\w)")
_GLUED_WORD_BEHIND = re.compile(r"[A-ZÀ-Ž][a-zß-ž]{2,}")
_GLUED_BEHIND = re.compile(r"[A-Za-zÀ-ž]{3,}(?![A-Za-zÀ-ž]*[\d_])")
_GROUPS = re.compile(r"\d+")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:[., ]\d{3}){2,3}")
_YEARS = re.compile(r"(?:19|20)\d{2}\s?[-/]\s?(?:19|20)?\d{2,4}")


def before_says(text: str, start: int, kind: str) -> str:
    """What the signs right before *start* say that the number there is ('': nothing against a phone)."""
    if not start or text[start] == "+":
        return "part of a link" if start and _IN_URL.search(_token(text, start)) else ""
    last = text[start - 1]
    if last == " ":
        return "a price" if start > 1 and text[start - 2] in _CURRENCIES + "§" else ""
    if last in _BEFORE and not (last == "#" and kind == PHONE):
        return _BEFORE[last]
    if last == "-" and start > 1 and text[start - 2].isdigit():
        return "part of a longer number"
    if (
        text[start] != "("
        and (last.isalpha() or (last == "-" and start > 1 and text[start - 2].isalpha()))
        and last < "\u0370"
    ):
        word = _GLUED_WORD.search(text[max(0, start - 14) : start])
        if word is None or kind_of(word[1].lower()) != PHONE:
            return "part of a name"
    return "part of a link" if _IN_URL.search(_token(text, start)) else ""


def _token(text: str, start: int) -> str:
    """What stands before *start* without a space between."""
    return text[max(0, start - 200) : start].rpartition(" ")[2]


def behind_says(text: str, end: int, raw: str) -> str:
    """What the signs right behind *end* say that the number before is ('': nothing against a phone)."""
    following = text[end : end + 1]
    if not following or following in " ,;)|":
        found = _BEHIND.match(text, end)
        return "" if found is None or found["address"] else "counted or goes on"
    if following in "xX" and _EXTENDED.match(text, end):
        return ""
    if following.isalpha() and following < "\u0370":
        if raw[0] in "+(0" and _GLUED_BEHIND.match(text, end):
            return ""
        if _GLUED_WORD_BEHIND.match(text, end) and len(_GROUPS.findall(raw)) > 2:
            return ""
        return "part of a name"
    found = _BEHIND.match(text, end)
    return "" if found is None else "part of an address" if found["address"] else "counted or goes on"


def groups_of(raw: str) -> tuple[int, ...]:
    """The sizes of the groups of digits."""
    return tuple(map(len, _GROUPS.findall(raw)))


def grouped_well(raw: str, code: int, groups: Sequence[int], kind: str, text: str, start: int) -> bool:
    """Whether a national number of the country *code* is written as people write one."""
    digits = sum(groups)
    if len(groups) > 7:
        return False
    if kind == PHONE:
        return code != 1 or digits == 10 or (digits == 11 and raw.lstrip("( ")[0] == "1")
    if code == 1:
        home = tuple(groups)
        if digits == 11:
            home = home[1:] if home[0] == 1 else (home[0] - 1, *home[1:])
        if home not in _NANP_GROUPS:
            return False
        if len(groups) == 1 and re.search(r"(?:^|\s)\d{1,14}\s$", text[max(0, start - 16) : start]):
            return False
    if code in _NOT_BY_THREES and _THOUSANDS.fullmatch(raw):
        return False
    if _YEARS.match(raw):
        return False
    return not (len(groups) == 1 and digits < 9 and raw[0] != "0")
