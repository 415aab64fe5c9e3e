"""The numbers of one line of text: runs of digits are found, judged by what stands around them, and read."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from contactscraper.contacts.phones.cuts import pieces
from contactscraper.contacts.phones.extensions import extension_behind, hyphened
from contactscraper.contacts.phones.labels import REACH, label_says
from contactscraper.contacts.phones.lists import siblings
from contactscraper.contacts.phones.neighbours import before_says, behind_says, grouped_well, groups_of
from contactscraper.contacts.phones.numbers import Number, Numbers
from contactscraper.contacts.phones.parts import parts_of, ways_to_dial
from contactscraper.contacts.phones.shape import NEVER
from contactscraper.contacts.phones.spelling import plain
from contactscraper.contacts.phones.vanity import vanities
from contactscraper.contacts.phones.words import FAX, OTHER, PHONE

#: Digits with at most four signs between: a line without has no number.
HAS_DIGITS = re.compile(r"\d(?:[^\d\n]{0,4}\d){5}")
#: A run of digits and of the signs that people put between them. Bounded, so the search is linear.
_RUN = re.compile(r"\d(?:[ ().\-/\[\]~+]{0,4}\d){5,59}")
#: A line that is an international number in groups, its label before it or not.
_WHOLE = re.compile(r"(?:[A-Za-z]{1,20}[.:]{0,2} )?(\+[1-9](?: ?[0-9]){6,14})")
#: What may stand before its first digit.
_LEAD = re.compile(r"(?:\+[ ]{0,2}\(?[ ]?|\([ ]?\+?[ ]?|\[)$")
#: Words and signs between two numbers of one label.
_JOINT = re.compile(r"[\s/,;|&\-·•()]{0,8}(?:or|oder|ou|und|and|y|e|o|u|i|lub|или|и|og|och|en|ve)?[\s/,;|&\-·•()]{0,8}")
#: Fewest digits of a number that has a label, and of one that has none.
_LABELLED, _BARE = 6, 7
#: Parts of one run that are read.
_MOST_PARTS = 24
#: A fax whose label stands behind it: '0188 (fax)', or last in its line.
_FAX_BEHIND = re.compile(r"[ ]?\((?:tele)?fax\)|([ ](?:-[ ])?(?:tele)?fax$)", re.I)
#: An area code in brackets without its trunk prefix; not the form of North America, whose numbers stand on pages everywhere.
_NO_TRUNK = re.compile(r"\((?![+0])(?!\d{3}\)[ -]?\d{3}[ .-]\d{4}(?!\d))")
#: The last digits of a second number: '225 550 135-6'. (In North America they are an order's.)
_LAST_DIGITS = re.compile(r"-\d{1,2}(?![\w/.-])")


class Spot(NamedTuple):
    """A number of a line (or what only looks like one, as written), where it stands, whether it is a fax, and why it does
    not count ('': it does)."""

    number: Number | str
    place: int
    fax: bool = False
    why: str = ""


def in_line(line: str, numbers: Numbers, before: str = "", letters: bool = True) -> Iterator[Spot]:
    """The numbers of *line*; a label may stand in the line *before*. *letters*: numbers in letters may be among them."""
    if (whole := _WHOLE.fullmatch(line)) is not None and (spot := _whole(line, whole.start(1), numbers, before)):
        yield spot
    else:
        yield from _in_any_line(line, numbers, before, letters)


def _whole(line: str, begin: int, numbers: Numbers, before: str) -> Spot | None:
    """The number of a line that is an international number behind a phone's label, as many are; None where what stands
    there must be looked at."""
    kind = label_says(_label(line, 0, begin, before))
    if kind not in (PHONE, FAX) or pieces(line, begin, len(line), True) != [(begin, len(line))] or not numbers.look():
        return None
    number = numbers.read(line[begin:].replace(" ", ""))
    return Spot(number, begin, kind == FAX) if number is not None else None


def _in_any_line(line: str, numbers: Numbers, before: str, letters: bool) -> Iterator[Spot]:
    text = plain(line)
    for number, start, stop in vanities(text, numbers) if letters else ():
        yield Spot(number, start)
        text = text[:start] + "¦" * (stop - start) + text[stop:]
    end = position = 0
    said = head = ""
    while (run := _RUN.search(text, position)) is not None:
        begin, position = run.span()
        if NEVER.fullmatch(run[0]):
            continue
        if not numbers.look():
            return
        if begin and text[begin - 1] in "+([ ":
            lead = _LEAD.search(text[max(end, begin - 4) : begin])
            begin -= len(lead[0]) if lead else 0
        raw = text[begin:position]
        if numbers.region is None and "+" not in raw and "00" not in raw and "011" not in raw:
            continue
        parts = pieces(text, begin, position, True)
        if not parts:
            continue
        label = _label(text, end, begin, before if not said else "")
        labelled = label_says(label)
        kind = labelled or (said if said and _JOINT.fullmatch(text, end, begin) else "")
        if kind == OTHER and ("+" not in raw or label_says(label[-12:]) == OTHER):
            said = kind
            yield Spot(raw, begin, why="labelled as another kind of number")
            continue
        if kind not in (PHONE, FAX):
            parts = pieces(text, begin, position, False)
        found = _first(text, parts, kind, numbers)
        if found is None:
            continue
        number, start, stop = found
        if start > begin and (nearer := label_says(_label(text, end, start))):
            kind = nearer
        elif kind == FAX and not labelled and number.national[:2] != head:
            kind = PHONE  # 'Fax 031 ... / 0800 ...'
        said, head = kind, number.national[:2]
        inner, extension = hyphened(text, start, numbers.region)
        if inner == stop:
            end = stop + 1 + len(extension)
        else:
            extension, end = extension_behind(text, stop)
        if (behind := _FAX_BEHIND.match(text, end)) and not (behind[1] and kind == PHONE):
            kind = FAX
        yield Spot(number._replace(extension=extension) if extension else number, start, kind == FAX)
        for one, after in siblings(text[start:stop], number, text, end, numbers):
            yield Spot(one, start, kind == FAX)
            end = after
        position = end


def _label(text: str, end: int, start: int, before: str = "") -> str:
    """What stands before a number at *start*, behind the number that ends at *end*."""
    label = text[max(end, start - REACH) : start]
    return f"{before} {label}" if 0 < len(before) < 30 and not text[end:start].strip(" :|¦") else label


def _first(text: str, parts: list[tuple[int, int]], kind: str, numbers: Numbers) -> tuple[Number, int, int] | None:
    """(number, start, end) of the first number in the *parts* of a run."""
    labelled = kind in (PHONE, FAX)
    for piece in parts:
        for begin, stop in islice(parts_of(text, *piece, labelled, numbers), _MOST_PARTS):
            raw = text[begin:stop]
            groups = groups_of(raw)
            size = sum(groups)
            if size < (_LABELLED if labelled else _BARE):
                continue
            ways = [digits for digits in ways_to_dial(raw, numbers.region) if numbers.may_be(digits)]
            if labelled and numbers.plan.trunk and _NO_TRUNK.match(raw):
                ways += [digits for digits in (numbers.plan.trunk + one for one in ways) if numbers.may_be(digits)]
            if (
                not ways
                or before_says(text, begin, kind)
                or (
                    behind_says(text, stop, raw)
                    and not (labelled and numbers.plan.code != 1 and _LAST_DIGITS.match(text, stop))
                    and hyphened(text, begin, numbers.region)[0] != stop
                )
            ):
                continue
            for digits in ways:
                number = numbers.read(digits)
                if number and (digits[0] == "+" or grouped_well(raw, number.code, groups, kind, text, begin)):
                    return number, begin, stop
                if digits in numbers.samples:
                    return None
    return None
