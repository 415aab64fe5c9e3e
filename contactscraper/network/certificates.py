"""Certificates are verified, except for hosts that a user has chosen to read in spite of a bad one."""

from typing import Any

from scrapy.core.downloader.contextfactory import _ScrapyClientContextFactory

#: Hosts whose bad certificate was seen and is put up with (`DEAD_ON_BAD_CERTIFICATE = False`).
tolerated: set[str] = set()


class ContextFactory(_ScrapyClientContextFactory):
    """Scrapy's own factory (its public name is deprecated), asked per host whether to verify."""

    def creatorForNetloc(self, hostname: bytes, port: int) -> Any:  # noqa: N802 - Twisted's interface
        if hostname.decode("ascii", "replace") not in tolerated:
            return super().creatorForNetloc(hostname, port)
        verify, self._verify_certificates = self._verify_certificates, False
        try:
            return super().creatorForNetloc(hostname, port)
        finally:
            self._verify_certificates = verify
