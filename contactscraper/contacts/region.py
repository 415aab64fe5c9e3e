"""The country that a page's national phone numbers belong to, where the page tells."""

import re
from functools import lru_cache

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
#: How countries are called, in their own languages and in the large ones, at the end of a postal address.
COUNTRIES = {
    name: region
    for region, names in {
        "DE": "germany deutschland allemagne alemania germania niemcy", "AT": "austria österreich autriche", "CH": "switzerland schweiz suisse svizzera",
        "US": "usa u.s.a. united_states united_states_of_america", "CA": "canada kanada", "MX": "mexico méxico", "BR": "brazil brasil",
        "GB": "united_kingdom england scotland wales northern_ireland great_britain uk u.k.", "IE": "ireland éire", "FR": "france frankreich francia",
        "BE": "belgium belgique belgië belgien", "NL": "netherlands the_netherlands nederland niederlande holland", "LU": "luxembourg luxemburg",
        "IT": "italy italia italien italie", "ES": "spain españa spanien espagne", "PT": "portugal", "PL": "poland polska polen", "CZ": "czechia czech_republic česko česká_republika tschechien",
        "SK": "slovakia slovensko", "HU": "hungary magyarország ungarn", "RO": "romania românia", "BG": "bulgaria българия", "GR": "greece ελλάδα griechenland",
        "SE": "sweden sverige schweden", "NO": "norway norge norwegen", "DK": "denmark danmark dänemark", "FI": "finland suomi finnland", "IS": "iceland ísland",
        "EE": "estonia eesti", "LV": "latvia latvija", "LT": "lithuania lietuva", "UA": "ukraine україна", "RU": "russia россия russian_federation",
        "TR": "turkey türkiye türkei", "IL": "israel ישראל", "AE": "united_arab_emirates uae u.a.e.", "SA": "saudi_arabia", "EG": "egypt", "MA": "morocco maroc", "ZA": "south_africa",
        "IN": "india", "CN": "china p.r.china p.r._china", "HK": "hong_kong", "TW": "taiwan", "JP": "japan", "KR": "south_korea korea republic_of_korea", "SG": "singapore",
        "MY": "malaysia", "TH": "thailand", "VN": "vietnam viet_nam việt_nam", "ID": "indonesia", "PH": "philippines", "AU": "australia", "NZ": "new_zealand",
        "AR": "argentina", "CL": "chile", "CO": "colombia", "PE": "peru perú", "HR": "croatia hrvatska kroatien", "SI": "slovenia slovenija", "RS": "serbia srbija", "CY": "cyprus", "MT": "malta",
    }.items()
    for name in (one.replace("_", " ") for one in names.split())
}  # fmt: skip


#: What stands before a country at the end of a line.
_PARTS = re.compile(r"[,|·•;–]|\s-\s|\s\s")
_LAST_WORDS = frozenset(name.rstrip(" .").rpartition(" ")[2] for name in COUNTRIES)
#: Characters of a page's beginning and of its end in which its address is looked for.
_ENDS = 20_000
_PLUS = re.compile(r"\+[1-9][\d ()./-]{7,18}\d")


def infer_region(page: Page, given: str | None = None) -> str | None:
    """The region (ISO 3166 alpha-2) for national numbers: as *given*, by the top-level domain, the address in the
    structured data, the territory of the page's language, a postal address in the text, the language, or the numbers
    that say it themselves. None where nothing tells. A country's own top-level domain overrules what is *given*, unless
    the page's address or language agrees with that."""
    if given:
        given, country = given.upper(), _by_domain(page)
        if country in phonenumbers.SUPPORTED_REGIONS and country != given:
            return given if given in (_by_address(page), _by_language(page)) else country
        return given
    for tell in (_by_domain, _by_address, _by_territory, _by_text, _by_language, _by_numbers):
        told = tell(page)
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


def _by_territory(page: Page) -> str | None:
    """'AT' of ``de-AT``."""
    place = page.lang.replace("_", "-").partition("-")[2].rpartition("-")[2]
    return place.upper() if len(place) == 2 and place.isalpha() else None


def _by_language(page: Page) -> str | None:
    return _by_territory(page) or LANGUAGES.get(page.lang.replace("_", "-").partition("-")[0].lower())


def _by_text(page: Page) -> str | None:
    """The country that stands at the end of a line, as in a postal address, if it is the only one."""
    text = page.text if len(page.text) <= 2 * _ENDS else page.text[:_ENDS] + "\n" + page.text[-_ENDS:]
    found = {
        COUNTRIES[last]
        for line in text.lower().split("\n")
        if line.rstrip(" .").rpartition(" ")[2] in _LAST_WORDS
        and (last := _PARTS.split(line[-60:])[-1].strip(" .")) in COUNTRIES
    }
    return found.pop() if len(found) == 1 else None


def _by_numbers(page: Page) -> str | None:
    """The country of the page's international numbers, if they are all of one."""
    found = {
        told
        for said in (
            *(link.href[4:24] for link in page.links if link.href[:5].lower() == "tel:+"),
            *_PLUS.findall(page.text),
        )
        if (told := _country_of(said)) is not None
    }
    return found.pop() if len(found) == 1 else None


@lru_cache(maxsize=1_000)
def _country_of(number: str) -> str | None:
    try:
        return phonenumbers.region_code_for_number(phonenumbers.parse(number))
    except phonenumbers.NumberParseException:
        return None
