"""What deploy/ tells machines to run, read as those machines read it."""

import re
import shlex
from itertools import pairwise

from tests.web.client import ROOT

DEPLOY = ROOT / "deploy"
UNITS = DEPLOY / "systemd"
INSTALLED = "/opt/contactscraper"


def unit_value(unit: str, name: str) -> str:
    """The last value of *name* in a unit, its continued lines joined."""
    text = re.sub(r"\\\n\s*", "", (UNITS / unit).read_text("utf-8"))
    return re.findall(rf"^{name}=(.*)$", text, re.M)[-1]


def unit_arguments(unit: str) -> list[str]:
    """The arguments of a unit's program, without the program."""
    return shlex.split(unit_value(unit, "ExecStart"))[1:]


def settings_of(arguments: list[str]) -> dict[str, str]:
    """What a command line sets by ``-s``."""
    given = [value for flag, value in pairwise(arguments) if flag == "-s"]
    return dict(value.split("=", 1) for value in given)


def cron_lines() -> list[tuple[list[str], str, str]]:
    """Fields of the time, the user, and the command as cron hands it to the shell."""
    found = []
    for line in (DEPLOY / "crontab").read_text("utf-8").splitlines():
        if line and not line.startswith("#") and not re.match(r"[A-Z_]+=", line):
            *time, user, command = line.split(None, 6)
            found.append((time, user, re.sub(r"(?<!\\)%.*", "", command).replace(r"\%", "%")))
    return found


def cron_command(word: str) -> str:
    """The one command that has *word* in it."""
    (command,) = [command for _, _, command in cron_lines() if word in command]
    return command
