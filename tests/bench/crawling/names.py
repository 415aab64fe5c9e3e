"""Names as a real crawl looks them up, by `getaddrinfo` in threads, without asking any real name server.

The crawler's resolver goes the way of production (a setting DNS_SERVERS would replace it by a library that costs ten
times as much); only the system's own answer is replaced, and a silent name server blocks its thread as it does there.
"""

import socket
import time
from typing import Any

from contactscraper.resolver import NameResolver
from tests.bench.crawling.mix import ADDRESSES, HOME, NAMES, SUFFIX, kind_of

#: What the system's resolver waits for a silent name server: twice five seconds.
SILENT = 10.0


def getaddrinfo(host: Any, port: Any, *args: Any, **kwargs: Any) -> list[Any]:
    """The answer for the bench's names. Raises socket.gaierror for those that do not exist or do not answer."""
    kind = kind_of(host) if isinstance(host, str) else ""
    if not isinstance(host, str) or not host.endswith(SUFFIX):
        return _system(host, port, *args, **kwargs)
    if kind in NAMES:
        if NAMES[kind] == "silent":
            time.sleep(SILENT)
            raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ADDRESSES.get(kind, HOME), port or 0))]


_system = socket.getaddrinfo


class BenchNames(NameResolver):
    """The product's, asking `getaddrinfo` first and the bench's name server where that fails."""

    def __init__(self, reactor: Any, settings: Any) -> None:
        super().__init__(reactor, settings)
        self._resolver()  # with the servers of the settings
        self._servers = []
        socket.getaddrinfo = getaddrinfo
