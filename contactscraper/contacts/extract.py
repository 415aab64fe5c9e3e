"""Puts the rooms together: a page in, its contacts out, the best first, each with where it was found."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

from contactscraper.contacts import emails, phones, socials
from contactscraper.contacts.ownership import rank
from contactscraper.contacts.page import Page
from contactscraper.contacts.region import infer_region
from contactscraper.urls import registered_domain

#: Values of one kind that a page may give; more than this is a directory of others.
MOST = 200


@dataclass(slots=True)
class Contacts:
    """What a page publishes, each value once, the best first. ``sources`` says where each value was found."""

    emails: list[str] = field(default_factory=list)
    phones: list[str] = field(default_factory=list)
    faxes: list[str] = field(default_factory=list)
    socials: dict[str, list[str]] = field(default_factory=dict)
    title: str = ""
    sources: dict[str, list[str]] = field(default_factory=dict)
    rejected: dict[str, str] = field(default_factory=dict)
    """What was found and does not count -> why"""

    def __bool__(self) -> bool:
        return bool(self.emails or self.phones or self.faxes or self.socials)

    def has_contact(self, wanted: str = "any") -> bool:
        """Whether what is *wanted* (``any``: an email or a phone; ``email``; ``phone``) is here."""
        if wanted == "email":
            return bool(self.emails)
        return bool(self.phones) if wanted == "phone" else bool(self.emails or self.phones)

    def to_dict(self) -> dict[str, Any]:
        return {"emails": list(self.emails), "phones": list(self.phones), "socials": self.socials}

    @classmethod
    def of_social(cls, network: str, url: str) -> Self:
        return cls(socials={network: [url]}, sources={url: ["input"]})

    def merged(self, other: "Contacts") -> "Contacts":
        """These and *other*'s, these first."""
        networks = dict.fromkeys((*self.socials, *other.socials))
        return Contacts(
            emails=list(dict.fromkeys((*self.emails, *other.emails))),
            phones=list(dict.fromkeys((*self.phones, *other.phones))),
            faxes=list(dict.fromkeys((*self.faxes, *other.faxes))),
            socials={n: list(dict.fromkeys((*self.socials.get(n, ()), *other.socials.get(n, ())))) for n in networks},
            title=self.title or other.title,
            sources={**other.sources, **self.sources},
        )

    def without(self, emails: Callable[[str], bool], phones: Callable[[str], bool]) -> "Contacts":
        """These less the values for which a test is true."""
        return Contacts(
            emails=[value for value in self.emails if not emails(value)],
            phones=[value for value in self.phones if not phones(value)],
            faxes=[value for value in self.faxes if not phones(value)],
            socials=self.socials,
            title=self.title,
            sources=self.sources,
        )


def extract_contacts(html: str | bytes | Page, url: str, region: str | None = None) -> Contacts:
    """The contacts that the page at *url* publishes. *region* (ISO 3166 alpha-2) is for national phone numbers
    where the page does not tell. Never raises for what a page holds."""
    page = html if isinstance(html, Page) else Page(html, url)
    found = Contacts(title=page.title)
    _add_emails(found, page)
    _add_phones(found, page, infer_region(page, region))
    _add_socials(found, page)
    return found


def _add_emails(found: Contacts, page: Page) -> None:
    rejected: dict[str, str] = {}
    for address, source, why in emails.candidates(page):
        if why:
            rejected.setdefault(address, why)
            continue
        sources = found.sources.setdefault(address, [])
        if source not in sources:
            sources.append(source)
        if address not in found.emails and len(found.emails) < MOST:
            found.emails.append(address)
    found.rejected.update((value, why) for value, why in rejected.items() if value not in found.sources)
    own = registered_domain(page.url)
    found.emails.sort(key=lambda address: rank(address, own, found.sources[address]))


def _add_socials(found: Contacts, page: Page) -> None:
    known: dict[str, str] = {}
    rejected: dict[str, str] = {}
    for network, profile, source, why in socials.candidates(page):
        if why:
            rejected.setdefault(profile, why)
            continue
        first = known.setdefault(profile.lower(), profile)
        sources = found.sources.setdefault(first, [])
        if source not in sources:
            sources.append(source)
        values = found.socials.setdefault(network, [])
        if first not in values and len(values) < MOST:
            values.append(first)
    found.rejected.update((value, why) for value, why in rejected.items() if value.lower() not in known)


def _add_phones(found: Contacts, page: Page, region: str | None) -> None:
    phones_of: dict[str, None] = {}
    faxes_of: dict[str, None] = {}
    rejected: dict[str, str] = {}
    for number, source, fax, why in phones.candidates(page, region):
        if why:
            rejected.setdefault(number, why)
            continue
        values = faxes_of if fax else phones_of
        if len(values) < MOST:
            values[number] = None
            sources = found.sources.setdefault(number, [])
            if source not in sources:
                sources.append(source)
    told = {number.partition(";")[0] for number in phones_of if ";" in number}
    found.phones = [number for number in phones_of if ";" in number or number not in told]
    said_fax = {number for number in faxes_of if set(found.sources[number]) & {"text", "JSON-LD", "microdata"}}
    found.phones = [n for n in found.phones if n not in said_fax or ("text" in found.sources[n] and n not in faxes_of)]
    found.faxes = [number for number in faxes_of if number not in found.phones]
    found.rejected.update((value, why) for value, why in rejected.items() if value not in found.sources)
