"""Which processes a process has started, by Linux's /proc."""

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

NOBODY = 65534


def user_namespaces() -> bool:
    """Whether a plain user may make the namespaces that a browser's sandbox is made of: not in every container."""
    as_plain_user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    try:
        command = ["unshare", "--user", "--map-root-user", "true"]
        return subprocess.run(command, capture_output=True, check=False, **as_plain_user).returncode == 0
    except OSError:
        return False


def descendants(pid: int) -> dict[int, str]:
    """Process -> its command line, of all that *pid* has started, and so on down."""
    found: dict[int, str] = {}
    line = [pid]
    while line:
        try:
            tasks = list(Path(f"/proc/{line.pop()}/task").iterdir())
            children = [int(child) for task in tasks for child in (task / "children").read_text().split()]
            found |= {c: Path(f"/proc/{c}/cmdline").read_text().replace("\0", " ") for c in children}
        except OSError:
            continue
        line += children
    return found


def browser_of(pid: int) -> int | None:
    """The browser's first process."""
    for child, command in descendants(pid).items():
        if "--remote-debugging-pipe" in command and "--type=" not in command:
            return child
    return None


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def wait_for(what: Callable[[], Any], patience: float = 20.0) -> Any:
    """The first true value of *what*."""
    until = time.monotonic() + patience
    while not (value := what()):
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.05)
    return value
