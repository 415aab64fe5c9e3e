"""Words within an address that a style sheet hides by what they stand in: '#mail b {display: none}'."""

import re
from collections.abc import Iterable
from itertools import islice

from contactscraper.contacts.styles import Within

#: Rules that are followed, places of each, and how far an address is from the tag that it stands in.
_MOST_RULES, _MOST_PLACES, _REACH = 12, 10, 400
_BLOCK_END = re.compile(r"</(?:p|div|li|ul|td|tr|dd|address|section|footer|body)\b", re.I)
_ADDRESS = ("@", "&#", "(at)", "[at]")


def without_decoys(html: str, rules: Iterable[Within]) -> str:
    """*html* less the short words that *rules* hide in the neighbourhood of an address."""
    for rule in islice(rules, _MOST_RULES):
        name, decoy = rule.around[1:], _decoy(rule)
        place = html.find(name)
        for _ in range(_MOST_PLACES):
            if place < 0:
                break
            start, end = html.rfind("<", max(0, place - 300), place), html.find(">", place)
            if start >= 0 and end >= 0 and _is_called(html[start:place], rule.around[0]):
                part = html[end + 1 : end + 1 + _REACH]
                if stop := _BLOCK_END.search(part):
                    part = part[: stop.start()]
                if any(sign in part for sign in _ADDRESS):
                    html = html[: end + 1] + decoy.sub("", part) + html[end + 1 + len(part) :]
            place = html.find(name, place + len(name))
    return html


def _is_called(tag: str, sign: str) -> bool:
    """Whether *tag*, as far as the name, is one whose class or id is being named."""
    return ">" not in tag and tag[1:2].isalpha() and (" class=" if sign == "." else " id=") in tag


def _decoy(rule: Within) -> re.Pattern[str]:
    """The element with a few words that *rule* hides."""
    named = rf"[^<>]{{0,200}}(?<![\w-]){re.escape(rule.name)}(?![\w-])" if rule.name else ""
    return re.compile(rf"<({rule.tag or r'[a-z]{1,8}'})\b{named}[^<>]{{0,200}}>[^<>@]{{1,40}}</\1\s*>", re.I)
