"""``scrapy extract``: what one saved page publishes, where each value stands, and what was rejected and why."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from contactscraper.console.command import check_empty
from contactscraper.contacts import Contacts, Page, extract_contacts
from contactscraper.contacts.page import MAX_CHARS
from contactscraper.contacts.phones import national_numbers
from contactscraper.contacts.region import Told, region_of

NO_COUNTRY = "national number, and the page does not tell the country: --region"


class Command(ScrapyCommand):
    requires_project = False
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "FILE --url URL [--region DE] [--json]"

    def short_desc(self) -> str:
        return "Print the contacts of one saved page, where each was found, and what was rejected and why"

    def long_desc(self) -> str:
        return (
            "Reads one saved HTML page (- is standard input) and prints its emails, phones, faxes and social profiles "
            "with the places where they were found, then what was seen and rejected, with the reason. Nothing is "
            "fetched.  Example:  scrapy extract page.html --url https://example.com/contact --region DE"
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--url", help="address that the page was saved from")
        parser.add_argument("--region", help="country (two letters, such as DE) for national phone numbers")
        parser.add_argument("--json", action="store_true", help="print one JSON object instead of text")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        check_empty(opts)
        if len(args) != 1:
            raise UsageError("Name one saved page, such as: scrapy extract page.html --url https://example.com/")
        if not opts.url or ("." not in opts.url and "localhost" not in opts.url):
            raise UsageError("Say where the page comes from, such as: --url https://example.com/contact")
        if opts.region and not (len(opts.region) == 2 and opts.region.isascii() and opts.region.isalpha()):
            raise UsageError(f"--region takes a country's two letters, such as DE, and not {opts.region!r}.")
        url = opts.url if "://" in opts.url else f"https://{opts.url}"
        page = Page(_read(args[0]), url)
        contacts = extract_contacts(page, url, opts.region)
        told = region_of(page, opts.region)
        if told.region is None:
            contacts.rejected.update((number, NO_COUNTRY) for number in national_numbers(page))
        if opts.json:
            print(json.dumps(as_json(contacts, told), ensure_ascii=False, indent=2))
        else:
            print("\n".join(as_text(contacts, told)))


def _read(name: str) -> bytes:
    try:
        if name == "-":
            return sys.stdin.buffer.read(MAX_CHARS)
        with Path(name).open("rb") as file:
            return file.read(MAX_CHARS)
    except OSError as error:
        raise UsageError(f"Cannot read {name}: {error.strerror or error}.") from None


def as_json(contacts: Contacts, told: Told) -> dict[str, Any]:
    """All that is known about *contacts*, for machines."""
    return {
        "title": contacts.title,
        "region": told.region,
        "region_by": told.by,
        "region_is_sure": told.sure,
        **contacts.to_dict(),
        "faxes": contacts.faxes,
        "found_in": dict(contacts.sources.items()),
        "rejected": contacts.rejected,
    }


def as_text(contacts: Contacts, told: Told) -> list[str]:
    """The same as lines for people."""
    lines = [
        f"title:  {contacts.title}" if contacts.title else "title:  (none)",
        f"region: {told.region or '(unknown)'}  ({told.by}{', a guess' if told.region and not told.sure else ''})",
    ]
    socials = [url for urls in contacts.socials.values() for url in urls]
    for name, values in (
        ("emails", contacts.emails),
        ("phones", contacts.phones),
        ("faxes", contacts.faxes),
        ("socials", socials),
    ):
        lines.append(f"{name}: {len(values)}")
        lines.extend(f"  {value}  ({', '.join(contacts.sources.get(value, []))})" for value in values)
    lines.append(f"rejected: {len(contacts.rejected)}")
    lines.extend(f"  {value}  ({why})" for value, why in contacts.rejected.items())
    return lines
