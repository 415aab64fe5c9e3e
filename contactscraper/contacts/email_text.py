"""Addresses in plain text, and the recipients of a link that writes to somebody."""

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import unquote

from contactscraper.contacts.email_rules import clean_email, is_tld
from contactscraper.contacts.spelled import TRAP_SIGNS, unspelled

#: Around an @: the local part is bounded and anchored at the @, so a long run of letters costs nothing.
_AT = re.compile(r"[@＠]")
#: Vowel signs and accents, which are no letters to `re`, within the scripts that cannot be written without.
_MARKS = "\u0300-\u036f\u0900-\u0dff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
_LOCAL = re.compile(rf"(?:\"[^\"@\n]{{1,62}}\"|[\w{_MARKS}.!#$%&'*+/=?^`{{|}}~\-．]{{1,64}})$")
_HOST = re.compile(
    rf"(?:[^\W_](?:[\w{_MARKS}\-]{{0,61}}[^\W_]|[{_MARKS}]{{1,3}})?[{_MARKS}]?[.．。｡]){{1,8}}[^\W_][\w{_MARKS}-]{{1,62}}",
    re.I,
)
#: Ways to write 'mailto:', slips among them.
MAILTO = re.compile(r"\s*(?:e-?)?m[ailto]{2,7}(?:[ ]to)?\s{0,2}[:;]", re.I)
#: What nearly all are: an address, with or without the scheme, in which nothing is to be decoded, split or taken away.
_PLAIN_MAILTO = re.compile(r"(?:mailto:)?([a-z0-9._-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+)")
#: Names of other things that are written as addresses are: 'sip:desk@acme.com'.
_OTHER_SCHEME = re.compile(r"(?:xmpp|jabber|sips?|acct|matrix|ssh|im|msn|skype|h323)\s?:\s?$", re.I)
#: Several names before one host: '{ann,bob}@acme.com'.
_BRACED = re.compile(
    r"\{\s{0,2}(\w[\w.+-]{0,40}(?:\s{0,2}[,|/;]\s{0,2}\w[\w.+-]{0,40}){1,9})\s{0,2}\}\s?@\s?([\w.-]{4,90})"
)


def in_text(text: str, own: str = "") -> Iterator[tuple[str, int, int]]:
    """(address, start, end) of the addresses in plain *text*. Addresses that nobody would write to are among them."""
    last = 0
    if "}" in text and "{" in text and (braced := _BRACED.search(text)):
        for name in re.split(r"\s{0,2}[,|/;]\s{0,2}", braced[1]):
            if (address := clean_email(f"{name}@{braced[2]}", own)) is not None:
                yield address, braced.start(), braced.end()
    for at in _AT.finditer(text):
        place = at.start()
        head = text[max(last, place - 64) : place]
        before = _LOCAL.search(head if head[-1:] == '"' else head.rpartition(" ")[2])
        host = _HOST.match(text, at.end(), at.end() + 260)
        if before is None or host is None:
            continue
        local = before[0]
        start = place - len(local)
        if text[start - 1 : start] in ("@", "＠") and start > 0:
            continue  # a handle of the fediverse
        if ":" in text[max(0, start - 3) : start] and _OTHER_SCHEME.search(text[max(0, start - 12) : start]):
            continue
        if text[start - 1 : start] == "\\" and local[0] in "ntr" and len(local) > 2:
            start, local = start + 1, local[1:]  # '\ninfo@...', an escape that people see
        if "://" in text[max(0, start - 40) : place] and re.search(
            r"://[^\s\"'<>]*$", text[max(0, start - 40) : place]
        ):
            continue  # credentials in a URL, or a path with a handle
        if not local.isascii() and not local.startswith('"'):
            local = _own_script(local)
        name = host[0] if host[0].isascii() else re.sub("[．。｡]", ".", host[0])
        after = text[host.end() : host.end() + 1]
        if (
            after == ":"
            and re.match(
                r":[\w./~-]+/|:[/~]|:\w+\.git|:[\w-]+\s+https?://|:\w*secret|:\w{3,}\s",
                text[host.end() : host.end() + 40],
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
    apart = _UNSPACED if len(tail[0]) < 3 or not tail[0].isalnum() else _NOT_LATIN
    return tail[0] if rest and apart.match(rest[-1]) else local


#: Scripts without spaces; and all that nobody mixes with Latin letters in one name.
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef\u3000-\u30ff]")
_NOT_LATIN = re.compile(r"[\u0370-\u0eff\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef\u3000-\u30ff]")


def of_mailto(href: str, own: str = "") -> list[str]:
    """The recipients of a ``mailto:`` link, To, Cc and Bcc."""
    if len(href) < 100 and (plain_one := _PLAIN_MAILTO.fullmatch(href)):
        return [address for address, *_ in in_text(plain_one[1], own)]
    target = unescape(href.strip())
    for _ in range(2):
        target = MAILTO.sub("", target, count=1) if MAILTO.match(target) else target
    target = re.sub(r"^\s*https?:", "", target)
    path, _, query = target.lstrip(" /").partition("?")
    if "&" in path and (cut := re.search(r"&(?=(?:cc|bcc|subject|body)=)", path, re.I)):  # the '?' was forgotten
        path, query = path[: cut.start()], path[cut.end() :] + "&" + query
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
        if " @" in text or "@ " in text or "\xa0" in text or "@@" in text:
            text = re.sub(r"(?<=\w)\s*@{1,2}\s*(?=\w)", "@", text)
        text = comma_as_dot(text, own) if "," in text else text
        for piece in re.split(r"[,;]|\s+(?=[^\s,;]*@)", unescape(text)):
            bare = "@" in piece and not any(sign in piece.strip() for sign in " [({") and not TRAP_SIGNS.search(piece)
            plain = piece if bare else unspelled(" ".join(piece.split()))
            if "@" not in plain:
                plain = re.sub(r"\s+dot\s+", ".", re.sub(r"\s+at\s+", "@", plain))
            found.extend(address for address, *_ in in_text(plain, own))
    return found


#: 'info@acme,com', where a comma was typed for the dot.
_COMMA = re.compile(r"(@[\w-]{2,60}),(?=([a-z]{2,6})(?![\w.@,-]))")


def comma_as_dot(text: str, own: str = "") -> str:
    """*text* with the dot in 'info@acme,com': a name and nothing but a top-level domain behind the comma."""
    return _COMMA.sub(lambda found: found[1] + ("." if is_tld(found[2], own) else ","), text)
