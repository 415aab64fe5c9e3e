"""What is it, in values, texts and entries, and what is left without it."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contactscraper.forgetting import MARK, BadValue, Forgotten
from contactscraper.urls import DomainRules

RULES = DomainRules(["wixsite.com"])


def it(text: str, **more: Any) -> Forgotten:
    return Forgotten.parse(text, RULES, **more)


@pytest.mark.parametrize(
    ("text", "region", "kind", "value"),
    [
        ("Jane.Doe@Example.com", None, "email", "jane.doe@example.com"),
        ("mailto:info@bücher.test", None, "email", "info@xn--bcher-kva.test"),
        ("+49 (0)30 1234567", None, "phone", "+49301234567"),
        ("0049 30 / 12345-67", None, "phone", "+49301234567"),
        ("(030) 1234567", "DE", "phone", "+49301234567"),
        ("tel:+49301234567;ext=5", None, "phone", "+49301234567"),
        ("www.Example.com", None, "domain", "example.com"),
        ("https://shop.example.com/", None, "domain", "shop.example.com"),
        ("bücher.test", None, "domain", "xn--bcher-kva.test"),
        ("192.0.2.7", None, "domain", "192.0.2.7"),
    ],
)
def test_what_a_value_is(text: str, region: str | None, kind: str, value: str) -> None:
    """Emails, phones in any way of writing, domains and hosts are told apart by their look."""
    assert it(text, region=region) == Forgotten(kind, value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("030 1234567", "does not say which country's number it is; begin with [+], or add --region DE"),
        ("+49 1", "is no phone number"),
        ("jane@", "is no email address"),
        ("hello", "is no email, phone or domain"),
        ("co.uk", "belongs to many owners"),
        ("wixsite.com", "name the one's own host, such as shop.wixsite.com"),
        ("https://example.com/about", "is one page; give its site's domain, example.com"),
    ],
)
def test_what_is_no_value_says_what_to_do(text: str, why: str) -> None:
    """A sentence says what is missing; a platform of many owners is never forgotten as a whole."""
    with pytest.raises(BadValue, match=why):
        it(text)


@pytest.mark.parametrize(
    ("value", "text", "left"),
    [
        ("jane@a.test", "Write to <Jane@A.test>.", "Write to <[forgotten]>."),
        ("jane@a.test", "https://b.test/?to=jane%40a.test&x=1", "https://b.test/?to=[forgotten]&x=1"),
        ("jane@a.test", "jane (at) a.test", MARK),
        ("jane@a.test", "mary.jane@a.test jane@a.test.example jane@sub.a.test", None),
        ("+49301234567", "Tel. 030 1234567", "Tel. [forgotten]"),
        ("+49301234567", "+49 (0)30 12345-67 or 0049 30/1234567", "[forgotten] or [forgotten]"),
        ("+49301234567", "Floor 15, (030) 1234567, 2nd door", "Floor 15, [forgotten], 2nd door"),
        ("+49301234567", "030 12345678", None),
        ("+49301234567", "+39 030 1234567", None),
        ("a.test", "see https://www.a.test/x?y=1 there", "see [forgotten] there"),
        ("a.test", "info@a.test; A.test - home", "[forgotten] [forgotten] - home"),
        ("a.test", "a.test.example my-a.test ba.test", None),
        ("shop.a.test", "a.test", None),
        ("bücher.test", "https://bücher.test/ or https://xn--bcher-kva.test/", "[forgotten] or [forgotten]"),
    ],
)
def test_texts(value: str, text: str, left: str | None) -> None:
    """The value goes in whatever way it is written, and what only resembles it stays."""
    assert it(value).out_of(text) == (text if left is None else left)


ENTRY = {
    "input": "b.test",
    "url": "https://b.test/",
    "finalUrl": "https://b.test/",
    "title": "B, tel. 030 1234567",
    "domain": "b.test",
    "emails": ["jane@a.test", "info@b.test"],
    "phones": ["+49301234567", "+49301234567;ext=3", "+4930999999"],
    "socials": {"mastodon": ["https://a.test/@b", "https://c.test/@b"]},
    "phone": "+49301234567",
    "bodySize": 301234567,
    "trail": [{"method": "fetch", "url": "https://b.test/"}, {"method": "fetch", "url": "https://a.test/to"}],
}


@pytest.mark.parametrize(
    ("value", "changed"),
    [
        ("jane@a.test", {"emails": ["info@b.test"]}),
        ("030 1234567", {"phones": ["+4930999999"], "title": "B, tel. [forgotten]", "phone": None}),
        (
            "a.test",
            {
                "emails": ["info@b.test"],
                "socials": {"mastodon": ["https://c.test/@b"]},
                "trail": [{"method": "fetch", "url": "https://b.test/"}],
            },
        ),
    ],
)
def test_entries(value: str, changed: dict[str, Any]) -> None:
    """Values go out of lists, a mark takes their place in texts, and all else is as it was."""
    expected = {name: item for name, item in {**ENTRY, **changed}.items() if item is not None}
    assert it(value, region="DE").without(ENTRY) == expected
    assert it("other@d.test").without(ENTRY) is ENTRY


@pytest.mark.parametrize("name", ["domain", "url", "finalUrl", "final_url", "found_on"])
def test_what_was_collected_from_a_site_goes_with_it(name: str) -> None:
    """Whichever name led there; a subdomain's request takes the subdomain alone."""
    entry = {**ENTRY, name: "https://www.shop.a.test/x"}
    assert it("a.test").without(entry) is None
    assert it("shop.a.test").without(entry) is None
    assert it("blog.a.test").without(entry) is not None


JSON = st.recursive(
    st.none() | st.integers() | st.text(max_size=40) | st.sampled_from(["jane@a.test", "030 1234567", "www.a.test/"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*ENTRY]), inner, max_size=4),
    max_leaves=12,
)


@settings(deadline=None)
@given(st.sampled_from(["jane@a.test", "+49301234567", "a.test"]), st.dictionaries(st.sampled_from([*ENTRY]), JSON))
def test_nothing_of_it_is_left(value: str, entry: dict[str, Any]) -> None:
    """Whatever an entry holds, what is left of it does not hold the value, and forgetting again changes nothing."""
    what = it(value)
    left = what.without(entry)
    if left is not None:
        assert what.without(left) == left
        assert not what.is_in(str([text for text in texts(left) if what.is_in(text)]))


@settings(deadline=None)
@given(st.sampled_from(["jane@a.test", "+49301234567", "a.test"]), JSON, st.booleans())
def test_no_line_that_holds_it_is_passed_over(value: str, entry: Any, escaped: bool) -> None:
    """A line that is not read does not hold the value, however its JSON was written."""
    what, line = it(value), json.dumps({"title": entry}, ensure_ascii=escaped).encode("utf-8", "replace")
    assert what.may_be_in(line) or what.without({"title": entry}) == {"title": entry}


def texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for part in parts for text in texts(part)]
