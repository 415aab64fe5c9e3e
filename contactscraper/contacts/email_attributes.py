"""Addresses that stand in the attributes of an element: in parts, turned round, encoded."""

import codecs
import json
import re
from collections.abc import Iterator

from contactscraper.contacts.email_codes import decoded, of_base64, of_cfemail, of_parts, of_typo3
from contactscraper.contacts.telling import ENDINGS, HOSTS, USERS, WHOLE

#: An address whose sign is another one.
_PARTED = re.compile(r"([\w.+-]{1,64})[|/,;:~*# ]{1,3}([\w-]{1,60}(?:\.[\w-]{2,24}){1,3})")


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
    for name in ("last", "domain", "host", "tld", "ext"):
        if name in attributes:
            data.setdefault(name, attributes[name])
    if any(sign in attributes.get("rel", "") for sign in "|#*") and (parted := _PARTED.fullmatch(attributes["rel"])):
        yield f"\0{parted[1]}@{parted[2]}"
    if not data:
        return
    if "cfemail" in data:
        yield of_cfemail(data["cfemail"])
    if "mailto-token" in data:
        vector = data.get("mailto-vector", "")
        yield from of_typo3(
            data["mailto-token"], int(vector) if vector.lstrip("-").isdigit() and len(vector) < 4 else None
        )
    user = _first(data, USERS)
    host = _first(data, HOSTS)
    if user and host:
        ending = _first(data, ENDINGS)
        for one in ((user, host), (of_base64(user), of_base64(host)), (user[::-1], host[::-1])):
            if one[0] and one[1] and (one[1] != host[::-1] or "." in host):
                yield from of_parts([*one, ending] if ending and "." not in one[1] else list(one))
    values = list(data.values()) if 1 < len(data) < 7 else []
    for place in range(len(values) - 1):  # whatever the parts are called
        yield from ("\0" + one for one in of_parts(values[place : place + 3]) if "@" not in values[place])
    for name, value in data.items():
        if len(value) < 6 or len(value) > 1_000:
            continue
        if value[:2] in ('{"', "[{", '["'):
            yield from ("\0" + one for one in of_parts(_held(value)[:3]))
            continue
        if "rot" in name and "@" in value:
            yield codecs.decode(value, "rot13")
            continue
        if "mail" in name or name in WHOLE or "@" in value or "(at)" in value or "[at]" in value:
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
            elif "/at/" in value:
                yield value.replace("/at/", "@").replace("/dot/", ".")
            elif parted := _PARTED.fullmatch(value):
                yield f"{parted[1]}@{parted[2]}"
            elif decoded_value := of_base64(value):
                yield (
                    decoded_value
                    if "@" in decoded_value
                    else (decoded_value[::-1] if "@" in decoded_value[::-1] else "")
                )
            elif "%40" in value or "&#" in value:
                yield decoded(value)
            elif re.fullmatch(r"(?:[0-9a-f]{2}){7,}", value, re.I):
                yield of_cfemail(value)
                for code in (value, value[::-1]):
                    plain = bytes.fromhex(code).decode("latin-1")
                    yield plain if "@" in plain and plain.isascii() else ""
            elif re.fullmatch(r"(?:\d{2,3}[, ]){5,}\d{2,3}", value):
                yield "".join(chr(int(one)) for one in re.split(r"[, ]", value))
            if "znvygb" in value or ("." in value and "@" not in value):
                yield codecs.decode(value, "rot13") if "znvygb" in value else ""


def _held(value: str) -> list[str]:
    """The strings of a short list or object in JSON."""
    try:
        held = json.loads(value)
    except ValueError:
        return []
    held = list(held.values()) if isinstance(held, dict) else held
    return [one for one in held if isinstance(one, str)] if isinstance(held, list) else []


def _first(data: dict[str, str], names: tuple[str, ...]) -> str:
    for name in names:
        if data.get(name):
            return data[name]
    return ""
