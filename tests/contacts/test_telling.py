"""Which tags are looked at: those in whose attributes a contact may stand, or that say whose the part is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contactscraper.contacts import tokens
from contactscraper.contacts.idle_links import idle_links
from contactscraper.contacts.page import Page
from contactscraper.contacts.platforms import may_carry
from contactscraper.contacts.tags import _plain_link
from contactscraper.contacts.telling import MARK, MOST_PLACES, MOST_READ, telling_names, telling_tags


@pytest.mark.parametrize(
    "tag",
    ["a href='mailto:info@oakmill.com'", 'div class="row review-list"', "p class=x-ad", 'div id="Comments"', 'div class="my-DISQUS_thread"',
     'div class="a\u00a0ad"', 'img alt="Call 030 555 01 42"', "b title='0800-OAKMILL'", 'img alt="٠١٢ ٣٤٥ ٦٧٨"', 'i style="display:none"',
     'div data-links="{&quot;u&quot;:&quot;https:\\/\\/www.instagram.com\\/oakmill&quot;}"', "p data-go='//facebook.com/oakmill'",
     'p data-a="{http://www.oakmill.com}" class="sr-only"', 'p data-b="&#105;nfo"', 'div data-phone="030 5550142"', 'b title="info [at] oakmill"'],
)  # fmt: skip
def test_a_tag_that_tells_is_looked_at(tag: str) -> None:
    """Among plain tags it alone is named."""
    joined = MARK.join(
        ('div class="row header-padding"', tag, 'p data-row="12" data-to-top="x"', 'img alt="12 mills"', "")
    )
    assert telling_tags(joined, telling_names(joined), frozenset()) - {'p data-row="12" data-to-top="x"'} == {tag}


def test_a_class_that_a_sheet_names_tells() -> None:
    """The page's own sheets add to the words."""
    joined = MARK.join(('b class="x"', 'b class="x decoy"', 'b class="y"', ""))
    assert telling_tags(joined, (), frozenset({"decoy"})) == {'b class="x decoy"'}


def test_the_first_of_very_many_telling_tags_are_read() -> None:
    """A page of more telling tags than anybody writes gives what stands in its first ones, and its text to the end."""
    tags = "".join(f'<i title="a{number}@oakmill.com">w</i>' for number in range(MOST_READ + 500))
    page = Page(tags + "<p>shop@oakmill.com</p>", "https://www.oakmill.com/")
    found = [element.attributes["title"] for element in page.scan.elements]
    assert found == [f"a{number}@oakmill.com" for number in range(len(found))] and 9_000 < len(found) <= MOST_READ
    assert page.scan.texts[-1] == "shop@oakmill.com"


def test_the_first_places_of_one_telling_tag_are_walked() -> None:
    """One link that stands in more places than anybody puts it is taken from the first ones; text is read to the end."""
    page = Page("<a href=mailto:a@oakmill.com>x</a>" * (MOST_PLACES + 9) + "<p>end</p>", "https://www.oakmill.com/")
    assert len(page.links) == MOST_PLACES
    assert page.scan.texts[-1] == "end"


_PIECES = st.sampled_from(
    ("<", ">", "<p>", "</p>", "<script>", "</script>", "<svg a=1>", "</SVG>", "<title>", "<!", "<<<", "a", "\x07", "é")
)


@given(st.lists(_PIECES, max_size=14).map("".join))
def test_a_regular_page_is_cut_as_any_other(html: str) -> None:
    """Cutting at each bracket gives what the expression gives, or says that it cannot."""
    html = html[: html.rfind(">") + 1]
    found = tokens._of_regular(html)
    assert not found or found == tokens._TOKEN.split(tokens._SIGNS_RUN.sub("<<", html))


_ADDRESSES = st.lists(
    st.sampled_from(("/", "//", "http:", "https://", "acme.com", "facebook.com", "wa.me", "x", "?", "#", ":", "@", " ", "%40", "hatsapp", "&amp;")),
    max_size=6,
).map("".join)  # fmt: skip


@given(_ADDRESSES, st.sampled_from(("", ' class="x"', " download", " title='x'", ' data-href="/y"')))
def test_a_link_told_idle_with_all_others_is_idle_by_itself(href: str, other: str) -> None:
    """No contact can stand in it by the rules for one link."""
    for tag in (f'a href="{href}"{other}', f'a{other} href="{href}"'):
        if idle_links(tag + MARK):
            meaning = _plain_link(tag)
            assert isinstance(meaning, str) and not may_carry(meaning)


def test_links_to_pages_are_told_idle_together() -> None:
    """Links within the site and to hosts that are no platform's are; those to platforms and contacts are not."""
    idle = ['a href="/shop"', 'a class="x" href="https://oakmill.com/a?b=c"', 'a href="#top" id="t"']
    busy = ['a href="https://facebook.com/oakmill"', 'a href="mailto:a@oakmill.com"', 'a href="/wa.me/49"']
    assert idle_links(MARK.join((*idle, *busy, ""))) == set(idle)
