"""`Web`: the test web as tests see it. It runs in a process of its own, so that it never waits for the crawler's."""

import json
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).resolve().parents[2]
CANARY = "canary.test"


@dataclass(frozen=True, slots=True)
class Seen:
    """One request that reached the web. *path* has its query, *at* is epoch seconds."""

    method: str
    scheme: str
    host: str
    path: str
    user_agent: str
    referer: str
    at: float

    @property
    def url(self) -> str:
        return f"{self.scheme}://{self.host}{self.path}"


class Web:
    """``with Web() as web``: starts in less than a second and ends with the block, or with this process."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._ports: dict[str, Any] = {}

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.web.process"],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the test web did not start")
        self._ports = json.loads(line)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process is not None and self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def http_port(self) -> int:
        return int(self._ports["http"])

    @property
    def https_port(self) -> int:
        return int(self._ports["https"])

    @property
    def dns_port(self) -> int:
        return int(self._ports["dns"])

    @property
    def has_v6(self) -> bool:
        """Whether sites are reachable at ::1 too."""
        return bool(self._ports["v6"])

    @property
    def authority(self) -> Path:
        """The root certificate, PEM."""
        return Path(self._ports["authority"])

    @property
    def spki(self) -> str:
        return str(self._ports["spki"])

    @property
    def settings(self) -> dict[str, str]:
        """For ``scrapy crawl -s NAME=VALUE``."""
        return {
            "DNS_SERVERS": f"127.0.0.1:{self.dns_port}",
            "PORT_MAP": json.dumps({80: self.http_port, 443: self.https_port}),
            "ALLOW_PRIVATE_ADDRESSES": "127.0.0.0/27,::1/128",
            "UPLINK_CANARIES": f"https://{CANARY}/",
            "TAB_LAUNCH_ARGS": f"--ignore-certificate-errors-spki-list={self.spki}",
        }

    @property
    def arguments(self) -> list[str]:
        """`settings` as arguments of a command line."""
        return [part for name, value in self.settings.items() for part in ("-s", f"{name}={value}")]

    @property
    def environ(self) -> dict[str, str]:
        """To be added to a crawl's environment."""
        return {"SSL_CERT_FILE": str(self.authority)}

    @property
    def resolver_rules(self) -> str:
        """Chromium's ``--host-resolver-rules`` for this web (the crawler makes its own from PORT_MAP)."""
        return f"MAP *:80 127.0.0.1:{self.http_port}, MAP *:443 127.0.0.1:{self.https_port}"

    @property
    def requests(self) -> list[Seen]:
        """All requests in order, without the canary's."""
        return self.seen(canary=False)

    def seen(self, *, canary: bool = False, robots: bool = True) -> list[Seen]:
        """All requests in order, with or without the canary's and those for robots.txt."""
        rows = [Seen(*row) for row in self._ask("/requests")]
        return [r for r in rows if (canary or r.host != CANARY) and (robots or r.path != "/robots.txt")]

    @property
    def dns_queries(self) -> list[tuple[str, str]]:
        """All questions to the name server, as (name, type)."""
        return [(name, kind) for name, kind in self._ask("/queries")]

    def clear(self) -> None:
        """Forget what was seen."""
        self._ask("/clear", {})

    def break_dns(self, mode: str = "drop") -> None:
        """All names fail: drop, servfail or nxdomain. Empty: they work again."""
        self._ask("/change", {"dns": mode})

    def portal(self, on: bool) -> None:
        """A captive portal: every name has an address, every host shows one page, and no certificate is right."""
        self._ask("/change", {"portal": on})

    def wait_for(self, host: str, timeout: float = 10.0) -> Seen:
        """The first request for *host*, waited for. Raises TimeoutError."""
        until = time.monotonic() + timeout
        while time.monotonic() < until:
            for seen in self.seen(canary=True):
                if seen.host == host:
                    return seen
            time.sleep(0.05)
        raise TimeoutError(host)

    def _ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        url = f"http://127.0.0.1:{self._ports['control']}{path}"
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # never through a proxy
        with opener.open(urllib.request.Request(url, data), timeout=10) as reply:
            text = reply.read()
        return json.loads(text) if text else None
