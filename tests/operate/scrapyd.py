"""A real Scrapyd with the sample configuration, on a free port, in an environment that holds the project's dependencies
but not the project: what its jobs run can only be the deployed egg."""

import configparser
import json
import os
import shutil
import socket
import subprocess
import sys
import sysconfig
import time
import venv
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import requests

from tests.web.client import ROOT

USER, PASSWORD = "contactscraper", "a password of this test"
PROJECT = "contactscraper"
#: What a checkout has that a deployment needs.
DEPLOYED = ("contactscraper", "setup.py", "pyproject.toml", "README.md", "scrapy.cfg")


def bare_environment(folder: Path) -> Path:
    """A Python that sees this environment's packages, but no editable installation. Returns its path."""
    venv.create(folder, with_pip=False, symlinks=True)
    packages = next(folder.glob("lib/python*/site-packages"))
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder / "bin" / "python"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Scrapyd:
    """``with Scrapyd(folder, environ) as server``: runs until the block ends. *environ* is added to its environment."""

    folder: Path
    environ: Mapping[str, str]
    port: int = field(default_factory=free_port)

    def __enter__(self) -> Self:
        for name in ("home", "server"):
            (self.folder / name).mkdir(parents=True)
        self._python = bare_environment(self.folder / "venv")
        self._configure()
        inherited = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "SCRAPY_PROJECT")}
        self._environ = {**inherited, "HOME": str(self.folder / "home"), **self.environ}
        self.start()
        return self

    def start(self) -> None:
        """Begins it with what it has on disk, and returns when it answers."""
        with (self.folder / "scrapyd.log").open("ab") as log:
            self._process = subprocess.Popen(
                ["sh", ROOT / "deploy" / "scrapyd-run", self._python, "-W", "ignore", "-m", "scrapyd", "--pidfile="],
                cwd=self.folder / "server", env=self._environ, stdout=log, stderr=log,
            )  # fmt: skip
        self._wait(self._answers, 30)

    def __exit__(self, *_: object) -> None:
        try:
            self.stop()
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def stop(self) -> int:
        """As a service manager stops it; its status. May raise TimeoutExpired."""
        self._process.terminate()
        return self._process.wait(60)

    def _configure(self) -> None:
        """The sample configuration, with this test's folders, port and password."""
        conf = configparser.ConfigParser()
        conf.read(ROOT / "deploy" / "scrapyd.conf", encoding="utf-8")
        ours = {"http_port": self.port, "password": PASSWORD, "poll_interval": "0.2"}
        ours |= {name: self.folder / "server" / name for name in ("eggs_dir", "dbs_dir", "logs_dir")}
        for name, value in ours.items():
            assert name in conf["scrapyd"], f"the sample says nothing of {name}"
            conf["scrapyd"][name] = str(value)
        with (self.folder / "server" / "scrapyd.conf").open("w", encoding="utf-8") as file:
            conf.write(file)
        netrc = self.folder / "home" / ".netrc"
        netrc.write_text(f'machine 127.0.0.1 login {USER} password "{PASSWORD}"\n', encoding="utf-8")
        netrc.chmod(0o600)

    def _answers(self) -> bool:
        assert self._process.poll() is None, (self.folder / "scrapyd.log").read_text("utf-8")
        try:
            return self.get("daemonstatus.json")["status"] == "ok"
        except requests.ConnectionError:
            return False

    def deploy(self) -> str:
        """Sends a copy of this checkout with `scrapyd-deploy`, as a user does. Returns what that has printed."""
        checkout = self.folder / "checkout"
        checkout.mkdir()
        for name in DEPLOYED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, checkout / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / name, checkout / name)
        cfg = (checkout / "scrapy.cfg").read_text("utf-8")
        assert ":6800/" in cfg
        (checkout / "scrapy.cfg").write_text(cfg.replace(":6800/", f":{self.port}/"), "utf-8")
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-m", "scrapyd_client.deploy", "-v", "1"],
            cwd=checkout, env=self._environ, capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @property
    def egg(self) -> Path:
        return next((self.folder / "server" / "eggs_dir").rglob("*.egg"))

    def get(self, name: str, auth: tuple[str, str] | None = (USER, PASSWORD), **values: str) -> dict[str, Any]:
        reply = requests.get(f"http://127.0.0.1:{self.port}/{name}", params=values, auth=auth, timeout=30)
        reply.raise_for_status()
        answer: dict[str, Any] = reply.json()
        return answer

    def post(self, name: str, **values: Any) -> dict[str, Any]:
        url = f"http://127.0.0.1:{self.port}/{name}"
        data = {"project": PROJECT, **values}
        answer: dict[str, Any] = requests.post(url, data=data, auth=(USER, PASSWORD), timeout=60).json()
        assert answer["status"] == "ok", answer
        return answer

    def schedule(self, settings: Mapping[str, str], **arguments: str) -> str:
        """A job of the spider. Returns its id."""
        setting = [f"{name}={value}" for name, value in settings.items()]
        job: str = self.post("schedule.json", spider="contacts", setting=setting, **arguments)["jobid"]
        return job

    def cancel(self, job: str) -> str:
        """The state that the job was in."""
        state: str = self.post("cancel.json", job=job)["prevstate"]
        return state

    def state(self, job: str) -> str:
        """pending, running or finished; empty where Scrapyd is just taking it from one to the next."""
        jobs = self.get("listjobs.json", project=PROJECT)
        return next((s for s in ("pending", "running", "finished") if job in [j["id"] for j in jobs[s]]), "")

    def log(self, job: str) -> str:
        path = self.folder / "server" / "logs_dir" / PROJECT / "contacts" / f"{job}.log"
        return path.read_text("utf-8") if path.exists() else ""

    def wait(self, job: str, seconds: float = 90) -> str:
        """The log of a job that has finished."""
        self._wait(lambda: self.state(job) == "finished", seconds, lambda: self.log(job)[-3000:])
        return self.log(job)

    @staticmethod
    def _wait(what: Any, seconds: float, then: Any = lambda: "") -> None:
        until = time.monotonic() + seconds
        while not what():
            assert time.monotonic() < until, f"it did not happen within {seconds} s\n{then()}"
            time.sleep(0.1)


def lines_of(folder: Path, job: str) -> list[dict[str, Any]]:
    """The JSON lines of the one file in *folder* that carries the job's id."""
    (path,) = folder.glob(f"*-{job}.jsonl")
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
