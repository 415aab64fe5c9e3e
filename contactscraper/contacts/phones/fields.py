"""Numbers in fields that say what they hold: JSON-LD, meta elements, microdata, data attributes, a script's state."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from contactscraper.contacts.email_codes import literal, of_base64
from contactscraper.contacts.email_sums import LITERAL, sums_of
from contactscraper.contacts.phones.line import HAS_DIGITS, in_line
from contactscraper.contacts.phones.links import dialled, dialled_in, read_digits
from contactscraper.contacts.phones.numbers import Number, Numbers
from contactscraper.contacts.scan import Element

#: (number, source, whether it is a fax)
Told = tuple[Number, str, bool]

_KEYS = ("telephone", "faxNumber", "phone", "mobile", "contactPhone", "phoneNumber", "telephoneNumber", "fax")
_PHONE_NAME = re.compile(r"phone|tel(?!em)|mobile|whats|fax|callto|handy|fon\b|numero|celular")
_NO_PHONE_NAME = re.compile(r"ext|template|mask|country|format|placeholder|default|id$")
_PHONE_KEY = re.compile(r"phone|^tel|telefon|telefone|telephone|mobile|whatsapp|celular|^fax|hotline|_tel$|tel_|movil")
_NO_PHONE_KEY = re.compile(r"placeholder|mask|format|label|regex|pattern|country|example|code|id$")
_PLACEHOLDER = re.compile(
    r"placeholder|e\.g\.|for example|z\.?\s?b\.|example|beispiel|format:|such as|p\. ?ex\.|muster", re.I
)
_SAYS_PHONE = re.compile(r"\+|tel|phone|fon|call|fax|mob|ring|тел|電話|电话|전화|τηλ|whats", re.I)
_COUNTED = frozenset(("data-number", "data-full-number", "data-nummer", "data-num"))
_TEL_CLASSES = frozenset(("tel", "p-tel", "u-tel"))
_DIGIT = re.compile(r"\d")
#: An attribute's number in base64, which has letters in it.
_BASE64 = re.compile(r"(?=.{0,20}[A-Z])(?=.{0,20}[a-zA-Z]{2})[A-Za-z0-9+/]{10,38}={0,2}")
#: A script that writes into the page while it is read: short, and with a number's digits.
_WRITES, _LONGEST_WRITER = "document.write", 2_000
_WRITTEN = re.compile(rf"\bwrite(?:ln)?\(\s*({LITERAL})\s*\)")
_TAGS = re.compile(r"<[^<>]{0,500}>?")


def written(text: str, numbers: Numbers) -> Number | None:
    """The first number of a field that holds one, perhaps with an extension or a label."""
    if len(text) > 100 or not _DIGIT.search(text) or not numbers.look():
        return None
    for spot in in_line(text, numbers, "Tel:"):
        if isinstance(spot.number, Number):
            return spot.number
    return read_digits(text, numbers)


def all_written(text: str, numbers: Numbers) -> list[Number]:
    """All numbers of a field: some hold a list."""
    if len(text) > 100 or not _DIGIT.search(text) or not numbers.look():
        return []
    spots = (spot.number for spot in in_line(text, numbers, "Tel:"))
    found = [number for number in spots if isinstance(number, Number)]
    return found or [number for number in (read_digits(text, numbers),) if number is not None]


def of_json_ld(things: list[dict[str, Any]], numbers: Numbers) -> Iterator[Told]:
    """Numbers of the objects of a page's JSON-LD."""
    for thing in things:
        for name in _KEYS:
            value = thing.get(name)
            if not value:
                continue
            fax = "fax" in name or "fax" in str(thing.get("contactType", "")).lower()
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, str | int):
                    yield from ((number, "JSON-LD", fax) for number in all_written(str(one), numbers))


def of_metas(metas: list[tuple[str, str]], numbers: Numbers) -> Iterator[Told]:
    """Numbers of meta elements that are about a phone, and of the page's description."""
    for name, content in metas:
        if "phone" in name or "fax" in name:
            if (number := written(content, numbers)) is not None:
                yield number, f"meta {name}", "fax" in name
        elif "description" in name and HAS_DIGITS.search(content[:3_000]) and numbers.look():
            for spot in in_line(content[:3_000], numbers):
                if isinstance(spot.number, Number):
                    yield spot.number, f"meta {name}", spot.fax


@lru_cache(maxsize=2_000)
def _attribute(name: str) -> str:
    """What an attribute of this *name* may hold: a ``number``, ``words``, a ``link``, or ''."""
    if name.startswith("data-") and name not in _COUNTED:
        return "number" if _PHONE_NAME.search(name) and not _NO_PHONE_NAME.search(name) else "link"
    if name in _COUNTED:
        return "counted"  # of an element that is called a phone's
    return "words" if name in ("alt", "title", "aria-label") else "link" if name == "onclick" else ""


def of_element(element: Element, numbers: Numbers) -> Iterator[Told]:
    """Numbers of an element's telling attributes."""
    attributes = element.attributes
    item = attributes.get("itemprop", "") + attributes.get("property", "")
    if (
        "telephone" in item
        or "faxNumber" in item
        or ("tel" in (classes := attributes.get("class", "")) and not _TEL_CLASSES.isdisjoint(classes.split()))
    ):
        for name in ("content", "value", "title", "href"):
            value = attributes.get(name, "")
            if value and numbers.look() and (number := dialled(value, numbers)) is not None:
                yield number, "microdata", "fax" in item.lower()
    for name, value in attributes.items():
        holds = _attribute(name)
        if not holds or not 7 <= len(value) <= 300:
            continue
        if holds == "number" or (
            holds == "counted" and _PHONE_NAME.search(attributes.get("class", "") + attributes.get("id", ""))
        ):
            if _BASE64.fullmatch(value) and HAS_DIGITS.search(plain := of_base64(value)):
                value = plain
            if _DIGIT.search(value) and numbers.look() and (number := dialled(value, numbers)) is not None:
                yield number, name, "fax" in name
        elif holds == "words":
            if (
                HAS_DIGITS.search(value)
                and _SAYS_PHONE.search(value)
                and not _PLACEHOLDER.search(value)
                and element.tag not in ("input", "textarea")
                and numbers.look()
            ):
                for spot in in_line(value, numbers):
                    if isinstance(spot.number, Number):
                        yield spot.number, name, spot.fax
        elif "tel:" in value and (name == "onclick" or value.startswith("tel:")) and numbers.look():
            yield from ((number, name, False) for number in dialled_in(value, numbers))


@lru_cache(maxsize=2_000)
def _key(key: str) -> str:
    """What the value of a script's *key* may be: a ``number``, or a ``link`` among others."""
    return ("" if _NO_PHONE_KEY.search(key) else "number") if _PHONE_KEY.search(key) else "link"


def of_scripts(scripts: list[tuple[str, str]], numbers: Numbers) -> Iterator[Told]:
    """Numbers that short scripts write into the page, in one piece or several."""
    for _, text in scripts:
        if len(text) > _LONGEST_WRITER or _WRITES not in text or sum(map(str.isdigit, text)) < 7:
            continue
        whole = "".join(literal(match[1]) for match in _WRITTEN.finditer(text))
        for piece in (whole, *sums_of(text)):
            line = " ".join(_TAGS.sub(" ", piece).split())
            if HAS_DIGITS.search(line) and numbers.look():
                yield from (
                    (spot.number, "script", spot.fax)
                    for spot in in_line(line, numbers)
                    if isinstance(spot.number, Number)
                )


def of_state(state: list[tuple[str, str]], numbers: Numbers) -> Iterator[Told]:
    """Numbers of the state that scripts carry."""
    for key, value in state:
        holds = _key(key)
        if holds == "number":
            if 7 <= len(value) < 60 and (number := written(value, numbers)) is not None:
                yield number, "state", "fax" in key
        elif holds == "link" and "tel:" in value and len(value) < 5_000 and numbers.look():
            yield from ((number, "state", False) for number in dialled_in(value, numbers))
