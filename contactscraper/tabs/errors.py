"""Playwright's errors in Scrapy's words, so that one translation serves fetch and tab."""

from OpenSSL import SSL
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout
from scrapy.core.downloader.handlers.http11 import TunnelError
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
)
from twisted.internet import error as tx

#: Part of Chromium's error name -> (the exception to raise, its cause).
NET_ERRORS: tuple[tuple[str, type[Exception], Exception | None], ...] = (
    ("ERR_NAME_NOT_RESOLVED", CannotResolveHostError, None),
    ("ERR_CONNECTION_REFUSED", DownloadConnectionRefusedError, None),
    ("ERR_ADDRESS_UNREACHABLE", DownloadFailedError, tx.NoRouteError()),
    ("ERR_CONNECTION_TIMED_OUT", DownloadTimeoutError, tx.TimeoutError()),
    ("ERR_TIMED_OUT", DownloadTimeoutError, tx.TimeoutError()),
    ("ERR_PROXY_", TunnelError, None),
    ("ERR_TUNNEL_", TunnelError, None),
    ("ERR_CERT_", DownloadFailedError, SSL.Error([("SSL", "", "certificate verify failed")])),
    ("ERR_SSL_", DownloadFailedError, SSL.Error([("SSL", "", "no agreement")])),
    ("ERR_TOO_MANY_REDIRECTS", IgnoreRequest, None),
)
#: What Playwright says when the page, the context or the whole browser is gone.
GONE = ("has been closed", "crashed", "Connection closed", "disconnected", "Browser closed", "Target closed")


def is_gone(error: BaseException) -> bool:
    """Whether the browser, or the tab in it, is no more."""
    return any(text in str(error) for text in GONE)


def is_crash(error: BaseException) -> bool:
    """Whether a page alone has gone down, which its browser survives."""
    return "crashed" in str(error)


def is_download(error: BaseException) -> bool:
    """Whether a navigation ended in a download instead of a page."""
    return "Download is starting" in str(error) or "net::ERR_ABORTED" in str(error)


def as_scrapy_error(error: PlaywrightError) -> Exception:
    """The exception of Scrapy's that *error* stands for."""
    text = str(error)
    for name, kind, cause in NET_ERRORS:
        if name in text:
            raised = kind("max redirections reached" if kind is IgnoreRequest else text.partition("\n")[0])
            raised.__cause__ = cause
            return raised
    if isinstance(error, PlaywrightTimeout):
        return DownloadTimeoutError(text.partition("\n")[0])
    return DownloadFailedError(text.partition("\n")[0])
