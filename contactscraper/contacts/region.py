"""The country that a page's national phone numbers belong to: as the page tells, the surest evidence first, and else as
the caller says."""

import re
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import phonenumbers
import re2

from contactscraper.contacts.page import Page
from contactscraper.contacts.scanned import lines_matching
from contactscraper.urls import host_of

#: Country-code domains that are used far outside their country, and so say nothing.
GENERIC = frozenset("io ai co me tv cc ly to fm am gg sh ws nu la gl vc".split())
#: Names of countries in domains and languages that are not the country's code.
ALIASES = {"uk": "GB", "cat": "ES", "eus": "ES", "gal": "ES", "bzh": "FR", "corsica": "FR", "alsace": "FR", "berlin": "DE",
           "hamburg": "DE", "koeln": "DE", "cologne": "DE", "nrw": "DE", "saarland": "DE", "ruhr": "DE", "bayern": "DE",
           "wien": "AT", "tirol": "AT", "swiss": "CH", "zuerich": "CH", "paris": "FR", "london": "GB", "scot": "GB",
           "wales": "GB", "cymru": "GB", "nyc": "US", "boston": "US", "miami": "US", "vegas": "US", "quebec": "CA",
           "amsterdam": "NL", "frl": "NL", "vlaanderen": "BE", "brussels": "BE", "gent": "BE", "istanbul": "TR", "rio": "BR",
           "tokyo": "JP", "osaka": "JP", "nagoya": "JP", "kyoto": "JP", "sydney": "AU", "melbourne": "AU", "capetown": "ZA",
           "joburg": "ZA", "durban": "ZA", "kiwi": "NZ", "moscow": "RU", "gov": "US", "mil": "US", "su": "RU", "tatar": "RU",
           "xn--p1ai": "RU", "рф": "RU", "xn--80adxhks": "RU", "xn--fiqs8s": "CN", "xn--j1amh": "UA"}  # fmt: skip
#: Where a language is the one of the web: first the country that it means where nothing else tells ('' for none).
LANGUAGES: dict[str, tuple[str, ...]] = {
    language: tuple(countries.split(" "))
    for language, countries in {
        "en": " US GB CA AU NZ IE ZA IN SG HK PH NG KE MT JM TT", "es": " ES MX AR CO CL PE VE EC GT CU BO DO HN PY SV NI CR PA UY US",
        "pt": " BR PT AO MZ", "ar": " AE SA EG QA KW BH OM JO LB MA DZ TN IQ", "zh": "CN TW HK SG MO", "de": "DE AT CH LI LU BE IT",
        "fr": "FR BE CH CA LU MC SN CI MA TN DZ CM", "it": "IT CH SM VA", "nl": "NL BE SR", "sv": "SE FI", "da": "DK", "fi": "FI",
        "nb": "NO", "nn": "NO", "no": "NO", "pl": "PL", "cs": "CZ", "sk": "SK", "hu": "HU", "ro": "RO MD", "bg": "BG", "el": "GR CY",
        "tr": "TR CY", "ru": "RU BY KZ KG UA", "uk": "UA", "ja": "JP", "ko": "KR", "th": "TH", "vi": "VN", "he": "IL", "ca": "ES AD",
        "eu": "ES", "gl": "ES", "hr": "HR BA", "sl": "SI", "sr": "RS BA ME", "lt": "LT", "lv": "LV", "et": "EE", "is": "IS", "hi": "IN",
        "id": "ID", "ms": "MY SG", "fa": "IR", "ka": "GE", "hy": "AM", "az": "AZ", "kk": "KZ", "sq": "AL", "mk": "MK", "bs": "BA",
    }.items()
}  # fmt: skip
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
_THREE = {"DEU": "DE", "USA": "US", "GBR": "GB", "FRA": "FR", "ITA": "IT", "ESP": "ES", "NLD": "NL", "AUT": "AT", "CHE": "CH",
          "BEL": "BE", "POL": "PL", "SWE": "SE", "NOR": "NO", "DNK": "DK", "FIN": "FI", "IRL": "IE", "PRT": "PT", "CAN": "CA",
          "AUS": "AU", "NZL": "NZ", "BRA": "BR", "MEX": "MX", "IND": "IN", "JPN": "JP", "CHN": "CN", "ZAF": "ZA", "TUR": "TR"}  # fmt: skip
#: What stands before a country at the end of a line.
_PARTS = re.compile(r"[,|·•;–]|\s-\s|\s\s")
_LAST_WORDS = frozenset(name.rstrip(" .").rpartition(" ")[2] for name in COUNTRIES)
_ENDS_IN_COUNTRY = re2.compile(rf"(?m)(?:^|[ ])(?:{'|'.join(map(re.escape, sorted(_LAST_WORDS)))})[ .]*$")
#: Characters of a page's beginning and of its end in which its address is looked for.
_ENDS = 20_000
#: Written by default into sites of every country.
_DEFAULT_PLACES = frozenset(("en-us",))
_INTERNATIONAL = re.compile(r"\+[1-9][\d ().\-/]{7,18}\d")
#: International numbers of one page that are looked at.
_MOST_NUMBERS = 20


class Told(NamedTuple):
    """A region (ISO 3166 alpha-2, None: unknown), what told it, and whether that is sure enough to overrule the caller."""

    region: str | None
    by: str = "nothing tells it"
    sure: bool = False


def infer_region(page: Page, given: str | None = None) -> str | None:
    """The region for national numbers; None where neither the page nor the caller (*given*) tells."""
    return region_of(page, given).region


def region_of(page: Page, given: str | None = None) -> Told:
    """The region for national numbers, and what told it. What is *given* is a fallback: it counts where the page does not
    tell, and where all that the page tells is a language which is spoken there, or one single number from elsewhere."""
    given = given.upper() if given and given.upper() in phonenumbers.SUPPORTED_REGIONS else None
    for by, evidence in _EVIDENCE:
        region = evidence(page)
        if region in phonenumbers.SUPPORTED_REGIONS:
            return Told(region, by, True)
    numbers = _by_numbers(page)
    if len(numbers) == 1 and (given is None or sum(numbers.values()) > 1):
        return Told(next(iter(numbers)), "international numbers")
    language = page.lang.lower().replace("_", "-")
    spoken = LANGUAGES.get(language.partition("-")[0], ("",))
    if given and (given in spoken or not (spoken[0] or language in _DEFAULT_PLACES)):
        return Told(given, "the caller")
    region = spoken[0] or (language[-2:].upper() if language in _DEFAULT_PLACES else "")
    return Told(region, "language") if region else Told(None)


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
            return _country(country.strip())
    return None


def _country(name: str) -> str | None:
    if len(name) == 2:
        return ALIASES.get(name.lower(), name.upper())
    return _THREE.get(name) or COUNTRIES.get(name.lower())


def _by_place_of_language(page: Page) -> str | None:
    language, _, place = page.lang.lower().replace("_", "-").partition("-")
    place = place.rpartition("-")[2]
    if len(place) != 2 or not place.isalpha() or f"{language}-{place}" in _DEFAULT_PLACES:
        return None
    return _country(place)


def _by_text(page: Page) -> str | None:
    """The country that stands at the end of a line, as in a postal address, if it is the only one."""
    text = page.text if len(page.text) <= 2 * _ENDS else page.text[:_ENDS] + "\n" + page.text[-_ENDS:]
    text = text.lower()
    lines = text.split("\n")
    found = {
        COUNTRIES[last]
        for line in map(lines.__getitem__, lines_matching(_ENDS_IN_COUNTRY, text.encode(errors="replace")))
        if line.rstrip(" .").rpartition(" ")[2] in _LAST_WORDS
        and (last := _PARTS.split(line[-60:])[-1].strip(" .")) in COUNTRIES
    }
    return found.pop() if len(found) == 1 else None


def _by_numbers(page: Page) -> Counter[str]:
    """Region -> how many different international numbers of the page are of it."""
    written = [link.href[4:24] for link in page.links if link.href[:5].lower() == "tel:+"]
    written += _INTERNATIONAL.findall(page.text)
    numbers = {"".join(filter(str.isdigit, text)): text for text in written[:_MOST_NUMBERS]}
    return Counter(told for told in map(_country_of, numbers.values()) if told and told != "001")


@lru_cache(maxsize=1_000)
def _country_of(number: str) -> str | None:
    try:
        return phonenumbers.region_code_for_number(phonenumbers.parse(number))
    except phonenumbers.NumberParseException:
        return None


#: What tells a page's country for sure, the surest first.
_EVIDENCE: tuple[tuple[str, Callable[[Page], str | None]], ...] = (
    ("top-level domain", _by_domain),
    ("address in the structured data", _by_address),
    ("language and place", _by_place_of_language),
    ("postal address", _by_text),
)
