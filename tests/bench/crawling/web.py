"""`BenchWeb`: the web's process as the bench sees it, and one measured crawl on it."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from tests.bench.crawling.mix import CANARY, SUFFIX, hosts
from tests.web.client import ROOT


class BenchWeb:
    """``with BenchWeb() as web``: ends with the block, or with this process."""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.crawling.server"],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the bench's web did not start")
        self._ports = json.loads(line)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    @property
    def settings(self) -> dict[str, Any]:
        """For every crawl on this web."""
        return {
            "TWISTED_DNS_RESOLVER": "tests.bench.crawling.names.BenchNames",
            "DNS_SERVERS": [f"127.0.0.1:{self._ports['dns']}"],
            "PORT_MAP": {80: self._ports["http"], 443: self._ports["https"]},
            "ALLOW_PRIVATE_ADDRESSES": "127.0.0.0/27",
            "UPLINK_CANARIES": [f"https://{CANARY}/"],
            "SHARED_HOSTS": [SUFFIX],
            "ROBOTSTXT_OBEY": False,
            "TAB_ENABLED": False,
            "LOG_LEVEL": "WARNING",
        }

    def crawl(
        self,
        mode: str,
        number: int,
        mix: Mapping[str, float],
        *,
        scheme: str = "http",
        family: bool = False,
        loud: bool = False,
        apart: bool = False,
        **settings: Any,
    ) -> dict[str, Any]:
        """The measures of one crawl over *number* hosts of *mix*; *family*: those of all that it starts, too, under
        that name; *loud*: its log is seen as it comes, a line a minute; *apart*: as
        `hosts` has it, of http alone. Raises RuntimeError where it fails."""
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            urls = Path(folder) / "urls.txt"
            urls.write_text(
                "".join(f"{scheme}://{host}/\n" for host in hosts(number, mix, apart=apart)), encoding="utf-8"
            )
            every = {"PROGRESS_INTERVAL": 60.0} if loud else {}
            order = {"input": str(urls), "settings": {**self.settings, **every, "DATA_DIR": folder, **settings}}
            command = [sys.executable, "-W", "ignore", "-m", "tests.bench.crawling.measured", mode]
            around = [sys.executable, "-m", "tests.bench.crawling.family"] if family else []
            done = subprocess.run(
                [*around, *command],
                cwd=ROOT, env={**os.environ, "SSL_CERT_FILE": self._ports["authority"]},
                input=json.dumps(order), stdout=subprocess.PIPE, stderr=None if loud else subprocess.PIPE,
                text=True, check=False,
            )  # fmt: skip
            if done.returncode or not done.stdout.strip():
                raise RuntimeError(f"the crawl {mode} failed:\n{(done.stderr or '')[-3000:]}")
            lines = done.stdout.splitlines()
            measures: dict[str, Any] = json.loads(lines[-2 if family else -1])
            if family:
                measures["family"] = json.loads(lines[-1])
            return {**measures, "number": number, "log": (done.stderr or "")[-3000:]}
