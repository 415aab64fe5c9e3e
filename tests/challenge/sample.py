"""What a sample is, and an ordinary page to put things into. All names and numbers are invented."""

from dataclasses import dataclass, field

from contactscraper.challenge import PageKind

CHALLENGE, BLOCK, NORMAL = PageKind.CHALLENGE, PageKind.BLOCK, PageKind.NORMAL
PARKED, SUSPENDED, DEFAULT = PageKind.PARKED, PageKind.SUSPENDED, PageKind.DEFAULT_PAGE
RATE, STUB, SHELL = PageKind.RATE_LIMIT, PageKind.REDIRECT_STUB, PageKind.JS_SHELL

HTML = {"Content-Type": "text/html; charset=utf-8"}


@dataclass(frozen=True)
class Sample:
    """One reply and what it is."""

    name: str
    expect: PageKind
    body: str = ""
    status: int = 200
    headers: dict[str, str | list[str]] = field(default_factory=dict)
    url: str = "https://www.ottermill.example/"
    rendered: bool = False
    vendor: str | None = None  # None: not looked at

    @property
    def all_headers(self) -> dict[str, str | list[str]]:
        return {**HTML, **self.headers}


def small(body: str, title: str = "", head: str = "") -> str:
    """A page of few words, as walls and placeholders are."""
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title>{head}</head>\n'
        f"<body>{body}</body></html>"
    )


PROSE = (
    "<p>Since 1987 we have mended clocks, barometers and music boxes in the old toll house by the bridge. Bring a "
    "piece in, or let us collect it; an estimate is free and binding for three months.</p>"
    "<p>The shop is open from Tuesday to Saturday. In August we are closed, since the whole family is at the lake.</p>"
)


def site(extra: str = "", title: str = "Ottermill Clocks", head: str = "", prose: str = PROSE) -> str:
    """A small firm's own page: navigation, text, an address in the footer."""
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>{head}</head>\n<body>'
        '<nav><a href="/">Home</a> <a href="/repairs">Repairs</a> <a href="/about">About us</a> '
        f'<a href="/contact">Contact</a></nav><main><h1>{title}</h1>{prose}{extra}</main>'
        '<footer>Ottermill Clocks, 3 Toll Lane, Brackwater <a href="mailto:desk@ottermill.example">'
        'desk@ottermill.example</a> <a href="tel:+442079460123">020 7946 0123</a></footer></body></html>'
    )


def article(*quotes: str, title: str = "Notes on walls") -> str:
    """A short page of an ordinary site that quotes what walls say, as text and not as markup."""
    listed = "".join(f"<li><code>{quote}</code></li>" for quote in quotes)
    return site(f"<p>What our monitoring met this month:</p><ul>{listed}</ul>", title=title)
