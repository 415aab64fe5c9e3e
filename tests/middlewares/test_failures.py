"""Exceptions, translated into failures."""

import gzip

import pytest
from OpenSSL import SSL
from playwright.async_api import Error as PlaywrightError
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
from twisted.internet import error as tx

from contactscraper.middlewares import Unreached
from contactscraper.middlewares.failures import failure_of
from contactscraper.reply import Failure
from contactscraper.tabs.errors import as_scrapy_error


def caused(exception, cause):
    exception.__cause__ = cause
    return exception


ROWS = [
    (Unreached(Failure.NO_SUCH_NAME), Failure.NO_SUCH_NAME),
    (CannotResolveHostError("x"), Failure.DNS_TROUBLE),
    (DownloadConnectionRefusedError("x"), Failure.REFUSED),
    (caused(DownloadFailedError("x"), tx.NoRouteError()), Failure.UNREACHABLE),
    (DownloadTimeoutError("x"), Failure.READ_TIMEOUT),
    (caused(DownloadTimeoutError("x"), tx.TimeoutError()), Failure.CONNECT_TIMEOUT),
    (caused(DownloadFailedError("x"), SSL.Error([("SSL", "", "certificate verify failed")])), Failure.BAD_CERTIFICATE),
    (caused(DownloadFailedError("x"), SSL.Error([("SSL", "", "wrong version number")])), Failure.TLS),
    (DownloadFailedError("x"), Failure.BROKEN_TRANSFER),
    (ResponseDataLossError("x"), Failure.BROKEN_TRANSFER),
    (DownloadCancelledError("x"), Failure.TOO_BIG),
    (UnsupportedURLSchemeError("x"), Failure.REDIRECT_ELSEWHERE),
    (gzip.BadGzipFile("x"), Failure.BROKEN),
    (IgnoreRequest("max redirections reached"), Failure.REDIRECT_LOOP),
    (IgnoreRequest("exceeded DOWNLOAD_MAXSIZE"), Failure.TOO_BIG),
    (IgnoreRequest("something else"), None),
    (KeyError("x"), None),
]


@pytest.mark.parametrize(("exception", "failure"), ROWS)
def test_an_exception_is_the_failure_that_it_stands_for(exception, failure):
    """Each of Scrapy's download errors is one failure, and a fault of our own is none."""
    assert failure_of(exception) is failure


@pytest.mark.parametrize(
    ("text", "failure"),
    [
        ("net::ERR_NAME_NOT_RESOLVED at x", Failure.DNS_TROUBLE),
        ("net::ERR_CONNECTION_REFUSED at x", Failure.REFUSED),
        ("net::ERR_CONNECTION_TIMED_OUT at x", Failure.CONNECT_TIMEOUT),
        ("net::ERR_CERT_DATE_INVALID at x", Failure.BAD_CERTIFICATE),
        ("net::ERR_SSL_PROTOCOL_ERROR at x", Failure.TLS),
        ("net::ERR_TOO_MANY_REDIRECTS at x", Failure.REDIRECT_LOOP),
        ("net::ERR_EMPTY_RESPONSE at x", Failure.BROKEN_TRANSFER),
    ],
)
def test_a_browsers_error_is_the_same_failure(text, failure):
    """What a tab meets is told in the same failures as what a fetch meets."""
    assert failure_of(as_scrapy_error(PlaywrightError(text))) is failure
