"""Certificates are verified, except for hosts that a user has chosen to read in spite of a bad one."""

from typing import Any

from twisted.web.iweb import IPolicyForHTTPS
from zope.interface import implementer

#: Hosts whose bad certificate was seen and is put up with (`DEAD_ON_BAD_CERTIFICATE = False`).
tolerated: set[str] = set()


@implementer(IPolicyForHTTPS)
class TolerantPolicy:
    """Scrapy's own policy, asked per host whether to verify. It has a setting for all hosts alone."""

    def __init__(self, stock: Any) -> None:
        self._stock = stock

    def creatorForNetloc(self, hostname: bytes, port: int) -> Any:  # noqa: N802 - Twisted's interface
        stock, verify = self._stock, self._stock._verify_certificates
        stock._verify_certificates = verify and hostname.decode("ascii", "replace") not in tolerated
        try:
            return stock.creatorForNetloc(hostname, port)
        finally:
            stock._verify_certificates = verify
