"""What a script plainly unveils to a reader's eye: cloaks of addresses, undone without running them."""

import codecs
import json
import re
from collections.abc import Iterator, Sequence
from itertools import islice

from contactscraper.contacts.email_codes import decoded, literal, moved, of_base64, of_cryptx, of_parts, of_typo3
from contactscraper.contacts.email_sums import ADDING, LITERAL, sums_of
from contactscraper.contacts.structured import js_unescaped

#: Longest script that is read for cloaks; those that cloak an address are short.
LONGEST = 60_000
#: A script that is short enough to hold a part of a cloak, and all of them together.
_SHORT, _LONGEST_SUM = 2_000, 14_000
_WORTH = (
    "@",
    "%40",
    "&#",
    "x40",
    "\\100",
    "u0040",
    "mCharCode",
    "atob",
    "ase64",
    "unescape",
    "decodeURI",
    "ot13",
    "everse(",
    "loak",
    "rypt",
    "ail(",
    "ailL",
    "ailto",
    "Mail",
    "pam(",
    "ontact(",
)
_SIGNS = ("@", "%40", "\\100", '&#"', "&#'", "&#64", "&#x40", "&#064", "&#0", "x40", "u0040", "&commat", "mCharCode")
#: The sign @ within a string literal, as no reader writes it.
_CODED_AT = ("\\x40", "\\100", "\\u0040", "%40", "&#64;", "&#x40;", "&#064;")
_CALLS = (
    "atob",
    "base64",
    "rot13",
    "reverse(",
    "crypt",
    "unescape(",
    "decodeuri",
    "mail(",
    "send(",
    "contact(",
    "write(",
    "spam",
    "charcode",
    "mailto",
    "address(",
    "maillink(",
    "0x6",
    "replace(/[a-z",
)
_ARRAY = re.compile(
    rf"\[\s*({LITERAL}(?:\s*,\s*{LITERAL}){{1,200}})\s*,?\s*\](?:\s*((?:\.\w+\([^()]{{0,20}}\)\s*){{1,3}}))?"
)
_ATOB = re.compile(
    r"(?:(?:window\.)?atob|base64_?decode|Base64\.decode|b64\w*)\(\s*[\"']([A-Za-z0-9+/=_-]{4,2000})[\"']\s*\)", re.I
)
_PERCENT = re.compile(r"(?:unescape|decodeURI(?:Component)?)\(\s*([\"'])((?:(?!\1)[^\\\n]|\\.)*+)\1\s*\)")
_ROT13 = re.compile(r"rot_?13[\w.]*\(\s*([\"'])((?:(?!\1)[^\\\n]|\\.)*+)\1\s*\)", re.I)
_REVERSED = re.compile(
    rf"({LITERAL})\s*\.\s*split\(\s*(?:''|\"\"|``)\s*\)\s*\.\s*reverse\(\)\s*\.\s*join|reverse\w*\(\s*({LITERAL})\s*\)",
    re.I,
)
#: A variable that is turned round: its value is looked up.
_REVERSED_NAME = re.compile(r"\b([A-Za-z_$][\w$]{0,40})\s*\.\s*split\(\s*(?:''|\"\"|``)\s*\)\s*\.\s*reverse\(\)")
_ATOB_NAME = re.compile(r"\batob\(\s*([A-Za-z_$][\w$]{0,40})\s*\)")
_DECRYPTX = re.compile(r"DeCryptX\(\s*([\"'])([^\"']{6,300})\1")
_LONG_LITERAL = re.compile(r"\"[^\"\n]{8,400}\"|'[^'\n]{8,400}'")
_NEW_ARRAY = re.compile(r"new Array\(([^()]{1,400})\)")
#: What is put into the page as it stands.
_SET = re.compile(
    rf"(?:(?:inner|outer)(?:HTML|Text)\s*=|textContent\s*=|\.(?:html|text|append|insertAdjacentHTML)\()\s*({LITERAL})\s*[;)\n]"
)
#: What one call after the other writes into the page.
_WRITTEN = re.compile(rf"\bwrite(?:ln)?\(\s*({LITERAL})\s*\)")
_REPLACING = re.compile(
    rf"({LITERAL})((?:\s*\.\s*replace(?:All)?\(\s*(?:{LITERAL}|/[^/\n]{{1,40}}/\w*)\s*,\s*{LITERAL}\s*\)){{1,6}})"
)
_ONE_REPLACE = re.compile(rf"\.\s*replace(?:All)?\(\s*({LITERAL}|/[^/\n]{{1,40}}/\w*)\s*,\s*({LITERAL})\s*\)")
_CODES = re.compile(
    r"(?:String\.fromCharCode(?:\.apply\(\s*(?:null|String)\s*,\s*)?\(?\s*\[?|[=(;,:{}]\s*\[)\s*((?:0x[\da-f]{2}|\d{2,3})(?:\s*,\s*(?:0x[\da-f]{2}|\d{2,3})){5,200})",
    re.I,
)
#: A call with a user and a host: writeMail('kiln','acme.com'), and its like with the ending apart.
_CALL = re.compile(
    rf"(?:mail|contact|send|write|email|spam|link|courriel|correo|address)[\w$]*\(\s*({LITERAL}(?:\s*,\s*(?:{LITERAL}|this|event|\d+)){{1,5}})\s*\)",
    re.I,
)
_ANY_CALL = re.compile(rf"\w\(\s*({LITERAL}(?:\s*,\s*{LITERAL}){{1,3}})\s*\)")
_ONE_ARGUMENT = re.compile(rf"\w\(\s*({LITERAL})\s*\)")
_ONE_CODE = re.compile(r"String\.fromCharCode\(\s*(\d{2,3})\s*\)")
#: A function that is called where it is written: (function(a,b){...})('info','acme.com').
_AT_ONCE = re.compile(rf"[)}}]\s*\(\s*({LITERAL}(?:\s*,\s*{LITERAL}){{1,3}})\s*\)")
_FIELD = re.compile(rf"[{{,]\s*[\"']?([A-Za-z_$][\w$]{{0,30}})[\"']?\s*:\s*({LITERAL})")
_FIELD_NAMED = re.compile(r"\b[A-Za-z_$][\w$]{0,30}\.([A-Za-z_$][\w$]{0,30})\b(?!\s*[(=])")
_PLACED = re.compile(rf"\b([A-Za-z_$][\w$]{{0,20}})\[\d{{1,3}}\]\s*=\s*({LITERAL})")
_TYPO3 = re.compile(
    r"(?:linkTo_?UnCryptMailto|UnCryptMailto|decryptMail\w*|decryptCharcode|uncrypt\w*)\(\s*(?:%27|[\"'])([^\"']{5,300}?)(?:%27|[\"'])\s*(?:,\s*(-?\d+))?",
    re.I,
)


def of_script(text: str) -> Iterator[str]:
    """Pieces of text in which a script of the page unveils something, for the search for addresses."""
    if len(text) > LONGEST or not any(sign in text for sign in _WORTH):
        return
    low = text.lower()
    signs = any(sign in text for sign in _SIGNS)
    if not signs and not any(sign in low for sign in _CALLS):
        return
    if "romCharCode(" in text:
        text = _ONE_CODE.sub(lambda found: json.dumps(chr(int(found[1]))), text)
    for match in _TYPO3.finditer(text) if "rypt" in text else ():
        yield from of_typo3(match[1], int(match[2]) if match[2] else None)
    for match in _ATOB.finditer(text) if "atob" in low or "b64" in low or "base64" in low else ():
        yield of_base64(match[1])
    if "atob(" in text and len(text) < 20_000:
        for match in islice(_ATOB_NAME.finditer(text), 6):
            for value in re.findall(rf"\b{re.escape(match[1])}\s*[=:]\s*({LITERAL})", text)[:4]:
                yield of_base64(literal(value))
    if "atob(" in text:
        text = _ATOB.sub(lambda found: json.dumps(of_base64(found[1], 4)), text)
    if "[0]" in text and len(text) < 20_000:
        yield from _by_place(text)
    for match in _PERCENT.finditer(text) if "unescape(" in text or "decodeURI" in text else ():
        yield decoded(js_unescaped(match[2]))
    for match in _ROT13.finditer(text) if "rot13" in low or "rot_13" in low else ():
        yield codecs.decode(js_unescaped(match[2]), "rot13")
    if "rot13" not in text.lower() and "replace(/[a-z" in text.lower():
        for match in re.finditer(LITERAL, text):
            yield codecs.decode(literal(match[0]), "rot13")
    for match in _REVERSED.finditer(text) if "everse" in text else ():
        yield literal(match[1] or match[2])[::-1]
    if "@" in text and len(text) < 5_000 and ("--" in text or "everse" in text):  # a loop from its end, a spread
        for match in islice(re.finditer(LITERAL, text), 40):
            if "@" in match[0]:
                yield "\0" + literal(match[0])[::-1]
    if "everse" in text and len(text) < 20_000:
        for match in islice(_REVERSED_NAME.finditer(text), 6):
            for value in re.findall(rf"\b{re.escape(match[1])}\s*=\s*({LITERAL})", text)[:4]:
                yield literal(value)[::-1]
    if "new Array(" in text:
        text = _NEW_ARRAY.sub(r"[\1]", text)
    if "write(" in text or "innerHTML" in text or "textContent" in text or "innerText" in text or "html(" in text:
        said = [literal(match[1]) for match in islice(_WRITTEN.finditer(text), 40)]
        yield decoded("".join(said))
        if len(text) < 5_000:  # a cloak is short
            yield from (decoded(match[1][1:-1]) for match in islice(_SET.finditer(text), 10))
    if "DeCryptX" in text:
        yield from (of_cryptx(match[2]) for match in _DECRYPTX.finditer(text))
    elif "charCodeAt" in text and "romCharCode" in text and len(text) < 5_000:  # each letter is moved by a few places
        for match in islice(_LONG_LITERAL.finditer(text), 8):
            yield from ("\0" + plain for by in (-1, 1, -2, 2, -3, 3) if "@" in (plain := moved(literal(match[0]), by)))
    if len(text) < 20_000 and any(code in text for code in _CODED_AT):
        for match in re.finditer(LITERAL, text):
            if any(code in match[0] for code in _CODED_AT) and "@" in (value := decoded(literal(match[0]))):
                yield "\0" + value if "%40" in match[0] or "&" in match[0] else value
    for match in _REPLACING.finditer(text) if ".replace" in text and len(text) < 20_000 else ():
        value = literal(match[1])
        for old, new in _ONE_REPLACE.findall(match[2]):
            plain = literal(old) if old[0] != "/" else js_unescaped(old[1:].rpartition("/")[0])
            value = value.replace(plain, literal(new)) if plain else value
        yield value
    for match in (
        _CODES.finditer(text) if "harCode" in text or "0x" in text or re.search(r"\[\s*\d{2,3}\s*,\s*\d", text) else ()
    ):
        numbers = [int(one.strip(), 0) for one in match[1].split(",") if not re.fullmatch(r"\s*0\d+\s*", one)]
        yield "".join(chr(one) for one in numbers if 8 < one < 256)
    if len(text) > 15_000 and not ("document.write" in text or "mailto" in text):
        return
    for match in _ARRAY.finditer(text) if ".join(" in text or (signs and len(text) < 5_000) else ():
        parts = [literal(one) for one in re.findall(LITERAL, match[1])]
        tail = match[2] or ""
        if "reverse" in tail:
            parts.reverse()
        glue = re.search(r"join\(\s*(\"[^\"]*\"|'[^']*')?", tail)
        if tail and glue:
            yield (literal(glue[1]) if glue[1] else ",").join(parts)
        elif len(parts) in (2, 3) and not any("@" in one for one in parts) and "@" in text:
            yield from of_parts(parts)
    for match in _CALL.finditer(text) if len(text) < 15_000 else ():
        yield from of_parts([literal(one) for one in re.findall(LITERAL, match[1])])
    if ")(" in text and "@" in text and len(text) < 5_000:
        for match in islice(_AT_ONCE.finditer(text), 4):
            yield from ("\0" + one for one in of_parts([literal(part) for part in re.findall(LITERAL, match[1])]))
    if len(text) > 3_000 and not ("mailto" in text or "document.write" in text or "innerHTML" in text):
        return
    if (
        len(text) < 15_000
        and (signs or "mailto" in text or "harCode" in text)
        and (".concat(" in text or "${" in text or ADDING.search(text))
    ):
        yield from sums_of(_with_fields(text) if ":" in text and len(text) < 5_000 else text)


def _with_fields(text: str) -> str:
    """*text* with the fields of its objects written out where they are named: ``o.user`` for ``{user: "info"}``."""
    fields: dict[str, str] = dict(_FIELD.findall(text))
    return _FIELD_NAMED.sub(lambda found: fields.get(found[1], found[0]), text) if fields else text


def _by_place(text: str) -> Iterator[str]:
    """A list that is filled place by place, and read from its end as often as not; '|64' is the character of that code."""
    filled: dict[str, list[str]] = {}
    for name, value in islice(_PLACED.findall(text), 2_000):
        filled.setdefault(name, []).append(literal(value))
    for values in filled.values():
        chars = [chr(int(one[1:])) if one[:1] == "|" and one[1:].isdigit() and len(one) < 5 else one for one in values]
        if len(chars) > 5:
            yield from (decoded("".join(chars)), decoded("".join(reversed(chars))))


def of_call(code: str) -> Iterator[str]:
    """User and host as the arguments of whatever a link calls, or an address in a code as its only one."""
    for match in islice(_ONE_ARGUMENT.finditer(code), 3):
        value = literal(match[1])
        plain = of_base64(value)
        turned = (
            plain,
            value[::-1],
            codecs.decode(value, "rot13"),
            *(moved(value, by) for by in (-1, 1, -2, 2, -3, 3)),
        )
        yield from ("\0" + one for one in turned if "@" in one)
    for match in islice(_ANY_CALL.finditer(code), 4):
        yield from ("\0" + one for one in of_parts([literal(part) for part in re.findall(LITERAL, match[1])]))


def spread_over(scripts: Sequence[str]) -> str:
    """The page's short scripts as one, where one of them adds up an address of what others may have set; else ''."""
    short = [text for text in scripts if len(text) < _SHORT]
    adds = any(any(sign in text for sign in _SIGNS) and ADDING.search(text) for text in short)
    if len(short) < 2 or not adds:
        return ""
    return "\n;\n".join(short)[:_LONGEST_SUM]
