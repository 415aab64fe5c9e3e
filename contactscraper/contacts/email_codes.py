"""Codes in which addresses are written: undone without running anything."""

import base64
import binascii
import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import unquote

from contactscraper.contacts.structured import js_unescaped

#: What `escape` writes for a character.
_PERCENT_U = re.compile(r"%u([0-9a-f]{4})", re.I)


def literal(text: str) -> str:
    """The value of a string literal."""
    return js_unescaped(text[1:-1])


def decoded(text: str) -> str:
    """*text* less percent codes and entities."""
    if "%" in text:
        text = unquote(_PERCENT_U.sub(lambda found: chr(int(found[1], 16)), text))
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


def of_base64(text: str, least: int = 8) -> str:
    """*text*, of at least so many characters, decoded from base64; '' where it is none, or no text."""
    text = text.strip().replace("-", "+").replace("_", "/")
    if len(text) < least or not re.fullmatch(r"[A-Za-z0-9+/]+={0,2}", text):
        return ""
    try:
        value = base64.b64decode(text + "=" * (-len(text) % 4)).decode("utf-8")
    except (binascii.Error, ValueError):
        return ""
    return value if value.isprintable() or "<" in value else ""


def moved(text: str, by: int) -> str:
    """*text* with each character moved by some places."""
    return "".join(chr(ord(char) + by) if 3 < ord(char) < 0x2FFF else char for char in text)


def of_cryptx(code: str) -> str:
    """The text behind the call of CryptX: each character moved by one, or by the digit that stands before it."""
    digits = code[0::2]
    if len(code) % 2 == 0 and digits.isascii() and digits.isdigit():
        return "".join(moved(char, -int(digit)) for digit, char in zip(digits, code[1::2]))
    return moved(code, -1)


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
