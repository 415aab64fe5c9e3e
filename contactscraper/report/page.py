"""The report's HTML: our page, styles and scripts, Chart.js, and the log's lines, packed.

Nothing that a log holds stands in it as text: lines are JSON, gzipped, in base64. What the scripts then show becomes
text nodes. The page's policy lets these very styles and scripts run, by their hashes, and forbids all else: other
scripts, all network, frames and forms.
"""

import base64
import gzip
import hashlib
from functools import cache
from importlib.resources import files

SCRIPTS = (
    "1-dom.js", "2-data.js", "3-filters.js", "4-totals.js", "5-charts.js", "6-panels.js", "7-log.js", "8-main.js",
)  # fmt: skip
CHARTS = "chart.umd.min.js"


def _read(folder: str, name: str) -> str:
    return files("contactscraper.report").joinpath(folder, name).read_text(encoding="utf-8")


@cache
def _parts() -> tuple[str, str, str, str]:
    """The page, its styles, its scripts, and Chart.js."""
    own = "\n".join(["(() => {", '"use strict";', *(_read("static", name) for name in SCRIPTS), "})();"])
    return _read("static", "page.html"), _read("static", "page.css"), own, _read("vendor", CHARTS)


def policy() -> str:
    """The page's Content-Security-Policy."""
    _, styles, own, charts = _parts()
    allowed = " ".join(_hash(text) for text in (charts, own))
    return (
        f"default-src 'none'; script-src {allowed}; style-src {_hash(styles)}; img-src data:;"
        " base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def head() -> bytes:
    """What stands before the packed lines."""
    page, styles, _, _ = _parts()
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy()}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n<meta name="robots" content="noindex">\n'
        f'<title>Where the URLs went</title>\n<link rel="icon" href="data:,">\n<style>{styles}</style>\n</head>\n'
        f"<body>\n{page}"
    ).encode()


def packed(name: str, data: bytes) -> bytes:
    """*data* as an element that the browser only keeps."""
    text = base64.b64encode(gzip.compress(data, 6, mtime=0))
    return f'<script type="text/plain" id="{name}">'.encode() + text + b"</script>\n"


def foot() -> bytes:
    """What stands after them."""
    _, _, own, charts = _parts()
    return f"<script>{charts}</script>\n<script>{own}</script>\n</body>\n</html>\n".encode()
