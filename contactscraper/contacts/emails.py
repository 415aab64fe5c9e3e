"""Email addresses: in text, in links, and in what a script plainly unveils."""

import html as entities
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import unquote

import tldextract

from contactscraper.contacts.page import Page
from contactscraper.urls import host_of

#: Around an @: the local part is bounded and anchored at the @, so a long run of letters costs nothing.
_AT = re.compile(r"@")
_LOCAL = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}$")
_HOST = re.compile(r"(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,8}(?:xn--[a-z0-9-]{2,59}|[^\W\d_]{2,24})(?![\w-]*@)", re.I)
_LEADING = re.compile(r"^(?:%20|%3a|u003[ce]|x3[ce]|n(?=[A-Z])|mailto:|[^\w+])+", re.I)
_LABEL = re.compile(r"^(?:e-?mail|mail|mailto|email)[:：]", re.I)

#: Spelled-out at and dot. Brackets make them plain; bare words need both, and white space around.
_AT_WORDS = r"at|ät|aet|arroba|arobase|chiocciola|snabel-a|snabela|zavináč|zavinac|małpa|malpa|klammeraffe|affenschwanz|собака|アットマーク|a"
_DOT_WORDS = r"dot|punkt|punto|ponto|point|kropka|tecka|tečka|punkti|точка|ドット"
_BRACKETED_AT = re.compile(
    rf"(?<=[\w])\s*[\[({{<（【〔]\s*(?:@|{_AT_WORDS})\s*[\])}}>）】〕]\s*(?=[\w])", re.I
)
_BRACKETED_DOT = re.compile(
    rf"(?<=[\w])\s*[\[({{<（【〔]\s*(?:\.|{_DOT_WORDS})\s*[\])}}>）】〕]\s*(?=[\w])", re.I
)
_SPELLED = re.compile(
    rf"(?<![\w.])([\w.+-]{{1,40}})\s+(?:at|arroba|ät|chiocciola|małpa|zavináč)\s+"
    rf"([\w-]{{2,40}}(?:\s+(?:{_DOT_WORDS})\s+[\w-]{{2,24}}){{1,3}})(?![\w])",
    re.I,
)
_DOT_WORD = re.compile(rf"\s+(?:{_DOT_WORDS})\s+", re.I)

#: Endings that are files, not top-level domains, whatever the list of domains says.
FILES = frozenset(
    "png jpg jpeg gif webp avif svg ico css js mjs json map woff woff2 ttf eot pdf zip mp4 mp3 webm html htm php "
    "xml txt scss less vue ts tsx jsx md".split()
)
#: Hosts that are placeholders or machines'. Their subdomains count too.
NOBODY = frozenset(
    "example.com example.org example.net example.edu domain.com yourdomain.com your-domain.com mydomain.com "
    "email.com yoursite.com mysite.com website.com yourwebsite.com company.com yourcompany.com site.com test.com "
    "sentry.io sentry.wixpress.com sentry-next.wixpress.com wixpress.com ingest.sentry.io localhost.localdomain "
    "beispiel.de musterfirma.de mustermann.de exemple.com exemple.fr ejemplo.com esempio.it exemplo.com "
    "exemplo.com.br voorbeeld.nl domaine.com dominio.com domena.pl sample.com mail.example.com acme.example "
    "iam.gserviceaccount.com github.com gitlab.com bitbucket.org ssh.dev.azure.com".split()
)
PLACEHOLDERS = re.compile(
    r"(?:your|you|name|username|user|email|e-?mail|youremail|yourname|someone|somebody|john\.?doe|jane\.?doe|"
    r"max\.?mustermann|mustermann|firstname\.?lastname|vorname\.?nachname|prenom\.?nom|nombre|nome|abc|xxx+|"
    r"placeholder|sample|noreply-?demo|example|beispiel|exemple|ejemplo|esempio)",
    re.I,
)


@lru_cache(maxsize=1)
def _tlds() -> frozenset[str]:
    """Every top-level domain of the bundled Public Suffix List."""
    extract = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
    return frozenset(suffix.rpartition(".")[2].lower() for suffix in extract.tlds)


def clean_email(text: str, own: str = "") -> str | None:
    """*text* as a normalised address, or None where it is none that anybody would write to. *own* is the top-level
    domain of the page itself, which exists whatever the list of domains says."""
    text = unicodedata.normalize("NFKC", text).strip().strip("<>()[]{}\"'`,;:*|\\").strip()
    text = _LABEL.sub("", text)
    local, at, host = text.rpartition("@")
    host = host.strip(".-_ ").lower()
    local = _LEADING.sub("", local).strip(".")
    if not at or not local or len(local) > 64 or ".." in local or not 4 <= len(host) <= 253:
        return None
    labels = host.split(".")
    try:
        tld = labels[-1].encode("idna").decode("ascii") if not labels[-1].isascii() else labels[-1]
        known = tld in {own} or tld in _tlds() or labels[-1] in _tlds() or tld.encode().decode("idna") in _tlds()
    except UnicodeError:
        return None
    if len(labels) < 2 or not known or tld in FILES or any(not label or len(label) > 63 for label in labels):
        return None
    if not re.fullmatch(r"[\w.!#$%&'*+/=?^`{|}~-]+", local) or _is_nobody(local, host):
        return None
    return f"{local.lower()}@{host}"


def _is_nobody(local: str, host: str) -> bool:
    if host in NOBODY or any(host.endswith("." + name) for name in ("example.com", "wixpress.com", "sentry.io")):
        return True
    if re.fullmatch(r"[0-9a-f]{24,}", local) or re.fullmatch(r"\d+(?:\.\d+)*x?", local):
        return True
    return bool(PLACEHOLDERS.fullmatch(local)) and host.split(".")[0] in (
        "example", "domain", "mail", "email", "company", "site", "website", "yourdomain", "mydomain", "test",
    )  # fmt: skip


def in_text(text: str, own: str = "") -> Iterator[str]:
    """The addresses that stand in plain *text*, each as often as it does."""
    start = 0
    for at in _AT.finditer(text):
        place = at.start()
        before = _LOCAL.search(text[max(start, place - 64) : place])
        if before is None:
            continue
        host = _HOST.match(text, at.end())
        if host is None:
            continue
        local = before[0]
        if text[max(0, place - len(local) - 1) : place - len(local)] in ("/", "@", ":") and "//" in text[
            max(0, place - 80) : place
        ]:
            continue  # credentials in a URL, or a path with a handle
        ascii_tail = re.search(r"[a-z0-9._%+'-]+$", local, re.I | re.A)
        if ascii_tail and not local.isascii() and not _latin(local):
            local = ascii_tail[0]  # a script without spaces before it
        name = host[0]
        if not name.isascii() and (cut := re.match(r"[a-z0-9.-]+\.[a-z]{2,24}", name, re.I | re.A)):
            name = cut[0]
        if (address := clean_email(f"{local}@{name}", own)) is not None:
            start = at.end()
            yield address


def _latin(text: str) -> bool:
    return all(char.isascii() or "LATIN" in unicodedata.name(char, "") for char in text)


def unspelled(text: str) -> str:
    """*text* with spelled-out at and dot written as signs."""
    if "(" in text or "[" in text or "{" in text or "<" in text or "（" in text or "【" in text:
        text = _BRACKETED_AT.sub("@", text)
        text = _BRACKETED_DOT.sub(".", text)
    text = re.sub(r"(?<=\w)\s*@\s+(?=[\w-]+\s*\.\s*\w)|(?<=\w)\s+@\s*(?=[\w-]+\.\w)", "@", text)
    text = re.sub(r"(@[\w-]{1,60})\s+\.\s+(?=[a-z]{2,})", r"\1.", text, flags=re.I)
    text = re.sub(
        rf"(@[\w.-]{{1,60}})\s+(?:{_DOT_WORDS})\s+(?=[a-z]{{2,}})", r"\1.", text, flags=re.I
    )
    return _SPELLED.sub(lambda m: f"{m[1]}@{_DOT_WORD.sub('.', m[2])}", text)


def of_mailto(href: str, own: str = "") -> list[str]:
    """The recipients of a ``mailto:`` link, To, Cc and Bcc."""
    target = re.sub(r"^mailto:", "", entities.unescape(href.strip()), flags=re.I)
    path, _, query = target.partition("?")
    parts = [path]
    for pair in re.split(r"&(?:amp;)?", query):
        name, _, value = pair.partition("=")
        if name.lower() in ("to", "cc", "bcc"):
            parts.append(value)
    found = []
    for part in parts:
        text = part
        for _ in range(2):
            text = unquote(text)
        for piece in re.split(r"[,;\s]+(?=[^,;]*@)|[,;]", text):
            named = re.search(r"<([^<>]+@[^<>]+)>", piece)
            for address in in_text(unspelled(named[1] if named else piece), own):
                found.append(address)
    return found


def of_cfemail(code: str, own: str = "") -> str | None:
    """The address behind Cloudflare's ``data-cfemail``."""
    try:
        raw = bytes.fromhex(code)
        return clean_email(bytes(byte ^ raw[0] for byte in raw[1:]).decode("utf-8"), own)
    except (ValueError, IndexError):
        return None


def candidates(page: Page) -> Iterator[tuple[str, str]]:
    """(address, where it stands) for all addresses of *page*."""
    own = host_of(page.url).rpartition(".")[2]
    for href, _ in page.links:
        low = href.lower()
        if low.startswith("mailto:"):
            for address in of_mailto(href, own):
                yield address, "mailto"
        elif "/cdn-cgi/l/email-protection#" in low and (address := of_cfemail(href.partition("#")[2], own)):
            yield address, "data-cfemail"
    if "data-cfemail" in page.html:
        for node in page.tree.css("[data-cfemail]"):
            if address := of_cfemail(node.attributes.get("data-cfemail") or "", own):
                yield address, "data-cfemail"
    for address in in_text(page.text, own):
        yield address, "text"
    for line in page.text.split("\n"):
        if len(line) < 2000 and (plain := unspelled(line)) != line:
            for address in in_text(plain, own):
                yield address, "text, spelled out"
    for thing in page.json_ld:
        value = thing.get("email")
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, str):
                for address in of_mailto(one, own):
                    yield address, "JSON-LD"
    for name, content in page.metas:
        if "@" in content and ("description" in name or "email" in name):
            for address in in_text(content, own):
                yield address, f"meta {name}"
    for node in page.tree.css('[itemprop="email"]'):
        content = node.attributes.get("content") or node.attributes.get("href") or ""
        for address in of_mailto(content, own):
            yield address, "microdata"
