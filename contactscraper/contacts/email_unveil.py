"""What a script or an attribute plainly unveils to a reader's eye: cloaks of addresses, undone without running them."""

import base64
import binascii
import codecs
import re
from collections.abc import Iterator
from html import unescape
from itertools import islice
from urllib.parse import unquote

from contactscraper.contacts.structured import js_unescaped

#: Longest script that is read for cloaks; those that cloak an address are short.
LONGEST = 60_000
_WORTH = (
    "@",
    "%40",
    "&#",
    "x40",
    "u0040",
    "mCharCode",
    "atob",
    "unescape",
    "decodeURI",
    "ot13",
    "everse(",
    "loak",
    "rypt",
    "ail(",
    "ailto",
    "Mail",
    "pam(",
    "ontact(",
)
_SIGNS = ("@", "%40", "&#64", "&#x40", "&#064", "&#0", "x40", "u0040", "&commat", "mCharCode")
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
    "0x6",
    "replace(/[a-z",
)
_LITERAL = r"(?:\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'|`[^`]*+`)"
_CHARS = r"String\.fromCharCode\(\s*[\d\s,x]{1,2000}\)"
_TERM = rf"(?:{_LITERAL}|{_CHARS}|[A-Za-z_$][\w$]*(?:\[\d{{1,3}}\])?)"
_TOKEN = re.compile(rf"({_LITERAL})|({_CHARS})|([A-Za-z_$][\w$]*(?:\[\d{{1,3}}\])?)|(\+=|\+|==+|=>|=|[^\s])", re.S)
_ARRAY = re.compile(
    rf"\[\s*({_LITERAL}(?:\s*,\s*{_LITERAL}){{1,200}})\s*,?\s*\](?:\s*((?:\.\w+\([^()]{{0,20}}\)\s*){{1,3}}))?"
)
_NAMED_ARRAY = re.compile(rf"([A-Za-z_$][\w$]*)\s*=\s*\[\s*({_LITERAL}(?:\s*,\s*{_LITERAL}){{0,200}})\s*,?\s*\]")
_ATOB = re.compile(r"(?:atob|base64_?decode|Base64\.decode|b64\w*)\(\s*[\"']([A-Za-z0-9+/=_-]{8,2000})[\"']\s*\)", re.I)
_PERCENT = re.compile(r"(?:unescape|decodeURI(?:Component)?)\(\s*([\"'])((?:(?!\1)[^\\\n]|\\.)*+)\1\s*\)")
_ROT13 = re.compile(r"rot_?13[\w.]*\(\s*([\"'])((?:(?!\1)[^\\\n]|\\.)*+)\1\s*\)", re.I)
_REVERSED = re.compile(
    rf"({_LITERAL})\s*\.\s*split\(\s*(?:''|\"\"|``)\s*\)\s*\.\s*reverse\(\)\s*\.\s*join|reverse\w*\(\s*({_LITERAL})\s*\)",
    re.I,
)
#: A variable that is turned round: its value is looked up.
_REVERSED_NAME = re.compile(r"\b([A-Za-z_$][\w$]{0,40})\s*\.\s*split\(\s*(?:''|\"\"|``)\s*\)\s*\.\s*reverse\(\)")
_NEW_ARRAY = re.compile(r"new Array\(([^()]{1,400})\)")
#: What one call after the other writes into the page.
_WRITTEN = re.compile(rf"\bwrite(?:ln)?\(\s*({_LITERAL})\s*\)")
_DECRYPTX = re.compile(r"DeCryptX\(\s*([\"'])([^\"']{6,300})\1")
_LONG_LITERAL = re.compile(r"\"[^\"\n]{8,400}\"|'[^'\n]{8,400}'")
_REPLACING = re.compile(
    rf"({_LITERAL})((?:\s*\.\s*replace(?:All)?\(\s*(?:{_LITERAL}|/[^/\n]{{1,40}}/\w*)\s*,\s*{_LITERAL}\s*\)){{1,6}})"
)
_ONE_REPLACE = re.compile(rf"\.\s*replace(?:All)?\(\s*({_LITERAL}|/[^/\n]{{1,40}}/\w*)\s*,\s*({_LITERAL})\s*\)")
_CODES = re.compile(
    r"(?:String\.fromCharCode(?:\.apply\(\s*(?:null|String)\s*,\s*)?\(?\s*\[?|=\s*\[)\s*((?:0x[\da-f]{2}|\d{2,3})(?:\s*,\s*(?:0x[\da-f]{2}|\d{2,3})){5,200})",
    re.I,
)
_ADDING = re.compile(r"[\"'`)\]\w]\s{0,3}\+\s{0,3}[\"'`A-Za-z_$]|\+=")
#: A call with a user and a host: writeMail('kiln','acme.com'), and its like with the ending apart.
_CALL = re.compile(
    rf"(?:mail|contact|send|write|email|spam|link|courriel|correo|address)[\w$]*\(\s*({_LITERAL}(?:\s*,\s*(?:{_LITERAL}|this|event|\d+)){{1,5}})\s*\)",
    re.I,
)
_ANY_CALL = re.compile(rf"\w\(\s*({_LITERAL}(?:\s*,\s*{_LITERAL}){{1,3}})\s*\)")
_TYPO3 = re.compile(
    r"(?:linkTo_?UnCryptMailto|UnCryptMailto|decryptMail\w*|decryptCharcode|uncrypt\w*)\(\s*(?:%27|[\"'])([^\"']{5,300}?)(?:%27|[\"'])\s*(?:,\s*(-?\d+))?",
    re.I,
)
_CONCAT = re.compile(r"\.\s*concat\(\s*([^()]{1,300})\)")
_HOLE = re.compile(r"\$\{\s*([A-Za-z_$][\w$]*)\s*\}")
_PATTERN_HOST = re.compile(r"[\w-]+(?:\.[\w-]+)+", re.I)


def literal(text: str) -> str:
    """The value of a string literal."""
    return js_unescaped(text[1:-1])


def decoded(text: str) -> str:
    """*text* less percent codes and entities."""
    if "%" in text:
        text = unquote(text)
    return unescape(text) if "&" in text else text


def of_cfemail(code: str) -> str:
    """The text behind Cloudflare's ``data-cfemail``; '' where *code* is none."""
    try:
        raw = bytes.fromhex(code.strip())
        return bytes(byte ^ raw[0] for byte in raw[1:]).decode("utf-8")
    except (ValueError, IndexError):
        return ""


def of_typo3(code: str, offset: int | None) -> Iterator[str]:
    """TYPO3's shifted ``mailto:``, with the *offset* given or any that yields that word."""
    code = unquote(code) if "%" in code else code
    for shift in [offset, -offset] if offset and -26 < offset < 26 else [one for one in range(-13, 14) if one]:
        text = "".join(_shifted(char, shift) for char in code)
        if text.startswith("mailto:"):
            yield text
            return
    if code.startswith("mailto:"):
        yield code


def _shifted(char: str, shift: int) -> str:
    """TYPO3 turns three ranges, each in itself."""
    number = ord(char)
    for start, end in ((0x2B, 0x3A), (0x40, 0x5A), (0x61, 0x7A)):
        if start <= number <= end:
            number += shift
            if number < start:
                number += end - start + 1
            elif number > end:
                number -= end - start + 1
            return chr(number)
    return char


def of_base64(text: str) -> str:
    """*text* decoded from base64; '' where it is none, or no text."""
    text = text.strip().replace("-", "+").replace("_", "/")
    if len(text) < 8 or not re.fullmatch(r"[A-Za-z0-9+/]+={0,2}", text):
        return ""
    try:
        value = base64.b64decode(text + "=" * (-len(text) % 4)).decode("utf-8")
    except (binascii.Error, ValueError):
        return ""
    return value if value.isprintable() or "<" in value else ""


def of_script(text: str) -> Iterator[str]:
    """Pieces of text in which a script of the page unveils something, for the search for addresses."""
    if len(text) > LONGEST or not any(sign in text for sign in _WORTH):
        return
    low = text.lower()
    signs = any(sign in text for sign in _SIGNS)
    if not signs and not any(sign in low for sign in _CALLS):
        return
    for match in _TYPO3.finditer(text) if "rypt" in text else ():
        yield from of_typo3(match[1], int(match[2]) if match[2] else None)
    for match in _ATOB.finditer(text) if "atob" in low or "b64" in low or "base64" in low else ():
        yield of_base64(match[1])
    for match in _PERCENT.finditer(text) if "unescape(" in text or "decodeURI" in text else ():
        yield decoded(js_unescaped(match[2]))
    for match in _ROT13.finditer(text) if "rot13" in low or "rot_13" in low else ():
        yield codecs.decode(js_unescaped(match[2]), "rot13")
    if "rot13" not in text.lower() and "replace(/[a-z" in text.lower():
        for match in re.finditer(_LITERAL, text):
            yield codecs.decode(literal(match[0]), "rot13")
    for match in _REVERSED.finditer(text) if "everse" in text else ():
        yield literal(match[1] or match[2])[::-1]
    if "everse" in text and len(text) < 20_000:
        for match in islice(_REVERSED_NAME.finditer(text), 6):
            for value in re.findall(rf"\b{re.escape(match[1])}\s*=\s*({_LITERAL})", text)[:4]:
                yield literal(value)[::-1]
    if "new Array(" in text:
        text = _NEW_ARRAY.sub(r"[\1]", text)
    if text.count("write(") > 1:
        yield "".join(literal(match[1]) for match in islice(_WRITTEN.finditer(text), 40))
    if "DeCryptX" in text:
        yield from (_moved(match[2], -1) for match in _DECRYPTX.finditer(text))
    elif "charCodeAt" in text and "romCharCode" in text and len(text) < 5_000:  # each letter is moved by a few places
        for match in islice(_LONG_LITERAL.finditer(text), 8):
            yield from ("\0" + moved for by in (-1, 1, -2, 2, -3, 3) if "@" in (moved := _moved(literal(match[0]), by)))
    if "\\x40" in text and len(text) < 20_000:
        yield from (value for match in re.finditer(_LITERAL, text) if "@" in (value := literal(match[0])))
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
        parts = [literal(one) for one in re.findall(_LITERAL, match[1])]
        tail = match[2] or ""
        if "reverse" in tail:
            parts.reverse()
        glue = re.search(r"join\(\s*(\"[^\"]*\"|'[^']*')?", tail)
        if tail and glue:
            yield (literal(glue[1]) if glue[1] else ",").join(parts)
        elif len(parts) in (2, 3) and not any("@" in one for one in parts) and "@" in text:
            yield from of_parts(parts)
    for match in _CALL.finditer(text) if len(text) < 15_000 else ():
        yield from of_parts([literal(one) for one in re.findall(_LITERAL, match[1])])
    if len(text) > 3_000 and not ("mailto" in text or "document.write" in text or "innerHTML" in text):
        return
    if (
        len(text) < 15_000
        and (signs or "mailto" in text or "harCode" in text)
        and (".concat(" in text or "${" in text or _ADDING.search(text))
    ):
        yield from _concatenations(text)


def of_call(code: str) -> Iterator[str]:
    """User and host as the arguments of whatever a link calls."""
    for match in islice(_ANY_CALL.finditer(code), 4):
        yield from ("\0" + one for one in of_parts([literal(part) for part in re.findall(_LITERAL, match[1])]))


def _moved(text: str, by: int) -> str:
    """*text* with each character moved by some places."""
    return "".join(chr(ord(char) + by) if 3 < ord(char) < 0x2FFF else char for char in text)


def of_parts(parts: list[str]) -> Iterator[str]:
    """User and host, or user, host and ending, as arguments or attributes; a host with a dot, or an ending."""
    parts = [part.strip() for part in parts if part.strip()]
    if any("@" in part for part in parts):
        yield " ".join(parts)
    elif len(parts) >= 2 and re.fullmatch(r"[\w.+-]{1,64}", parts[0]):
        if re.fullmatch(r"[\w-]+(?:\.[\w-]+)+", parts[1]):
            yield f"{parts[0]}@{parts[1]}"
        elif (
            len(parts) >= 3
            and re.fullmatch(r"[\w-]{2,63}", parts[1])
            and re.fullmatch(r"\.?[a-z]{2,12}(?:\.[a-z]{2,3})?", parts[2])
        ):
            yield f"{parts[0]}@{parts[1]}.{parts[2].lstrip('.')}"


def _concatenations(text: str) -> Iterator[str]:
    """Sums of strings, of codes and of variables that hold them, as the script would add them up."""
    known: dict[str, str] = {}
    if ".concat(" in text:
        text = _CONCAT.sub(lambda m: "+" + m[1].replace(",", "+"), text)
    for match in _NAMED_ARRAY.finditer(text):
        for place, one in enumerate(re.findall(_LITERAL, match[2])):
            known[f"{match[1]}[{place}]"] = literal(one)
    total: list[str] | None = None  # the sum being read
    target, before, name, pending = "", "", "", ""
    adds = terms = 0
    size = 0

    def ended() -> Iterator[str]:
        nonlocal total, target, adds, terms
        if total is not None:
            value = "".join(total)[:4_000]
            if target:
                known[target] = (known.get(target, "") if adds else "") + value
                if len(known[target]) > 20_000:
                    known[target] = ""
                if "@" in known[target] or "&#" in known[target] or "%40" in known[target]:
                    yield decoded(known[target])
            elif terms > 1 or "mailto:" in value or "<" in value:
                yield decoded(value)
        total, target, adds, terms = None, "", 0, 0

    for token in _TOKEN.finditer(text):
        value: str | None = None
        if token[1] is not None:
            value = literal(token[1])
            if "${" in value and token[1][0] == "`":
                value = _HOLE.sub(lambda m: known.get(m[1], ""), value)
        elif token[2] is not None:
            numbers = re.findall(r"0x[\da-fA-F]+|\d+", token[2])
            value = "".join(
                chr(int(one, 16 if "x" in one else 10))
                for one in numbers
                if int(one, 16 if "x" in one else 10) < 0x3000
            )
        elif token[3] is not None:
            name = token[3]
            value = known.get(name)
        operator = token[4]
        if value is not None and (before == "+" and total is not None):
            total.append(value)
            terms += 1
        elif value is not None and before in ("=", "+="):
            yield from ended()
            total, target, terms, adds = [value], pending, 1, int(before == "+=")
        elif value is not None and before != "+":
            yield from ended()
            total, terms = [value], 1
        elif (operator == "+" and total is not None) or operator in "()" if operator else False:
            pass
        elif operator is not None and operator not in ("=", "+="):
            yield from ended()
        pending = name if operator in ("=", "+=") else ""
        if operator in ("(", ")") and before == "+":
            continue
        before = operator or ""
        size += 1
        if size > 40_000:
            break
    yield from ended()


def of_attributes(attributes: dict[str, str]) -> Iterator[str]:
    """Pieces of text in which the attributes of one element carry an address in parts, turned or encoded."""
    data = {
        name.removeprefix("data-").replace("_", "-"): value
        for name, value in attributes.items()
        if name.startswith("data-")
    }
    for name in ("first", "user", "u", "name", "local"):
        if name in attributes:
            data.setdefault(name, attributes[name])
    for name in ("last", "domain", "host"):
        if name in attributes:
            data.setdefault(name, attributes[name])
    if not data:
        return
    if "cfemail" in data:
        yield of_cfemail(data["cfemail"])
    if "mailto-token" in data:
        vector = data.get("mailto-vector", "")
        yield from of_typo3(
            data["mailto-token"], int(vector) if vector.lstrip("-").isdigit() and len(vector) < 4 else None
        )
    user = _first(data, _USERS)
    host = _first(data, _HOSTS)
    if user and host:
        ending = _first(data, ("tld", "ext", "suffix", "ending", "zone", "c", "d3", "part3"))
        for one in ((user, host), (of_base64(user), of_base64(host)), (user[::-1], host[::-1])):
            if one[0] and one[1]:
                pieces = list(of_parts([*one, ending] if ending and "." not in one[1] else list(one)))
                yield from pieces
                if pieces:
                    break
    for name, value in data.items():
        if len(value) < 6 or len(value) > 1_000:
            continue
        if "mail" in name or name in _WHOLE or "@" in value or "(at)" in value or "[at]" in value:
            if "@" in value or "(at)" in value or "[at]" in value or " at " in value:
                turned = value[::-1]
                yield (
                    turned
                    if re.match(
                        r"(?:moc|ed|ten|gro|ku\.oc|rf|ti|se|lp|ln|zc|ta|hc|rb\.moc|ue|pj\.oc|ur)\.[\w-]+.*@", value
                    )
                    else value
                )
                if "enc" in name and "[at]" in value:
                    yield "\0" + codecs.decode(value.replace("[at]", "@"), "rot13")
                if ("rot" in name or "enc" in name or "crypt" in name or "mail" in name) and "@" in value:
                    plain = codecs.decode(value, "rot13")
                    yield "\0" + plain
            elif parted := re.fullmatch(r"([\w.+-]{1,64})[|/,;:~*# ]{1,3}([\w-]{1,60}(?:\.[\w-]{2,24}){1,3})", value):
                yield f"{parted[1]}@{parted[2]}"
            elif decoded_value := of_base64(value):
                yield (
                    decoded_value
                    if "@" in decoded_value
                    else (decoded_value[::-1] if "@" in decoded_value[::-1] else "")
                )
            elif "%40" in value or "&#" in value:
                yield decoded(value)
            elif re.fullmatch(r"[0-9a-f]{14,}", value, re.I):
                yield of_cfemail(value)
                try:
                    yield bytes.fromhex(value).decode("ascii")
                except ValueError:
                    pass
            elif re.fullmatch(r"(?:\d{2,3}[, ]){5,}\d{2,3}", value):
                yield "".join(chr(int(one)) for one in re.split(r"[, ]", value))
            if "znvygb" in value or ("." in value and "@" not in value):
                yield codecs.decode(value, "rot13") if "znvygb" in value else ""


_USERS = ("user", "u", "name", "local", "localpart", "local-part", "account", "part1", "p1", "first", "email-user", "mail-user", "id",
          "mailname", "before", "a", "d1", "l", "mailbox", "box", "to", "em1", "email-name", "prefix", "username", "contact", "m")  # fmt: skip
_HOSTS = ("domain", "host", "d", "part2", "p2", "last", "email-domain", "mail-domain", "server", "at", "after", "b", "d2", "h",
          "website", "site", "hostname", "em2", "email-host", "dom", "domaine", "dominio")  # fmt: skip
_WHOLE = frozenset(
    "contact address adr to e m link href clipboard-text clipboard copy text value hash enc encoded b64 protected cloak content title original-title tooltip tip".split()
)


def _first(data: dict[str, str], names: tuple[str, ...]) -> str:
    for name in names:
        if data.get(name):
            return data[name]
    return ""
