"""Who lives on the bench's web: the published mix of sites, and host names that say what they are.

The shares follow what was measured on lists of company sites: 14 % dead, 9 % behind a wall, the rest alive; a good
third of the dead by a 404, the others by DNS or TCP.
"""

import random
import zlib
from collections.abc import Iterator, Mapping

#: Told to the crawler as a platform, so that each host is a domain of its own and one certificate serves all.
SUFFIX = "bench.test"
CANARY = f"canary.{SUFFIX}"

#: kind -> share of 100 sites.
MIX: Mapping[str, int] = {
    "found": 64,  # an email, a phone and a profile in the footer of a page of 50 KB
    "empty": 13,  # the same page without a contact and without a word of one
    "walled": 6,  # Cloudflare's challenge, which HEAD shows
    "guarded": 3,  # a challenge of which only the body tells
    "nxdomain": 8,
    "refused": 2,
    "gone": 4,  # 404
}
#: Only sites that are alive, so that no request fails.
ALIVE: Mapping[str, int] = {"found": 100}
#: Alive, with the contact on a page of its own: one more request a site.
CONTACT_PAGES: Mapping[str, int] = {"onward": 100}
#: Programs that a browser must run: with a contact, and for whom even a tab finds none.
APPS: Mapping[str, int] = {"app": 100}
#: What a list asks of tabs: programs with a contact, and sites for whom a tab can do nothing.
TABS: Mapping[str, int] = {"app": 12, "blank": 3, "found": 55, "empty": 15, "gone": 5, "nxdomain": 5, "walled": 5}
#: 85 sites of the mix to 15 that make a crawler wait.
FAULTS: Mapping[str, int] = {**{kind: share * 85 for kind, share in MIX.items()}, "hole": 500, "mute": 500, "slow": 500}

#: Kinds that the name server answers in a way of its own.
NAMES = {"nxdomain": "nxdomain", "mute": "silent"}
#: Kinds that live elsewhere than at home: nobody listens, or nobody answers a knock.
ADDRESSES = {"refused": "127.0.0.2", "hole": "127.0.0.3"}
HOME = "127.0.0.1"

#: Seconds until an answer begins: between the two, the same for all requests of a host. A slow one ends at SLOW.
SOON, LATE, SLOW = 0.02, 0.3, 4.0


def hosts(number: int, mix: Mapping[str, float] = MIX, seed: int = 1, *, apart: bool = False) -> Iterator[str]:
    """*number* host names, always the same ones, in an order that shuffles the kinds. *apart*: each is a registered
    domain of its own, as those of a list are, so that a browser takes them for sites that have nothing in common."""
    chance = random.Random(seed)
    kinds, shares = list(mix), list(mix.values())
    for place in range(number):
        yield f"{chance.choices(kinds, shares)[0]}-{place:06}{'-' if apart else '.'}{SUFFIX}"


def kind_of(host: str) -> str:
    """The kind that a name says, with or without ``www.``; '' where it is none of ours."""
    return host.removeprefix("www.").partition("-")[0] if host.endswith(("." + SUFFIX, "-" + SUFFIX)) else ""


def latency(host: str) -> float:
    """Seconds that *host* takes."""
    if kind_of(host) == "slow":
        return SLOW
    return SOON + (LATE - SOON) * (zlib.crc32(host.encode()) % 1000) / 1000
