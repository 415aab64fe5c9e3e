"""The web's own process, ``python -m tests.bench.crawling.server``: says its ports in a line of JSON, ends with its
input. It speaks just enough HTTP and DNS to be cheap: whatever it costs is taken from the crawler's machine."""

import asyncio
import gzip
import json
import os
import ssl
import struct
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import trustme

from tests.bench.crawling import apps, pages
from tests.bench.crawling.mix import ADDRESSES, HOME, NAMES, SUFFIX, kind_of, latency
from tests.web.process import _listen, black_hole, free_port

BACKLOG = 4096
HTML = "text/html; charset=utf-8"


def _head(status: str, size: int, *more: str, encoding: str = "gzip", type_: str = HTML) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {type_}", f"Content-Length: {size}", *more]
    if encoding:
        lines.append(f"Content-Encoding: {encoding}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def _small(status: str, text: str, *more: str) -> tuple[bytes, bytes]:
    body = text.encode()
    return _head(status, len(body), *more, encoding=""), body


def answer(host: str, path: str) -> tuple[bytes, bytes]:
    """What *host* answers, as (status line and headers, body)."""
    kind = kind_of(host)
    if path == "/robots.txt":
        return _small("404 Not Found", pages.GONE.format(host=host))
    if kind == "walled":
        text = pages.CHALLENGE.format(host=host)
        return _small(
            "403 Forbidden", text, "Server: cloudflare", "CF-RAY: 9a1b2c3d4e5f6071-AMS", "cf-mitigated: challenge"
        )
    if kind == "guarded":
        return _small("200 OK", pages.GUARD.format(host=host))
    if kind in ("app", "blank"):
        return _of_app(host, path)
    if kind == "gone":
        return _small("404 Not Found", pages.GONE.format(host=host))
    if kind in ("found", "slow") or path == "/contact":
        body = pages.page(host, pages.contact(host))
    elif kind == "onward":
        body = pages.page(host, '<a href="/contact">Contact</a>')
    else:
        body = pages.page(host, "")
    return _head("200 OK", len(body), "Server: nginx", "Vary: Accept-Encoding", "Cache-Control: max-age=600"), body


def _of_app(host: str, path: str) -> tuple[bytes, bytes]:
    type_, text = apps.file(host, path)
    if not type_ or (kind_of(host) == "blank" and path == "/api/contact.json"):
        return _small("404 Not Found", pages.GONE.format(host=host))
    body = _packed(text) if path != "/" and path != "/api/contact.json" else gzip.compress(text.encode(), 1)
    return _head("200 OK", len(body), "Cache-Control: max-age=600", type_=type_), body


@cache
def _packed(text: str) -> bytes:
    return gzip.compress(text.encode(), 6)


class Http(asyncio.Protocol):
    """One connection, kept open. A request without a body ends with an empty line."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._data = b""
        self._transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._data += data
        while (end := self._data.find(b"\r\n\r\n")) >= 0:
            head, self._data = self._data[:end].decode("latin-1"), self._data[end + 4 :]
            first, *rest = head.split("\r\n")
            method, path, _ = first.split(" ", 2)
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
            host = headers.get("host", "").partition(":")[0]
            close = headers.get("connection", "").lower() == "close"
            self._loop.call_later(latency(host), self._reply, method, host, path, close)

    def _reply(self, method: str, host: str, path: str, close: bool) -> None:
        if self._transport.is_closing():
            return
        head, body = answer(host, path)
        self._transport.write(head if method == "HEAD" else head + body)
        if close:
            self._transport.close()


class Names(asyncio.DatagramProtocol):
    """Answers A; other types have no records."""

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def datagram_received(self, data: bytes, addr: Any) -> None:
        labels, at = [], 12
        while at < len(data) and (size := data[at]):
            labels.append(data[at + 1 : at + 1 + size].decode("latin-1"))
            at += 1 + size
        question, (kind,) = data[12 : at + 5], struct.unpack("!H", data[at + 1 : at + 3])
        host = ".".join(labels).lower()
        how = NAMES.get(kind_of(host), "found") if kind_of(host) else "nxdomain"
        if how == "silent":
            return
        code, records = (3 if how == "nxdomain" else 0), b""
        if not code and kind == 1:
            address = bytes(map(int, ADDRESSES.get(kind_of(host), HOME).split(".")))
            records = b"\xc0\x0c\x00\x01\x00\x01" + struct.pack("!IH", 300, 4) + address
        header = data[:2] + struct.pack("!HHHHH", 0x8180 | code, 1, bool(records), 0, 0)
        self._transport.sendto(header + question + records, addr)


def _tls(folder: Path) -> tuple[ssl.SSLContext, Path]:
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(f"*.{SUFFIX}", f"*.www.{SUFFIX}").configure_cert(context)
    path = folder / "authority.pem"
    authority.cert_pem.write_to_path(path)
    return context, path


async def serve(folder: Path) -> None:
    loop = asyncio.get_running_loop()
    pages.warm()
    http, https = free_port(), free_port()
    tls, authority = _tls(folder)
    await loop.create_server(Http, sock=_listen(HOME, http, BACKLOG))
    await loop.create_server(Http, sock=_listen(HOME, https, BACKLOG), ssl=tls)
    holes = black_hole(http) + black_hole(https)
    transport, _ = await loop.create_datagram_endpoint(Names, local_addr=(HOME, 0))
    dns = transport.get_extra_info("sockname")[1]
    print(json.dumps({"http": http, "https": https, "dns": dns, "authority": str(authority)}), flush=True)
    ended = asyncio.Event()
    loop.add_reader(sys.stdin.fileno(), lambda: os.read(sys.stdin.fileno(), 4096) or ended.set())
    await ended.wait()
    del holes


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="benchweb-") as name:
        asyncio.run(serve(Path(name)))
