"""What holds for pages of any content: serialising changes nothing, short cuts find what the long way finds."""

import re
from html import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html as lxml_html
from selectolax.lexbor import LexborHTMLParser

from contactscraper.contacts import Contacts, extract_contacts, ownership
from contactscraper.contacts.email_lines import address_lines
from contactscraper.contacts.scan import scan_html
from contactscraper.contacts.scanned import lines_with
from contactscraper.contacts.spelled import unspelled
from contactscraper.contacts.stems import ODD
from contactscraper.contacts.tokens import tokens
from tests.bench import sample_pages

URL = "https://www.oakmill.de/kontakt"
#: Letters that `re` takes for others whatever their case, and that no page has in such words.
UNLIKE = "\u212a" + "".join(filter(ODD.match, map(chr, range(0x10000))))
WORDS = st.sampled_from(
    ["Kontakt", "Oak & Mill GmbH", "info@oakmill.de", "Tel. 030 2312504", "Fax: +49 30 23125049", "shop (at) oakmill (dot) de",
     "5 > 3 und 2 < 4", "instagram.com/oakmill", "@oakmill", "Impressum", "Webdesign: pixel@studio-linde.de", "“Zitat”", "a\u00a0b", "12,50 €"]
)  # fmt: skip
LINKS = st.sampled_from(
    ["mailto:post@oakmill.de?subject=a&body=b", "tel:+4930231250", "https://www.facebook.com/oakmill", "/team?a=1&b=2", "#top",
     "https://example.org/x?y='z'", "https://x.com/intent/tweet?text=\"a\""]
)  # fmt: skip
ATTRIBUTES = st.sampled_from(
    ["", ' class="comments"', ' style="display:none"', ' title="mail to desk@oakmill.de"', ' data-x="a > b"', " hidden",
     ' class="col-6 menu-item"', ' data-user="lager" data-domain="oakmill.de"', ' itemprop="email" content="kasse@oakmill.de"']
)  # fmt: skip


LEAVES = st.one_of(
    WORDS.map(escape), LINKS.map(lambda href: f'<a href="{escape(href)}">Link</a>'), st.just("<br>"), st.just('<img src="a.png" alt="Bild">')
)  # fmt: skip
#: Blocks within blocks, and phrases within phrases: what every parser reads as it is written.
PHRASES = st.lists(st.one_of(LEAVES, st.tuples(st.sampled_from(["b", "i", "span"]), LEAVES).map(lambda it: f"<{it[0]}>{it[1]}</{it[0]}>")), max_size=4).map("".join)  # fmt: skip
BLOCKS = st.recursive(
    st.tuples(st.sampled_from(["p", "h2", "address", "td", "li"]), ATTRIBUTES, PHRASES).map(
        lambda it: {"li": "<ul>{}</ul>", "td": "<table><tbody><tr>{}</tr></tbody></table>"}.get(it[0], "{}").format(f"<{it[0]}{it[1]}>{it[2]}</{it[0]}>")
    ),
    lambda inner: st.tuples(st.sampled_from(["div", "section", "footer"]), ATTRIBUTES, st.lists(inner, max_size=3)).map(
        lambda it: f"<{it[0]}{it[1]}>{''.join(it[2])}</{it[0]}>"
    ),
    max_leaves=8,
)  # fmt: skip


def told(contacts: Contacts) -> object:
    return contacts.to_dict(), contacts.faxes, contacts.title, {v: sorted(s) for v, s in contacts.sources.items()}


def serialised(html: str) -> tuple[str, str]:
    """The page as two parsers write it again."""
    lexbor = LexborHTMLParser(html).html
    assert lexbor is not None
    return lexbor, str(lxml_html.tostring(lxml_html.document_fromstring(html), encoding="unicode"))


@given(st.lists(BLOCKS, min_size=1, max_size=4).map("".join))
@settings(max_examples=60, deadline=None)
def test_the_same_after_serialising(body: str) -> None:
    """A well-formed page that was parsed and written again, by either of two parsers, has the same contacts."""
    html = f'<!DOCTYPE html>\n<html lang="de"><head><meta charset="utf-8"><title>Oak &amp; Mill</title></head><body>{body}</body></html>'
    wanted = told(extract_contacts(html, URL))
    for again in serialised(html):
        assert told(extract_contacts(again, URL)) == wanted


@pytest.mark.parametrize("kind", sample_pages.KINDS)
def test_whole_sites_are_the_same_after_serialising(kind: str) -> None:
    """Pages as shops, firms, blogs and WordPress sites send them yield the same once parsed and written again."""
    for seed in range(3):
        html, url = sample_pages.page(kind, seed, 15_000)
        first = told(extract_contacts(html, url))
        assert extract_contacts(html, url).emails
        for again in serialised(html):
            assert told(extract_contacts(again, url)) == first


BROKEN = st.lists(
    st.one_of(BLOCKS, WORDS, st.sampled_from(["<div", "</p>", "<b class=x>", '<a href="/x">', "</a>", "<h1>", "<script>", "<p hidden>", "<pre>", "\n", "<!--", "-->", "<dt>", "<", ">", '"', "'", "<SPAN CLASS=a>"])), max_size=8
).map("".join)  # fmt: skip


@given(BROKEN)
@settings(max_examples=150, deadline=None)
def test_joined_and_walked_are_one(html: str) -> None:
    """A page reads the same whether its plain parts are joined at once or walked tag by tag from link to link."""
    joined, walked = scan_html(html), scan_html(html, every_link=True)
    assert list(joined.lines) == list(walked.lines)
    assert joined.lines[-2:] == list(joined.lines)[-2:]
    assert [link for link in walked.links if link in joined.links] == joined.links


@given(BROKEN)
@settings(max_examples=100, deadline=None)
def test_tokens_lose_nothing(html: str) -> None:
    """Text and tags, put together again, are the page."""
    html = re.sub("<{3,}", "<<", html)
    for exactly in (False, True):
        parts = tokens(html, exactly)
        again = "".join(part if index % 2 == 0 else f"<{part}>" for index, part in enumerate(parts))
        assert again.rstrip(">") == html.rstrip(">")


SPELLED = st.sampled_from(
    ["info at acme dot com", "Mail: info at acme.com", "info AT acme.com", "info [at] acme", "info-at-acme-dot-de", "info arroba acme punto es",
     "at", "x 'at' y.de", "_at_", "point"]
)  # fmt: skip


@given(st.lists(st.lists(st.one_of(WORDS, SPELLED), max_size=6).map(" ".join), max_size=6))
@settings(max_examples=150, deadline=None)
def test_no_line_with_an_address_is_left_out(lines: list[str]) -> None:
    """Each line that has an at sign, or gets one when its words are read as signs, is among those that are searched."""
    found = address_lines(lines, "\n".join(lines))
    assert found == sorted(set(found))
    for index, line in enumerate(lines):
        if "@" in line or "@" in unspelled(line):
            assert index in found


@given(st.lists(st.text("ab@\n"), max_size=5).map("".join), st.sampled_from("ab@"))
def test_lines_with(text: str, sign: str) -> None:
    """Each line with a sign is named once."""
    assert list(lines_with(sign, text)) == [index for index, line in enumerate(text.split("\n")) if sign in line]


@pytest.mark.parametrize(("pattern", "stems", "why"), ownership._RULES, ids=[why for *_, why in ownership._RULES])
def test_stems_are_complete(pattern: re.Pattern[str], stems: tuple[str, ...], why: str) -> None:
    """Whatever a rule finds holds one of the words that are looked for before it is asked."""

    @given(st.from_regex(pattern, alphabet=st.characters(codec="utf-8", exclude_characters=UNLIKE)))
    @settings(max_examples=300, deadline=None)
    def check(text: str) -> None:
        found = pattern.search(text)
        assert found is not None
        assert any(stem in " ".join(text.lower().split(" ")) for stem in stems), found[0]

    check()
