"""Which requests of a tab are shown to the guard."""

import pytest

from contactscraper.tabs.guard import shown

pytestmark = pytest.mark.xdist_group("tabs")


@pytest.mark.parametrize(
    "url",
    [
        "https://shop.test/", "http://shop.test/app.js", "https://shop.test:8443/api?file=a.css", "https://SHOP.test/x",
        "http://shop.test/styles.css/more", "http://shop.test/a#b.png",
    ],
)  # fmt: skip
def test_requests_to_the_site_itself_are_not_shown(url: str) -> None:
    """Its name was looked up before the tab opened, and what it sends is wanted."""
    assert not shown("shop.test").search(url)


@pytest.mark.parametrize(
    "url",
    [
        "https://other.test/", "https://www.shop.test/", "https://shop.test.evil.test/", "https://ashop.test/",
        "http://shop.test@10.0.0.1/", "http://shop.test:80@10.0.0.1/", "http://shopxtest/", "http://10.0.0.1/shop.test/",
        "http://10.0.0.1/?http://shop.test/", "ftp://shop.test/", "file:///etc/passwd", "data:text/html,x",
        "https://shop.test",
    ],
)  # fmt: skip
def test_requests_elsewhere_are_shown(url: str) -> None:
    """A private address must not pass because a URL looks like the site's own."""
    assert shown("shop.test").search(url)


@pytest.mark.parametrize("path", ["a.css", "a.CSS?v=2", "fonts/a.woff2#iefix", "film.mp4", "a.b/c.png"])
def test_what_a_tab_does_not_load_is_shown(path: str) -> None:
    """So that it can be refused, on the site itself, too."""
    assert shown("shop.test").search(f"https://shop.test/{path}")
