"""Which tags a contact may stand in: signs in attributes, and the data attributes that sites write contacts into."""

import re
from collections.abc import Sequence

from contactscraper.contacts.class_names import known_words
from contactscraper.contacts.platforms import is_platform

#: Names (less ``data-``) of the part before the @, of the host, of the ending, and of a whole address.
USERS = ("user", "u", "name", "local", "localpart", "local-part", "account", "part1", "p1", "first", "email-user", "mail-user", "id",
         "mailname", "before", "a", "d1", "l", "mailbox", "box", "to", "em1", "email-name", "prefix", "username", "contact", "m")  # fmt: skip
HOSTS = ("domain", "host", "d", "part2", "p2", "last", "email-domain", "mail-domain", "server", "at", "after", "b", "d2", "h",
         "website", "site", "hostname", "em2", "email-host", "dom", "domaine", "dominio")  # fmt: skip
ENDINGS = ("tld", "ext", "suffix", "ending", "zone", "c", "d3", "part3")
WHOLE = frozenset(
    "contact address adr to e m link href clipboard-text clipboard copy text value hash enc encoded b64 protected cloak "
    "content title original-title tooltip tip".split()
)
_PHONE = re.compile(
    r"^(?:full-)?(?:number|nummer|num)$|phone|tel(?!em)|mobile|whats|fax|callto|handy|fon\b|numero|celular"
)
_PROFILE = ("href", "url", "link", "page", "permalink", "profile")
SEVEN_DIGITS = re.compile(r"\d(?:[^\d\n]{0,4}\d){6}|\d{3}[-. ]?[A-Z]{3}")
#: Stands between tags that are looked through together; no page has it itself.
MARK = "\6"
#: Parts of attributes that make a tag worth a look.
WRITTEN = ("@", "mail", "Mail", "nclick", "elephone")
BRACKETED = re.compile(r"[(\[][aA][tT]")
_SIGNS = (*WRITTEN, "style=", " hidden", "itemprop", "itemtype")
_VALUE = r"(\"[^\"\6]*\"|'[^'\6]*'|[^\s\"'>\6]+)"
_CLASS, _ID = re.compile(" class=" + _VALUE), re.compile(" id=" + _VALUE)
_ALT, _TITLE, _LABEL = (re.compile(name + r"=\"([^\"\6]{7,300})") for name in ("alt", "title", "label"))
_SAID = re.compile(r"(?:title|label|alt)='([^'\6]{7,300})")
#: Data attributes that hold an address or JSON.
_DATA = re.compile(r"data-[\w-]+=([\"'](?:(?:https?:)?//|[{\[]|&)[^\6>]*)")
_ANY_HOST = re.compile(r"(?:\\?/){2}([\w.-]{4,80})")
_NAME = re.compile(r"data-[a-z][\w-]*")


def telling_names(html: str) -> tuple[str, ...]:
    """The data attributes of a page, by name, in which a contact may stand. A user's name counts where the page has
    one for its host too."""
    names = {name[5:] for name in _NAME.findall(html)}
    plain = {name.replace("_", "-") for name in names}
    pairs = {*USERS, *HOSTS} if not plain.isdisjoint(USERS) and not plain.isdisjoint(HOSTS) else frozenset()
    return tuple(
        "data-" + name
        for name in sorted(names)
        if "mail" in name or name.replace("_", "-") in WHOLE | pairs or name.endswith(_PROFILE) or _PHONE.search(name)
    )


def telling_tags(joined: str, data_names: Sequence[str], styled: frozenset[str]) -> set[str]:
    """Those of the joined tags in whose attributes a contact may stand, or what says whose the part is."""
    found: set[str] = set()

    def mark(sign: str) -> None:
        place = joined.find(sign)
        while place >= 0:
            end = joined.find(MARK, place)
            found.add(joined[joined.rfind(MARK, 0, place) + 1 : end])
            place = joined.find(sign, end)

    for sign in _SIGNS:
        mark(sign)
    if "&" in joined:
        mark("&#")
        mark("&comma")
    if "(" in joined or "[" in joined:
        for sign in set(BRACKETED.findall(joined)):
            mark(sign)
    if "data-" in joined:
        for sign in (*data_names, "tel:"):
            mark(sign)
        for value in set(_DATA.findall(joined)):
            if any(map(is_platform, _ANY_HOST.findall(value))):
                mark(value)
    said = [*_ALT.findall(joined), *_TITLE.findall(joined), *_LABEL.findall(joined)]
    if "='" in joined:
        said += _SAID.findall(joined)
    for value in said:
        if SEVEN_DIGITS.search(value):
            mark(value)
    values = {*_CLASS.findall(joined), *_ID.findall(joined)}
    words = " ".join(values).replace('"', " ").replace("'", " ")
    for word in (*known_words(words), *styled.intersection(words.split())):
        for value in values:
            if word in value or word in value.lower():
                mark("=" + value)
    return found
