"""Connections: one that is never made is told from an answer that never comes, and idle ones do not pile up."""

from typing import Any

from twisted.internet import error
from twisted.web.client import HTTPConnectionPool

from contactscraper.network.certificates import TolerantPolicy

#: Seconds that an idle connection is kept. Robots, HEAD, GET and contact pages of a site follow one another closely;
#: Twisted's own 240 s keep tens of thousands of sockets open at a hundred sites a second.
IDLE = 10


class ConnectionPool(HTTPConnectionPool):
    """Twisted's pool with a time limit of its own for making a connection, in seconds."""

    def __init__(self, reactor: Any, connect_timeout: float) -> None:
        super().__init__(reactor, persistent=True)
        self._clock = reactor
        self._connect_timeout = connect_timeout
        self.cachedConnectionTimeout = IDLE

    def getConnection(self, key: Any, endpoint: Any) -> Any:  # noqa: N802 - Twisted's interface
        connecting = super().getConnection(key, endpoint)
        return connecting.addTimeout(self._connect_timeout, self._clock, onTimeoutCancel=_refuse)


def _refuse(result: Any, timeout: float) -> Any:
    raise error.TimeoutError(string=f"no connection within {timeout} s")


def tune(handler: Any, reactor: Any, connect_timeout: float) -> None:
    """Gives Scrapy's HTTP/1.1 *handler* such a pool and our policy of certificates; it has no setting for them."""
    handler._contextFactory = TolerantPolicy(handler._contextFactory)
    stock = handler._pool
    handler._pool = pool = ConnectionPool(reactor, connect_timeout)
    pool.maxPersistentPerHost, pool._factory = stock.maxPersistentPerHost, stock._factory
