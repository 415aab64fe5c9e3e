"""The country that a page's national phone numbers belong to, where the page tells."""

import phonenumbers

from contactscraper.contacts.page import Page
from contactscraper.urls import host_of

#: Country-code domains that are used far outside their country, and so say nothing.
GENERIC = frozenset("io ai co me tv cc ly to fm am gg sh ws nu la gl vc".split())
#: Top-level domains whose country code is another one.
ALIASES = {"uk": "GB", "cat": "ES", "eus": "ES", "gal": "ES", "bzh": "FR", "berlin": "DE", "hamburg": "DE",
           "koeln": "DE", "bayern": "DE", "wien": "AT", "tirol": "AT", "swiss": "CH", "paris": "FR", "london": "GB",
           "nyc": "US", "amsterdam": "NL", "tokyo": "JP", "moscow": "RU", "gov": "US", "mil": "US", "su": "RU",
           "xn--p1ai": "RU", "рф": "RU", "xn--fiqs8s": "CN"}  # fmt: skip
#: Languages spoken, as a first language of the web, in one country above all.
LANGUAGES = {"de": "DE", "fr": "FR", "it": "IT", "pl": "PL", "nl": "NL", "sv": "SE", "da": "DK", "fi": "FI",
             "nb": "NO", "no": "NO", "cs": "CZ", "sk": "SK", "hu": "HU", "ro": "RO", "bg": "BG", "el": "GR",
             "tr": "TR", "ru": "RU", "uk": "UA", "ja": "JP", "ko": "KR", "zh": "CN", "th": "TH", "vi": "VN",
             "he": "IL", "ca": "ES", "hr": "HR", "sl": "SI", "sr": "RS", "lt": "LT", "lv": "LV", "et": "EE",
             "is": "IS", "hi": "IN", "id": "ID"}  # fmt: skip
COUNTRIES = {"germany": "DE", "deutschland": "DE", "united states": "US", "usa": "US", "u.s.a.": "US",
             "united kingdom": "GB", "england": "GB", "france": "FR", "italy": "IT", "italia": "IT", "spain": "ES",
             "españa": "ES", "netherlands": "NL", "austria": "AT", "österreich": "AT", "switzerland": "CH",
             "schweiz": "CH", "poland": "PL", "polska": "PL", "sweden": "SE", "sverige": "SE", "india": "IN",
             "china": "CN", "japan": "JP", "australia": "AU", "canada": "CA", "brazil": "BR", "brasil": "BR",
             "portugal": "PT", "türkiye": "TR", "turkey": "TR", "ireland": "IE"}  # fmt: skip


def infer_region(page: Page, given: str | None = None) -> str | None:
    """The region (ISO 3166 alpha-2) for national numbers: as *given*, by the top-level domain, the address in the
    structured data, the page's language, or the numbers that say it themselves. None where nothing tells. A country's
    own top-level domain overrules what is *given*, unless the page's address or language agrees with that."""
    if given:
        given, country = given.upper(), _by_domain(page)
        if country in phonenumbers.SUPPORTED_REGIONS and country != given:
            return given if given in (_by_address(page), _by_language(page)) else country
        return given
    for told in (_by_domain(page), _by_address(page), _by_language(page), _by_numbers(page), _by_text(page)):
        if told in phonenumbers.SUPPORTED_REGIONS:
            return told
    return None


def _by_domain(page: Page) -> str | None:
    tld = host_of(page.url).rpartition(".")[2]
    if tld in ALIASES:
        return ALIASES[tld]
    return tld.upper() if len(tld) == 2 and tld not in GENERIC else None


def _by_address(page: Page) -> str | None:
    for thing in page.json_ld:
        country = thing.get("addressCountry")
        if isinstance(country, dict):
            country = country.get("name")
        if isinstance(country, str) and country.strip():
            name = country.strip()
            return name.upper() if len(name) == 2 else COUNTRIES.get(name.lower())
    return None


def _by_language(page: Page) -> str | None:
    language, _, place = page.lang.replace("_", "-").partition("-")
    place = place.rpartition("-")[2]
    if len(place) == 2 and place.isalpha():
        return place.upper()
    return LANGUAGES.get(language.lower())


def _by_numbers(page: Page) -> str | None:
    for href, *_ in page.links:
        if href.lower().startswith("tel:+"):
            try:
                return phonenumbers.region_code_for_number(phonenumbers.parse(href[4:]))
            except phonenumbers.NumberParseException:
                continue
    return None


def _by_text(page: Page) -> str | None:
    """A country that stands alone at the end of a line, as in a postal address."""
    found = set()
    for line in page.text.lower().split("\n"):
        last = line.rpartition(",")[2].strip(" .")
        if last in COUNTRIES:
            found.add(COUNTRIES[last])
    return found.pop() if len(found) == 1 else None
