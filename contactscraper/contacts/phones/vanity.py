"""Numbers in letters: 1-800-FLOWERS, 1-888-GO-ACME-1, 13 ACME."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from phonenumbers import convert_alpha_characters_in_number

from contactscraper.contacts.phones.labels import label_says
from contactscraper.contacts.phones.neighbours import NANP
from contactscraper.contacts.phones.numbers import Number, Numbers
from contactscraper.contacts.phones.words import OTHER, PHONE


class Vanity(NamedTuple):
    """How a country writes them: the digits before the letters, and how many keys count behind them."""

    head: re.Pattern[str]
    keys: tuple[int, ...]


_TOLL_FREE = re.compile(
    r"(?<![\w.,-])(?:\+?1[-. ]{1,2})?\(?(8(?:00|33|44|55|66|77|88)|900)\)?[-. ]{1,2}(?=[A-Za-z0-9])"
)
_AREA = re.compile(r"(?<![\w-])(?:\+?1[-. ]{1,2})?\(?([2-9][0-8]\d)\)?[-. ]{1,2}(?=[A-Z0-9])")
_WORLD: dict[str, Vanity] = {
    "GB": Vanity(re.compile(r"(?<![\w-])(0800|0808|0845|0333)[ -](?=[A-Z0-9])"), (7, 6)),
    "AU": Vanity(re.compile(r"(?<![\w-])(1[38]00|13)[ -](?=[A-Z0-9])"), (6, 4)),
    "NZ": Vanity(re.compile(r"(?<![\w-])(0800|0508)[ -](?=[A-Z0-9])"), (6, 7)),
    "DE": Vanity(re.compile(r"(?<![\w-])(0800|0180\d|0700)[ /-](?=[A-Z0-9])"), (7, 8)),
    "AT": Vanity(re.compile(r"(?<![\w-])(0800|0810|0820)[ /-](?=[A-Z0-9])"), (6,)),
    "CH": Vanity(re.compile(r"(?<![\w-])(0800|0848|0900)[ -](?=[A-Z0-9])"), (6,)),
    "NL": Vanity(re.compile(r"(?<![\w-])(0800|0900)[ -](?=[A-Z0-9])"), (4, 7)),
    "IN": Vanity(re.compile(r"(?<![\w-])(1800|1860)[ -](?=[A-Z0-9])"), (7, 6)),
}
_DOMAIN = re.compile(r"[A-Za-z0-9-]{3,30}\.(?:com|net|org|info|co|de|us|ca|uk|au)(?!\w)", re.I)
#: Keys with the signs between them; one word may be in small letters but for its first.
_KEYS = re.compile(r"(?:[A-Z0-9]{1,10}[-. ]){0,4}[A-Z0-9]{1,13}(?![\w-]|\.\w)")
_CAPITALISED = re.compile(r"(?:\d{0,3}(?:[A-Z][a-z]{1,12}){1,3}\d{0,3})(?![\w-]|\.\w)")
#: A line without has no number in letters.
WORTH_A_LOOK = re.compile(r"\d{2}\)?[-. /]{1,2}(?:[A-Z0-9]{1,6}[-. ]){0,3}[A-Z0-9]{0,6}[A-Z][A-Za-z]")
_LETTERS = re.compile("[A-Z]")
#: '555-TILE' behind an area code.
_ENDS_IN_LETTERS = re.compile(r"[2-9]\d\d[-. ][A-Z]{4}(?![\w-])")


def vanities(text: str, numbers: Numbers) -> Iterator[tuple[Number, int, int]]:
    """(number, start, end) of the numbers in letters of *text*."""
    if not WORTH_A_LOOK.search(text):
        return
    region, taken = numbers.region, 0
    if region in _WORLD:
        form = _WORLD[region]
        for head in form.head.finditer(text):
            for found in _read(text, head, head[1], form.keys, numbers, False):
                yield found
                taken = found[2]
    for head in _TOLL_FREE.finditer(text, taken):
        if region not in NANP and not head[0].lstrip("+").startswith("1"):
            continue  # 800 is toll-free in many countries
        for found in _read(text, head, "+1" + head[1], (7,), numbers, False):
            yield found
            taken = found[2]
    if region in NANP:
        for head in _AREA.finditer(text, taken):
            if (
                _ENDS_IN_LETTERS.match(text, head.end())
                or label_says(text[max(0, head.start() - 20) : head.start()]) == PHONE
            ):
                yield from _read(text, head, "+1" + head[1], (7,), numbers, True)


def _read(
    text: str, head: re.Match[str], digits: str, sizes: tuple[int, ...], numbers: Numbers, exact: bool
) -> Iterator[tuple[Number, int, int]]:
    """The number whose keys stand behind *head*; *exact*: no key too many (further ones are not dialled)."""
    written = _written(text, head.end())
    if written is None or label_says(text[max(0, head.start() - 24) : head.start()]) == OTHER:
        return
    keys, end = written
    if not (exact or head[0][0] in "+1(0" or len(keys) - len(keys.rstrip("0123456789")) < 3):
        return  # letters, then a number: a part's
    for size in dict.fromkeys((len(keys), *sizes)):
        if size not in sizes or size > len(keys) or (exact and size != len(keys)):
            continue
        pressed = convert_alpha_characters_in_number(keys[:size])
        if (number := numbers.read(digits + pressed)) is not None:
            yield number, head.start(), end
            return


def _written(text: str, start: int) -> tuple[str, int] | None:
    """(the keys that are written from *start* on, where they end); None where these are no keys to press."""
    if _DOMAIN.match(text, start):
        return None
    found = _CAPITALISED.match(text, start) if text[start - 1] in "-." else None
    if found is None:
        found = _KEYS.match(text, start)
        if found is None:
            return None
        words = re.split(r"[-. ]", found[0])
        # Words in capitals may go on behind the number: those that make it whole count.
        while len(words) > 1 and sum(map(len, words[:-1])) >= 7 and " " in found[0]:
            words.pop()
        keys, end = "".join(words), start + len(found[0])
    else:
        keys, end = found[0].upper(), found.end()
    if len(set(_LETTERS.findall(keys))) < 2:
        return None  # 555-XXXX
    if not re.search(r"[A-Z]{2}", keys) or len(_LETTERS.findall(keys)) < 3 or len(keys) > 13:
        return None
    return keys, end
