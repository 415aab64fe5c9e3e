"""Certificates are verified, except for hosts that a user has chosen to read in spite of a bad one.

All connections share what does not differ from host to host. A context of OpenSSL's own takes 7 ms of the processor
and 860 KB where it reads a system's whole list of authorities, and the stock policy makes one a connection.
"""

from typing import Any

from twisted.web.iweb import IPolicyForHTTPS
from zope.interface import implementer

#: Hosts whose bad certificate was seen and is put up with (`DEAD_ON_BAD_CERTIFICATE = False`).
tolerated: set[str] = set()


@implementer(IPolicyForHTTPS)
class TolerantPolicy:
    """Scrapy's own policy (*stock*), asked per host whether to verify: it has a setting for all hosts alone."""

    def __init__(self, stock: Any) -> None:
        self._stock = stock
        self._verifies: bool = stock._verify_certificates
        self._first: dict[bool, Any] = {}
        """Whether it verifies -> what the stock policy made for the first host"""

    def creatorForNetloc(self, hostname: bytes, port: int) -> Any:  # noqa: N802 - Twisted's interface
        host = hostname.decode("ascii")
        verifies = self._verifies and host not in tolerated
        first = self._first.get(verifies)
        if first is None:
            first = self._first[verifies] = self._made(hostname, port, verifies)
        return type(first)(first._createConnection, host)

    def _made(self, hostname: bytes, port: int, verifies: bool) -> Any:
        self._stock._verify_certificates = verifies
        try:
            return self._stock.creatorForNetloc(hostname, port)
        finally:
            self._stock._verify_certificates = self._verifies
