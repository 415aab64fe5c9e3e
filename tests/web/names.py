"""The name server of the test web: UDP, on loopback."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

import dns.flags
import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset

from tests.web.model import HOME, Site

SLOW = 1.5  # seconds
TTL = 60


class NameServer(asyncio.DatagramProtocol):
    """Answers A and AAAA for the sites; *broken* (drop, servfail, nxdomain or empty) is for all names at once."""

    def __init__(self, site_of: Callable[[str], Site | None]) -> None:
        self._site_of = site_of
        self._transport: Any = None
        self.queries: deque[tuple[str, str]] = deque(maxlen=500_000)
        self.broken = ""
        self.portal = False

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def datagram_received(self, data: bytes, addr: Any) -> None:
        try:
            query = dns.message.from_wire(data)
            question = query.question[0]
        except Exception:
            return  # not a question: nobody waits for an answer
        name = question.name.to_text(omit_final_dot=True).lower()
        kind = dns.rdatatype.to_text(question.rdtype)
        self.queries.append((name, kind))
        reply = dns.message.make_response(query, recursion_available=True)
        how, addresses = self._answer(name)
        if how == "silent":
            return
        if how == "servfail":
            reply.set_rcode(dns.rcode.SERVFAIL)
        elif how == "nxdomain":
            reply.set_rcode(dns.rcode.NXDOMAIN)
        else:
            wanted = [a for a in addresses if (":" in a) == (kind == "AAAA")] if kind in {"A", "AAAA"} else []
            if wanted:
                reply.answer.append(dns.rrset.from_text(question.name, TTL, "IN", kind, *wanted))
        wire = reply.to_wire()
        if how == "slow":
            asyncio.get_running_loop().call_later(SLOW, self._transport.sendto, wire, addr)
        else:
            self._transport.sendto(wire, addr)

    def _answer(self, name: str) -> tuple[str, tuple[str, ...]]:
        if self.broken:
            return {"drop": "silent"}.get(self.broken, self.broken), ()
        if self.portal:
            return "found", (HOME,)
        site = self._site_of(name)
        return (site.dns, site.addresses) if site else ("nxdomain", ())
