"""Short ways for what most pages write find what the long way finds."""

from hypothesis import given, settings
from hypothesis import strategies as st

from contactscraper.contacts import listed, region
from contactscraper.contacts.email_text import _PLAIN_MAILTO, of_mailto
from contactscraper.contacts.phones import Numbers, in_line
from contactscraper.contacts.phones.line import _in_any_line
from contactscraper.contacts.phones.links import _BARE, dialled
from contactscraper.contacts.scanned import lines_matching
from contactscraper.contacts.stems import ODD
from contactscraper.contacts.telling import _NAME, telling_names

LABELS = st.sampled_from(["", "Tel.: ", "Telefon: ", "Fax: ", "T ", "Id: ", "USt. ", "Fax+Tel: ", "call ", "X: "])
REGIONS = st.sampled_from([None, "US", "DE", "IT", "MX"])
CODES = st.sampled_from(["+49", "+4930", "+1212555", "+3906", "+52", "+5411", "+44 20 ", "+2019 ", "+800"])
NUMBERS = st.builds("{}{}".format, CODES, st.from_regex(r"[0-9](?: ?[0-9]){2,12}", fullmatch=True))


@settings(deadline=None)  # a region's plan is read when it is first asked
@given(LABELS, NUMBERS, REGIONS, st.sampled_from(["", "Phone", "Fax:", "Order no.", "Mill Lane 4", "VAT"]))
def test_line_that_is_an_international_number(label: str, number: str, region: str | None, before: str) -> None:
    """A line that is a label and a number says what it says when it is taken apart."""
    long_way = list(_in_any_line(label + number, Numbers(region), before, True))
    assert list(in_line(label + number, Numbers(region), before)) == long_way


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


NAMES = st.sampled_from([' data-mail="x"', " data-user", " data-to='a'", ' data-Phone="1"', " data-tel = 1", " data-", ' data-x-="a"', "\6p", ' title="data-url"', "/"])  # fmt: skip


@given(st.lists(NAMES, max_size=8).map("".join))
def test_names_of_data_attributes(joined: str) -> None:
    """Names are told by their letters, however the tags are written."""
    telling = {"data-mail", "data-tel", "data-url"}
    assert telling.intersection(telling_names(joined)) == telling.intersection(_NAME.findall(joined))
    assert set(telling_names(joined)) <= set(_NAME.findall(joined))


@settings(deadline=None)
@given(st.from_regex(listed._HEADING, fullmatch=True, alphabet=st.characters(codec="utf-8")).filter(lambda text: not ODD.search(text)))  # fmt: skip
def test_headings_of_lists(heading: str) -> None:
    """What announces a list of others has one of the words that are looked for in all headings at once."""
    assert listed._ANY_STEM.search(heading.lower().encode())


@given(st.sampled_from(sorted(region.COUNTRIES)), st.sampled_from(["", "Mill Lane 4, ", "x - "]), st.sampled_from(["", ".", " .", " "]))  # fmt: skip
def test_lines_that_end_in_a_country(country: str, before: str, behind: str) -> None:
    """A country at the end of a line is found among other lines."""
    text = f"a\n{before}{country}{behind}\nb"
    assert list(lines_matching(region._ENDS_IN_COUNTRY, text.encode())) == [1]
