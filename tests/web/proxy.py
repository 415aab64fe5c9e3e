"""An HTTP proxy on loopback: plain requests in absolute form, and CONNECT. It reaches the test web from an address of
its own, so that sites can tell through which exit they are asked."""

import asyncio
import threading
from collections.abc import Mapping
from typing import Self
from urllib.parse import urlsplit

from tests.web.model import HOME

BAD_GATEWAY = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Proxy:
    """``with Proxy(web ports, source) as proxy``: all hosts are the test web's, at the port that stands for theirs."""

    def __init__(self, ports: Mapping[int, int], source: str) -> None:
        self._ports, self._source = dict(ports), source
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0
        self.asked: list[str] = []  # "CONNECT host:443", "GET http://host/"
        self.answer = b""  # said instead of doing what is asked, such as a 407
        self.unreachable: set[str] = set()  # hosts for which it says 502

    def __enter__(self) -> Self:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._start(), self._loop).result(10)
        return self

    def __exit__(self, *_: object) -> None:
        self.die()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    @property
    def url(self) -> str:
        return f"http://{HOME}:{self.port}"

    @property
    def environ(self) -> dict[str, str]:
        """What sends a crawl through it."""
        return {"http_proxy": self.url, "https_proxy": self.url, "no_proxy": ""}

    def die(self) -> None:
        """No more connections, and those that are open break."""
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result(10)

    async def _start(self) -> None:
        self._server = await asyncio.start_server(self._serve, HOME, 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _stop(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        for task in list(self._tasks):
            task.cancel()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self._exchange(reader, writer)
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError, ValueError):
            pass  # either side has hung up, or the proxy dies
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        method, target, _ = head.split(b"\r\n", 1)[0].decode().split(" ", 2)
        self.asked.append(f"{method} {target}")
        host = target.partition("://")[2].partition("/")[0] or target
        answer = BAD_GATEWAY if host.partition(":")[0] in self.unreachable else self.answer
        if answer:
            writer.write(answer)
            await writer.drain()
            return
        port = int(target.rpartition(":")[2]) if method == "CONNECT" else urlsplit(target).port or 80
        far_reader, far_writer = await asyncio.open_connection(
            HOME, self._ports.get(port, port), local_addr=(self._source, 0)
        )
        if method == "CONNECT":
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        else:  # the origin's form; one request a connection
            path = target.split("/", 3)[3:] or [""]
            lines = [
                line for line in head.split(b"\r\n")[1:] if not line.lower().startswith((b"connection:", b"proxy-"))
            ]
            far_writer.write(f"{method} /{path[0]} HTTP/1.1\r\nConnection: close\r\n".encode() + b"\r\n".join(lines))
        await asyncio.gather(_copy(reader, far_writer), _copy(far_reader, writer))


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while block := await reader.read(65536):
            writer.write(block)
            await writer.drain()
    finally:
        writer.close()
