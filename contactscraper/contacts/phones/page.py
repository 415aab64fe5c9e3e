"""The numbers of a page, each with where it stands and why it does not count, where it does not."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from contactscraper.contacts.ownership import is_foreign_in_line
from contactscraper.contacts.page import Page
from contactscraper.contacts.phones.fields import of_element, of_json_ld, of_metas, of_scripts, of_state
from contactscraper.contacts.phones.labels import label_says
from contactscraper.contacts.phones.line import HAS_DIGITS, Spot, in_line
from contactscraper.contacts.phones.links import may_dial, of_link
from contactscraper.contacts.phones.numbers import Number, Numbers
from contactscraper.contacts.phones.shape import candidate_lines
from contactscraper.contacts.phones.spelling import DIGITS
from contactscraper.contacts.phones.words import FAX, PHONE
from contactscraper.contacts.scan import CODE, FOREIGN, HIDDEN, STRUCK, Line

#: A longer line is data, not a line that people read.
MAX_LINE = 20_000
#: Places of one number that are judged.
MOST_PLACES = 8
_CODE_SIGNS = re.compile(r"[{}=;]|://|^\s*[$#>]|&quot;|\":")


_TO_DIGITS, _NO_DIGITS = re.compile(r"[+(]*\d"), re.compile(r"\D+")
#: First characters of lines that have no label of their own.
_BEGINS_A_NUMBER = frozenset("0123456789+([:|" + "".join(map(chr, DIGITS)))
_BEGINS = tuple(_BEGINS_A_NUMBER)
#: Lines above a number among which the heads of its table's columns are looked for.
_LONGEST_TABLE = 60
#: Columns of a table of which one holds bare digits.
_WIDEST_TABLE = 8


class Found(NamedTuple):
    """A number (E.164, ``;ext=``), where it stands, whether it is a fax, and why it does not count ('': it does)."""

    number: str
    source: str
    fax: bool = False
    why: str = ""


def candidates(page: Page, region: str | None) -> Iterator[Found]:
    """All numbers of *page*, links first, those that do not count among them. *region* is for national numbers."""
    numbers = Numbers(region)
    yield from _links(page, numbers)
    yield from _text(page, numbers)
    for number, source, fax in (*of_json_ld(page.json_ld, numbers), *of_metas(page.metas, numbers)):
        yield Found(str(number), source, fax)
    for element in page.scan.elements:
        for number, source, fax in of_element(element, numbers):
            yield Found(str(number), source, fax, zoned(element.zone))
    for number, source, fax in (*of_state(page.state, numbers), *of_scripts(page.scan.scripts, numbers)):
        yield Found(str(number), source, fax)


def zoned(zone: int, text: str = "", place: int = 0) -> str:
    """Why a number in this *zone*, at this *place* of a line, does not count ('': it does)."""
    if zone & HIDDEN:
        return "hidden"
    if zone & FOREIGN:
        return "in a part that others wrote or that lists others"
    if zone & STRUCK:
        return "struck through"
    if place <= 0:
        return ""
    return _short_head(text[:place]) if place < 32 else is_foreign_in_line(text, place, 0)


@lru_cache(maxsize=4_096)
def _short_head(head: str) -> str:
    """Labels are the same on many pages."""
    return is_foreign_in_line(head, len(head), 0)


def _links(page: Page, numbers: Numbers) -> Iterator[Found]:
    lines = page.lines
    for link in page.links:
        if not may_dial(link.href):
            continue
        if not numbers.look():
            return
        line = lines[link.line].text if link.line < len(lines) else ""
        place = max(0, line.find(link.text)) if link.text else 0
        head = line[max(0, place - 40) : place] if link.text else line[-40:]
        for number, source, fax in of_link(link.href, link.text, head, numbers):
            zone = link.zone | (FOREIGN if link.line in page.foreign else 0)
            yield Found(str(number), source, fax, zoned(zone, line, place))


def _text(page: Page, numbers: Numbers) -> Iterator[Found]:
    lines, foreign = page.lines, page.foreign
    read: dict[tuple[str, str], list[Spot]] = {}
    told: Counter[Number | str] = Counter()
    for index, letters in candidate_lines(page.text):
        line = lines[index]
        text = line.text
        if len(text) > MAX_LINE:
            continue
        before = _label_before(lines, index) if text[0] in _BEGINS_A_NUMBER else ""
        spots = read.get((text, before))
        if spots is None:
            spots = read[text, before] = list(in_line(text, numbers, before, letters))
        if not spots:
            continue
        zone = line.zone | (FOREIGN if index in foreign else 0)
        sample = bool(line.zone & CODE) and (_CODE_SIGNS.search(text) is not None or label_says(text) != PHONE)
        for spot in spots:
            told[spot.number] += 1
            if told[spot.number] > MOST_PLACES:
                continue
            why = spot.why or ("a sample in code" if sample else zoned(zone, text, spot.place))
            yield Found(str(spot.number), "text", spot.fax, why)


def _label_before(lines: Sequence[Line], index: int) -> str:
    """The line before the one at *index*, which may be its label; where several labels stand in a row and several numbers
    below them, as in the rows of a table, the label in the same place."""
    before = lines[index - 1].text if index else ""
    top = index
    while top > max(0, index - 4) and len(lines[top - 1].text) < 30 and HAS_DIGITS.search(lines[top - 1].text):
        top -= 1
    first = top
    while first > max(0, top - 4) and _is_label(lines[first - 1].text):
        first -= 1
    if top - first > 1 and first + index - top < top:
        return lines[first + index - top].text
    if top and not _is_label(lines[top - 1].text):
        return _column_head(lines, top, index) or _bare_column(lines, index) or _shared(before, lines[index].text)
    return _shared(before, lines[index].text)


def _shared(before: str, text: str) -> str:
    """The line *before* as a label of *text*: a fax's that has its own number is one for others of that exchange only."""
    if not HAS_DIGITS.search(before) or label_says(_TO_DIGITS.split(before, maxsplit=1)[0]) != FAX:
        return before
    return before if _NO_DIGITS.sub("", before)[:3] == _NO_DIGITS.sub("", text)[:3] else ""


def _bare_column(lines: Sequence[Line], index: int) -> str:
    """The head of the column in which bare digits of one length stand below each other, where it says what they are: an
    article's number has ten digits, too."""
    text = lines[index].text
    if not text.isdecimal():
        return ""

    def alike(at: int) -> bool:
        return 0 <= at < len(lines) and len(lines[at].text) == len(text) and lines[at].text.isdecimal()

    wide = next((wide for wide in range(2, _WIDEST_TABLE) if alike(index - wide) or alike(index + wide)), 0)
    if not wide:
        return _head_of_one(lines, index)
    first = index
    while first > index - wide * _LONGEST_TABLE and alike(first - wide):
        first -= wide
    head = lines[first - wide].text if first >= wide else ""
    return head if len(head) < 30 and not HAS_DIGITS.search(head) and label_says(head + " ") else ""


def _column_head(lines: Sequence[Line], top: int, index: int) -> str:
    """The head of the column of the number at *index*, '' for none: a row of a table has two numbers from *top* on and
    something before them, a name; the heads of both are beside each other above, and each row between is as long."""
    place, two = index - top, top + 1
    if place > 1 or two >= len(lines) or not lines[two].text.startswith(_BEGINS):
        return ""
    if two + 1 < len(lines) and lines[two + 1].text.startswith(_BEGINS):
        return ""
    last = next((at for at in range(top - 1, max(0, top - _LONGEST_TABLE), -1) if _is_label(lines[at].text)), 0)
    if not last or not _is_label(lines[last - 1].text):
        return ""
    row = next(at for at in range(last + 1, top + 1) if lines[at].text.startswith(_BEGINS))
    wide = row - last + 1
    return lines[last - 1 + place].text if wide > 2 and (top - last + 1) % wide == 0 else ""


def _head_of_one(lines: Sequence[Line], index: int) -> str:
    """The head of a table with one row that says that its digits are no phone's: 'SKU', 'Amount' above '2125550142', '4'."""
    for above in range(index - 1, max(-1, index - _WIDEST_TABLE), -1):
        text = lines[above].text
        if len(text) >= 20 or HAS_DIGITS.search(text) or (said := label_says(text + " ")) in (PHONE, FAX):
            return ""
        if said:
            return text
    return ""


def _is_label(text: str) -> bool:
    return len(text) < 20 and not HAS_DIGITS.search(text) and label_says(text + " ") in (PHONE, FAX)
