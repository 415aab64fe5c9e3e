"""Phone and fax numbers, valid by `phonenumbers`, which is asked about candidates only."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

import phonenumbers
from phonenumbers import Leniency, PhoneNumber, PhoneNumberFormat, PhoneNumberMatcher

from contactscraper.contacts.ownership import is_foreign_in_line
from contactscraper.contacts.page import Page
from contactscraper.contacts.phone_candidates import BARRIER, FAX, OTHER, PHONE, label_says, plain
from contactscraper.contacts.scan import CODE, FOREIGN, HIDDEN, STRUCK
from contactscraper.contacts.structured import read_vcard

_DIGITS = re.compile(r"\d(?:[^\d\n]{0,4}\d){6}|\d{3}[-. ]?[A-Z]{3}")
_SEVEN = re.compile(r"\d(?:[\s().\-/+]{0,4}\d){6}")
_DIALLED = re.compile(r"^(?:https?://)?(?:(?:tel|callto|sms|phone|fax|telprompt|call|skype)\s*:\s*){1,2}/{0,2}", re.I)
_PATH_DIALLED = re.compile(r"(?:^|/)tel:/{0,2}(\+?[\d%][^?#]{5,40})", re.I)
_WHATSAPP = re.compile(
    r"(?:wa\.me/|(?:api|web|chat)\.whatsapp\.com/(?:send)?/?\?(?:[^#]*&)?phone=|whatsapp\.com/send/?\?(?:[^#]*&)?phone=|"
    r"whatsapp:/{0,2}send/?\?(?:[^#]*&)?phone=|viber:/{0,2}(?:chat|add|contact|call)/?\?(?:[^#]*&)?number=|signal\.me/#p/)"
    r"((?:%2b|%20|%28|%29|[+\s()-])*\d[\d\s()-]{6,20}\d)",
    re.I,
)
_EXTENSION = re.compile(
    r"^\s{0,2}(?:\([^)\d]{1,24}\)\s{0,2})?[,;]?\s{0,2}(?:\(\s?)?(?:ext(?:ension|n)?|x|anexo|anx|ramal|r\.|int(?:erno|erne|ern)?|wew(?:n|nętrzny)?|w\.|доб(?:авочный)?|вн|转|轉|分机|分機|内線|내선|dahili|dah|"
    r"poste|klappe|kl|app|tst|toestel|anknytning|ankn|lokal|durchwahl|dw|nebenstelle|nst|mellék|linka|kl\.|εσωτ|ต่อ|máy lẻ|שלוחה|تحويلة|داخلي|#)(?![^\W\d_])[\s.:#]{0,3}(\d{1,6})(?![\d-])",
    re.I,
)
_SHARED = re.compile(
    r"^\s?(?:/|¦|,|;|&|\bor\b|\bou\b|\boder\b|\bo\b|\bu\b|\be\b|\by\b|\bund\b|\bu\.|\band\b|\bi\b|或|、|・|и|ve|\bao\b|\ba\b)\s?(-?\d[\d -]{0,11}\d)(?![\d]|[ .:/-]?\d|[:h.]\d|[ ]?(?:Uhr|h\b|am|pm|€|%))",
    re.I,
)
_DIRECT = re.compile(
    r"^[\s,;(]{0,3}(?:durchwahl|dw|dwl?\.?|direkt|ext|nebenstelle|fax|telefax|und|oder|/)\s?:?\s?[-–/]\s?(\d{1,5})(?!\d)",
    re.I,
)
_VANITY = re.compile(
    r"(?<![\w-])(?:\+?1[-. ])?\(?(8(?:00|33|44|55|66|77|88)|900|[2-9]\d\d)\)?[-. ]((?=[A-Z0-9-]*[A-Z]{3})(?:[A-Z0-9][-.]?){7,13})(?![\w-]|\.\w)"
)
_VANITY_ELSE = {
    "GB": re.compile(
        r"(?<![\w-])(0800|0808|0845|0333)[ -]((?=[A-Z0-9 ]*[A-Z]{3})[A-Z0-9]{3,4}[ -]?[A-Z0-9]{3,4})(?![\w-])"
    ),
    "AU": re.compile(r"(?<![\w-])(1[38]00|13)[ -]((?=[A-Z0-9 ]*[A-Z]{3})[A-Z0-9]{3}[ -]?[A-Z0-9]{3,7})(?![\w-])"),
    "NZ": re.compile(r"(?<![\w-])(0800|0508)[ -]((?=[A-Z0-9 ]*[A-Z]{3})[A-Z0-9]{3}[ -]?[A-Z0-9]{3,7})(?![\w-])"),
    "DE": re.compile(r"(?<![\w-])(0800|0180\d|0700)[ /-]((?=[A-Z0-9 ]*[A-Z]{3})[A-Z0-9]{3,8})(?![\w-])"),
    "NL": re.compile(r"(?<![\w-])(0800|0900)[ -]((?=[A-Z0-9 ]*[A-Z]{3})[A-Z0-9]{4,7})(?![\w-])"),
}
#: What is counted is no number that anybody dials.
_COUNTED = re.compile(
    r"\s?(?:followers|views|likes|downloads|members|subscribers|visitors|results|items|people|inhabitants|einwohner|abonn|seguidores|users|followers|votes|bytes|euro?s?|dollars)\b",
    re.I,
)
_PLACEHOLDER = re.compile(
    r"placeholder|e\.g\.|for example|z\.?\s?b\.|example|beispiel|format:|such as|p\. ?ex\.|muster", re.I
)
_NANP = frozenset(phonenumbers.COUNTRY_CODE_TO_REGION_CODE[1])
#: How the digits of a North American number may be grouped, a leading 1 apart.
_NANP_GROUPS = frozenset({(10,), (3, 3, 4), (3, 7), (6, 4), (3, 3, 2, 2), (3, 4, 3), (3, 3, 1, 3)})
#: Longest line that is searched; a longer one is data, not a line that people read.
MAX_LINE = 3_000
#: Numbers asked of the library in one page; a page with more is a list of others.
MOST_ASKED = 500


class Found(NamedTuple):
    """A number (E.164, ``;ext=``), where it stands, whether it is a fax, and why it does not count ('': it does)."""

    number: str
    source: str
    fax: bool = False
    why: str = ""


def formatted(number: PhoneNumber) -> str:
    """E.164, with ``;ext=`` where there is an extension."""
    text = phonenumbers.format_number(number, PhoneNumberFormat.E164)
    return f"{text};ext={number.extension}" if number.extension else text


@lru_cache(maxsize=4_000)
def _asked(text: str, region: str | None) -> PhoneNumber | None:
    try:
        number = phonenumbers.parse(text, region)
    except phonenumbers.NumberParseException:
        return None
    return number if phonenumbers.is_valid_number(number) and not _dummy(number) else None


def parsed(text: str, region: str | None) -> PhoneNumber | None:
    """The number that *text* dials, or None where it is none."""
    text = re.sub(r"[\[(（]\s?0\s?[\])）]", "", text[:80]).strip()
    text = re.sub(r"^\++\s*(?=\+)", "", text)
    text = re.sub(r"^\(\s*\+", "+", text) if text.startswith("(") and "+" in text[:4] else text
    squeezed = re.sub(r"[\s().\-/‐-―]", "", text)
    for attempt in dict.fromkeys((text, squeezed, re.sub(r"^(?:00|011)(?=[1-9])", "+", squeezed))):
        if (found := _asked(attempt, region)) is not None:
            number = PhoneNumber()
            number.merge_from(found)
            return number
    return None


def _dummy(number: PhoneNumber) -> bool:
    digits = str(number.national_number)
    if number.country_code == 1 and digits[3:6] == "555" and digits[:3] in ("555", "123", "000"):
        return True
    return (len(digits) > 6 and len(set(digits)) <= 2 and len(set(digits[-6:])) == 1) or digits in (
        "123456789", "1234567890", "12345678", "1231231234", "123123123",
    )  # fmt: skip


def of_dialled(href: str, region: str | None) -> PhoneNumber | None:
    """The number of a ``tel:`` link, its extension too."""
    text = unquote(unquote(_DIALLED.sub("", href.strip()[:200]))).strip()
    text, _, rest = text.partition(";")
    text, _, query = text.partition("?")
    extension = re.search(r"ext=(\d{1,7})", rest) or re.search(r"ext=(\d{1,7})", query)
    head, *pauses = re.split(r"[,pPwW]{1,}(?=\d)", text, maxsplit=1)
    number = None
    digits = re.sub(r"\D", "", head)
    code = phonenumbers.country_code_for_region(region) if region else 0
    if not head.lstrip("( ").startswith(("+", "0")) and len(digits) > 9 and code and digits.startswith(str(code)):
        number = parsed("+" + digits, None)
        if number is not None and len(digits) == 10 and parsed(head, region) is not None:
            number = None
    if number is None:
        number = parsed(head, region)
    if number is None and len(digits) > 10 and not head.startswith("0") and "+" not in head:
        number = parsed("+" + digits, None)
    if number is not None and extension:
        number.extension = extension[1]
    elif number is not None and pauses and (found := re.match(r"(\d{1,6})#?$", pauses[0].strip())):
        number.extension = found[1]
    return number


class _Reader:
    def __init__(self, page: Page, region: str | None) -> None:
        self.page = page
        self.region = region
        self.asked = 0

    def links(self) -> Iterator[Found]:
        page, below = self.page, self.below
        for link in page.links:
            href, low = link.href, link.href[:300].lower()
            if ":" not in low and "wa.me" not in low:
                continue
            zone = link.zone | (FOREIGN if link.line in below else 0)
            line = page.lines[link.line].text if link.line < len(page.lines) else ""
            why = self.zoned(zone, line, line.find(link.text) if link.text else 0)
            if _DIALLED.match(href):
                if low.startswith("skype") and "+" not in low:
                    continue
                number = of_dialled(href, self.region)
                if number is not None:
                    head = line[: max(0, line.find(link.text))] if link.text else line
                    fax = (
                        low.startswith("fax")
                        or label_says(head[-40:]) == "fax"
                        or (bool(FAX.search(link.text)) and not PHONE.search(FAX.sub("", link.text)))
                    )
                    yield Found(formatted(number), "tel link", fax, why)
            elif ("tel:" in low) and (found := _PATH_DIALLED.search(href)):
                number = of_dialled("tel:" + found[1], self.region)
                if number is not None:
                    yield Found(formatted(number), "tel link", False, why)
            elif ("wa.me" in low or "whatsapp" in low or "viber" in low or "signal.me" in low) and (
                found := _WHATSAPP.search(href)
            ):
                digits = re.sub(r"\D", "", unquote(found[1])).removeprefix("00")
                if (number := parsed("+" + digits, None)) is not None:
                    yield Found(formatted(number), "chat link", False, why)
            elif low.startswith("data:"):
                for name, value in read_vcard(href[:200_000]):
                    if name != "EMAIL" and (number := parsed(value, self.region)) is not None:
                        yield Found(formatted(number), "vCard", name == "FAX", why)
            elif (
                low.startswith("javascript:")
                and "tel:" in low
                and (found := re.search(r"tel:([+\d][\d\s().-]{6,20})", unquote(href)))
            ) and (number := of_dialled(found[1], self.region)) is not None:
                yield Found(formatted(number), "link's script", False, why)

    def zoned(self, zone: int, text: str = "", place: int = 0) -> str:
        """Why a number there does not count."""
        if zone & HIDDEN:
            return "hidden"
        if zone & FOREIGN:
            return "in a part that others wrote or that lists others"
        if zone & STRUCK:
            return "struck through"
        return is_foreign_in_line(text, max(0, place), 0) if text else ""

    def structured(self) -> Iterator[Found]:
        page, region = self.page, self.region
        for thing in page.json_ld:
            for name in ("telephone", "faxNumber", "phone", "mobile"):
                value = thing.get(name)
                for one in value if isinstance(value, list) else [value]:
                    if isinstance(one, str | int) and one and (number := self.written(str(one))) is not None:
                        yield Found(
                            formatted(number),
                            "JSON-LD",
                            name == "faxNumber" or "fax" in str(thing.get("contactType", "")).lower(),
                        )
        for name, content in page.metas:
            if ("phone" in name or "fax" in name) and (number := self.written(content)) is not None:
                yield Found(formatted(number), f"meta {name}", "fax" in name)
            elif "description" in name and _DIGITS.search(content):
                for number, fax in in_line(content[:MAX_LINE], region):
                    yield Found(formatted(number), f"meta {name}", fax)
        for element in page.scan.elements:
            attributes, zone = element.attributes, element.zone
            item = attributes.get("itemprop", "") + " " + attributes.get("property", "")
            classes = attributes.get("class", "").split()
            if (
                "telephone" in item
                or "faxNumber" in item
                or "p-tel" in classes
                or "tel" in classes
                or "u-tel" in classes
            ):
                for name in ("content", "value", "title", "href"):
                    value = attributes.get(name, "")
                    if value and (number := of_dialled(value, region)) is not None:
                        yield Found(formatted(number), "microdata", "fax" in item.lower(), self.zoned(zone))
            for name, value in attributes.items():
                if len(value) < 7 or len(value) > 300 or not any(char.isdigit() for char in value[:60]):
                    continue
                if name.startswith("data-") and re.search(
                    r"phone|tel(?!em)|mobile|whats|fax|callto|handy|fon\b|numero|celular", name
                ):
                    if (
                        not re.search(r"ext|template|mask|country|format|placeholder|default|id$", name)
                        and (number := of_dialled(value, region)) is not None
                    ):
                        yield Found(formatted(number), name, "fax" in name, self.zoned(zone))
                elif (
                    name in ("alt", "title", "aria-label")
                    and (PHONE.search(value) or "+" in value or FAX.search(value))
                    and _DIGITS.search(value)
                ):
                    if not _PLACEHOLDER.search(value) and element.tag not in ("input", "textarea"):
                        for number, fax in in_line(value, region):
                            yield Found(formatted(number), name, fax, self.zoned(zone))
                elif (
                    (
                        (name.startswith("data-") and value.lower().startswith("tel:"))
                        or (name == "onclick" and "tel:" in value)
                    )
                    and (found := re.search(r"tel:([+\d][\d\s().%-]{6,24})", value))
                    and (number := of_dialled(found[1], region)) is not None
                ):
                    yield Found(formatted(number), name, False, self.zoned(zone))

    def written(self, text: str) -> PhoneNumber | None:
        """The first number of a field that holds one number, perhaps with an extension or a label."""
        if len(text) > 100:
            return None
        for number, _ in in_line(text, self.region, "Tel:"):
            return number
        return parsed(text, self.region)

    def scripts(self) -> Iterator[Found]:
        for key, value in self.page.state:
            if not 7 <= len(value) < 5_000 or not any(char.isdigit() for char in value):
                continue
            if re.search(
                r"phone|^tel|telefon|telefone|telephone|mobile|whatsapp|celular|^fax|hotline|_tel$|tel_|movil", key
            ):
                if (
                    not re.search(r"placeholder|mask|format|label|regex|pattern|country|example|code|id$", key)
                    and len(value) < 60
                ) and (number := self.written(value)) is not None:
                    yield Found(formatted(number), "state", "fax" in key)
            elif "tel:" in value:
                for found in re.finditer(r"tel:([+\d][\d\s().%-]{6,24})", value):
                    if (number := of_dialled(found[1], self.region)) is not None:
                        yield Found(formatted(number), "state")

    def text(self) -> Iterator[Found]:
        before = ""
        last = -2
        for index, line in enumerate(self.page.lines):
            text = line.text
            if self.asked >= MOST_ASKED:
                return
            if len(text) <= MAX_LINE and _DIGITS.search(text):
                self.asked += 1
                zone = line.zone | (FOREIGN if index in self.below else 0)
                code = bool(line.zone & CODE) and bool(
                    re.search(r"[{}=;]|://|^\s*[$#>]|&quot;|\":", text) or (line.zone & CODE and not PHONE.search(text))
                )
                for number, fax, place in _in_line(
                    text, self.region, before if last < index - 1 or len(before) < 30 else ""
                ):
                    why = "a sample in code" if code else self.zoned(zone, text, place)
                    yield Found(formatted(number), "text", fax, why)
            before = text

    def run(self) -> Iterator[Found]:
        self.below = self.page.foreign
        yield from self.links()
        yield from self.text()
        yield from self.structured()
        yield from self.scripts()


def candidates(page: Page, region: str | None) -> Iterator[Found]:
    """All numbers of *page*, links first, those that do not count among them."""
    return _Reader(page, region).run()


def in_line(line: str, region: str | None, before: str = "") -> Iterator[tuple[PhoneNumber, bool]]:
    """(number, whether it is a fax) for the numbers of one line of text; a label may stand in the line *before*."""
    for number, fax, _ in _in_line(line, region, before):
        yield number, fax


def _in_line(line: str, region: str | None, before: str = "") -> Iterator[tuple[PhoneNumber, bool, int]]:
    text = plain(line, region in _NANP)
    end = 0
    for number, start, stop in _vanities(text, region):
        yield number, False, start
        text = text[:start] + BARRIER * (stop - start) + text[stop:]
    if not _SEVEN.search(text):
        return
    said = ""
    for match in PhoneNumberMatcher(text, region, leniency=Leniency.VALID, max_tries=100):
        label = text[end : match.start]
        place = match.start
        end = match.end
        if not label.strip(" :|" + BARRIER) and len(before) < 30 and not said:
            label = before + " " + label
        tail = label[-48:]
        kind = label_says(tail)
        said = kind = kind or (
            said
            if re.fullmatch(r"[\s/,;|&¦\-–·()]*(?:or|oder|ou|und|and|y|e|o|u|i|lub|или)?[\s/,;|&¦\-–·()]*", label)
            else ""
        )
        raw = match.raw_string
        number = match.number
        if _dummy(number) or not _fits(raw, number, text, match.start, match.end, kind):
            continue
        if kind == "other" and not (raw.lstrip("( ").startswith("+") and not OTHER.search(tail[-12:])):
            continue
        rest = text[end:]
        if number.extension and re.match(r"x\b|\s[a-z]", rest):
            number.extension = None
        if not number.extension and (found := _EXTENSION.match(rest)):
            number.extension = found[1]
            end += found.end()
            rest = text[end:]
        yield number, kind == "fax", place
        yield from ((one, kind == "fax", place) for one in _shared(raw, number, rest, region))


def _vanities(text: str, region: str | None) -> Iterator[tuple[PhoneNumber, int, int]]:
    if not re.search(r"\d{2,4}\)?[-. /][A-Z0-9-]{0,8}[A-Z]{3}", text):
        return
    if region in _NANP or region is None or re.search(r"(?<!\d)(?:\+?1[-. ])?8(?:00|33|44|55|66|77|88)[-. ]", text):
        for match in _VANITY.finditer(text):
            letters = re.sub(r"[-.]", "", match[2])
            if (
                len(letters) < 7
                or (match[1][0] != "8" and not PHONE.search(text[: match.start()][-20:]))
                or re.search(r"[A-Z]\d+$", letters)
            ):
                continue
            if region not in _NANP and not match[0].lstrip("+").startswith("1"):
                continue
            head = text[: match.start()][-24:]
            if label_says(head) == "other":
                continue
            if (
                number := parsed("+1" + match[1] + phonenumbers.convert_alpha_characters_in_number(letters[:7]), None)
            ) is not None:
                yield number, match.start(), match.end()
    elif region in _VANITY_ELSE:
        for match in _VANITY_ELSE[region].finditer(text):
            letters = re.sub(r"[ -]", "", match[2])
            most = {"AU": 6 if match[1] != "13" else 4, "NZ": 6 if len(letters) < 7 else 7}.get(region, 8)
            digits = phonenumbers.convert_alpha_characters_in_number(letters)
            for size in dict.fromkeys((len(digits), most, 7, 6)):
                if size <= len(digits) and (number := parsed(match[1] + digits[:size], region)) is not None:
                    yield number, match.start(), match.end()
                    break


def _fits(raw: str, number: PhoneNumber, text: str, start: int, end: int, kind: str) -> bool:
    """Whether the number's spelling and surroundings are a phone's."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    if re.search(r"[\w#§=]-?$|\d[.,:/]$|[#§]$|[$€£¥]\s?$", before) and not re.search(r"[^\W\d_][.:]?$", before):
        return False
    if re.search(r"[A-Za-z_]$|[A-Za-z]-$|#$", before) and not (raw.startswith("+") or re.search(r"[:.]$", before)):
        return False
    if re.match(r"[-./]\d|-[A-Z]|\d|[€$£%]|[,]\d{3}", after) and not re.match(r"[/]\d", after):
        return False
    if _COUNTED.match(text[end : end + 24]):
        return False
    plus = raw.lstrip("( ").startswith("+")
    groups = tuple(
        len(one) for one in re.findall(r"\d+", re.split(r"(?:ext|x|доб|#|;)", raw, maxsplit=1, flags=re.I)[0])
    )
    digits = sum(groups)
    if plus and re.search(r"\d$", text[max(0, start - 1) : start]):
        return False
    if not plus:
        if number.country_code == 1:
            if len(str(number.national_number)) != 10:
                return False
            first = groups[1:] if digits == 11 and groups[0] == 1 else groups
            if digits == 11 and groups[0] == 4:
                first = (3, *groups[1:])
            if digits == 11 and groups == (11,):
                first = (10,)
            if first not in _NANP_GROUPS and kind != "phone":
                return False
            if (
                groups == (10,)
                and kind != "phone"
                and re.search(r"\w\s$|^\s?\d", before)
                and re.search(r"(?:^|\s)\d{1,6}\s$", text[max(0, start - 8) : start])
            ):
                return False
        if len(groups) > 7 or (len(groups) > 2 and min(groups) == 0):
            return False
        if (
            re.fullmatch(r"\d{1,3}(?:[., ]\d{3}){2,3}", raw)
            and not raw.startswith("0")
            and kind != "phone"
            and number.country_code in (33, 44, 49, 39, 61, 81, 86, 91)
        ):
            return False
        if re.fullmatch(r"(?:19|20)\d{2}\s?[-–/]\s?(?:19|20)?\d{2,4}.*", raw) and kind != "phone":
            return False
        if groups == (digits,) and digits < 9 and not raw.startswith("0") and kind != "phone":
            return False
    return True


def _shared(raw: str, number: PhoneNumber, rest: str, region: str | None) -> Iterator[PhoneNumber]:
    """Numbers that follow and leave out what they share with *number*: '/ 0959', 'Durchwahl -555', '/ 3228-4568'."""
    national = phonenumbers.national_significant_number(number)
    for _ in range(8):
        found = _DIRECT.match(rest)
        if found is not None:
            stem = re.search(r"[-–/ ](\d{1,5})\s*$", raw)
            if stem is not None and "fax" not in found[0].lower():
                digits = national[: len(national) - len(stem[1])] + found[1]
                if (one := parsed(f"+{number.country_code}{_zero(number)}{digits}", None)) is not None:
                    yield one
            rest = rest[found.end() :]
            continue
        found = _SHARED.match(rest)
        if found is None:
            return
        digits = re.sub(r"\D", "", found[1])
        groups = re.findall(r"\d+", raw)
        area = len(national) - len(digits)
        full = parsed(found[1], region) if region else None
        if full is None or len(digits) <= 6:
            same = groups and (len(digits) == len(groups[-1]) or found[1].startswith("-")) and 2 <= len(digits) <= 8
            same = same or (
                bool(groups)
                and rest.startswith("/")
                and 2 <= len(digits) <= 4
                and len(groups[-1]) >= 5
                and digits.isdigit()
            )
            last_two = len(groups) > 1 and len(digits) == len(groups[-1]) + len(groups[-2]) and digits[0] != "0"
            if not (same or last_two) or area < 2 or (re.fullmatch(r"(?:19|20)\d\d", digits) and "-" not in raw):
                return
            one = parsed(f"+{number.country_code}{_zero(number)}{national[:area]}{digits}", None)
            if one is None:
                return
            yield one
        elif (
            region
            and digits[0] != "0"
            and 7 <= len(digits) <= 8
            and area in (2, 3)
            and number.country_code in (55, 52, 54, 1, 91)
        ):
            return
        else:
            return
        rest = rest[found.end() :]


def _zero(number: PhoneNumber) -> str:
    """Italy keeps its leading zero; it is part of the national significant number already."""
    return ""
