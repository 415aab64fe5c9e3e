"""What holds for any page: no exception, valid results, the same after serialising, linear time."""

import re
import time

import phonenumbers
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from contactscraper.contacts import Page, contact_links, extract_contacts, has_contact_words, social_profile

URL = "https://www.oakmill.com/"
PIECES = st.sampled_from(
    ["<p>", "</p>", "<a href='", "'>", "mailto:", "info@oakmill.com", "(at)", " dot ", "+49 30 23125041", "<script>", "</script>", "{", "}", '"',
     "<!--", "-->", "<style>", ".a{display:none}", "<b class=a>", "&#64;", "&", "\\u0040", "tel:", "facebook.com/oak", "<bdo dir=rtl>", "</bdo>", "\0", "\ud800",
     "<title>", "＠", "data-cfemail=zz", "1", "/", "'", "<", ">", "атоб", "<iframe srcdoc='", "<svg><text>", "[", "JSON", "application/ld+json", "0959", " x"]
)  # fmt: skip


@given(st.one_of(st.text(), st.binary(), st.lists(PIECES, max_size=60).map("".join)))
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_input_is_read(html: str | bytes) -> None:
    """No input raises, and every value is valid by the library that defines it."""
    page = Page(html, URL)
    found = extract_contacts(page, URL, "DE")
    contact_links(page, URL)
    has_contact_words(page)
    for number in found.phones + found.faxes:
        assert phonenumbers.is_valid_number(phonenumbers.parse(number))
    for address in found.emails:
        assert re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s.]+", address)
    for network, urls in found.socials.items():
        for url in urls:
            assert social_profile(url) == (network, url)


WELL_FORMED = """<!DOCTYPE html><html lang="de"><head><title>Oak &amp; Mill</title><meta name="description" content="Tel. 030 23125041"></head>
<body><p>info&#64;oakmill.de <b>Tel</b>: +49 30 23125042</p><ul><li><a href="mailto:shop@oakmill.de?subject=a&amp;b">m</a></li></ul>
<div style="display:none">no@oakmill.de</div><p><a href="https://x.com/oakmill">x</a></p><footer>Webdesign: <a href="mailto:a@pixel.org">P</a></footer></body></html>"""


def test_the_same_after_serialising() -> None:
    """A well-formed page that was parsed and written again has the same contacts."""
    again = LexborHTMLParser(WELL_FORMED).html
    assert again is not None
    first, second = extract_contacts(WELL_FORMED, "https://oakmill.de/"), extract_contacts(again, "https://oakmill.de/")
    assert (first.to_dict(), first.title) == (second.to_dict(), "Oak & Mill")
    assert first.emails == ["shop@oakmill.de", "info@oakmill.de"] or first.emails == [
        "info@oakmill.de",
        "shop@oakmill.de",
    ]


HOSTILE = {"at": "@", "digits": "7", "a@": "a@", "tags": "<", "nested": "<div>", "entities": "&#64;", "links": "<a href='tel:+4930'>", "comments": "<!--",
           "quotes": "<a ='", "brackets": "(at)", "cells": "<td>(212) 555-0142", "script": "<script>'a'+", "turned": "<bdo dir=rtl>x", "state": "<script>window.a={"}  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE)
def test_time_is_linear(piece: str) -> None:
    """Four times the input takes no more than about four times as long."""

    def spent(size: int) -> float:
        html = piece * (size // len(piece))
        best = 9.0
        for _ in range(2):
            started = time.process_time()
            extract_contacts(html, URL, "US")
            best = min(best, time.process_time() - started)
        return best

    assert spent(400_000) < max(0.15, 9 * spent(100_000))


def test_decoding() -> None:
    """Bytes are decoded as a browser would."""
    assert extract_contacts("<meta charset=shift_jis><p>メールinfo@oakmill.jp</p>".encode("shift_jis"), URL).emails == [
        "info@oakmill.jp"
    ]


def test_text_as_people_see_it() -> None:
    """Blocks are lines, inline parts run on, what is hidden is not there."""
    page = Page(
        "<h1>A</h1><p>b<i>c</i> <span hidden>d</span>e<br>f<script>g</script></p><template>h</template><td>i</td><td>j</td>",
        URL,
    )
    assert page.text == "A\nbc e\nf\ni\nj"


def test_brackets_without_an_end() -> None:
    """Opening brackets that nothing closes cost no more than other text, and a script without an end is none."""
    began = time.process_time()
    extract_contacts("< " * 300_000, URL)
    assert time.process_time() - began < 5
    assert extract_contacts("<p>info@oakmill.com</p><script>a > b; 'x@oakmill.com'", URL).emails == ["info@oakmill.com"]


def test_ends_that_are_left_out() -> None:
    """A hidden list item, cell or term ends with its list, its row or the next one, as in browsers."""
    for hidden in ("<ul><li hidden>a@oakmill.com</ul>", "<ul><li hidden>a@oakmill.com<ul><li>b</ul><li>c</ul>", "<table><tr><td hidden>a@oakmill.com<td>x</table>",
                   "<dl><dt hidden>a@oakmill.com<dd>b</dl>", "<table><tr hidden><td>a@oakmill.com<tr><td>x</table>"):  # fmt: skip
        assert extract_contacts(hidden + "<p>info@oakmill.com</p>", URL).emails == ["info@oakmill.com"], hidden


@pytest.mark.parametrize("mark", ["\1", "\2", "\3", "\4", "\5", "\6"])
def test_control_characters_in_a_page(mark: str) -> None:
    """A control character, within a tag or a text, changes nothing: none is taken for a mark of ours."""
    page = f'<i class="x{mark}" title="desk@oakmill.com">x</i><i class="{mark}y" title="kiln@oakmill.com">x</i><p>info@oak{mark}mill.com'
    found = extract_contacts(page, URL)
    assert (sorted(found.emails), found.sources) == (
        ["desk@oakmill.com", "info@oakmill.com", "kiln@oakmill.com"],
        extract_contacts(page.replace(mark, ""), URL).sources,
    )
