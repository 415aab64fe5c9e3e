"""The country of national numbers: each row is a page, what the caller gives, and what must come out."""

import pytest

from contactscraper.contacts import Page
from contactscraper.contacts.region import COUNTRIES, LANGUAGES, region_of

ADDRESS = '<script type="application/ld+json">{{"address":{{"addressCountry":{}}}}}</script>'

ROWS = {
    "domain": ("", "https://oakmill.de/", None, "DE", "top-level domain"),
    "domain before the caller": ("", "https://oakmill.fr/", "US", "FR", "top-level domain"),
    "domain before an editor's default": ('<html lang="en-US">', "https://oakmill.co.uk/", None, "GB", "top-level domain"),
    "a city's domain": ("", "https://oakmill.wien/", None, "AT", "top-level domain"),
    "generic country domain": ("", "https://oakmill.io/", "SE", "SE", "the caller"),
    "address": (ADDRESS.format('"GB"'), "https://oakmill.com/", "US", "GB", "address in the structured data"),
    "address in words": (ADDRESS.format('"Deutschland"'), "https://oakmill.com/", None, "DE", "address in the structured data"),
    "address in three letters": (ADDRESS.format('"NLD"'), "https://oakmill.com/", None, "NL", "address in the structured data"),
    "address as an object": (ADDRESS.format('{"name":"Italy"}'), "https://oakmill.com/", None, "IT", "address in the structured data"),
    "language and place": ('<html lang="pt-BR">', "https://oakmill.com/", "PT", "BR", "language and place"),
    "script in the language": ('<html lang="zh-Hant-TW">', "https://oakmill.com/", None, "TW", "language and place"),
    "postal address": ("<p>12 Quay Street, Auckland 1010, New Zealand</p>", "https://oakmill.com/", None, "NZ", "postal address"),
    "two postal addresses": ("<p>Berlin, Germany</p><p>Oslo, Norway</p>", "https://oakmill.com/", "DK", "DK", "the caller"),
    "numbers": ('<a href="tel:+442079460123">a</a><p>+44 161 496 0123</p>', "https://oakmill.com/", "US", "GB", "international numbers"),
    "one number": ("<p>+44 161 496 0123</p>", "https://oakmill.com/", None, "GB", "international numbers"),
    "one number from elsewhere": ("<p>+44 161 496 0123</p>", "https://oakmill.com/", "US", "US", "the caller"),
    "numbers of two countries": ("<p>+44 161 496 0123, +49 30 23125041</p>", "https://oakmill.com/", None, None, "nothing tells it"),
    "language": ('<html lang="de">', "https://oakmill.com/", None, "DE", "language"),
    "language against the caller": ('<html lang="de">', "https://oakmill.com/", "US", "DE", "language"),
    "language of the caller's country": ('<html lang="de">', "https://oakmill.com/", "CH", "CH", "the caller"),
    "language of many countries": ('<html lang="en">', "https://oakmill.com/", None, None, "nothing tells it"),
    "an editor's default, alone": ('<html lang="en-US">', "https://oakmill.com/", None, "US", "language"),
    "an editor's default and the caller": ('<html lang="en-US">', "https://oakmill.com/", "GB", "GB", "the caller"),
    "the caller": ("", "https://oakmill.com/", "gb", "GB", "the caller"),
    "a caller's mistake": ("", "https://oakmill.com/", "XX", None, "nothing tells it"),
    "nothing": ("", "https://oakmill.com/", None, None, "nothing tells it"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "url", "given", "region", "by"), ROWS.values(), ids=ROWS)
def test_order(body: str, url: str, given: str | None, region: str | None, by: str) -> None:
    """The surest evidence decides; what the caller gives is a fallback."""
    told = region_of(Page(body, url), given)
    assert (told.region, told.by) == (region, by)


def test_tables_name_countries() -> None:
    """Every country of the tables is one whose numbers the library knows."""
    import phonenumbers

    known = phonenumbers.SUPPORTED_REGIONS
    assert {*COUNTRIES.values()} <= known
    assert {country for spoken in LANGUAGES.values() for country in spoken if country} <= known
