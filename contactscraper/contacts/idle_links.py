"""Links to pages, in whose addresses no contact can stand, told from the others all at once."""

import re

from contactscraper.contacts.platforms import is_platform
from contactscraper.contacts.telling import MARK

#: A link to a page, its host in a group of its own: nothing in its address is written as a contact may be.
_IDLE_LINK = re.compile(
    r"\x06(a(?: (?!href=)[a-z-]+=\"[^\"'<>\x06]*\")*+ href=\""
    r"(?:(?:https?:)?//([^/\"':@%&<>\s\x06]*)(?=[/\"])|(?![^\"\x06]{0,9}//)[/#?.])[^\"':@%&<>\x06]*+\"[^'\x06]*+)(?=\x06)"
)
#: Words of an address that some chats and contacts have behind any host.
_BUSY = ("email-pro", "wa.me", "hatsapp")


def idle_links(joined: str) -> set[str]:
    """Those of the joined tags that are links as most are, to a page of a host that is no platform's: no contact can
    stand in them. It is what `_plain_link` and `may_carry` say, asked of all at once."""
    found = _IDLE_LINK.findall(MARK + joined)
    if any(word in joined for word in _BUSY):
        found = [one for one in found if not any(word in one[0] for word in _BUSY)]
    busy = {host for host in {host for _, host in found} if host and is_platform(host)}
    return {tag for tag, host in found if host not in busy}
