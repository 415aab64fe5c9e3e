"""What the test web is made of: sites, what they answer, and how a visit to them must end. Values only."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

#: Where the servers listen, and where nothing does. All inside 127.0.0.0/27, which `Web.settings` opens.
HOME = "127.0.0.1"
NOBODY = "127.0.0.2"  # connection refused
BLACK_HOLE = "127.0.0.3"  # a full backlog: a connection is never made
NO_TLS = "127.0.0.4"  # bytes that are no TLS
HTTP_ONLY = "127.0.0.6"  # the port of http only
NO_HANDSHAKE = "127.0.0.5"  # a TLS alert instead of a handshake
HOME_V6 = "::1"
#: The exit (a proxy's address) that some sites wall.
WALLED_EXIT = "127.0.0.21"
OTHER_EXIT = "127.0.0.22"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a visit ends that knows nothing of the domain yet, with robots.txt and tabs on."""

    method: str
    outcome: str
    reason: str
    error_class: str = ""

    def to_dict(self) -> dict[str, str]:
        """As in the page log: absent values are left out."""
        row = {"method": self.method, "outcome": self.outcome, "reason": self.reason}
        return {**row, "errorClass": self.error_class} if self.error_class else row


@dataclass(frozen=True, slots=True)
class Ask:
    """One request as a site sees it. *cookies* is the raw header, *peer* the address that asks."""

    method: str
    scheme: str
    host: str
    path: str
    query: str
    cookies: str
    user_agent: str
    peer: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer. Times in seconds; *head* is what HEAD gets where that differs; *delay* comes before the status."""

    body: str | bytes = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    type: str = "text/html; charset=utf-8"
    delay: float = 0.0
    head: "Reply | None" = None


@dataclass(frozen=True, slots=True)
class Choose:
    """An answer that depends on the request."""

    by: "Callable[[Ask], Behaviour]"


@dataclass(frozen=True, slots=True)
class Raw:
    """GET is answered byte by byte, HTTP or not: *play* gets `write` (bytes, waits while the client is slow) and
    `reset`. The connection is closed after it. HEAD gets *head*."""

    play: "Callable[[Wire], Awaitable[None]]"
    head: Reply = Reply()


class Wire:
    """The open connection of one request."""

    def __init__(self, write: Callable[[bytes], Awaitable[None]], reset: Callable[[], None], ask: Ask) -> None:
        self.write = write
        self.reset = reset
        self.ask = ask


Behaviour = Reply | Choose | Raw


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a list, and how the visit to it must end. *kind* is the log's `type`."""

    input: str
    ending: Ending
    kind: str = "website"


@dataclass(frozen=True, slots=True)
class Site:
    """A registered domain of the test web.

    *pages* is asked by ``scheme://host/path``, ``scheme://host*``, ``/path`` and ``*``, in this order, else 404.
    ``www.`` is the same site unless *www* is False (then the name does not exist). *dns* is one of found, nxdomain,
    servfail, silent, slow (answers after 1.5 s). *certificate* is one of good, other-name, expired and self-signed.
    """

    host: str
    about: str
    lines: tuple[Line, ...] = ()
    pages: Mapping[str, Behaviour] = field(default_factory=dict)
    robots: Behaviour | None = None
    dns: str = "found"
    addresses: tuple[str, ...] = (HOME,)
    certificate: str = "good"
    www: bool = True

    def behaviour(self, ask: Ask) -> Behaviour:
        """What *ask* gets."""
        if ask.path == "/robots.txt" and "/robots.txt" not in self.pages:
            return self.robots or NO_ROBOTS
        at = f"{ask.scheme}://{ask.host}"
        for key in (at + ask.path, at + "*", ask.path, "*"):
            if key in self.pages:
                return self.pages[key]
        return NOT_FOUND


NO_ROBOTS = Reply("<h1>Not Found</h1>", 404)
NOT_FOUND = Reply(
    "<!DOCTYPE html><html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>",
    404,
)


def site(host: str, about: str, ending: Ending | None = None, url: str = "", **more: object) -> Site:
    """A site with one line: its bare host, or *url*."""
    lines = (Line(url or host, ending),) if ending else ()
    extra = more.pop("more_lines", ())
    return Site(host, about, (*lines, *extra), **more)  # type: ignore[arg-type, misc]  # passes Site's own fields on
