"""One URL, one key; one site, one domain."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contactscraper.urls import (
    MAX_URL,
    BadUrl,
    DomainRules,
    InputUrl,
    host_of,
    is_own_door,
    is_root,
    normalize_url,
    other_doors,
    parse_input,
    query_of,
    registered_domain,
    same_site,
    url_key,
)  # fmt: skip

LABEL = st.from_regex(r"[a-z]([a-z0-9]{0,8}[a-z0-9])?", fullmatch=True)
HOSTS = st.builds(lambda labels, tld: ".".join([*labels, tld]), st.lists(LABEL, min_size=1, max_size=3),
                  st.sampled_from(["com", "de", "co.uk", "test"]))  # fmt: skip
PATHS = st.from_regex(r"(/[a-z0-9._-]{1,8}){0,3}", fullmatch=True)


@pytest.mark.parametrize(("text", "url", "bare"), [
    ("example.com", "https://example.com/", True),
    ("  \ufeffexample.com\t", "https://example.com/", True),
    ("//example.com/a", "https://example.com/a", True),
    ("http://example.com", "http://example.com/", False),
    ("HTTPS://WWW.Example.COM/Contact?A=b#top", "https://www.example.com/Contact?A=b", False),
    ("https://example.com:443/", "https://example.com/", False),
    ("http://example.com:443/", "http://example.com:443/", False),
    ("example.com:8080/x", "https://example.com:8080/x", True),
    ("localhost:8080", "https://localhost:8080/", True),
    ("example.com?u=http://other.test/", "https://example.com/?u=http://other.test/", True),
    ("https://user:secret@example.com/", "https://example.com/", False),
    ("https://bücher.example/", "https://xn--bcher-kva.example/", False),
    ("straße.de", "https://xn--strae-oqa.de/", True),
    ("例え。テスト", "https://xn--r8jz45g.xn--zckzah/", True),
    ("example.com.", "https://example.com/", True),
    ("http:\\\\example.com\\contact?a=\\", "http://example.com/contact?a=\\", False),
    ("https://example.com\\@evil.test/", "https://example.com/@evil.test/", False),
    ("https://１２７.0.0.1/", "https://127.0.0.1/", False),
    ("http://[::1]:8080/", "http://[::1]:8080/", False),
    ("example.com/our team", "https://example.com/our%20team", True),
    ("my_shop.example.com", "https://my_shop.example.com/", True),
])  # fmt: skip
def test_a_line_is_read_as_a_url(text: str, url: str, bare: bool) -> None:
    """A usable line becomes the URL that a browser would fetch, without secrets and fragment."""
    assert parse_input(text) == InputUrl(url, bare)


@pytest.mark.parametrize(("text", "reason"), [
    ("", "empty"), (" \ufeff ", "empty"), ("mailto:a@example.com", "mailto"), ("ftp://example.com/", "ftp"),
    ("javascript:alert(1)", "javascript"), ("file:///etc/passwd", "file"), ("https://", "no host"),
    ("https:///path", "no host"), ("example", "no host"), ("http://exa mple.com/", "no host name"),
    ("example..com", "no host name"), ("https://-a.example.com/", "no host name"), ("a" * 64 + ".com", "no host name"),
    ("https://example.com:99999/", "cannot be read"), ("https://example.com:0/", "port 0"),
    ("https://[::1/", "cannot be read"), ("https://[::zz]/", "cannot be read|IPv6"), ("exa\0mple.com", "control"),
    ("example.com\nother.test", "control"), ("https://example.com/\ud800", "control"), ("info@example.com", "email"),
    ("x" * (MAX_URL + 1), "longer"), ("http://\ufffd\ufffd.com/", "no host name"),
])  # fmt: skip
def test_a_line_that_is_no_url_says_why(text: str, reason: str) -> None:
    """An unusable line raises BadUrl with a reason for people."""
    with pytest.raises(BadUrl, match=reason):
        parse_input(text)


@given(st.text(max_size=60))
def test_any_text_is_a_url_or_a_bad_one(text: str) -> None:
    """Any text at all is read or refused by BadUrl, and what is read can be looked up and read again."""
    try:
        parsed = parse_input(text)
    except BadUrl:
        return
    assert parse_input(parsed.url).url == parsed.url
    assert parsed.url.startswith(("https://", "http://"))
    assert host_of(parsed.url) and registered_domain(parsed.url) and url_key(parsed.url)
    assert parsed.url not in other_doors(parsed.url, parsed.bare)


@given(st.text(max_size=60))
def test_look_ups_never_raise(text: str) -> None:
    """Whatever a page calls a URL, looking it up does not raise."""
    normalize_url(text, keep_query=True), url_key(text), is_root(text), host_of(text), registered_domain(text)
    other_doors(text, bare=True), same_site(text, "example.com")


@pytest.mark.parametrize(("url", "normal"), [
    ("https://www.Example.com/contact/?utm=x", "example.com/contact"),
    ("http://example.com:80/", "example.com"),
    ("https://example.com:80/", "example.com:80"),
    ("https://www.de/", "www.de"),
    ("https://bücher.example/Ä/#x", "xn--bcher-kva.example/Ä"),
    ("http://[::1]:8080/a", "[::1]:8080/a"),
    ("https://example.com/Contact", "example.com/Contact"),
])  # fmt: skip
def test_normal_form(url: str, normal: str) -> None:
    """Two spellings of one URL have this in common, and so one key."""
    assert normalize_url(url) == normal
    assert url_key(url) == hashlib.sha256(normal.encode()).hexdigest()[:16]


@given(HOSTS, PATHS, st.booleans(), st.sampled_from(["", "?a=1", "#x", "/"]))
def test_spellings_share_a_key(host: str, path: str, www: bool, tail: str) -> None:
    """Scheme, case of the host, www., default port, query, fragment and trailing slash make no other key."""
    spelled = f"HTTP://{'www.' if www else ''}{host.upper()}:80{path}{tail}"
    assert url_key(spelled) == url_key(f"https://{host}{path}")


def test_the_query_may_count() -> None:
    """With keep_query two products differ, and a tracking parameter still makes no difference."""
    first, second = "https://a.test/shop?id=7&utm_source=x&fbclid=1", "https://a.test/shop?id=8"
    assert normalize_url(first, keep_query=True) == "a.test/shop?id=7"
    assert url_key(first) == url_key(second) and url_key(first, True) != url_key(second, True)
    assert query_of("https://a.test/?gclid=1&UTM_campaign=2") == ""


@pytest.mark.parametrize(("given_", "domain"), [
    ("https://www.shop.example.co.uk/x", "example.co.uk"), ("a.github.io", "a.github.io"), ("acme.test", "acme.test"),
    ("old.acme.test", "acme.test"), ("localhost", "localhost"), ("127.0.0.1", "127.0.0.1"), ("http://[::1]:80/", "::1"),
    ("::1", "::1"), ("co.uk", "co.uk"), ("EXAMPLE.com.", "example.com"), ("bücher.example.de", "example.de"),
    ("example.com/?u=http://other.test/", "example.com"), ("", ""), ("http://[", ""),
])  # fmt: skip
def test_registered_domain(given_: str, domain: str) -> None:
    """One site is one registered domain; addresses, suffixes and single labels are their own."""
    assert registered_domain(given_) == domain


def test_domain_rules() -> None:
    """A shared host's customers are told apart, and subdomain tracking keeps hosts apart but for www."""
    rules = DomainRules(shared_hosts=["en.alibaba.com"])
    assert rules.registered_domain("https://acme.en.alibaba.com/contact") == "acme.en.alibaba.com"
    assert registered_domain("https://acme.en.alibaba.com/contact") == "alibaba.com"
    tracking = DomainRules(subdomain_tracking=True)
    assert [tracking.registered_domain(host) for host in ("a.x.com", "www.x.com", "x.com")] == [
        "a.x.com",
        "x.com",
        "x.com",
    ]


def test_no_look_up_goes_to_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """The suffix list that ships with tldextract is enough."""
    monkeypatch.setattr("socket.socket.connect", lambda *args: pytest.fail("a look-up went to the network"))
    assert DomainRules(["fresh.example"]).registered_domain("a.fresh.example") == "a.fresh.example"


@pytest.mark.parametrize(("url", "bare", "doors"), [
    ("https://acme.test/a?b", True, ("http://acme.test/a?b", "https://www.acme.test/a?b", "http://www.acme.test/a?b")),
    ("https://www.acme.test/", False, ("https://acme.test/",)),
    ("http://acme.test:8080/", False, ("http://www.acme.test:8080/",)),
    ("https://old.acme.test/", True, ("http://old.acme.test/",)),
    ("https://10.0.0.1/", True, ("http://10.0.0.1/",)),
    ("http://[::1]:81/", False, ()),
    ("http://localhost/", False, ()),
])  # fmt: skip
def test_other_doors(url: str, bare: bool, doors: tuple[str, ...]) -> None:
    """http:// for a bare input, www. added or removed on the domain's own host, likeliest first."""
    assert other_doors(url, bare) == doors


def test_roots_and_own_doors() -> None:
    """A root has neither path nor query but for tracking; a domain's own doors are its host and its www."""
    roots = ["https://a.test", "https://a.test/", "https://a.test/?utm_source=x"]
    assert all(map(is_root, roots)) and not any(map(is_root, ["https://a.test/x", "https://a.test/?id=7"]))
    assert (
        is_own_door("a.test", "a.test")
        and is_own_door("www.a.test", "a.test")
        and not is_own_door("b.a.test", "a.test")
    )
    assert same_site("https://www.a.test/x", "http://b.a.test") and not same_site("https://a.test", "https://b.test")
