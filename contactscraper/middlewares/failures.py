"""Scrapy's and Twisted's exceptions, translated once into the failures that `reply.py` knows."""

import gzip
import zlib

from OpenSSL import SSL
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
    ResponseDataLossError,
    UnsupportedURLSchemeError,
)
from service_identity import VerificationError
from twisted.internet import error as tx
from twisted.web.http import PotentialDataLoss

from contactscraper.middlewares import Unreached
from contactscraper.reply import Failure


def failure_of(exception: BaseException) -> Failure | None:
    """The failure behind *exception*; None where it is no download's failure (a fault of our own)."""
    if isinstance(exception, Unreached):
        return exception.failure
    causes = list(_causes(exception))
    for kind, failure in _BY_TYPE:
        if any(isinstance(cause, kind) for cause in causes):
            return failure
    if isinstance(exception, DownloadTimeoutError):
        connecting = any(isinstance(cause, tx.TimeoutError | tx.TCPTimedOutError) for cause in causes)
        return Failure.CONNECT_TIMEOUT if connecting else Failure.READ_TIMEOUT
    if any(isinstance(cause, SSL.Error | VerificationError) for cause in causes):
        text = " ".join(str(cause) for cause in causes)
        wrong = "certificate" in text or any(isinstance(cause, VerificationError) for cause in causes)
        return Failure.BAD_CERTIFICATE if wrong else Failure.TLS
    if isinstance(exception, IgnoreRequest):
        return next((f for text, f in _BY_TEXT.items() if text in str(exception).lower()), None)
    if isinstance(exception, DownloadFailedError | ResponseDataLossError | tx.ConnectionClosed | OSError):
        return Failure.BROKEN_TRANSFER
    if type(exception).__name__ == "TunnelError":
        return Failure.PROXY_DOWN
    if isinstance(exception, ValueError):
        return Failure.BROKEN  # a redirect to a URL that is none, and the like
    return None


def let_go(exception: BaseException) -> None:
    """Drops the stack of an exception that is dealt with. Through it the exception holds the frames that it passed,
    and they hold it: all of a request, until Python looks for such rings, which it does seldom."""
    for cause in _causes(exception):
        cause.__traceback__ = None


_BY_TYPE: tuple[tuple[type[BaseException], Failure], ...] = (
    (CannotResolveHostError, Failure.DNS_TROUBLE),  # our own look-up has said before whether the name exists
    (DownloadConnectionRefusedError, Failure.REFUSED),
    (tx.NoRouteError, Failure.UNREACHABLE),
    (tx.ConnectionRefusedError, Failure.REFUSED),
    (DownloadCancelledError, Failure.TOO_BIG),
    (UnsupportedURLSchemeError, Failure.REDIRECT_ELSEWHERE),
    (gzip.BadGzipFile, Failure.BROKEN),
    (zlib.error, Failure.BROKEN),
    (PotentialDataLoss, Failure.BROKEN_TRANSFER),
)

#: Scrapy says these only in words.
_BY_TEXT = {
    "max redirections": Failure.REDIRECT_LOOP,
    "maxsize": Failure.TOO_BIG,
    "max size": Failure.TOO_BIG,
    "larger than": Failure.TOO_BIG,
}


def _causes(exception: BaseException) -> "list[BaseException]":
    """The exception, what it came from, and what Twisted put into its ``reasons``."""
    found: list[BaseException] = []
    queue: list[BaseException | None] = [exception]
    while queue and len(found) < 20:
        cause = queue.pop(0)
        if cause is None or any(cause is known for known in found):
            continue
        found.append(cause)
        queue += [cause.__cause__, cause.__context__]
        for reason in getattr(cause, "reasons", None) or ():
            queue.append(getattr(reason, "value", reason))
    return found
