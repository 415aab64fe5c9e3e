"""Numbers that cannot be dialled without knowing the country: for those who ask why a page's number was not taken."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from contactscraper.contacts.page import Page
from contactscraper.contacts.phones.labels import REACH, label_says
from contactscraper.contacts.phones.shape import candidate_lines
from contactscraper.contacts.phones.spelling import plain
from contactscraper.contacts.phones.words import FAX, PHONE
from contactscraper.contacts.scan import HIDDEN

#: A run of digits as people write a number, and what one with its country's code begins with.
_RUN = re.compile(r"(?<![\w+.])[(+]{0,2}\d(?:[ ().\-/]{0,3}\d){5,14}(?![\w.]\d|\w)")
_WITH_CODE = re.compile(r"[(+]*\+|\(?00")
#: A link that dials such a one.
_LINK = re.compile(r"tel:(?://)?((?!00)[\d(][\d ().\-/]{4,20}\d)", re.I)


def national_numbers(page: Page) -> Iterator[str]:
    """What *page* labels or links as a phone or fax, as it is written there, and that no country code begins."""
    for link in page.links:
        if (found := _LINK.fullmatch(unquote(link.href.strip()))) is not None and not link.zone & HIDDEN:
            yield found[1]
    for index, _ in candidate_lines(page.text):
        line = page.lines[index]
        text = plain(line.text)
        for found in () if line.zone & HIDDEN else _RUN.finditer(text):
            head = text[max(0, found.start() - REACH) : found.start()]
            if index and not head.strip(" :|"):
                head = f"{page.lines[index - 1].text[-REACH:]} {head}"
            if label_says(head) in (PHONE, FAX) and not _WITH_CODE.match(found[0]):
                yield found[0].strip()
