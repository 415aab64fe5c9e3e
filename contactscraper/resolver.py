"""Names to addresses, for Scrapy's downloads, our own look-ups and the tab's requests alike.

`getaddrinfo` cannot tell a name that does not exist from an answer that got lost, so a failed look-up is asked
again of the resolver itself, and only its NXDOMAIN counts. Look-ups are kept for a few minutes, so that robots.txt,
HEAD and GET of a site ask once.
"""

import asyncio
import logging
import socket
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from ipaddress import ip_address
from typing import Any, Self

import dns.asyncresolver
import dns.exception
import dns.resolver
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.interfaces import IHostnameResolver, IHostResolution, IResolutionReceiver
from zope.interface import implementer

from contactscraper.network.addresses import AddressRules, literal_address

logger = logging.getLogger(__name__)

#: Seconds that a look-up is remembered. Failures are asked again soon, since trouble passes.
KEEP_FOUND, KEEP_MISSING, KEEP_TROUBLE = 300.0, 60.0, 5.0


class LookupKind(StrEnum):
    FOUND = "found"
    NO_SUCH_NAME = "no-such-name"
    TROUBLE = "trouble"  # SERVFAIL, a time-out: it may pass
    PRIVATE = "private"  # no address that may be asked


@dataclass(frozen=True, slots=True)
class Lookup:
    """What a look-up of a name brought."""

    kind: LookupKind
    addresses: tuple[str, ...] = ()


@implementer(IHostResolution)
class _Resolution:
    def __init__(self, name: str) -> None:
        self.name = name

    def cancel(self) -> None:
        """A look-up goes on: its answer is of use to the next request."""


@implementer(IHostnameResolver)
class NameResolver:
    """Twisted's resolver for this process, installed by the setting ``TWISTED_DNS_RESOLVER``."""

    def __init__(self, reactor: Any, settings: Any) -> None:
        self._reactor = reactor
        self._timeout = settings.getfloat("DNS_TIMEOUT")
        self._size = settings.getint("DNSCACHE_SIZE")
        self._rules = AddressRules.parse(settings.get("ALLOW_PRIVATE_ADDRESSES"))
        self._ports = {int(a): int(b) for a, b in settings.getdict("PORT_MAP").items()}
        self._servers = settings.getlist("DNS_SERVERS")
        self._known: OrderedDict[str, tuple[float, Lookup]] = OrderedDict()
        self._asked: dict[str, asyncio.Future[Lookup]] = {}
        self._dns: dns.asyncresolver.Resolver | None = None
        # getaddrinfo blocks its thread for as long as a name server is silent, and a list has many such names.
        #: Told of each name that was found by a look-up of its own: names are looked up again, then.
        self.on_found: Callable[[str], None] = lambda host: None
        self._threads = ThreadPoolExecutor(settings.getint("DNS_THREADS"), thread_name_prefix="dns")

    @classmethod
    def from_crawler(cls, crawler: Any, reactor: Any) -> Self:
        return cls(reactor, crawler.settings)

    def install_on_reactor(self) -> None:
        # Twisted's timers go by the wall clock: set back by an hour, none of them would come for an hour.
        self._reactor.seconds = time.monotonic
        self._reactor.installNameResolver(self)

    async def lookup(self, host: str) -> Lookup:
        """The addresses of *host* that may be asked, by an earlier look-up or a new one."""
        host = host.rstrip(".").lower()
        if (known := self._remembered(host)) is not None:
            return known
        literal = literal_address(host.strip("[]"))
        if literal is not None:
            return self._allowed([str(literal)])
        pending = self._asked.get(host)
        if pending is None:
            pending = self._asked[host] = asyncio.ensure_future(self._ask(host))
            pending.add_done_callback(lambda _: self._asked.pop(host, None))
        return await asyncio.shield(pending)

    def _remembered(self, host: str) -> Lookup | None:
        known = self._known.get(host)
        return known[1] if known and known[0] > time.monotonic() else None

    async def _ask(self, host: str) -> Lookup:
        try:
            found = await (self._ask_server(host) if self._servers else self._ask_system(host))
        except Exception:
            logger.debug("The look-up of %s failed", host, exc_info=True)
            found = Lookup(LookupKind.TROUBLE)
        keep = {LookupKind.FOUND: KEEP_FOUND, LookupKind.TROUBLE: KEEP_TROUBLE}.get(found.kind, KEEP_MISSING)
        self._known[host] = (time.monotonic() + keep, found)
        while len(self._known) > self._size:
            self._known.popitem(last=False)
        if found.kind is LookupKind.FOUND:
            self.on_found(host)
        return found

    def forget(self, host: str) -> None:
        """The next look-up of *host* is made anew."""
        self._known.pop(host.rstrip(".").lower(), None)

    async def _ask_system(self, host: str) -> Lookup:
        loop = asyncio.get_running_loop()
        try:
            rows = await asyncio.wait_for(
                loop.run_in_executor(self._threads, socket.getaddrinfo, host, None, 0, socket.SOCK_STREAM),
                self._timeout,
            )
        except (OSError, UnicodeError, TimeoutError):
            return await self._ask_server(host)
        return self._allowed(list(dict.fromkeys(str(row[4][0]) for row in rows)))

    async def _ask_server(self, host: str) -> Lookup:
        resolver = self._resolver()
        try:
            answer = await self._resolved(resolver, host)
        except dns.resolver.NXDOMAIN:
            return Lookup(LookupKind.NO_SUCH_NAME)
        except dns.exception.DNSException:
            return Lookup(LookupKind.TROUBLE)  # a name that has no address today (NODATA) too
        addresses = list(answer.addresses())
        return self._allowed(addresses) if addresses else Lookup(LookupKind.TROUBLE)

    async def _resolved(self, resolver: dns.asyncresolver.Resolver, host: str) -> dns.resolver.HostAnswers:
        """dnspython goes by the wall clock, and gives a look-up up at once where that was set back meanwhile: it is
        asked again until the time is over by a clock that only goes forward."""
        by = time.monotonic() + self._timeout
        while True:
            try:
                return await resolver.resolve_name(host, lifetime=max(0.1, by - time.monotonic()))
            except dns.resolver.LifetimeTimeout:
                if time.monotonic() >= by:
                    raise

    def _resolver(self) -> dns.asyncresolver.Resolver:
        if self._dns is None:
            self._dns = dns.asyncresolver.Resolver(configure=not self._servers)
            if self._servers:
                host, _, port = str(self._servers[0]).rpartition(":")
                self._dns.nameservers = [host]
                self._dns.port = int(port)
            self._dns.search = []
            self._dns.timeout = min(2.0, self._timeout)
        return self._dns

    def _allowed(self, addresses: Sequence[str]) -> Lookup:
        allowed = tuple(a for a in addresses if self._rules.allows(ip_address(a.partition("%")[0])))
        if not allowed:
            return Lookup(LookupKind.PRIVATE)
        # IPv4 first: an IPv6 address without an IPv6 uplink costs a connect that fails.
        return Lookup(LookupKind.FOUND, tuple(sorted(allowed, key=lambda a: ":" in a)))

    def resolveHostName(  # noqa: N802 - Twisted's interface
        self,
        resolutionReceiver: IResolutionReceiver,  # noqa: N803
        hostName: str,  # noqa: N803
        portNumber: int = 0,  # noqa: N803
        addressTypes: Any = None,  # noqa: N803
        transportSemantics: str = "TCP",  # noqa: N803
    ) -> IHostResolution:
        resolution = _Resolution(hostName)
        resolutionReceiver.resolutionBegan(resolution)

        def tell(found: Lookup) -> None:
            port = self._ports.get(portNumber, portNumber)
            try:
                for address in found.addresses:
                    family = IPv6Address if ":" in address else IPv4Address
                    resolutionReceiver.addressResolved(family("TCP", address, port))
            finally:
                resolutionReceiver.resolutionComplete()

        async def answer() -> None:
            found = Lookup(LookupKind.TROUBLE)
            try:
                found = await self.lookup(hostName)
            finally:
                tell(found)

        if (known := self._remembered(hostName.rstrip(".").lower())) is not None:
            # As almost always: the probe has looked the name up. Not at once: a request's own clock starts when we
            # return, and must not run out after its connection's, which would then be taken for the host's fault.
            asyncio.get_running_loop().call_soon(tell, known)
            return resolution
        _running.add(task := asyncio.ensure_future(answer()))
        task.add_done_callback(_running.discard)
        return resolution


#: Look-ups under way: the event loop itself holds tasks only weakly.
_running: set["asyncio.Task[None]"] = set()


def installed_resolver() -> NameResolver:
    """The resolver of this process. Raises RuntimeError where the setting TWISTED_DNS_RESOLVER names another."""
    from twisted.internet import reactor

    resolver = reactor.nameResolver
    if not isinstance(resolver, NameResolver):
        raise RuntimeError("TWISTED_DNS_RESOLVER must be contactscraper.resolver.NameResolver")
    return resolver
