"""The test web plays what its table says: names, certificates, answers, and bad manners."""

import asyncio
import socket
import ssl
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection

import dns.message
import dns.query
import dns.rcode
import dns.rdatatype
import pytest
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import async_playwright

from tests.web import Web, site_of
from tests.web.hosts.generated import KINDS
from tests.web.model import BLACK_HOLE, NO_HANDSHAKE, NO_TLS, NOBODY

SHELL = "/usr/lib/chromium/chromium-headless-shell"


@pytest.fixture(scope="module")
def running() -> Iterator[Web]:
    with Web() as web:
        yield web


@pytest.fixture
def web(running: Web) -> Web:
    running.clear()
    return running


def connect(web: Web, host: str, scheme: str = "https") -> HTTPConnection:
    """A connection to *host*, wherever it stands, that trusts the web's authority."""
    if scheme == "http":
        connection = HTTPConnection("127.0.0.1", web.http_port, timeout=5)
        connection.connect()
        return connection
    context = ssl.create_default_context(cafile=str(web.authority))
    plain = socket.create_connection(("127.0.0.1", web.https_port), 5)
    secure = HTTPSConnection(host, timeout=5)
    secure.sock = context.wrap_socket(plain, server_hostname=host)
    return secure


def ask(web: Web, url: str, method: str = "GET", **headers: str) -> tuple[HTTPResponse, bytes]:
    scheme, _, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    connection = connect(web, host, scheme)
    connection.request(method, slash + path, headers={"Host": host, **headers})
    reply = connection.getresponse()
    body = reply.read()
    connection.close()
    return reply, body


def look_up(web: Web, name: str, kind: str = "A", timeout: float = 2.0) -> tuple[str, list[str]]:
    """The code and the addresses that the name server gives."""
    reply = dns.query.udp(dns.message.make_query(name, kind), "127.0.0.1", timeout, web.dns_port)
    return dns.rcode.to_text(reply.rcode()), [item.to_text() for row in reply.answer for item in row]


def test_it_starts_within_a_second_and_ends_with_its_block() -> None:
    """Starting takes under a second, or two on a busy machine, and nothing listens after the end."""
    began = time.monotonic()
    with Web() as web:
        assert time.monotonic() - began < 2
        port = web.http_port
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), 1)


def test_requests_are_seen_in_order(web: Web) -> None:
    """All requests are seen in order, with what the client said of itself, and those of the canary only if wanted."""
    ask(web, "https://acme-bakery.test/", "HEAD", **{"User-Agent": "me"})
    ask(web, "http://canary.test/")
    ask(web, "http://www.acme-bakery.test/about?a=b", Referer="https://from.test/")
    seen = web.requests
    assert [(s.method, s.url) for s in seen] == [
        ("HEAD", "https://acme-bakery.test/"),
        ("GET", "http://www.acme-bakery.test/about?a=b"),
    ]
    assert (seen[0].user_agent, seen[1].referer) == ("me", "https://from.test/")
    assert len(web.seen(canary=True)) == 3
    web.clear()
    assert web.requests == []


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_numbered_hosts_of_every_kind(kind: str) -> None:
    """There are as many hosts of each kind as a test wants, each a domain of its own, with and without www."""
    for number in ("0001", "4999"):
        site = site_of(f"{kind}-{number}.test")
        assert site is not None
        assert site.lines[0].input == f"{kind}-{number}.test"
        assert site_of(f"www.{kind}-{number}.test") == site
    assert site_of(f"{kind}-.test") is None


def test_numbered_hosts_answer(web: Web) -> None:
    """A numbered host has a certificate, an answer and, for `big`, a page of 50 KB."""
    reply, body = ask(web, "https://big-0042.test/")
    assert reply.status == 200
    assert 45_000 < len(body) < 55_000
    assert b"info@big-0042.test" in body
    assert ask(web, "https://retry-0001.test/")[0].status == 503


@pytest.mark.parametrize(
    ("name", "code", "addresses"),
    [
        ("acme-bakery.test", "NOERROR", ["127.0.0.1"]),
        ("ACME-bakery.test", "NOERROR", ["127.0.0.1"]),
        ("www.ok-0007.test", "NOERROR", ["127.0.0.1"]),
        ("no-name.test", "NXDOMAIN", []),
        ("never-heard-of.test", "NXDOMAIN", []),
        ("dead-0001.test", "NXDOMAIN", []),
        ("www.bare-door.test", "NXDOMAIN", []),
        ("www-door.test", "NXDOMAIN", []),
        ("www.www-door.test", "NOERROR", ["127.0.0.1"]),
        ("servfail.test", "SERVFAIL", []),
        ("refused.test", "NOERROR", [NOBODY]),
        ("inside.test", "NOERROR", ["10.0.0.1"]),
        ("v6-only.test", "NOERROR", []),
    ],
)
def test_names(web: Web, name: str, code: str, addresses: list[str]) -> None:
    """The name server answers as the table says."""
    assert look_up(web, name) == (code, addresses)
    assert web.dns_queries == [(name.lower(), "A")]


def test_a_name_with_an_ipv6_address_only(web: Web) -> None:
    """A question for AAAA gets IPv6 addresses and no others."""
    assert look_up(web, "v6-only.test", "AAAA") == ("NOERROR", ["::1"])
    assert look_up(web, "acme-bakery.test", "AAAA") == ("NOERROR", [])


def test_names_that_are_slow_or_never_answered(web: Web) -> None:
    """One name is answered late, one never."""
    began = time.monotonic()
    assert look_up(web, "slow-name.test")[0] == "NOERROR"
    assert time.monotonic() - began > 1
    with pytest.raises(dns.exception.Timeout):
        look_up(web, "silent-dns.test", timeout=0.3)


def test_all_names_break_at_once(web: Web) -> None:
    """`break_dns` breaks every name, the canary's too, and mends them again."""
    try:
        for mode, code in (("servfail", "SERVFAIL"), ("nxdomain", "NXDOMAIN")):
            web.break_dns(mode)
            assert look_up(web, "canary.test")[0] == code
        web.break_dns("drop")
        with pytest.raises(dns.exception.Timeout):
            look_up(web, "acme-bakery.test", timeout=0.3)
    finally:
        web.break_dns("")
    assert look_up(web, "acme-bakery.test")[0] == "NOERROR"


def test_a_captive_portal(web: Web) -> None:
    """Behind a portal each host, even one without a name, shows the same page, and no certificate holds."""
    web.portal(True)
    try:
        assert look_up(web, "no-name.test") == ("NOERROR", ["127.0.0.1"])
        assert ask(web, "http://acme-bakery.test/")[1] == ask(web, "http://no-name.test/x")[1]
        with pytest.raises(ssl.SSLCertVerificationError):
            connect(web, "canary.test")
    finally:
        web.portal(False)
    assert b"Acme" in ask(web, "https://acme-bakery.test/")[1]


@pytest.mark.parametrize(
    ("host", "words"), [("expired", "expired"), ("self-signed", "self-signed"), ("other-name", "name|match")]
)
def test_bad_certificates(web: Web, host: str, words: str) -> None:
    """Certificates are bad in the way that the host is named for."""
    with pytest.raises(ssl.SSLCertVerificationError, match=words):
        connect(web, f"{host}.test")


def test_doors_that_lead_nowhere(web: Web) -> None:
    """Nothing listens at one address, a connection is never made at another, and two speak no TLS."""
    for port in (web.http_port, web.https_port):
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((NOBODY, port), 1)
        with pytest.raises(TimeoutError):
            socket.create_connection((BLACK_HOLE, port), 0.3)
    for address, words in ((NO_TLS, "WRONG_VERSION|wrong version"), (NO_HANDSHAKE, "HANDSHAKE_FAILURE|handshake fail")):
        plain = socket.create_connection((address, web.https_port), 1)
        with pytest.raises(ssl.SSLError, match=words):
            ssl.create_default_context().wrap_socket(plain, server_hostname="tls.test")
        plain.close()


@pytest.mark.parametrize(
    ("url", "method", "status", "headers"),
    [
        ("https://head-404.test/", "HEAD", 404, {}),
        ("https://head-404.test/", "GET", 200, {}),
        ("https://busy-503.test/", "HEAD", 503, {"Retry-After": "120"}),
        ("https://cf-challenge.test/any", "HEAD", 403, {"cf-mitigated": "challenge"}),
        ("https://to-www.test/", "GET", 301, {"Location": "https://www.to-www.test/"}),
        ("https://www.to-www.test/", "GET", 200, {}),
        ("http://to-https.test/", "GET", 301, {"Location": "https://to-https.test/"}),
        ("https://ever-on.test/7", "GET", 302, {"Location": "/8"}),
        ("https://leaflet.test/leaflet.pdf", "HEAD", 200, {"Content-Type": "application/pdf"}),
        ("https://acme-bakery.test/robots.txt", "GET", 404, {}),
        ("https://robots-none.test/robots.txt", "GET", 200, {"Content-Type": "text/plain"}),
    ],
)
def test_answers(web: Web, url: str, method: str, status: int, headers: dict[str, str]) -> None:
    """Status and headers are as the table says, by scheme, host, path and method."""
    reply, _ = ask(web, url, method)
    assert reply.status == status
    assert {name: reply.headers[name] for name in headers} == headers


def test_broken_http(web: Web) -> None:
    """Bodies break off, connections are reset or closed, and another protocol is spoken, while HEAD is well."""
    for host, error in (
        ("truncated.test", Exception),
        ("reset.test", ConnectionResetError),
        ("hang-up.test", ConnectionError),
        ("no-http.test", Exception),
    ):
        assert ask(web, f"https://{host}/", "HEAD")[0].status == 200
        with pytest.raises(error):
            ask(web, f"http://{host}/")
    assert ask(web, "http://reset.test/", **{"User-Agent": "Chrome/1"})[0].status == 200


def test_endless_answers_end_with_the_client(web: Web) -> None:
    """An endless answer flows as long as the client reads, and the web goes on when it leaves."""
    for host in ("endless-body.test", "endless-headers.test"):
        connection = socket.create_connection(("127.0.0.1", web.http_port), 2)
        connection.sendall(f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        received = 0
        while received < 200_000:
            received += len(connection.recv(65536))
        connection.close()
    assert ask(web, "https://acme-bakery.test/")[0].status == 200


def test_chromium_meets_the_same_web(web: Web) -> None:
    """Chromium reaches hosts by name, takes the good certificates only, runs scripts, and passes the passable wall."""

    async def visit() -> dict[str, str]:
        shown = {}
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=SHELL,
                args=[f"--host-resolver-rules={web.resolver_rules}", web.settings["TAB_LAUNCH_ARGS"]],
            )
            for host in ("acme-bakery", "expired", "tab-0001", "cf-passes", "cf-challenge"):
                page = await browser.new_page()
                try:
                    await page.goto(f"https://{host}.test/", wait_until="domcontentloaded")
                    await page.wait_for_function("document.body.innerText.includes('info@')", timeout=2000)
                    shown[host] = "email"
                except PlaywrightError as error:
                    shown[host] = error.message.split(" at ")[0].split(":", 1)[-1].strip()[:30]
                await page.close()
            await browser.close()
        return shown

    shown = asyncio.run(visit())
    assert shown.pop("expired").startswith("net::ERR_CERT")
    assert shown.pop("cf-challenge").startswith("Timeout")
    assert shown == {"acme-bakery": "email", "tab-0001": "email", "cf-passes": "email"}
