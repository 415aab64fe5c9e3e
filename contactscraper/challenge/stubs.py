"""Pages that only point elsewhere: a refresh, a script's ``location``, a frame set, one full-page frame."""

import html
import re
from urllib.parse import urljoin, urlsplit

#: A stub is small; what is larger is a page that happens to have a frame or a refresh.
MAX_BYTES = 16_000
#: Seconds of a refresh beyond which it only reloads a page.
MAX_DELAY = 30

_META = re.compile(r"<meta\b[^<>]{0,2000}>", re.IGNORECASE)
_EQUIV = re.compile(r"http-equiv\s*=\s*[\"']?\s*refresh\b", re.IGNORECASE)
_REFRESH = re.compile(
    r"""content\s*=\s*["']?\s*(\d{1,5})(?:\.\d*)?\s*[;,]\s*(?:url\s*=)?\s*["']?\s*([^"'>]+)""", re.IGNORECASE
)
_LOCATION = re.compile(
    r"""(?<![\w.$-])(?:(?:window|document|self|top|parent|this)\s?\.\s?){0,3}location(?:\.href)?\s*"""
    r"""(?:=|\.(?:replace|assign)\s*\()\s*(["'])([^"'\\\s]{1,2000})\1""",
    re.IGNORECASE,
)
#: 'if (top != self) top.location = ...': a page that will not stand in another's frame.
_BUSTER = re.compile(r"if\s?\([^()]{0,60}\b(?:top|self|parent|frames)\b[^()]{0,60}\)\s{0,4}\{?\s{0,4}$", re.IGNORECASE)
_BASE = re.compile(r"""<base\b[^<>]{0,200}?\bhref\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)
_FRAME = re.compile(r"<i?frame\b[^<>]{0,2000}>", re.IGNORECASE)
_SRC = re.compile(r"""\bsrc\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)
_UNSEEN = re.compile(
    r"""\b(?:width|height)\s*[=:]\s*["']?[01](?:px)?\b(?!%)|display\s*:\s*none|\bhidden\b""", re.IGNORECASE
)
_MAIN = re.compile(r"""\bname\s*=\s*["']?\w{0,20}(?:main|content|body|haupt|inhalt)""", re.IGNORECASE)
_SIZES = re.compile(r"""<frameset\b[^<>]{0,400}?\b(?:rows|cols)\s*=\s*["']([\d%*,.\s]{1,80})["']""", re.IGNORECASE)
#: What browsers that run scripts do not read: a way for those without, a tracker's frame.
_UNREAD = (("<!--", "-->"), ("<noscript", "</noscript"), ("<noframes", "</noframes"))


def _readable(body: bytes | str) -> str:
    text = body[:MAX_BYTES] if isinstance(body, str) else body[:MAX_BYTES].decode("utf-8", "replace")
    for opening, closing in _UNREAD:
        text = _without(text, opening, closing)
    return text


def _without(text: str, opening: str, closing: str) -> str:
    """The text less all that stands between two marks. Each mark is looked for once: the time is linear."""
    lowered, kept, at = text.lower(), [], 0
    if len(lowered) != len(text):  # a letter whose lower case is longer: positions would not agree
        lowered = text
    while (start := lowered.find(opening, at)) >= 0:
        end = lowered.find(closing, start)
        if end < 0:
            break
        kept.append(text[at:start])
        at = end + len(closing)
    return "".join((*kept, text[at:]))


def _busts(text: str, place: int) -> bool:
    """Whether the move at *place* is made only in another's frame."""
    return _BUSTER.search(text[max(0, place - 160) : place]) is not None


def refresh_target(body: bytes | str) -> str | None:
    """Where a meta refresh leads, as written, or None."""
    return _refresh(_readable(body))


def _refresh(text: str) -> str | None:
    for tag in _META.findall(text):
        if _EQUIV.search(tag) and (found := _REFRESH.search(tag)) and int(found[1]) <= MAX_DELAY:
            return html.unescape(found[2].strip())
    return None


def _frame(text: str) -> str | None:
    """The frame that holds the page: by its name, else by its share of the window, else the first."""
    frames = [tag for tag in _FRAME.findall(text) if _SRC.search(tag) and not _UNSEEN.search(tag)]
    if not frames:
        return None
    chosen = next((tag for tag in frames if _MAIN.search(tag)), None)
    if chosen is None and (sizes := _SIZES.search(text)):
        shares = [_share(part.strip()) for part in sizes[1].split(",")]
        if len(shares) == len(frames):
            chosen = frames[shares.index(max(shares))]
    found = _SRC.search(chosen or frames[0])
    return html.unescape(found[1]) if found else None


def _share(size: str) -> float:
    """Per cent of the window, roughly."""
    digits = re.match(r"\d{1,5}", size)
    if digits is None:
        return 60.0 if "*" in size else 0.0
    return float(digits[0]) if size.endswith("%") else float(digits[0]) / 12


def stub_target(body: bytes | str, url: str) -> str | None:
    """The absolute http(s) URL that a stub at *url* points to; None where it points nowhere else."""
    text = _readable(body)
    target = _refresh(text)
    if target is None:
        target = next((found[2] for found in _LOCATION.finditer(text) if not _busts(text, found.start())), None)
    if target is None:
        target = _frame(text)
    if not target:
        return None
    base = _BASE.search(text)
    try:
        absolute = urljoin(urljoin(url, html.unescape(base[1])) if base else url, target)
        parts = urlsplit(absolute)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        return None
    same = absolute.split("#")[0] == url.split("#")[0]
    return absolute if usable and not same else None
