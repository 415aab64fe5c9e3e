"""What holds for any text: no exception, valid numbers only, and work that grows no faster than the text."""

import cProfile
import pstats
from collections.abc import Callable

import phonenumbers
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contactscraper.contacts import Page
from contactscraper.contacts.phones import Number, Numbers, candidates, in_line

REGIONS = st.sampled_from([None, "US", "GB", "DE", "FR", "IT", "BR", "CN", "AR", "AT", "IN", "AU", "RU", "XX"])
#: Pieces that numbers and their like are made of, so that most texts come close to one.
PIECES = st.sampled_from([
    "030", "0", "00", "+", "+49", "(0)", "20 7946 0123", "212-555-0187", "1-800-", "FLOWERS", "ACME", "2024", "01.02.", " ", "  ", "-", "/", ".", ",", ";", ":", "(", ")", "[", "x12", " ext. 5", "Tel", "Fax: ",
    "電話", "传真：", "٠٥٠", "ー", "\u2011", "\u00a0", "€", "%", "#", "@", "://", "&", "Order no. ", "IBAN DE", "11", "5501 0517", "¦", "\t", "🕿", "１２", "0xx51", "·", "·555·",
])  # fmt: skip
TEXTS = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=14).map("".join))


def is_valid(number: str) -> bool:
    return phonenumbers.is_valid_number(phonenumbers.parse(number))


@settings(deadline=None)  # a region's plan is read when it is first asked
@given(TEXTS, REGIONS, TEXTS)
def test_any_line(text: str, region: str | None, before: str) -> None:
    """Whatever stands in a line, what comes out of it is valid by the library, and in E.164."""
    for spot in in_line(text, Numbers(region), before):
        if isinstance(spot.number, Number):
            assert is_valid(str(spot.number)), (text, spot)
            plain = str(spot.number._replace(extension=""))
            assert phonenumbers.format_number(phonenumbers.parse(plain), phonenumbers.PhoneNumberFormat.E164) == plain


@settings(deadline=None)
@given(TEXTS, TEXTS, REGIONS)
def test_any_page(text: str, more: str, region: str | None) -> None:
    """Whatever stands in links, fields and attributes of a page, every number that counts is valid by the library."""
    quoted = more.replace('"', "")
    page = Page(
        f'<p>{text}</p><a href="tel:{quoted}">{text}</a><a href="https://wa.me/{quoted}">x</a><b data-phone="{quoted}" title="Tel {quoted}">'
        f'<meta name="description" content="{quoted}"><script type="application/ld+json">{{"telephone":"{quoted}"}}</script>',
        "https://oakmill.com/",
    )
    for found in candidates(page, region):
        assert found.why or is_valid(found.number), found


HOSTILE: dict[str, Callable[[int], str]] = {
    "numbers": lambda n: "".join(f"<p>030 {i:07d}</p>" for i in range(n)),
    "numbers of others": lambda n: "".join(f"<p>SKU 030-{i:07d}</p>" for i in range(n)),
    "no numbers": lambda n: "".join(f"<p>999 {i:07d} 1 2 3 4 5 6 7 8 9</p>" for i in range(n)),
    "dates": lambda n: "<p>12.05.2024</p>" * n,
    "one line": lambda n: "<p>" + "lorem 030 2312504 / " * n,
    "digits": lambda n: "1" * 20 * n,
    "spaced digits": lambda n: "1 " * 10 * n,
    "pluses": lambda n: "+49 " * 5 * n,
    "brackets": lambda n: "(0)" * 7 * n,
    "slashes": lambda n: "<p>" + "030/" * 5 * n + "</p>",
    "labels": lambda n: "<p>" + "Tel Fax " * 3 * n + "030 1</p>",
    "letters": lambda n: "<p>1-800-A-B-</p>" * n,
    "links": lambda n: "".join(f'<a href="tel:030{i:07d}">x</a>' for i in range(n)),
    "attributes": lambda n: "".join(f'<b data-phone="030{i:07d}">' for i in range(n)),
    "state": lambda n: "<script>window.__S__={" + ",".join(f'"phone{i}":"030{i:07d}"' for i in range(n)) + "}</script>",
}


def calls(page: Page) -> int:
    """Function calls that the phones of *page* take: work that no other process disturbs."""
    profile = cProfile.Profile()
    profile.enable()
    for _ in candidates(page, "DE"):
        pass
    profile.disable()
    return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]  # not in the stubs


def read(html: str) -> Page:
    page = Page(html, "https://oakmill.de/")
    page.scan, page.json_ld, page.state, page.foreign, page.text
    return page


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE)
def test_work_is_bounded(make: Callable[[int], str]) -> None:
    """Four times the text takes at most five times the work, and a bounded number of readings at most."""
    small, large = calls(read(make(2_000))), calls(read(make(8_000)))
    assert large <= 5 * small + 1_000, (small, large)
    assert large < 1_500_000
