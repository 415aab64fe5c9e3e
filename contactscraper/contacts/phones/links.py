"""Numbers that links dial: tel, callto, fax, WhatsApp, Viber, vCards."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from phonenumbers import convert_alpha_characters_in_number

from contactscraper.contacts.phones.labels import label_says
from contactscraper.contacts.phones.numbers import Number, Numbers
from contactscraper.contacts.phones.spelling import plain
from contactscraper.contacts.phones.words import FAX
from contactscraper.contacts.structured import read_vcard

_SCHEME = re.compile(
    r"(?:https?://)?(?:(?:tel|callto|sms|phone|telephone|fax|telprompt|call|skype|facetime(?:-audio)?)\s*:\s*){1,2}/{0,2}",
    re.I,
)
_IN_PATH = re.compile(r"(?:^|/)tel:/{0,2}(\+?[\d%][^?#]{5,40})", re.I)
_CHAT = re.compile(
    r"(?:wa\.me/|(?:api|web|chat)\.whatsapp\.com/(?:send)?/?\?(?:[^#]*&)?phone=|whatsapp\.com/send/?\?(?:[^#]*&)?phone=|"
    r"whatsapp:/{0,2}send/?\?(?:[^#]*&)?phone=|viber:/{0,2}(?:chat|add|contact|call)/?\?(?:[^#]*&)?number=|signal\.me/#p/)"
    r"((?:%2b|%20|%28|%29|[+\s()-])*\d(?:%20|[\d\s()-]){6,24}\d)",
    re.I,
)
#: What most are: an international number, digits and nothing else.
_BARE = re.compile(r"tel:(\+[1-9][0-9]{5,16})")
_CHATS = ("wa.me", "whatsapp", "viber", "signal.me")
#: A link inside a script or an attribute.
_DIALLED = re.compile(r"tel:([+\d(][\d\s().%/-]{6,24})")
#: A page of the site that dials: '/call?number=%2B44...'. The plus is needed: any number may follow a name.
_CALLS = re.compile(
    r"/(?:call|dial|tel|phone)[\w./-]{0,40}\?(?:[^#]{0,200}&)?(?:number|phone|tel|to)=%2b(\d{7,15})(?:&|#|$)", re.I
)
_EXTENSION = re.compile(r"ext(?:ension)?=(\d{1,7})", re.I)
_CONTEXT = re.compile(r"phone-context=(\+\d{1,9})(?!\d)", re.I)
_SPELT_EXTENSION = re.compile(r"(?:ext\.?|x|#)\s?(\d{1,6})#?$", re.I)
_PAUSE = re.compile(r"[,pPwW]+(?=\d)")
_LETTERS = re.compile("[A-Za-z]")


def dialled(href: str, numbers: Numbers) -> Number | None:
    """The number that a ``tel:`` link or a field of that form dials, its extension too."""
    if (bare := _BARE.fullmatch(href)) is not None:
        return numbers.read(bare[1])
    text = plain(unquote(unquote(_SCHEME.sub("", href.strip()[:200], count=1)))).strip()
    text, _, rest = text.partition(";")
    text, _, query = text.partition("?")
    extension = _EXTENSION.search(rest) or _EXTENSION.search(query)
    if rest and text[:1] != "+" and (context := _CONTEXT.search(rest)):
        text = context[1] + text  # RFC 3966: a local number and what it is local to
    head, *pauses = _PAUSE.split(text, maxsplit=1)
    if not extension and (spelt := _SPELT_EXTENSION.search(head)):
        extension, head = spelt, head[: spelt.start()]
    number = read_digits(head, numbers)
    if number is None and "/" in head:  # a list
        number = read_digits(head.partition("/")[0], numbers)
    if number is None:
        return None
    if extension:
        return number._replace(extension=extension[1])
    if pauses and (found := re.match(r"(\d{1,6})#?$", pauses[0].strip())):
        return number._replace(extension=found[1])
    return number


def dialled_in(text: str, numbers: Numbers) -> Iterator[Number]:
    """The numbers of the ``tel:`` links in a *text* that is no link: a script, a piece of HTML."""
    for found in _DIALLED.finditer(text):
        if (number := dialled(found[1], numbers)) is not None:
            yield number


def read_digits(text: str, numbers: Numbers) -> Number | None:
    """The number of a text that is one number and nothing else, however it is spelt."""
    if len(text) > 60:
        return None
    if _LETTERS.search(text):
        text = _keys(text)
    digits = "".join(char for char in text if char.isdigit())
    if len(digits) < 5:
        return None
    lead = text.lstrip("( .:-")[:1]
    if lead == "+" or digits.startswith("00"):
        return numbers.read("+" + digits.removeprefix("00"))
    code = str(numbers.plan.code)
    if lead != "0" and len(digits) > 9 and numbers.region and digits.startswith(code):
        # A country code without its plus, unless the ten digits are a number at home.
        abroad = numbers.read("+" + digits)
        if abroad is not None and not (len(digits) == 10 and numbers.read(digits) is not None):
            return abroad
    number = numbers.read(digits) if numbers.region else None
    if number is None and lead.isdigit() and lead != "0" and numbers.plan.trunk:
        number = numbers.read(numbers.plan.trunk + digits)  # as people who live there would not write it
    if number is None and digits.startswith("011"):
        number = numbers.read("+" + digits[3:])
    if number is None and len(digits) > 10 and lead != "0":
        number = numbers.read("+" + digits)
    return number


def _keys(text: str) -> str:
    """Letters as the keys of a phone, where the whole is a number in letters; else *text* less its words."""
    squeezed = re.sub(r"[\s().-]", "", text)
    if re.fullmatch(r"\+?1?8\d\d(?=[A-Za-z0-9]{7,}$)[A-Za-z0-9]*[A-Za-z]{3}[A-Za-z0-9]*", squeezed):
        size = 12 if squeezed[0] == "+" else 11 if squeezed[0] == "1" else 10
        return convert_alpha_characters_in_number(squeezed)[:size]
    return text


def of_link(href: str, text: str, head: str, numbers: Numbers) -> Iterator[tuple[Number, str, bool]]:
    """(number, source, whether it is a fax) for a link with *href*; *text* is the link's own, *head* what stands before."""
    low = href[:300].lower()
    if _SCHEME.match(href):
        if low.startswith("skype") and "+" not in low:
            return
        number = dialled(href, numbers)
        if number is not None:
            fax = low.startswith("fax") or (bool(head) and label_says(head + " ") == FAX) or _names_a_fax(text)
            yield number, "tel link", fax
    elif "tel:" in low and (found := _IN_PATH.search(href)):
        if (number := dialled("tel:" + found[1], numbers)) is not None:
            yield number, "tel link", False
    elif any(chat in low for chat in _CHATS) and (found := _CHAT.search(href)):
        digits = re.sub(r"\D", "", unquote(found[1])).removeprefix("00")
        number = numbers.read("+" + digits)
        if number is None and digits.startswith("521"):  # Mexico's mobiles had a 1 behind the country code until 2019
            number = numbers.read("+52" + digits[3:])
        if number is not None:
            yield number, "chat link", False
    elif "=%2b" in low and (found := _CALLS.search(href[:300])):
        if (number := numbers.read("+" + found[1])) is not None:
            yield number, "tel link", False
    elif low.startswith("data:"):
        for name, value in read_vcard(href[:200_000]):
            if name != "EMAIL" and (number := dialled(value, numbers)) is not None:
                yield number, "vCard", name == "FAX"
    elif low.startswith("javascript:") and "tel:" in low:
        yield from ((number, "link's script", False) for number in dialled_in(unquote(href[:2_000]), numbers))


def may_dial(href: str) -> bool:
    """Whether *href* is worth a closer look."""
    if "=%2B" in href:
        return True
    if href[:4] in ("http", "HTTP"):
        return "wa.me/" in href or "tel:" in href or "whatsapp" in href or "signal.me" in href
    return ":" in href or "wa.me/" in href


def _names_a_fax(text: str) -> bool:
    """Whether a link's own *text* says fax and not phone."""
    words = text.rstrip(" +()0123456789/.-")
    return bool(words) and label_says(words + " ") == FAX
