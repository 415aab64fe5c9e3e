"""Whom a tab may ask: each request before it leaves, and each answer by the address that it came from."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, Request, Response, Route, WebSocketRoute
from playwright.async_api import Error as PlaywrightError

from contactscraper.network.addresses import AddressRules, literal_address
from contactscraper.resolver import LookupKind

#: What a tab does not load: none of it holds a contact.
NOT_LOADED = frozenset({"image", "media", "font", "stylesheet"})
#: How the names of such files end, for the host whose other files are not shown to us.
NOT_LOADED_ENDS = "css|woff2?|ttf|otf|eot|mp[34]|m4[av]|webm|og[agv]|png|jpe?g|gif|webp|avif|svg|ico"
#: Answers that a page can read, so that it matters where they come from.
READABLE = frozenset({"document", "script", "xhr", "fetch", "eventsource", "other"})
ASKED_ABROAD = frozenset({"http", "https"})
LOADED_AT_HOME = frozenset({"data", "blob", "about"})
ANSWER = 5.0  # s

#: The browser's rule for hosts -> the network that it stands for. Playwright does not show us a redirect before it is
#: followed, so the browser itself is told to know no such hosts. A name such as 10.1.2.example.com is lost by it.
HOST_RULES: tuple[tuple[str, str], ...] = (
    ("localhost", "127.0.0.0/8"),
    ("*.localhost", "127.0.0.0/8"),
    ("0.*.*.*", "0.0.0.0/8"),
    ("10.*.*.*", "10.0.0.0/8"),
    ("127.*.*.*", "127.0.0.0/8"),
    ("169.254.*.*", "169.254.0.0/16"),
    ("192.168.*.*", "192.168.0.0/16"),
    *((f"172.{second}.*.*", f"172.{second}.0.0/16") for second in range(16, 32)),
    ("[::1]", "::1/128"),
    ("[::ffff:*]", "::ffff:0:0/96"),
    ("[fe80:*]", "fe80::/10"),
    ("[fc*]", "fc00::/8"),
    ("[fd*]", "fd00::/8"),
)


def host_rules(rules: AddressRules) -> list[str]:
    """Rules for Chromium's ``--host-resolver-rules``, for all networks of which *rules* allow nothing."""
    if rules.everything:
        return []
    named = [(pattern, ip_network(network)) for pattern, network in HOST_RULES]
    return [
        f"MAP {pattern} ~NOTFOUND"
        for pattern, network in named
        if not any(network.version == one.version and network.overlaps(one) for one in rules.networks)
    ]


def shown(host: str) -> re.Pattern[str]:
    """The URLs that Playwright shows us where *host* may be asked: all others, and what a tab does not load. To be
    shown a request costs the browser's driver and us a question and an answer each, and most are the site's own."""
    own = rf"https?://{re.escape(host)}(?::\d+)?/(?![^?#]*\.(?:{NOT_LOADED_ENDS})(?:[?#]|$))"
    return re.compile(rf"^(?!{own})", re.IGNORECASE)


class Guard:
    """Watches one tab. `refused` holds the private hosts that the tab itself was led to."""

    def __init__(
        self, rules: AddressRules, lookup: Callable[[str], Awaitable[Any]], *, proxied: bool, stats: Any
    ) -> None:
        """*proxied*: names are the proxy's business, and answers come from its address."""
        self._rules = rules
        self._lookup = lookup
        self._proxied = proxied
        self._stats = stats
        self._kinds: dict[str, asyncio.Future[LookupKind]] = {}
        self._checks: set[asyncio.Task[None]] = set()
        self.refused: list[str] = []

    async def attach(self, context: BrowserContext, host: str) -> None:
        """To be called before the first page is opened; *host* is the one that the tab is for."""
        known = host.isascii() and await self._kind(host) is LookupKind.FOUND
        await context.route(shown(host) if known else "**/*", self._route)
        await context.route_web_socket("**/*", self._web_socket)
        context.on("request", self._request)
        if not (self._proxied or self._rules.everything):
            context.on("response", self._response)

    async def settle(self) -> None:
        """Waits for checks of answers that are under way."""
        if self._checks:
            await asyncio.wait(self._checks, timeout=ANSWER)

    async def _route(self, route: Route, asked: Request) -> None:
        with suppress(PlaywrightError):
            parts = _split(asked.url)
            scheme = parts[0]
            if asked.resource_type in NOT_LOADED:
                await route.abort("failed")
            elif scheme in LOADED_AT_HOME:
                await route.continue_()
            elif scheme not in ASKED_ABROAD:
                await route.abort("blockedbyclient")
            else:
                match await self._kind(parts[1]):
                    case LookupKind.FOUND:
                        await route.continue_()
                    case LookupKind.PRIVATE:
                        self._refuse(asked, parts[1])
                        await route.abort("blockedbyclient")
                    case _:
                        await route.abort("namenotresolved")

    async def _web_socket(self, socket: WebSocketRoute) -> None:
        with suppress(PlaywrightError):
            if await self._kind(_split(socket.url)[1]) is LookupKind.FOUND:
                socket.connect_to_server()
            else:
                await socket.close()

    async def _kind(self, host: str) -> LookupKind:
        """What the look-up of *host* brought; asked once a tab."""
        known = self._kinds.get(host)
        if known is None:
            known = self._kinds[host] = asyncio.ensure_future(self._ask(host))
        return await asyncio.shield(known)

    async def _ask(self, host: str) -> LookupKind:
        literal = literal_address(host)
        if literal is not None:
            return LookupKind.FOUND if self._rules.allows(literal) else LookupKind.PRIVATE
        if self._proxied:
            return LookupKind.FOUND
        found: LookupKind = (await self._lookup(host)).kind
        return found

    def _request(self, asked: Request) -> None:
        """A redirect, which `_route` is not shown: it has left already, or the browser's own rules have stopped it."""
        self._stats.inc_value("tab/requests")
        if asked.redirected_from is not None:
            literal = literal_address(host := _split(asked.url)[1])
            if literal is not None and not self._rules.allows(literal):
                self._refuse(asked, host)

    def _refuse(self, asked: Request, host: str) -> None:
        self._stats.inc_value("tab/refused_private")
        if _is_main(asked):
            self.refused.append(host)

    def _response(self, response: Response) -> None:
        if response.request.resource_type in READABLE and response.url.startswith("http"):
            self._spawn(self._check_server(response))

    async def _check_server(self, response: Response) -> None:
        """A name may have changed its address since our look-up. What a private one answered must not be kept: the
        page may have read it, so the whole tab is closed."""
        with suppress(PlaywrightError, TimeoutError, ValueError, KeyError, TypeError):
            async with asyncio.timeout(ANSWER):
                server = await response.server_addr()
            address = ip_address(str(server["ipAddress"]).strip("[]").partition("%")[0])  # type: ignore[index]
            if not self._rules.allows(address):
                self._stats.inc_value("tab/refused_private")
                self.refused.append(str(address))
                await response.frame.page.close()

    def _spawn(self, check: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(check)
        self._checks.add(task)
        task.add_done_callback(self._checks.discard)


def _is_main(asked: Request) -> bool:
    """Whether the tab itself is being led there, not a frame or a script of it."""
    try:
        return asked.is_navigation_request() and asked.frame.parent_frame is None
    except PlaywrightError:
        return asked.is_navigation_request()  # its frame is not there yet: the tab's first page


def _split(url: str) -> tuple[str, str]:
    """Scheme and host of *url*; a URL that cannot be read has no scheme."""
    try:
        parts = urlsplit(url)
        return parts.scheme, parts.hostname or ""
    except ValueError:
        return "", ""
