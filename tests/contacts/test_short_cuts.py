"""Short ways for what most pages write find what the long way finds."""

from hypothesis import given, settings
from hypothesis import strategies as st

from contactscraper.contacts.email_text import _PLAIN_MAILTO, of_mailto
from contactscraper.contacts.phones import Number, Numbers, in_line
from contactscraper.contacts.phones.fields import _INTERNATIONAL, all_written
from contactscraper.contacts.phones.links import _BARE, dialled
from contactscraper.contacts.telling import _NAME, telling_names

REGIONS = st.sampled_from([None, "US", "DE", "IT", "MX"])
CODES = st.sampled_from(["+49", "+4930", "+1212555", "+3906", "+52", "+5411", "+44 20 ", "+2019 ", "+800"])
NUMBERS = st.builds("{}{}".format, CODES, st.from_regex(r"[0-9](?: ?[0-9]){2,12}", fullmatch=True))


@settings(deadline=None)  # a region's plan is read when it is first asked
@given(NUMBERS, REGIONS)
def test_field_with_an_international_number(text: str, region: str | None) -> None:
    """A field that is one number and nothing else has the number that a line with a label has."""
    spots = [spot.number for spot in in_line(text, Numbers(region), "Tel:")]
    long_way = [number for number in spots if isinstance(number, Number)]
    if _INTERNATIONAL.fullmatch(text) and long_way:
        assert all_written(text, Numbers(region)) == long_way


@settings(deadline=None)
@given(NUMBERS, REGIONS)
def test_link_that_dials_digits(text: str, region: str | None) -> None:
    """A link of digits alone dials the number that it dials with signs between them."""
    href = "tel:" + text.replace(" ", "")
    if _BARE.fullmatch(href):
        assert dialled(href, Numbers(region)) == dialled("TEL: " + href[4:], Numbers(region))


@given(
    st.lists(st.sampled_from(["info", "mail", "to", ".", "-", "_", "9", "@", "acme", "oak", ".de", ".com", "xn--p1ai", "%"]), max_size=9)
)  # fmt: skip
def test_link_to_an_address(pieces: list[str]) -> None:
    """A link that is an address and nothing else writes to those that it writes to with a subject."""
    address = "".join(pieces)
    if _PLAIN_MAILTO.fullmatch(address):
        assert of_mailto(address) == of_mailto("mailto:" + address) == of_mailto(f"mailto:{address}?subject=a")


@given(st.lists(st.sampled_from([' data-mail="x"', " data-", "data-user", "=", " ", "\6", "data-data-tel", "-", "data-to='a'", "data-Phone=1"]), max_size=8))  # fmt: skip
def test_names_of_data_attributes(pieces: list[str]) -> None:
    """Names are told by their letters, however the tags are written."""
    joined = "".join(pieces)
    assert set(telling_names(joined)) <= set(_NAME.findall(joined))
    assert ("data-mail" in telling_names(joined)) == ("data-mail" in _NAME.findall(joined))
