"""Which addresses may be asked."""

from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contactscraper.network.addresses import AddressRules, literal_address


@pytest.mark.parametrize(("host", "address"), [
    ("127.0.0.1", "127.0.0.1"), ("127.1", "127.0.0.1"), ("0x7f000001", "127.0.0.1"), ("2130706433", "127.0.0.1"),
    ("0177.0.0.1", "127.0.0.1"), ("0x7F.1", "127.0.0.1"), ("10.1.258", "10.1.1.2"), ("127.0.0.1.", "127.0.0.1"),
    ("[::ffff:10.0.0.1]", "::ffff:10.0.0.1"), ("::1", "::1"), ("[fe80::1%eth0]", "fe80::1"), ("0", "0.0.0.0"),
    ("１２７.0.0.1", "127.0.0.1"), ("127。0。0。1", "127.0.0.1"),
])  # fmt: skip
def test_spellings_of_an_address(host: str, address: str) -> None:
    """Every spelling that a browser takes for an address is seen through."""
    assert literal_address(host) == ip_address(address)


@pytest.mark.parametrize("host", [
    "example.com", "", ".", "256.0.0.1", "1.2.3.4.5", "1.2.3.256", "4294967296", "08.1.1.1", "0x", "1..2", "a.1",
    "9" * 5000, "::zz", "[",
])  # fmt: skip
def test_names_are_no_addresses(host: str) -> None:
    """What is a name, or nothing, is no address; a lone 0x is what browsers call 0.0.0.0."""
    assert literal_address(host) == (IPv4Address(0) if host == "0x" else None)


@given(st.text(max_size=40))
def test_any_text_is_looked_at(text: str) -> None:
    """No host name can raise."""
    literal_address(text)


REFUSED = """0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 192.168.1.1 198.18.0.1 203.0.113.7
224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:10.0.0.1 64:ff9b::10.0.0.1 64:ff9b:1::1 2002:0a00:0001::
2001:0:4136:e378:8000:63bf:f5ff:fffe 2001:db8::1 fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1 4000::1""".split()
ALLOWED = """8.8.8.8 1.1.1.1 2606:4700:4700::1111 2001:4860:4860::8888 ::ffff:8.8.8.8 64:ff9b::8.8.8.8
2002:0808:0808::""".split()


@pytest.mark.parametrize("text", REFUSED)
def test_refused(text: str) -> None:
    """Addresses behind the crawler are refused, also those that hide inside IPv6."""
    assert not AddressRules().allows(ip_address(text))


@pytest.mark.parametrize("text", ALLOWED)
def test_allowed(text: str) -> None:
    """Global addresses are asked."""
    assert AddressRules().allows(ip_address(text))


@given(st.integers(0, 2**32 - 1))
def test_an_inner_address_is_judged_like_itself(number: int) -> None:
    """Wrapping an IPv4 address into IPv6 changes nothing, with and without opened networks."""
    plain = IPv4Address(number)
    for rules in (AddressRules(), AddressRules.parse("10.0.0.0/8")):
        for wrapped in (0xFFFF << 32 | number, 0x64FF9B << 96 | number, 0x2002 << 112 | number << 80, number):
            assert rules.allows(IPv6Address(wrapped)) == rules.allows(plain)


@pytest.mark.parametrize(("setting", "opened", "closed"), [
    (True, ["10.0.0.1", "::1"], []),
    ("True", ["10.0.0.1"], []),
    ("1", ["127.0.0.1"], []),
    (False, [], ["10.0.0.1"]),
    (None, [], ["10.0.0.1"]),
    ("false", [], ["10.0.0.1"]),
    ("", [], ["10.0.0.1"]),
    ("127.0.0.0/27, 10.20.0.0/16", ["127.0.0.1", "10.20.3.4", "::ffff:127.0.0.9"], ["127.0.0.32", "10.21.0.1"]),
    (["fd00::/8"], ["fd00::1"], ["fe80::1", "10.0.0.1"]),
    ("10.0.0.5/8", ["10.9.9.9"], ["127.0.0.1"]),
])  # fmt: skip
def test_the_setting(setting: bool | str | list[str] | None, opened: list[str], closed: list[str]) -> None:
    """ALLOW_PRIVATE_ADDRESSES opens all, none, or the networks named, and always leaves global ones open."""
    rules = AddressRules.parse(setting)
    assert all(rules.allows(ip_address(text)) for text in [*opened, "8.8.8.8"])
    assert not any(rules.allows(ip_address(text)) for text in closed)


def test_a_network_that_is_none() -> None:
    """A slip in the setting is an error, not an open door."""
    with pytest.raises(ValueError, match="lan"):
        AddressRules.parse("lan")
