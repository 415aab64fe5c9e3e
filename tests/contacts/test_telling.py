"""Which tags are looked at: those in whose attributes a contact may stand, or that say whose the part is."""

import pytest

from contactscraper.contacts.telling import MARK, telling_names, telling_tags


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
