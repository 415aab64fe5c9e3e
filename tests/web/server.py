"""HTTP and TLS on one port each, for all hosts: who is meant, what it answers, and how that goes over the wire."""

import asyncio
import logging
import socket
import ssl
import struct
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from tests.web.certificates import Certificates
from tests.web.model import Ask, Behaviour, Choose, Raw, Reply, Site, Wire
from tests.web.pages import html

PORTAL_PAGE = Reply(html("Welcome to the hotel", "<p>Please accept the terms to go on line.</p>", filler=1))
NO_SITE = Reply("<h1>No such site</h1>", 421)

logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # clients that hang up in the middle are wanted here


class Front:
    """What all listening sockets share."""

    def __init__(self, site_of: Callable[[str], Site | None], certificates: Certificates) -> None:
        self._site_of = site_of
        self._certificates = certificates
        self.seen: deque[tuple[str, str, str, str, str, str, float]] = deque(maxlen=500_000)
        self.portal = False

    def tls(self) -> ssl.SSLContext:
        """A server context that takes the certificate that the host named by the client has."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        fallback = self._certificates.context("nobody.test", "self-signed")

        def choose(connection: ssl.SSLObject, name: str | None, _: ssl.SSLContext) -> None:
            site = self._site_of(name or "")
            if self.portal or site is None or name is None:
                connection.context = fallback
            else:
                connection.context = self._certificates.context(name, site.certificate)

        context.sni_callback = choose
        context.set_alpn_protocols(["http/1.1"])
        return context

    def handler(self, scheme: str) -> Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]:
        async def handle(request: web.BaseRequest) -> web.StreamResponse:
            ask = self._note(request, scheme)
            site = self._site_of(ask.host)
            behaviour: Behaviour = PORTAL_PAGE if self.portal else site.behaviour(ask) if site else NO_SITE
            while isinstance(behaviour, Choose):
                behaviour = behaviour.by(ask)
            if isinstance(behaviour, Raw):
                return await (_reply(behaviour.head) if ask.method == "HEAD" else _play(behaviour, request, ask))
            return await _reply(behaviour.head if ask.method == "HEAD" and behaviour.head else behaviour)

        return handle

    def _note(self, request: web.BaseRequest, scheme: str) -> Ask:
        host = (request.headers.get("Host") or "").partition(":")[0].lower()
        agent, referer = request.headers.get("User-Agent", ""), request.headers.get("Referer", "")
        path = request.raw_path
        self.seen.append((request.method, scheme, host, path, agent, referer, time.time()))
        bare, _, query = path.partition("?")
        return Ask(
            request.method, scheme, host, bare, query, request.headers.get("Cookie", ""), agent, request.remote or ""
        )


async def _reply(reply: Reply) -> web.StreamResponse:
    if reply.delay:
        await asyncio.sleep(reply.delay)
    body = reply.body.encode() if isinstance(reply.body, str) else reply.body
    return web.Response(body=body, status=reply.status, headers={"Content-Type": reply.type, **reply.headers})


class _Played(web.Response):
    """An answer that is already on the wire."""

    async def prepare(self, request: Any) -> Any:
        return None

    async def write_eof(self, data: bytes = b"") -> None:
        return None


async def _play(raw: Raw, request: web.BaseRequest, ask: Ask) -> web.StreamResponse:
    transport, protocol = request.transport, request.protocol

    async def write(data: bytes) -> None:
        if transport is None or transport.is_closing():
            raise ConnectionResetError
        transport.write(data)
        await protocol._drain_helper()  # the client's pace is ours

    def reset() -> None:
        plain: socket.socket | None = transport.get_extra_info("socket") if transport else None
        if plain is not None:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        if transport:
            transport.abort()

    try:
        await raw.play(Wire(write, reset, ask))
    except (ConnectionError, OSError):
        pass
    if transport and not transport.is_closing():
        transport.close()
    return _Played()
