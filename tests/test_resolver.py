"""Look-ups: what a name is, and which of its addresses may be asked."""

import asyncio
import time

import pytest
from scrapy.settings import Settings
from twisted.internet.base import ReactorBase

from contactscraper.resolver import LookupKind, NameResolver
from tests.web import Web


@pytest.mark.parametrize(
    ("host", "kind"),
    [
        ("ok-0001.test", LookupKind.FOUND),
        ("dead-0001.test", LookupKind.NO_SUCH_NAME),
        ("servfail.test", LookupKind.TROUBLE),
        ("inside.test", LookupKind.PRIVATE),
        ("10.1.2.3", LookupKind.PRIVATE),
        ("0x0a000001", LookupKind.PRIVATE),
        ("93.184.216.34", LookupKind.FOUND),
    ],
)
def test_a_look_up_tells_what_a_name_is(web: Web, host: str, kind: LookupKind) -> None:
    """Only NXDOMAIN is a name that does not exist, trouble is trouble, and a private address is not asked."""
    settings = Settings({"DNS_TIMEOUT": 1, "DNS_THREADS": 2, "DNSCACHE_SIZE": 100, "PORT_MAP": {}, **web.settings})
    resolver = NameResolver(None, settings)
    assert asyncio.run(resolver.lookup(host)).kind is kind


def test_a_name_is_asked_once(web: Web) -> None:
    """Look-ups at the same time, and soon after, are one question."""
    settings = Settings({"DNS_TIMEOUT": 1, "DNS_THREADS": 2, "DNSCACHE_SIZE": 100, "PORT_MAP": {}, **web.settings})

    async def several() -> None:
        resolver = NameResolver(None, settings)
        await asyncio.gather(*(resolver.lookup("ok-0002.test") for _ in range(5)))
        await resolver.lookup("OK-0002.test.")

    web.clear()
    asyncio.run(several())
    assert len([query for query in web.dns_queries if query[0].startswith("ok-0002") and query[1] == "A"]) == 1


def test_a_clock_that_is_set_back_fails_no_look_up(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the wall clock jumps back in the middle, as on virtual machines, the name is found all the same."""
    settings = Settings({"DNS_TIMEOUT": 5, "DNS_THREADS": 2, "DNSCACHE_SIZE": 100, "PORT_MAP": {}, **web.settings})
    clock, asked = time.time, [0]

    def jumps() -> float:
        asked[0] += 1
        return clock() - (3600 if asked[0] > 1 else 0)

    monkeypatch.setattr(time, "time", jumps)
    found = asyncio.run(NameResolver(None, settings).lookup("ok-0003.test"))
    monkeypatch.undo()
    assert found.kind is LookupKind.FOUND and asked[0] > 1


def test_timers_do_not_go_by_the_wall_clock(web: Web) -> None:
    """Installed, the resolver lets Twisted's timers go by a clock that nobody can set back."""
    reactor = ReactorBase.__new__(ReactorBase)
    settings = Settings({"DNS_TIMEOUT": 1, "DNS_THREADS": 2, "DNSCACHE_SIZE": 100, "PORT_MAP": {}, **web.settings})
    NameResolver(reactor, settings).install_on_reactor()
    assert reactor.seconds is time.monotonic
