"""The web's own process, ``python -m tests.web.process``: says its ports in a line of JSON, ends with its input."""

import asyncio
import json
import os
import socket
import ssl
import sys
import tempfile
from collections import deque
from pathlib import Path

from aiohttp import web

from tests.web.certificates import Certificates
from tests.web.hosts import site_of
from tests.web.model import BLACK_HOLE, HOME, HOME_V6, HTTP_ONLY, NO_HANDSHAKE, NO_TLS, NOBODY
from tests.web.names import NameServer
from tests.web.server import Front

#: What is said instead of TLS, by address: another protocol, and the fatal alert handshake_failure.
INSTEAD_OF_TLS = {
    NO_TLS: b"220 mail.tls-garbage.test ESMTP ready\r\n",
    NO_HANDSHAKE: b"\x15\x03\x03\x00\x02\x02\x28",
}


def _listen(address: str, port: int, backlog: int = 1024) -> socket.socket:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.bind((address, port))
    sock.listen(backlog)
    sock.setblocking(False)
    return sock


def free_port() -> int:
    """A port that is free on all addresses of the web; raises OSError after 50 tries."""
    for _ in range(50):
        with socket.socket() as probe:
            probe.bind((HOME, 0))
            port: int = probe.getsockname()[1]
        try:
            for address in (HOME, NOBODY, BLACK_HOLE, HTTP_ONLY, *INSTEAD_OF_TLS):
                with socket.socket() as other:
                    other.bind((address, port))
        except OSError:
            continue
        return port
    raise OSError("no port is free on all addresses")


def black_hole(port: int) -> list[socket.socket]:
    """A socket whose backlog is full, so that the kernel drops whoever knocks. Keep what is returned."""
    kept = [_listen(BLACK_HOLE, port, 0)]
    for _ in range(4):
        client = socket.socket()
        client.setblocking(False)
        client.connect_ex((BLACK_HOLE, port))
        kept.append(client)
    return kept


async def _instead_of_tls(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await asyncio.wait([asyncio.ensure_future(reader.read(4096))], timeout=1)
    writer.write(INSTEAD_OF_TLS[writer.get_extra_info("sockname")[0]])
    writer.close()


async def serve(folder: Path) -> None:
    loop = asyncio.get_running_loop()
    certificates = Certificates(folder)
    front = Front(site_of, certificates)
    http, https = free_port(), free_port()
    tls = front.tls()
    has_v6 = True
    doors: list[tuple[str, str, int, ssl.SSLContext | None]] = [
        (HOME, "http", http, None),
        (HOME, "https", https, tls),
        (HTTP_ONLY, "http", http, None),
        (HOME_V6, "http", http, None),
        (HOME_V6, "https", https, tls),
    ]
    for address, scheme, port, context in doors:
        try:
            sock = _listen(address, port)
        except OSError:
            if address != HOME_V6:
                raise
            has_v6 = False
            continue
        server = web.Server(front.handler(scheme), access_log=None, keepalive_timeout=15)
        await loop.create_server(server, sock=sock, ssl=context)
    for address in INSTEAD_OF_TLS:
        await asyncio.start_server(_instead_of_tls, sock=_listen(address, https))
    holes = black_hole(http) + black_hole(https)
    transport, names = await loop.create_datagram_endpoint(lambda: NameServer(site_of), local_addr=(HOME, 0))
    control = await _control(front, names)
    print(
        json.dumps(
            {
                "http": http,
                "https": https,
                "dns": transport.get_extra_info("sockname")[1],
                "control": control,
                "authority": str(certificates.authority_file),
                "spki": certificates.spki(),
                "v6": has_v6,
            }
        ),
        flush=True,
    )
    ended = asyncio.Event()

    def parent() -> None:
        if not os.read(sys.stdin.fileno(), 4096):
            ended.set()

    loop.add_reader(sys.stdin.fileno(), parent)
    await ended.wait()
    del holes


async def _control(front: Front, names: NameServer) -> int:
    """A port where tests ask what was seen and break things. Returns it."""

    async def requests(_: web.Request) -> web.Response:
        return web.json_response(list(front.seen))

    async def queries(_: web.Request) -> web.Response:
        return web.json_response(list(names.queries))

    async def clear(_: web.Request) -> web.Response:
        for row in (front.seen, names.queries):
            assert isinstance(row, deque)
            row.clear()
        return web.Response()

    async def change(request: web.Request) -> web.Response:
        wanted = await request.json()
        if "dns" in wanted:
            names.broken = wanted["dns"]
        if "portal" in wanted:
            names.portal = front.portal = wanted["portal"]
        return web.Response()

    app = web.Application()
    app.add_routes([web.get("/requests", requests), web.get("/queries", queries)])
    app.add_routes([web.post("/clear", clear), web.post("/change", change)])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, HOME, 0).start()
    port: int = runner.addresses[0][1]
    return port


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="testweb-") as name:
        asyncio.run(serve(Path(name)))
