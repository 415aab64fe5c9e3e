"""Which addresses may be asked: a list or a page must not reach the network behind the crawler."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Self

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

NAT64 = IPv6Network("64:ff9b::/96")  # RFC 6052
COMPATIBLE = IPv6Network("::/96")  # IPv4-compatible, RFC 4291 2.5.5.1
GLOBAL_UNICAST = IPv6Network("2000::/3")  # nothing outside of it is routed, whatever ``is_global`` says
_NUMBER = re.compile(r"(?:0x[0-9a-f]*|\d+)", re.IGNORECASE | re.ASCII)


def literal_address(host: str) -> Address | None:
    """The address that *host* spells, in any form that browsers accept (``127.1``, ``0x7f000001``), or None."""
    host = unicodedata.normalize("NFKC", host.strip()).replace("\u3002", ".")  # full-width digits and dots
    host = host.strip("[]").rstrip(".").partition("%")[0]
    try:
        return ip_address(host)
    except ValueError:
        pass
    parts = host.split(".")
    if not 1 <= len(parts) <= 4 or not all(_NUMBER.fullmatch(part) for part in parts):
        return None
    try:
        numbers = [_number(part) for part in parts]
    except ValueError:
        return None
    *heads, last = numbers
    room = 256 ** (5 - len(numbers))
    if any(head > 255 for head in heads) or last >= room:
        return None
    return IPv4Address(sum(head << (8 * (3 - place)) for place, head in enumerate(heads)) + last)


def _number(text: str) -> int:
    if text.lower().startswith("0x"):
        return int(text[2:] or "0", 16)
    return int(text, 8) if len(text) > 1 and text.startswith("0") else int(text)


@dataclass(frozen=True, slots=True)
class AddressRules:
    """Global addresses, and the networks that a user has opened."""

    everything: bool = False
    networks: tuple[Network, ...] = ()

    @classmethod
    def parse(cls, allow: bool | str | Iterable[str] | None) -> Self:
        """From the setting ``ALLOW_PRIVATE_ADDRESSES``. Raises ValueError for a network that is none."""
        if isinstance(allow, str) and allow.strip().lower() in ("true", "1", "yes"):
            return cls(everything=True)
        if isinstance(allow, str) and allow.strip().lower() in ("", "false", "0", "no", "none"):
            return cls()
        if allow is None or isinstance(allow, bool | int):
            return cls(everything=bool(allow))
        names = allow.split(",") if isinstance(allow, str) else allow
        return cls(networks=tuple(ip_network(name.strip(), strict=False) for name in names if name.strip()))

    def allows(self, address: Address) -> bool:
        """Whether *address* may be asked. An IPv4 address inside an IPv6 one is judged by itself."""
        if self.everything:
            return True
        inner = _inner(address)
        for one in (address, inner):
            if any(one in network for network in self.networks if network.version == one.version):
                return True
        if isinstance(inner, IPv6Address) and inner not in GLOBAL_UNICAST:
            return False
        return inner.is_global and not inner.is_multicast


def _inner(address: Address) -> Address:
    """The IPv4 address that an IPv6 one carries (mapped, 6to4, Teredo, NAT64, compatible), else *address*."""
    if isinstance(address, IPv4Address):
        return address
    teredo = address.teredo
    inner = address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else None)
    if inner is None and (address in NAT64 or address in COMPATIBLE):
        inner = IPv4Address(int(address) & 0xFFFFFFFF)
    return inner or address
