"""Whether an address that stands on a page is a contact of its site."""

import re
from typing import NamedTuple

from contactscraper.contacts.email_rules import given_as_example, nobody
from contactscraper.contacts.ownership import is_foreign_in_line
from contactscraper.contacts.page import Page
from contactscraper.contacts.scan import CODE, FOREIGN, HIDDEN, STRUCK
from contactscraper.contacts.unread import is_called_unread
from contactscraper.urls import host_of, registered_domain

_CODEISH = re.compile(
    r"^\s*[$#>]\s|://|[{};=]|\b(?:git|ssh|curl|scp|ftp|npm|pip|docker|sudo|wget|rsync)\b|<\w|:~", re.I
)


class Found(NamedTuple):
    """An address, where it stands, and why it does not count ('' where it does)."""

    address: str
    source: str
    why: str = ""


class Judge:
    """Of one page's addresses."""

    def __init__(self, page: Page) -> None:
        self.page = page
        host = host_of(page.url)
        self.top = host.rpartition(".")[2]
        self.domain = registered_domain(host) if host else ""

    def judged(self, address: str, source: str, zone: int = 0, text: str = "", place: int = 0, end: int = 0) -> Found:
        """*address* with why it does not count, if so."""
        why = nobody(address, self.domain)
        host = address.rpartition("@")[2]
        if not why and zone & HIDDEN:
            why = "hidden"
        mine = host == self.domain or registered_domain(host) == self.domain
        if not why and not mine:
            if text and given_as_example(text, place):
                why = "an example"
            elif zone & FOREIGN:
                why = "in a part that others wrote or that lists others"
            elif zone & STRUCK:
                why = "struck through"
            elif zone & CODE and _CODEISH.search(text):
                why = "a sample in code"
            elif text:
                why = is_foreign_in_line(text, place, end)
        elif (
            not why
            and zone & CODE
            and text
            and _CODEISH.search(text[:place] + text[end:])
            and "mail" not in text.lower()
        ):
            why = "a sample in code"
        if not why and text and is_called_unread(text, place, end):
            why = "its page says that nobody reads it"
        return Found(address, source, why)

    def akin(self, host: str) -> bool:
        """Whether *host* is called as the site is, in part: a firm's other domain."""
        name, other = self.domain.partition(".")[0], host.replace("-", "")
        return any(len(word) > 3 and word in other for word in (*name.split("-"), name.replace("-", ""))) or not name
