"""Phone and fax numbers, valid by `phonenumbers`, which is asked about candidates only."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

import phonenumbers
from phonenumbers import Leniency, PhoneNumber, PhoneNumberFormat, PhoneNumberMatcher

from contactscraper.contacts.page import Page

_FAX = re.compile(r"\b(?:tele)?fax|telefax|传真|傳真|ファ[ック]{1,2}ス|факс|φαξ", re.I)
_PHONE = re.compile(r"\b(?:tel|phone|fon|call|mobil|handy|mob|cell)|电话|電話|тел", re.I)
#: Labels of numbers that are no phones.
_OTHER = re.compile(
    r"iban|bic\b|vat|ust|steuer|siret|siren|p\.?\s?iva|partita|c\.?f\.?\b|nif|cif\b|cnpj|cpf|abn\b|acn\b|isbn|ean\b|gtin|sku|"
    r"order|bestell|artikel|article no|tracking|parcel|version|qq|icp|备|register|hrb|kvk|org\.?\s?nr|bankgiro|plusgiro|"
    r"nip\b|regon|инн|огрн|кпп|company no|charity|registration|lat(?:itude)?\b|lon(?:gitude)?\b|licen[cs]e",
    re.I,
)
_DIGITS = re.compile(r"\d(?:[^\d\n]{0,4}\d){6}")
_DIALLED = re.compile(r"^(?:tel|callto|sms|phone|fax)\s*:\s*(?:(?:tel|callto):)?/{0,2}", re.I)
_WHATSAPP = re.compile(
    r"(?:wa\.me/|(?:api|web|chat)\.whatsapp\.com/send/?\?(?:[^#]*&)?phone=|viber://(?:chat|add)\?number=)"
    r"(?:%2b|\+|%20|\s)*(\d{8,15})",
    re.I,
)
#: Longest line that is searched; a longer one is data, not a line that people read.
MAX_LINE = 3_000


def formatted(number: PhoneNumber) -> str:
    """E.164, with ``;ext=`` where there is an extension."""
    text = phonenumbers.format_number(number, PhoneNumberFormat.E164)
    return f"{text};ext={number.extension}" if number.extension else text


def parsed(text: str, region: str | None) -> PhoneNumber | None:
    """The number that *text* dials, or None where it is none."""
    text = re.sub(r"\(0\)|（0）", "", text).strip()
    text = re.sub(r"^\++\s*(?=\+)", "", text)
    for attempt in dict.fromkeys((text, re.sub(r"^(?:00|011)(?=[1-9])", "+", re.sub(r"[\s().-]", "", text)))):
        try:
            number = phonenumbers.parse(attempt, region)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_valid_number(number) and not _dummy(number):
            return number
    return None


def _dummy(number: PhoneNumber) -> bool:
    digits = str(number.national_number)
    return len(set(digits)) <= 2 and len(digits) > 6 or digits in ("123456789", "1234567890", "0123456789")


def of_dialled(href: str, region: str | None) -> PhoneNumber | None:
    """The number of a ``tel:`` link."""
    text = unquote(_DIALLED.sub("", href.strip())).strip()
    text, _, rest = text.partition(";")
    extension = re.search(r"ext=(\d{1,7})", rest)
    text = re.split(r"[,pPwW]{1,}(?=\d)", text, maxsplit=1)[0]
    number = parsed(text, region)
    if number is not None and extension:
        number.extension = extension[1]
    return number


def candidates(page: Page, region: str | None) -> Iterator[tuple[str, str, bool]]:
    """(number, where it stands, whether it is a fax) for all numbers of *page*."""
    for href, text, *_ in page.links:
        low = href.lower()
        if _DIALLED.match(href) and (number := of_dialled(href, region)) is not None:
            yield formatted(number), "tel link", low.startswith("fax") or bool(_FAX.match(text))
        elif ("wa.me" in low or "whatsapp" in low or "viber" in low) and (found := _WHATSAPP.search(href)):
            number = parsed("+" + found[1], None)
            if number is not None:
                yield formatted(number), "chat link", False
    for thing in page.json_ld:
        for name in ("telephone", "faxNumber"):
            value = thing.get(name)
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, str | int) and (number := parsed(str(one), region)) is not None:
                    yield formatted(number), "JSON-LD", name == "faxNumber"
    for name, content in page.metas:
        if ("phone" in name or "description" in name) and _DIGITS.search(content):
            for number, _ in in_line(content, region):
                yield formatted(number), f"meta {name}", False
    before = ""
    for line in page.text.split("\n"):
        if len(line) <= MAX_LINE and _DIGITS.search(line):
            for number, fax in in_line(line, region, before):
                yield formatted(number), "text", fax
        before = line


def in_line(line: str, region: str | None, before: str = "") -> Iterator[tuple[PhoneNumber, bool]]:
    """The numbers of one line of text; a label may stand in the line *before*, as in a table's cell."""
    plain = re.sub(r"(?<![\d+])(?:00|011)\s?(?=[1-9][\d\s()./-]{8,})", "+", line)
    plain = plain.replace("(0)", "").replace("（", "(").replace("）", ")")
    end = 0
    for match in PhoneNumberMatcher(plain, region, leniency=Leniency.VALID, max_tries=200):
        label = plain[end : match.start]
        end = match.end
        if not label.strip() and len(before) < 30:
            label = before
        tail = label[-40:]
        said = match.raw_string.lstrip().startswith("+")
        if _OTHER.search(tail) and not _PHONE.search(tail) and not said:
            continue
        if _dummy(match.number) or _looks_like_data(match.raw_string, plain, match.start):
            continue
        fax = bool(_FAX.search(tail)) and not _PHONE.search(re.sub(_FAX, "", tail))
        yield match.number, fax


def _looks_like_data(raw: str, line: str, start: int) -> bool:
    if re.fullmatch(r"\d{1,2}\.\d{1,2}\.\d{4}.*|\d{4}-\d{2}-\d{2}.*|\d{1,3}(?:\.\d{1,3}){3}", raw):
        return True
    around = line[max(0, start - 12) : start]
    return bool(re.search(r"https?://|www\.|/\S*$|[\w=]{2,}[_-]$", around))
