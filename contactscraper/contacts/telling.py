"""Which tags a contact may stand in: signs in attributes, and the data attributes that sites write contacts into."""

import re
from collections.abc import Sequence

import re2

from contactscraper.contacts.class_names import STEMS, WORDS
from contactscraper.contacts.networks import WIDGETS
from contactscraper.contacts.platforms import is_platform

#: Names (less ``data-``) of the part before the @, of the host, of the ending, and of a whole address.
USERS = ("user", "u", "name", "local", "localpart", "local-part", "account", "part1", "p1", "first", "email-user", "mail-user", "id",
         "mailname", "before", "a", "d1", "l", "mailbox", "box", "to", "em1", "email-name", "prefix", "username", "contact", "m")  # fmt: skip
HOSTS = ("domain", "host", "d", "part2", "p2", "last", "email-domain", "mail-domain", "server", "at", "after", "b", "d2", "h",
         "website", "site", "hostname", "em2", "email-host", "dom", "domaine", "dominio")  # fmt: skip
ENDINGS = ("tld", "ext", "suffix", "ending", "zone", "c", "d3", "part3")
WHOLE = frozenset(
    "contact address adr to e m link href clipboard-text clipboard copy text value hash enc encoded b64 protected cloak "
    "content title original-title tooltip tip hex rot rot13 base64 reverse reversed rev obfuscated cipher crypt encrypted "
    "secret code eml parts".split()
)
_WHOLE_AND_PARTS = WHOLE.union(USERS, HOSTS)
_PHONE = re.compile(
    r"^(?:full-)?(?:number|nummer|num)$|phone|tel(?!em)|mobile|whats|fax|callto|handy|fon\b|numero|celular"
)
_WIDGETS = frozenset(name[5:] for name in WIDGETS)
_PROFILE = ("href", "url", "link", "page", "permalink", "profile")
SEVEN_DIGITS = re.compile(r"\d(?:[^\d\n]{0,4}\d){6}|\d{3}[-. ]?[A-Z]{3}")
#: Different tags of a page whose attributes are read, and places where one stands. No page for people has a tenth of it.
MOST_READ, MOST_PLACES = 10_000, 50_000
#: Stands between tags that are looked through together; no page has it itself.
MARK = "\6"
#: Parts of attributes that make a tag worth a look.
WRITTEN = ("@", "mail", "Mail", "nclick", "elephone")
BRACKETED = re.compile(r"[(\[][aA][tT]")
_SIGNS = (*WRITTEN, "style=", " hidden", "itemprop", "itemtype")
_VALUE = r"(\"[^\"\6]*\"|'[^'\6]*'|[^\s\"'>\6]+)"
_CLASS, _ID = re.compile(" class=" + _VALUE), re.compile(" id=" + _VALUE)
#: Data attributes that hold an address or JSON.
_DATA = re.compile(r"data-[\w-]+=([\"'](?:(?:https?:)?//|[{\[]|&)[^\6>]*)")
_ANY_HOST = re.compile(r"(?:\\?/){2}([\w.-]{4,80})")
_PLAIN_NAME = re.compile(r"[a-z](?:[\w-]*\w)?")
_NAME = re.compile(r"data-[a-z][\w-]*")
#: What stands in a value before its end, by how it is quoted; and white space as Python's `re` understands it.
_UP_TO = r"(?:\"[^\"\x06]*|'[^'\x06]*|[^\s\"'>\x06]*)"
_SPACE = r"\s\x0b\x1c-\x1f\x{85}\pZ"
#: The signs, the words of classes and ids, and numbers in what an element says of itself, for one pass of RE2 over all tags.
_TOLD = "|".join((
    *map(re.escape, (*_SIGNS, "&#", "&comma")),
    r"[(\[][aA][tT]",
    rf"[ ](?:class|id)=(?:{_UP_TO}[{_SPACE}_\"'-])?(?i:{'|'.join(sorted(WORDS))})(?:[{_SPACE}_\"'>-]|\x06)",
    rf"[ ](?:class|id)={_UP_TO}(?i:{'|'.join(STEMS)})",
    r"(?:alt|title|label)=(?:\"[^\"\x06]*|'[^'\x06]*)(?:\p{Nd}(?:[^\n\x06]{0,4}\p{Nd}){6}|\p{Nd}{3}[-. ]?[A-Z]{3})",
))  # fmt: skip
_OF_TAGS = re2.compile(_TOLD)
_OF_TAGS_WITH_DATA = re2.compile(
    _TOLD + r"|tel:|data-[^\s=]+=[\"'](?:(?:https?:)?|[{\[&][^>\x06]*?)(?:\\?/){2}[^\s>\x06]"
)


def telling_names(html: str) -> tuple[str, ...]:
    """The data attributes of a page, by name, in which a contact may stand. A user's name counts where the page has
    one for its host too."""
    names = {one.partition("=")[0].partition(" ")[0] for one in html.split("data-")[1:]}
    if not all(map(_PLAIN_NAME.fullmatch, names)):
        names = {name[5:] for name in _NAME.findall(html)}
    plain = {name.replace("_", "-") for name in names}
    whole = WHOLE if plain.isdisjoint(USERS) or plain.isdisjoint(HOSTS) else _WHOLE_AND_PARTS
    return tuple(
        "data-" + name
        for name in sorted(names)
        if "mail" in name
        or name in _WIDGETS
        or name.replace("_", "-") in whole
        or name.endswith(_PROFILE)
        or _PHONE.search(name)
    )


def telling_tags(
    joined: str, data_names: Sequence[str], styled: frozenset[str], encoded: bytes | None = None
) -> set[str]:
    """Those of the joined tags in whose attributes a contact may stand, or what says whose the part is. *encoded*: the
    same in UTF-8."""
    data, has_data = joined.encode(errors="replace") if encoded is None else encoded, "data-" in joined
    mark, end = MARK.encode(), 0
    found: set[str] = set()
    signs = _OF_TAGS_WITH_DATA if has_data else _OF_TAGS
    while len(found) < MOST_READ and (hit := signs.search(data, end)) is not None:  # one of a tag is enough
        start = hit.start()
        begin, end = data.rfind(mark, 0, start) + 1, data.find(mark, start)
        tag = data[begin : end + 1]
        if (
            not data.startswith(b"data-", start)
            or b"tel:" in tag
            or _OF_TAGS.search(tag)
            or _names_platform(tag.decode())
        ):
            found.add(tag[:-1].decode())

    def take(sign: str) -> None:
        place = joined.find(sign)
        while place >= 0 and len(found) < MOST_READ:
            end = joined.find(MARK, place)
            found.add(joined[joined.rfind(MARK, 0, place) + 1 : end])
            place = joined.find(sign, end)

    if has_data:
        for sign in data_names:
            take(sign)
    if styled:
        values = {*_CLASS.findall(joined), *_ID.findall(joined)}
        words = " ".join(values).replace('"', " ").replace("'", " ")
        for word in styled.intersection(words.split()):
            for value in values:
                if word in value:
                    take("=" + value)
    return found


def _names_platform(tag: str) -> bool:
    """Whether a data attribute of *tag* has an address where a profile may stand."""
    return any(is_platform(host) for value in _DATA.findall(tag) for host in _ANY_HOST.findall(value))
