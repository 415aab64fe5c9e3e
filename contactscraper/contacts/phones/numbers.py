"""What `phonenumbers` says about digits, asked once each, and never more often than a page is worth."""

from collections.abc import Iterator
from typing import NamedTuple

import phonenumbers

from contactscraper.contacts.phones.plans import (
    NO_PLAN,
    OLD_TRUNKS,
    country_code,
    is_valid,
    main_region,
    needs_trunk,
    plan_of,
)

#: Candidates of a page that are read, and lines, links and fields that are searched for them: a page with more lists other
#: people's numbers, or was made to cost time.
MOST_ASKED, MOST_LOOKS = 500, 3_000
#: Digits of an international number, its country code counted (E.164).
_INTERNATIONAL = range(8, 16)
#: Numbers that stand for any number in samples and templates.
_DUMMIES = frozenset("123456789 1234567890 12345678 1231231234 123123123 0123456789".split())


class Number(NamedTuple):
    """A valid number: country *code*, *national* significant number, *extension* ('' for none)."""

    code: int
    national: str
    extension: str = ""

    def __str__(self) -> str:
        """E.164, with ``;ext=`` where there is an extension."""
        return f"+{self.code}{self.national}" + (f";ext={self.extension}" if self.extension else "")


class Numbers:
    """The numbers of one page whose national numbers are *region*'s (None: unknown)."""

    def __init__(self, region: str | None) -> None:
        self.region = region if region in phonenumbers.SUPPORTED_REGIONS else None
        self.plan = plan_of(self.region) if self.region else NO_PLAN
        self.asked = 0
        self._looks = MOST_LOOKS
        self.samples: set[str] = set()
        """Digits that are a sample's number"""
        self._known: dict[str, Number | None] = {}

    def look(self) -> bool:
        """Whether one more line, link or field of the page is worth a look."""
        self._looks -= 1
        return self._looks >= 0 and self.asked < MOST_ASKED

    def may_be(self, digits: str) -> bool:
        """Whether as many digits may be a number at all; *digits* begin with ``+`` where a country code does."""
        return len(digits) - 1 in _INTERNATIONAL if digits[:1] == "+" else len(digits) in self.plan.lengths

    def read(self, digits: str) -> Number | None:
        """The valid number that *digits* dial, or None."""
        if digits in self._known:
            return self._known[digits]
        number = self._ask(digits) if self.may_be(digits) else None
        self._known[digits] = number
        if number is not None:
            self._known.setdefault(f"+{number.code}{number.national}", number)
            if number.code == self.plan.code and self.plan.trunk == "0":
                self._known.setdefault(f"0{number.national}", number)
        return number

    def _ask(self, digits: str) -> Number | None:
        if self.asked >= MOST_ASKED:
            return None
        self.asked += 1
        number = next((Number(*way) for way in self._ways(digits) if is_valid(*way)), None) or self._parsed(digits)
        if number is not None and is_dummy(number):
            self.samples.add(digits)
            return None
        return number

    def _ways(self, digits: str) -> Iterator[tuple[int, str]]:
        """(country code, national number) that *digits* may mean, likeliest first."""
        if digits[0] == "+":
            code = country_code(digits[1:4])
            national = digits[1 + len(str(code)) :]
            yield code, national
            trunk = plan_of(main_region(code)).trunk
            if trunk and national.startswith(trunk):
                yield code, national[len(trunk) :]  # +44 020 ...
            return
        code, trunk = self.plan.code, self.plan.trunk
        if trunk and digits.startswith(trunk):
            yield code, digits[len(trunk) :]
            if trunk == "0":
                return
        elif digits[0] == OLD_TRUNKS.get(self.region or ""):
            yield code, digits[1:]
        if self.region and not (trunk and needs_trunk(self.region, digits)):
            yield code, digits
        if digits.startswith(str(code)):
            yield code, digits[len(str(code)) :]  # a country code without its plus

    def _parsed(self, digits: str) -> Number | None:
        """What the library makes of digits with a carrier's code or a mobile's 15 in them; parsing costs much more than the
        question whether a number is valid."""
        plan = plan_of(main_region(country_code(digits[1:4]))) if digits[0] == "+" else self.plan
        if not plan.odd or len(digits) < 11:
            return None
        try:
            found = phonenumbers.parse(digits, None if digits[0] == "+" else self.region)
        except phonenumbers.NumberParseException:
            return None
        if not phonenumbers.is_valid_number(found):
            return None
        return Number(found.country_code or 0, phonenumbers.national_significant_number(found))


def is_dummy(number: Number) -> bool:
    """Whether it is a sample's number: 555-555-5555, 123456789, 00000000."""
    digits = number.national
    if number.code == 1 and digits.startswith("234567890"):
        return True
    if number.code == 1 and digits[3:6] == "555" and digits[:3] in ("555", "123", "000"):
        return True
    return digits.lstrip("0") in _DUMMIES or (len(digits) > 6 and len(set(digits)) <= 2 and len(set(digits[-6:])) == 1)
