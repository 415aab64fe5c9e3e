"""What a person or a site asks to be forgotten: which values and texts are it, and what is left of an entry without it.

An entry is a result, a line of the page log, or what the memory holds of a visit. The rules:

* A list's value that is it (an address, a number, a URL of the site) goes out of the list.
* In every other text (the line of the list, title, URLs, kept columns) `MARK` takes its place: of an address or a
  number in whatever way it is written, of a site the whole word or URL that names it.
* What was collected from a forgotten site (its domain, the URL asked, the final one, or the page that showed the
  contacts) goes as a whole, under whichever name it was asked.
"""

import ipaddress
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self
from urllib.parse import urlsplit

import idna
import phonenumbers

from contactscraper.urls import BadUrl, DomainRules, ascii_host, host_of, parse_input

KINDS = ("email", "phone", "domain")
MARK = "[forgotten]"
#: Where an entry says whose it is.
OWNERS = ("domain", "url", "finalUrl", "final_url", "found_on")
#: Texts that are left out where they are the value itself: a page log leaves out what is absent.
LEFT_OUT = ("phone",)
_PHONE_LIKE = re.compile(r"(?:tel:)?\s*(?:\(?\+[\d\s()./-]{1,40}|\(?\d[\d\s()./\u2010-\u2015-]{4,40})", re.IGNORECASE)
#: A number's last digits, between which nobody writes a trunk's "(0)".
CERTAIN_DIGITS = 5
_NO_DIGITS = bytes(set(range(256)) - set(b"0123456789"))
#: Numbers in a text, with what people write between the digits.
_NUMBERS = re.compile(r"\+?\(?\+?\d(?:[\s().\-/\u00a0\u2010-\u2015]{0,3}\d){5,19}")


class BadValue(ValueError):
    """No email, phone or domain; the text says why, in one sentence without its full stop."""


def normal(kind: str, value: str) -> str:
    """One form for all ways of writing an ``email``, a ``phone`` (E.164, without extension) or a ``domain``."""
    value = value.strip().lower()
    if kind == "phone":
        return "".join(char for char in value.partition(";")[0].removeprefix("tel:") if char.isdigit() or char == "+")
    if kind == "email":
        local, _, host = value.removeprefix("mailto:").rpartition("@")
        return f"{local}@{_ascii(host)}"
    return _ascii(value)


def _ascii(host: str) -> str:
    try:
        return ascii_host(host)
    except BadUrl:
        return host.rstrip(".")


@dataclass(frozen=True)
class Forgotten:
    """*value* is in its normal form."""

    kind: str
    value: str

    @classmethod
    def parse(cls, text: str, rules: DomainRules, kind: str | None = None, region: str | None = None) -> Self:
        """What *text* means, as *kind* where that is said. *region* is where a national number is dialled. Raises
        BadValue."""
        kind = kind or guess(text)
        text = text.strip()
        if kind == "domain":
            return cls(kind, _domain(text, rules))
        return cls(kind, _email(text) if kind == "email" else _phone(text, region))

    # Values ----------------------------------------------------------------------------------------------------------

    def is_value(self, text: str) -> bool:
        """Whether *text*, as a whole, is it: an address or number, or a URL, host or address of the site."""
        if self.kind == "domain":
            return self.owns(text)
        return "@" in text and normal("email", text) == self.value if self.kind == "email" else self._is_phone(text)

    def owns(self, url_or_host: str) -> bool:
        """Whether a URL, a host or an address by email is on the site."""
        host = host_of(url_or_host) if self.kind == "domain" and url_or_host else ""
        return host == self.value or host.endswith("." + self.value)

    def _is_phone(self, text: str) -> bool:
        return bool(text) and text[0] in "+t" and normal("phone", text) == self.value

    # Texts -----------------------------------------------------------------------------------------------------------

    def out_of(self, text: str) -> str:
        """*text* with `MARK` wherever it stands."""
        if self.kind == "phone":
            return _NUMBERS.sub(lambda match: self._undialled(match[0]), text)
        if self.kind == "email":
            return self._pattern.sub(MARK, text)
        return re.sub(r"\S+", lambda match: MARK if self._pattern.search(match[0]) else match[0], text)

    def is_in(self, text: str) -> bool:
        return self.out_of(text) != text

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        local, _, host = self.value.rpartition("@")
        hosts = "|".join(re.escape(form) for form in dict.fromkeys((host, _unicode(host))))
        if self.kind == "domain":
            return re.compile(rf"(?<![\w-])(?:{hosts})(?![\w-]|\.[\w-])", re.IGNORECASE)
        return re.compile(
            rf"(?<![\w.+'-]){re.escape(local)}\s?(?:@|%40|\(at\)|\[at\])\s?(?:{hosts})(?![\w-]|\.\w)", re.IGNORECASE
        )

    @cached_property
    def _dialled(self) -> frozenset[str]:
        """The digits of a phone as people write it: with country code, with the trunk's prefix, or plain."""
        number = phonenumbers.parse(self.value)
        plain = phonenumbers.national_significant_number(number)
        national = re.sub(r"\D", "", phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.NATIONAL))
        abroad = f"{number.country_code}{plain}"
        return frozenset({abroad, f"00{abroad}", f"011{abroad}", national, plain, f"0{plain}"})

    def _dials(self, text: str) -> bool:
        return re.sub(r"\D", "", re.sub(r"\(\s?0\s?\)", "", text)) in self._dialled

    def _undialled(self, run: str) -> str:
        """A run of digits without the number. Other digits may stand before or after it (``15. 030 1234567``), but
        what begins with another country's code is another number."""
        groups = [match.span() for match in re.finditer(r"\(?\+?\(?\d+", run)]
        for first, (start, _) in enumerate(groups):
            for _, end in reversed(groups[first:]):
                if self._dials(run[start:end]):
                    return run[:start] + MARK + self._undialled(run[end:])
            if "+" in run[start : groups[first][1]]:
                break
        return run

    # Entries ---------------------------------------------------------------------------------------------------------

    def is_of(self, entry: dict[str, Any]) -> bool:
        """Whether an entry was collected from the site."""
        return self.kind == "domain" and any(self.owns(str(entry.get(name) or "")) for name in OWNERS)

    def without(self, entry: dict[str, Any]) -> dict[str, Any] | None:
        """What is left of an entry: None where it goes as a whole, the very same where nothing of it is in it."""
        if self.is_of(entry):
            return None
        left = self._less(entry)
        return entry if left == entry else left

    def _less(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.out_of(value)
        if isinstance(value, dict):
            kept = {n: v for n, v in value.items() if not (n in LEFT_OUT and isinstance(v, str) and self.is_value(v))}
            return {name: self._less(item) for name, item in kept.items()}
        if isinstance(value, list):
            return [self._less(item) for item in value if not self._goes(item)]
        return value

    def _goes(self, item: Any) -> bool:
        """Whether it is an element of a list that goes: the value itself, or a step at the site."""
        if isinstance(item, dict):
            return self.owns(str(item.get("url") or ""))
        return isinstance(item, str) and self.is_value(item)

    def may_be_in(self, line: bytes) -> bool:
        """False only where a line of JSON surely does not hold it: reading each line takes twenty times as long."""
        if b"\\u" in line or not self.value.isascii() or "xn--" in self.value or '"' in self.value:
            return True
        if self.kind == "phone":
            return self.value[-CERTAIN_DIGITS:].encode() in line.translate(None, _NO_DIGITS)
        return self.value.rpartition("@")[0 if self.kind == "email" else 2].encode() in line.lower()


def guess(text: str) -> str:
    """Whether *text* looks like an ``email``, a ``phone`` or a ``domain``."""
    if "@" in text:
        return "email"
    try:
        ipaddress.ip_address(text.strip())
    except ValueError:
        return "phone" if _PHONE_LIKE.fullmatch(text.strip().partition(";")[0]) else "domain"
    return "domain"


def _email(text: str) -> str:
    value = normal("email", text)
    local, _, host = value.rpartition("@")
    if not local or "." not in host or re.search(r"\s", value):
        raise BadValue(f"{text!r} is no email address")
    return value


def _phone(text: str, region: str | None) -> str:
    text = re.sub(r"\(\s?0\s?\)", "", text.removeprefix("tel:").partition(";")[0])
    for attempt in _attempts(text):
        try:
            number = phonenumbers.parse(attempt, region)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_possible_number(number):
            number.extension = None
            return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
    if region is None and "+" not in text:
        raise BadValue(f"{text!r} does not say which country's number it is; begin with +, or add --region DE")
    raise BadValue(f"{text!r} is no phone number" + (f" in {region}" if region else ""))


def _attempts(text: str) -> Iterator[str]:
    yield text
    squeezed = re.sub(r"[\s().\-/]", "", text)
    if squeezed.startswith("00"):
        yield "+" + squeezed[2:]


def _domain(text: str, rules: DomainRules) -> str:
    try:
        url = parse_input(text).url
    except BadUrl as error:
        raise BadValue(f"{text!r} is no email, phone or domain ({error})") from None
    parts = urlsplit(url)
    if parts.path not in ("", "/") or parts.query:
        raise BadValue(f"{text!r} is one page; give its site's domain, {parts.hostname}")
    host = host_of(url)
    domain = rules.registered_domain(host)
    if rules.is_shared(host):
        raise BadValue(f"{host} belongs to many owners; name the one's own host, such as shop.{host}")
    return domain if host == f"www.{domain}" else host


def _unicode(host: str) -> str:
    try:
        return idna.decode(host)
    except (idna.IDNAError, UnicodeError):
        return host
