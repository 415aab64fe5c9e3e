"""Pictures that draw a sign of an address, or have a contact in their attributes: told from the plain ones in one pass."""

import re
from collections.abc import Sequence

import re2

from contactscraper.contacts.telling import MARK, MOST_READ, SEVEN_DIGITS

_MARK = MARK.encode()
#: Signs that some sites draw as a picture.
DRAWN = frozenset(("@", "at", "(at)", "[at]", ".", "dot", "(dot)"))
#: Stands in each picture that is not plain, and in some that are.
_ODD_PICTURE = re2.compile(
    r"@|ail|data-|&|nclick|='|[ ]=|title|label=|itemprop|[^ ]alt|alt(?:[^=]|=[^\"])"
    rf"|alt=\"(?:[^\"\x06]*[(\[]|[\s\pZ\x0b\x1c-\x1f\x{{85}}]*(?i:{'|'.join(map(re.escape, sorted(DRAWN)))})[^\w]"
    r"|[^\"\x06]*(?:\p{Nd}(?:[^\n\x06]{0,4}\p{Nd}){6}|\p{Nd}{3}[-. ]?[A-Z]{3}))"
)


def plain_pictures(tags: Sequence[str]) -> list[str]:
    """Those of the pictures *tags* that draw no sign and have no contact in their attributes."""
    data = MARK.join((*tags, "")).encode(errors="replace")
    odd: set[str] = set()
    end = index = 0
    while len(odd) < MOST_READ and (hit := _ODD_PICTURE.search(data, end)) is not None:
        index += data.count(_MARK, end, hit.start())
        odd.add(tags[index])
        end = data.find(_MARK, hit.start())
    return [tag for tag in tags if tag not in odd or _is_plain_picture(tag)]


def _is_plain_picture(tag: str) -> bool:
    """Whether a picture draws no sign, and no contact stands in its attributes."""
    if "@" in tag or "ail" in tag or "data-" in tag or "&" in tag or "nclick" in tag or "='" in tag or " =" in tag:
        return False
    _, found, alt = tag.partition(' alt="')
    if not found:
        return "alt" not in tag and "title" not in tag
    alt = alt.partition('"')[0]
    if "title=" in tag or "label=" in tag or "itemprop" in tag or "(" in alt or "[" in alt:
        return False
    return alt.strip().lower() not in DRAWN and SEVEN_DIGITS.search(alt) is None
