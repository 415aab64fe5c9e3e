"""Pages that only point elsewhere: a refresh, a script's ``location``, a frame set, one full-page frame."""

import html
import re
from urllib.parse import urljoin, urlsplit

#: A stub is small; what is larger is a page that happens to have a frame or a refresh.
MAX_BYTES = 16_000
#: Seconds of a refresh beyond which it only reloads a page.
MAX_DELAY = 30

_META = re.compile(r"<meta\b[^<>]{0,400}>", re.IGNORECASE)
_REFRESH = re.compile(
    r"""content\s*=\s*(["']?)\s*(\d{1,5})(?:\.\d*)?\s*[;,]\s*(?:url\s*=)?\s*["']?([^"'>]+)""", re.IGNORECASE
)
_LOCATION = re.compile(
    r"""(?:window\.|document\.|self\.|top\.|parent\.|this\.)?\blocation(?:\.href)?\s*"""
    r"""(?:=|\.(?:replace|assign)\s*\()\s*(["'])([^"'\\\s]{1,2000})\1""",
    re.IGNORECASE,
)
_FRAME = re.compile(r"""<i?frame\b[^<>]{0,400}?\bsrc\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)


def _text(body: bytes | str) -> str:
    text = body if isinstance(body, str) else body[:MAX_BYTES].decode("utf-8", "replace")
    return re.sub(r"<!--(?:(?!-->).)*-->", "", text[:MAX_BYTES], flags=re.DOTALL) if "<!--" in text else text


def refresh_target(text: str) -> str | None:
    """Where a meta refresh leads, or None."""
    for tag in _META.findall(text):
        if "refresh" in tag.lower() and (found := _REFRESH.search(tag)) and int(found[2]) <= MAX_DELAY:
            return html.unescape(found[3].strip())
    return None


def stub_target(body: bytes | str, url: str) -> str | None:
    """The absolute http(s) URL that a stub at *url* points to; None where it points nowhere else."""
    text = _text(body)
    target = refresh_target(text)
    if target is None and (found := _LOCATION.search(text)):
        target = found[2]
    if target is None and (found := _FRAME.search(text)):
        target = html.unescape(found[1])
    if not target:
        return None
    try:
        absolute = urljoin(url, target)
        parts = urlsplit(absolute)
    except ValueError:
        return None
    same = absolute.split("#")[0] == url.split("#")[0]
    return None if parts.scheme not in ("http", "https") or not parts.hostname or same else absolute
