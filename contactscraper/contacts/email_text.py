"""Addresses in plain text, and the recipients of a link that writes to somebody."""

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import unquote

from contactscraper.contacts.email_rules import clean_email
from contactscraper.contacts.spelled import unspelled

#: Around an @: the local part is bounded and anchored at the @, so a long run of letters costs nothing.
_AT = re.compile(r"[@＠]")
_LOCAL = re.compile(r"(?:\"[^\"@\n]{1,62}\"|[\w.!#$%&'*+/=?^`{|}~\-．]{1,64})$")
_HOST = re.compile(r"(?:[^\W_](?:[\w\-]{0,61}[^\W_])?[.．。｡]){1,8}[^\W_][\w-]{1,62}", re.I)


def in_text(text: str, own: str = "") -> Iterator[tuple[str, int, int]]:
    """(address, start, end) of the addresses in plain *text*. Addresses that nobody would write to are among them."""
    last = 0
    for at in _AT.finditer(text):
        place = at.start()
        before = _LOCAL.search(text[max(last, place - 64) : place])
        host = _HOST.match(text, at.end(), at.end() + 260)
        if before is None or host is None:
            continue
        local = before[0]
        start = place - len(local)
        if text[start - 1 : start] in ("@", "＠") and start > 0:
            continue  # a handle of the fediverse
        if "://" in text[max(0, start - 40) : place] and re.search(
            r"://[^\s\"'<>]*$", text[max(0, start - 40) : place]
        ):
            continue  # credentials in a URL, or a path with a handle
        if not local.isascii() and not local.startswith('"'):
            local = _own_script(local)
        name = re.sub("[．。｡]", ".", host[0])
        after = text[host.end() : host.end() + 1]
        if (
            after == ":"
            and re.match(
                r":[\w./~-]+/|:\w+\.git|:[\w-]+\s+https?://|:\w*secret|:\w{3,}\s", text[host.end() : host.end() + 40]
            )
            and not re.match(r":\s", text[host.end() : host.end() + 2])
        ):
            continue  # a remote of a shell, or a name with a password
        if after == "@":
            continue
        if not name.isascii() and (cut := re.match(r"[a-z0-9.-]+\.[a-z]{2,24}(?![a-z0-9-])", name, re.I | re.A)):
            name = cut[0]
        if (address := clean_email(f"{local}@{name}", own)) is not None:
            last = at.end() + max(0, address.count("") - address.find("@") - 2)
            yield address, start, host.end()


def _own_script(local: str) -> str:
    """*local* less the words of a script without spaces that touch it; accents and whole names of one script stay."""
    tail = re.search(r"[a-z0-9._%+'-]+$", local, re.I | re.A)
    if tail is None:
        return local
    rest = local[: -len(tail[0])]
    return (
        tail[0]
        if rest
        and re.search(r"[\u0e00-\u0eff\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef\u3000-\u30ff]", rest[-1])
        else local
    )


def of_mailto(href: str, own: str = "") -> list[str]:
    """The recipients of a ``mailto:`` link, To, Cc and Bcc."""
    target = re.sub(r"^\s*(?:mailto|mail to|email)\s*:\s*(?:mailto\s*:)?/{0,2}", "", unescape(href.strip()), flags=re.I)
    path, _, query = target.partition("?")
    parts = [path]
    for pair in re.split(r"&(?:amp;)?|\?", query):
        name, _, value = pair.partition("=")
        if name.strip().lower() in ("to", "cc", "bcc"):
            parts.append(value)
    found: list[str] = []
    for part in parts[:20]:
        text = part[:4_000]
        for _ in range(2):
            text = unquote(text)
        for piece in re.split(r"[,;]|\s+(?=[^\s,;]*@)", unescape(text)):
            plain = piece if "@" in piece and " " not in piece.strip() else unspelled(" ".join(piece.split()))
            if "@" not in plain:
                plain = re.sub(r"\s+dot\s+", ".", re.sub(r"\s+at\s+", "@", plain))
            found.extend(address for address, *_ in in_text(plain, own))
    return found
