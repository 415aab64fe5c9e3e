"""A page cut into its tags and what stands between them, in one pass of one regular expression."""

import re

from contactscraper.contacts.elements import RAW

_SIGNS_RUN = re.compile("<{3,}")
#: What stands in a tag as browsers read it: quotes count only behind an equals sign. Nothing is tried twice.
_EXACTLY = r"/?[a-zA-Z][^\s/<>]{0,60}(?:[^<>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+')?+)*+|[!?][^<>]*+"


def _raw(name: str) -> str:
    """A script and its like, as far as their end or the page's; what stands in them is no markup."""
    word = "".join(f"[{letter}{letter.upper()}]" for letter in name)
    return rf"{word}(?=[\s>/])[^<>]*+(?<!/)>(?:[^<]++|<(?!/{word}))*+(?:</{word}[^<>]*+)?+"


_RAW = "(?=[mMsStT])(?:" + "|".join(map(_raw, sorted(RAW))) + ")"
_RAW_TOKEN = re.compile(rf"<({_RAW})>?+")
#: Stands for a script and its like while the brackets of the rest are looked at.
_SEAM = "<>"
_ALL_BUT_BRACKETS = bytes(byte for byte in range(256) if byte not in b"<>")
#: Takes whatever stands before the next closing bracket for a tag, which is nearly always right.
_TOKEN = re.compile(rf"<({_RAW}|[^>]*+)>?+")
_EXACT_TOKEN = re.compile(rf"<({_RAW}|(?:{_EXACTLY})(?=>))>?+")


_HIDDEN = ("script", "style ", "style>")


def tokens(html: str, exactly: bool = False) -> list[str]:
    """Text, tag, text, tag ... text: the tags as written between their brackets, a script with all that it holds.
    Unless *exactly*, a tag ends at the first closing bracket, be it within a quoted value."""
    last = html.rfind(">") + 1  # behind it no tag is closed, and each opening bracket would look for its end in vain
    rest = html[last:]
    found = [] if exactly else _of_regular(html[:last])
    if not found:
        if "<<<" in html:
            html = _SIGNS_RUN.sub("<<", html)
            last = html.rfind(">") + 1
        found = (_EXACT_TOKEN if exactly else _TOKEN).split(html[:last])
        rest = html[last:]
    elif "<<<" in rest:
        rest = _SIGNS_RUN.sub("<<", rest)
    if rest and len(found) > 1 and not found[-1] and _is_unclosed(found[-2]):
        found[-2] += rest
    else:
        found[-1] += rest
    return found


def _of_regular(html: str) -> list[str]:
    """What `tokens` returns for *html*, in a third of the time, where each bracket that opens is closed before the next
    does, scripts and their like apart; [] where it is otherwise."""
    parts: list[str] = []
    pieces, end = [], 0
    for found in _RAW_TOKEN.finditer(html):
        pieces.append(html[end : found.start()])
        parts += pieces[-1].replace(">", "<").split("<")
        parts.append(found[1])
        end = found.end()
        if "<<<" in found[1]:
            return []
    pieces.append(html[end:])
    brackets = _SEAM.join(pieces).encode(errors="replace").translate(None, _ALL_BUT_BRACKETS)
    if brackets != b"<>" * (len(brackets) // 2):
        return []
    return parts + pieces[-1].replace(">", "<").split("<")


def _is_unclosed(token: str) -> bool:
    """Whether *token* is a script or its like that has no end."""
    name = token[:8].split(">")[0].split(None, 1)[0].lower() if ">" in token else ""
    _, found, end = token.rpartition("</")
    return name in RAW and not (found and end.lower().startswith(name))


def without_comments(html: str) -> str:
    """*html* less its comments; an unclosed one swallows the rest, as in browsers. At the beginning of a script the sign
    hides the script from browsers of the nineties, and no more."""
    if "<!--" not in html:
        return html
    pieces, start = [], 0
    while (found := html.find("<!--", start)) >= 0:
        pieces.append(html[start:found])
        tag = html.rfind("<", max(start, found - 200), found)
        if tag >= 0 and html[tag + 1 : tag + 7].lower() in _HIDDEN and html[tag:found].rstrip().endswith(">"):
            start = found + 4
            continue
        end = html.find("-->", found + 2 if html.startswith("<!-->", found) else found + 4)
        if end < 0:
            return "".join(pieces)
        start = end + 3
    pieces.append(html[start:])
    return "".join(pieces)
