"""Data attributes in which sites write contacts."""

import re

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
