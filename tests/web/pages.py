"""HTML of ordinary company pages. The filler says nothing about how to reach anybody."""

from tests.web.model import Reply

FILLER = (
    "We have been baking in the old mill by the river since 1962, and most of what we sell is gone by noon.",
    "Flour comes from three farms in the valley; the rye is milled on our own stones every second morning.",
    "Orders for weddings and feasts need a week. The oven is small on purpose: it keeps the crust as it should be.",
    "The shop opens at seven. In winter the yard is dark before five, and we close when the shelves are empty.",
    "Apprentices start in autumn and spend their first year at the bench, the second at the oven.",
    "Every loaf is shaped by hand, left to rest for a night, and baked on stone without tins.",
)
NO_CONTENT = ""


def html(title: str, *parts: str, lang: str = "en", head: str = "", filler: int = 2) -> str:
    """A page with *title*, its *parts* (HTML) and *filler* rounds of text, about 600 bytes each."""
    text = "\n".join(f"<p>{line}</p>" for _ in range(filler) for line in FILLER)
    body = "\n".join(parts)
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>{head}</head>\n'
        f"<body><header><h1>{title}</h1></header>\n<main>\n{text}\n{body}\n</main>\n"
        "<footer><small>All rights reserved.</small></footer></body></html>\n"
    )


def page(title: str, *parts: str, lang: str = "en", head: str = "", filler: int = 2) -> Reply:
    """`html` as an answer."""
    return Reply(html(title, *parts, lang=lang, head=head, filler=filler))


def email(address: str) -> str:
    return f'<p>Write to <a href="mailto:{address}">{address}</a></p>'


def phone(number: str, shown: str = "") -> str:
    """*number* in E.164."""
    return f'<p>Call <a href="tel:{number}">{shown or number}</a></p>'


def link(target: str, text: str) -> str:
    return f'<a href="{target}">{text}</a>'


def script(code: str) -> str:
    return f"<script>{code}</script>"


def pointer(target: str, status: int = 301) -> Reply:
    """A redirect by status."""
    return Reply("", status, {"Location": target})
