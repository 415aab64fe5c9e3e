"""Sums of strings in a script, added up as the script would, without running it."""

import json
import re
from collections.abc import Iterator

from contactscraper.contacts.email_codes import decoded, literal

LITERAL = r"(?:\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'|`[^`]*+`)"
_CHARS = r"String\.fromCharCode\(\s*[\d\s,x]{1,2000}\)"
_TERM = rf"(?:{LITERAL}|{_CHARS}|[A-Za-z_$][\w$]*(?:\[\d{{1,3}}\])?)"
_TOKEN = re.compile(rf"({LITERAL})|({_CHARS})|([A-Za-z_$][\w$]*(?:\[\d{{1,3}}\])?)|(\+=|\+|==+|=>|=|[^\s])", re.S)
_NAMED_ARRAY = re.compile(rf"([A-Za-z_$][\w$]*)\s*=\s*\[\s*({LITERAL}(?:\s*,\s*{LITERAL}){{0,200}})\s*,?\s*\]")
ADDING = re.compile(r"[\"'`)\]\w]\s{0,3}\+\s{0,3}[\"'`A-Za-z_$]|\+=")
_CONCAT = re.compile(r"\.\s*concat\(\s*([^()]{1,300})\)")
_HOLE = re.compile(r"\$\{\s*(?:([A-Za-z_$][\w$]*)|'([^'\\]*)'|\"([^\"\\]*)\")\s*\}")
#: An array that is joined where it stands: ["d", "e"].join("").
_JOINED = re.compile(
    rf"\[\s*({LITERAL}(?:\s*,\s*{LITERAL}){{0,200}})\s*,?\s*\]((?:\s*\.\s*reverse\(\))?)\s*\.\s*join\(\s*({LITERAL})?\s*\)"
)


def _join(match: re.Match[str]) -> str:
    parts = [literal(one) for one in re.findall(LITERAL, match[1])]
    return json.dumps((literal(match[3]) if match[3] else ",").join(parts[::-1] if match[2] else parts))


def sums_of(text: str) -> Iterator[str]:
    """Sums of strings, of codes and of variables that hold them, as the script would add them up."""
    known: dict[str, str] = {}
    if ".join(" in text:
        text = _JOINED.sub(_join, text)
    if ".concat(" in text:
        text = _CONCAT.sub(lambda m: "+" + m[1].replace(",", "+"), text)
    for match in _NAMED_ARRAY.finditer(text):
        for place, one in enumerate(re.findall(LITERAL, match[2])):
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
                value = _HOLE.sub(lambda m: known.get(m[1], "") if m[1] else m[2] or m[3] or "", value)
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
