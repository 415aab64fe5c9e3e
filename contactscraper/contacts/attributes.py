"""The attributes of a tag."""

import re
from functools import lru_cache
from html import unescape

_ATTRIBUTE = re.compile(r"([^\s=\"'<>/]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]*)))?")


def attributes_of(text: str) -> dict[str, str]:
    """The attributes of a tag, names in lower case, entities decoded; the first of a name counts. Not to be changed:
    a page's tags repeat, and so share theirs."""
    return _short_attributes(text) if len(text) < 120 else _read_attributes(text)


@lru_cache(maxsize=2_048)
def _short_attributes(text: str) -> dict[str, str]:
    return _read_attributes(text)


def _read_attributes(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(text[:20_000]):
        name = match[1].lower()
        if name not in found and len(found) < 100:
            value = match[2] or match[3] or match[4] or ""
            found[name] = unescape(value) if "&" in value else value
    return found
