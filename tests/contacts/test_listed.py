"""Lists of others below a heading, and what follows such a heading without being of the list."""

import pytest

from contactscraper.contacts import extract_contacts

OTHER = '<ul><li><a href="https://www.facebook.com/riverbeer">River Beer</a></li></ul>'
OWN = '<footer><a href="https://www.instagram.com/oakmill">Instagram</a></footer>'


@pytest.mark.parametrize(
    "heading",
    ["Our partners", "Sponsors", "Partner und Sponsoren", "Nos partenaires", "Partnerzy", "Patrocinadores:", "友情链接", "Our clients", "Referenzen", "Thanks to our sponsors"],
)  # fmt: skip
def test_lists(heading: str) -> None:
    """A partner's profile below such a heading is not the site's own; the site's own is, wherever it stands."""
    found = extract_contacts(f"<h3>{heading}</h3>{OTHER}{OWN}", "https://www.oakmill.com/")
    assert found.socials == {"instagram": ["https://www.instagram.com/oakmill"]}


@pytest.mark.parametrize(
    "body",
    [
        '<h2>Partners</h2><p>Cookies</p><a href="https://www.facebook.com/millhouse"><svg></svg></a>',
        '<h2>Partners</h2><p>Cookies</p><a href="https://www.facebook.com/millhouse">Facebook</a>',
        '<h2>Partners</h2><p>We have some.</p><h2>Team</h2><a href="https://www.facebook.com/millhouse">Jo Bark</a>',
        '<h2>Become a partner</h2><a href="https://www.facebook.com/millhouse">Ask Jo</a>',
        '<h2>Partners at work</h2><a href="https://www.facebook.com/millhouse">Ask Jo</a>',
        '<ul><li><a href="https://www.facebook.com/millhouse"><svg></svg></a></li></ul><p>Website by Pixel</p>',
    ],
)
def test_not_listed(body: str) -> None:
    """A footer's icons, the next part of the page and an icon before the maker's line are the site's."""
    found = extract_contacts(body, "https://www.oakmill.com/")
    assert found.socials == {"facebook": ["https://www.facebook.com/millhouse"]}
