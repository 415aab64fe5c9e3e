"""Structured data: JSON-LD, the state that a script renders the page from, vCards in links."""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

#: Parts of structured data that others wrote, or that name others.
OTHERS = frozenset(
    "review reviews comment comments author creator contributor user users customer customers currentuser viewer "
    "session testimonial testimonials contributors reviewer accountperson partner partners sponsors sponsor "
    "sponsors funder commentary letters replies".split()
)
#: A review's own publisher is nobody's contact.
_OTHER_TYPES = frozenset("Review UserReview CriticReview Comment Answer Question Person/Author".split())
#: Types of scripts that browsers run.
RUN = frozenset(("", "text/javascript", "application/javascript", "module"))
_MOST = 5_000
_DECODER = json.JSONDecoder(strict=False)
_STATE = re.compile(
    r"(?:window|self|globalThis)(?:\.[\w$]+|\[[\"'][\w$]+[\"']\])\s*=\s*(?:JSON\.parse\(\s*)?(?=[{\[\"'])|"
    r"(?:var|let|const)\s+[\w$]*(?:state|data|config|cfg|props|store|initial|site|contact)[\w$]*\s*=\s*(?=[{\[])|"
    r"__(?:next_f\.push\(\s*(?=\[)|NUXT__\s*=\s*(?=\()|\w{2,40}\s*=\s*(?=[{\[]))",
    re.I,
)
_VALUE = r"(?:\"((?:[^\"\\\n]++|\\.)*+)\"|'((?:[^'\\\n]++|\\.)*+)')"
_KEYED = re.compile(rf"[\"']?([\w$-]{{1,40}})[\"']?\s*:\s*{_VALUE}")
#: A string with its key, if it has one; an array's first value has the array's.
_ANY_STRING = re.compile(rf"(?:[\"']?(?<![\w$-])([\w$-]{{1,40}})[\"']?\s{{0,9}}:\s{{0,9}}\[?\s{{0,9}})?{_VALUE}")
#: The key of a string that stands without one in an object that is no JSON.
UNNAMED = "?"
_JS_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([0-3]?[0-7]{2})|(.))", re.S)
_SINGLE = {"n": "\n", "t": "\t", "r": "\r", "b": " ", "f": " ", "v": " ", "0": ""}


def js_unescaped(text: str) -> str:
    """The value of a JavaScript or JSON string as written between its quotes."""
    if "\\" not in text:
        return text

    def value(match: re.Match[str]) -> str:
        code = match[1] or match[2] or match[3]
        if code:
            number = int(code, 16)
            return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else ""
        if match[4]:
            return chr(int(match[4], 8))
        return _SINGLE.get(match[5], match[5])

    return _JS_ESCAPE.sub(value, text)


def loads(text: str) -> Any:
    """*text* as JSON, forgiving a trailing comma, a comment or a semicolon; None where it is none."""
    text = text.strip().removeprefix("<!--").removesuffix("-->").strip().rstrip(";")
    if "CDATA" in text or "]]>" in text:
        text = re.sub(r"^(?://|/\*)?\s*<!\[CDATA\[\s*(?:\*/)?|(?://|/\*)?\s*\]\]>\s*(?:\*/)?$", "", text).strip()
    for pattern, flags in ((None, 0), (r",(?=\s*[}\]])", 0), (r"^\s*//[^\n]*$", re.M)):
        try:
            return _DECODER.decode(re.sub(pattern, "", text, flags=flags) if pattern else text)
        except (ValueError, RecursionError):
            continue
    return None


_SAME_AS = re.compile(r"[\"']sameAs[\"']\s*:\s*(\[[^\[\]]{0,4000}\]|\"[^\"]{0,300}\"|'[^']{0,300}')")
_QUOTED_URL = re.compile(r"[\"']((?:https?:)?(?:\\?/){2}[^\"'\s]{4,300})[\"']")


def read_json_ld(text: str) -> list[dict[str, Any]]:
    """The objects of one JSON-LD script, outermost first, less those that others wrote."""
    value = loads(text)
    if value is None:  # broken beyond repair: what stands in pairs still says what it is
        pairs = {
            m[1]: js_unescaped(m[2] or m[3] or "")
            for m in _KEYED.finditer(text)
            if m[1] in ("telephone", "email", "faxNumber")
        }
        said = _SAME_AS.search(text)
        same: dict[str, Any] = {"sameAs": [js_unescaped(url) for url in _QUOTED_URL.findall(said[1])]} if said else {}
        return [pairs | same] if (pairs or same) and "eview" not in text else []
    found: list[dict[str, Any]] = []
    queue: list[Any] = [value]
    place = 0
    while place < len(queue) and len(queue) < _MOST:
        value = queue[place]
        place += 1
        if isinstance(value, dict):
            kind = value.get("@type")
            if isinstance(kind, str) and kind in _OTHER_TYPES:
                continue
            found.append(value)
            queue.extend(one for key, one in value.items() if str(key).lower() not in OTHERS or _same_firm(one))
        elif isinstance(value, list):
            queue.extend(value)
    return found


def _same_firm(value: Any) -> bool:
    """An article's author or creator may be the firm itself."""
    return isinstance(value, dict) and value.get("@type") in ("Organization", "LocalBusiness", "Corporation", "NGO")


def strings_of(value: Any) -> Iterator[tuple[str, str]]:
    """(key in lower case, string) for all strings of a JSON *value*, less those that others wrote."""
    queue: list[tuple[str, Any]] = [("", value)]
    place = 0
    while place < len(queue) and len(queue) < 50_000:
        key, one = queue[place]
        place += 1
        if isinstance(one, str):
            if one:
                yield key, one
        elif isinstance(one, dict):
            queue.extend((str(k).lower(), v) for k, v in one.items() if str(k).lower() not in OTHERS)
        elif isinstance(one, list):
            queue.extend((key, v) for v in one)
        elif isinstance(one, int) and not isinstance(one, bool):
            yield key, str(one)


def held_strings(text: str) -> Iterator[tuple[str, str]]:
    """(key, string) of an object in an attribute, as JSON or as a script writes it."""
    value = loads(text)
    if value is not None:
        yield from strings_of(value)
        return
    for pair in _ANY_STRING.finditer(text):
        yield (pair[1] or UNNAMED).lower(), js_unescaped(pair[2] or pair[3] or "")


def state_strings(kind: str, text: str) -> Iterator[tuple[str, str]]:
    """(key, string) of the state that a script of type *kind* carries: what the page is rendered from. Nothing for a
    script that only runs."""
    if len(text) > 3_000_000:
        return
    if "json" in kind and "ld+json" not in kind:
        value = loads(text)
        if value is not None:
            yield from strings_of(value)
        return
    if kind not in RUN:
        return
    end, tries = 0, 0
    for match in _STATE.finditer(text):
        if match.start() < end or tries >= 200:
            continue
        tries += 1
        try:
            value, end = _DECODER.raw_decode(text, match.end())
        except (ValueError, RecursionError):
            for pair in _ANY_STRING.finditer(text, match.end(), match.end() + 200_000 // tries):
                yield (pair[1] or UNNAMED).lower(), js_unescaped(pair[2] or pair[3] or "")
            break
        if isinstance(value, str):
            value = loads(value) or value
        yield from strings_of(value)


def read_vcard(href: str) -> Iterator[tuple[str, str]]:
    """(TEL, FAX or EMAIL, value) of a vCard in a ``data:`` URI."""
    head, _, body = href.partition(",")
    if "vcard" not in head.lower() and "directory" not in head.lower():
        return
    if ";base64" in head.lower():
        import base64
        import binascii

        try:
            text = base64.b64decode(unquote(body), validate=False).decode("utf-8", "replace")
        except (binascii.Error, ValueError):
            return
    else:
        text = unquote(body)
    for line in text.splitlines():
        name, _, value = line.partition(":")
        name = name.upper()
        if name.startswith("TEL") or ".TEL" in name:
            yield ("FAX" if "FAX" in name else "TEL"), value.removeprefix("tel:")
        elif name.startswith("EMAIL") or ".EMAIL" in name:
            yield "EMAIL", value
