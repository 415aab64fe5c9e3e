"""Units, cron lines and containers: read by their own verifiers, and what they run is run."""

import gzip
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from contactscraper import settings
from contactscraper.fleet.cluster import STOP_PATIENCE
from contactscraper.fleet.shard import CLOSE_PATIENCE
from contactscraper.storage.memory import Memory
from contactscraper.tabs import find_browser
from contactscraper.tabs.running import CLOSING
from tests.crawl.harness import environ, read_lines, write_list
from tests.operate import confined
from tests.operate.recipes import (
    DEPLOY,
    INSTALLED,
    UNITS,
    cron_command,
    cron_lines,
    settings_of,
    unit_arguments,
    unit_value,
)
from tests.tabs.processes import user_namespaces
from tests.web import Web
from tests.web.client import ROOT

pytestmark = pytest.mark.operate

PROFILE = DEPLOY / "seccomp.json"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
RECIPES = (
    *(UNITS / f"{name}.service" for name in ("contactscraper@", "contactscraper-retries", "scrapyd")),
    DEPLOY / "crontab",
    DEPLOY / "compose.yaml",
)
#: Least and most of cron's five fields.
RANGES = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 7))


def run(command: list[str], **more: Any) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **more)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not on this machine")
@pytest.mark.parametrize("unit", sorted(path.name for path in UNITS.iterdir()))
def test_units_pass_systemds_verifier(unit: str, tmp_path: Path) -> None:
    """systemd finds no fault in a unit, once its programs exist; a timer's service is there."""
    for path in UNITS.iterdir():
        text = path.read_text("utf-8").replace(f"{INSTALLED}/.venv/bin", str(tmp_path))
        (tmp_path / path.name.replace("@", "@firms.csv")).write_text(text, "utf-8")
    for program in ("scrapy", "scrapyd"):
        (tmp_path / program).write_text("#!/bin/sh\n")
        (tmp_path / program).chmod(0o755)
    done = run(["systemd-analyze", "verify", "--man=no", unit.replace("@", "@firms.csv")], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    if unit.endswith(".timer"):
        assert (UNITS / unit.replace(".timer", ".service")).exists()
        calendar = unit_value(unit, "OnCalendar")
        assert "Next elapse" in run(["systemd-analyze", "calendar", calendar]).stdout


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda path: path.name)
def test_each_recipe_says_what_happens(recipe: Path) -> None:
    """Each says what it does on overlap and after a missed run, and what becomes of its files."""
    text = recipe.read_text("utf-8")
    assert [word for word in ("Overlap:", "Missed runs:", "Files:") if f"# {word}" not in text] == []


def test_all_recipes_agree() -> None:
    """Whatever starts a crawl, by list or for retries, gives it the weekly unit's TTLs: a shorter one anywhere would
    clear what the others have learned. All but Scrapyd's example insist on the browser's sandbox."""
    weekly = settings_of(unit_arguments("contactscraper@.service"))
    ttls = {name: value for name, value in weekly.items() if name.startswith("DOMAIN_TTL_")}
    commands = [unit_arguments("contactscraper-retries.service")]
    commands += [shlex.split(command) for _, _, command in cron_lines() if "scrapy crawl" in command]
    head = re.sub(r"\\\n#\s*", "", (DEPLOY / "compose.yaml").read_text("utf-8"))
    commands += [shlex.split(line, comments=True) for line in re.findall(r"#\s+(docker compose run .*)", head)]
    page = (ROOT / "docs" / "operating.md").read_text("utf-8")
    (fleet,) = re.findall(r"ExecStart=(\S+ fleet .*?)\n    MemoryMax", page, re.S)
    commands.append(shlex.split(fleet.replace("\\\n", " ")))
    assert len(commands) == 6
    for command in commands:
        given = settings_of(command)
        assert ttls.items() <= given.items() and given["TAB_SANDBOX"] == "True", command
    assert all(f"-d setting={name}={value}" in page for name, value in ttls.items())


@pytest.mark.crawl
def test_the_weekly_unit_crawls_its_list(web: Web, tmp_path: Path) -> None:
    """What the weekly unit runs visits its list and leaves results and log below DATA_DIR, which its environment sets."""
    lists = write_list(tmp_path, ["ok-0001.test"])
    arguments = [
        part.replace("/etc/contactscraper/lists/%i", str(lists)) for part in unit_arguments("contactscraper@.service")
    ]
    assert str(lists) in " ".join(arguments)
    (variable,) = re.findall(r"^(\w+)=.*data$", (DEPLOY / "environment").read_text("utf-8"), re.M)
    done = run(
        [sys.executable, "-W", "ignore", "-m", "scrapy", *arguments, *web.arguments],
        cwd=ROOT, env={**environ(web), variable: str(tmp_path / "data")},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert [result["outcome"] for result in read_lines(tmp_path / "data" / "contacts")] == ["ok-contact"]
    assert [entry["method"] for entry in read_lines(tmp_path / "data" / "pagelog")] == ["fetch"]


def test_what_waits_is_more_patient_than_what_ends() -> None:
    """A tab ends within a crawl's grace, a crawl within a fleet's patience, and all of it before a unit or a container
    is killed."""
    closing = 3 * CLOSING  # of a browser that does not listen
    assert settings.TAB_TIMEOUT < settings.STOP_GRACE
    assert settings.STOP_GRACE + closing < CLOSE_PATIENCE < STOP_PATIENCE
    units = [unit_value(path.name, "TimeoutStopSec") for path in RECIPES if path.suffix == ".service"]
    containers = [service["stop_grace_period"].removesuffix("s") for service in COMPOSE["services"].values()]
    assert len(units) == 3 and len(containers) == 2
    assert min(map(int, units + containers)) > STOP_PATIENCE


def test_cron_lines_are_such() -> None:
    """Each line has five fields within their ranges, our user, and a command that the shell can read."""
    assert len(cron_lines()) == 3
    for fields, user, command in cron_lines():
        for value, (least, most) in zip(fields, RANGES, strict=True):
            assert value == "*" or least <= int(value) <= most
        assert user == "contactscraper"
        assert run(["sh", "-n", "-c", command]).returncode == 0


@pytest.mark.crawl
def test_the_hourly_cron_line(tmp_path: Path) -> None:
    """The hourly line runs without a list; where another crawl has DATA_DIR it leaves with status 2, silently, and its
    log says why."""
    command = cron_command("retries=only").replace("/var/log/contactscraper", str(tmp_path))
    command = command.replace(f"cd {INSTALLED} && .venv/bin/scrapy", f"{shlex.quote(sys.executable)} -m scrapy")
    variables = {**os.environ, "CONTACTSCRAPER_DATA_DIR": str(tmp_path / "data")}
    done = run(["sh", "-c", command], cwd=ROOT, env=variables)
    (log,) = tmp_path.glob("retries-*.log")
    assert done.returncode == 0, log.read_text("utf-8")
    assert "No retry is due, and no URL waits for one." in log.read_text("utf-8")
    assert not list((tmp_path / "data").rglob("*.jsonl"))  # hours in which nothing is due leave no files
    owner = Memory.own(tmp_path / "data")
    done = run(["sh", "-c", command], cwd=ROOT, env=variables)
    owner.close()
    assert (done.returncode, done.stderr) == (2, "")
    assert "belongs to a crawl that is running" in log.read_text("utf-8").splitlines()[-1]


@pytest.mark.parametrize("by", ["cron", "systemd"])
def test_old_files_are_packed(by: str, tmp_path: Path) -> None:
    """Page logs and results of long ago are packed, also those of shards; new ones and other files are left alone, and
    nothing is lost."""
    old, new = time.time() - 20 * 86400, time.time()
    files = {
        "pagelog/a.jsonl": old, "contacts/a.jsonl": old, "shards/07/pagelog/a.jsonl": old,
        "pagelog/b.jsonl": new, "suppressed.txt": old, "memory.sqlite": old, "lists/urls.jsonl": old,
    }  # fmt: skip
    for name, at in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{name}\n", "utf-8")
        os.utime(path, (at, at))
    if by == "cron":
        done = run(["sh", "-c", cron_command("find")], env={**os.environ, "CONTACTSCRAPER_DATA_DIR": str(tmp_path)})
    else:
        arguments = unit_arguments("contactscraper-compress.service")
        arguments = [part.replace("${CONTACTSCRAPER_DATA_DIR}", str(tmp_path)) for part in arguments]
        done = run(["find", *arguments], cwd="/")
    assert (done.returncode, done.stderr) == (0, "")
    packed = {name for name in files if (tmp_path / f"{name}.gz").exists()}
    assert packed == {"pagelog/a.jsonl", "contacts/a.jsonl", "shards/07/pagelog/a.jsonl"}
    for name in files:
        kept = (tmp_path / name).read_bytes() if name not in packed else b""
        unpacked = gzip.decompress((tmp_path / f"{name}.gz").read_bytes()) if name in packed else b""
        assert kept + unpacked == f"{name}\n".encode()


def test_scrapyd_does_not_start_with_the_samples_password(tmp_path: Path) -> None:
    """The unit refuses a configuration whose password nobody has changed, and says which file to edit."""
    conf = tmp_path / "scrapyd.conf"
    check = shlex.split(unit_value("scrapyd.service", "ExecStartPre").replace("/etc/scrapyd/scrapyd.conf", str(conf)))
    shutil.copy(DEPLOY / "scrapyd.conf", conf)
    refused = run(check)
    assert refused.returncode == 1 and "Set a password" in refused.stdout
    conf.write_text(conf.read_text("utf-8").replace("CHANGE-ME", "0123456789abcdef"), "utf-8")
    assert run(check).returncode == 0


def test_containers_are_closed_up() -> None:
    """Each service runs without capabilities, on a read-only image, with the profile that lets the browser's sandbox be;
    only this machine reaches Scrapyd, and not without a password."""
    for service in COMPOSE["services"].values():
        assert service["cap_drop"] == ["ALL"] and service["read_only"] and service["init"]
        assert "privileged" not in service
        assert set(service["security_opt"]) == {"no-new-privileges:true", f"seccomp:./{PROFILE.name}"}
        assert service["build"]["dockerfile"] == "deploy/Dockerfile"
    scrapyd = COMPOSE["services"]["scrapyd"]
    assert all(port.startswith("127.0.0.1:") for port in scrapyd["ports"])
    assert scrapyd["environment"]["SCRAPYD_PASSWORD"].startswith("${SCRAPYD_PASSWORD:?")


@pytest.mark.skipif(
    not any((shutil.which("docker-compose"), run(["sh", "-c", "docker compose version"]).returncode == 0)),
    reason="Compose is not on this machine",
)
def test_compose_reads_its_file() -> None:
    """Compose itself takes the file, and refuses to begin without a password."""
    compose = ["docker-compose"] if shutil.which("docker-compose") else ["docker", "compose"]
    command = [*compose, "-f", str(DEPLOY / "compose.yaml"), "config"]
    done = run(command, cwd=DEPLOY, env={**os.environ, "SCRAPYD_PASSWORD": "x"})
    assert done.returncode == 0, done.stderr
    unset = {name: value for name, value in os.environ.items() if name != "SCRAPYD_PASSWORD"}
    without = run(command, cwd=DEPLOY, env=unset)
    assert without.returncode != 0 and "deploy/.env" in without.stderr


def test_the_images_are_made_of_what_is_there() -> None:
    """Each file that an image copies exists and is let through, each target ends as a plain user, and a target that
    compose names is there."""
    text = re.sub(r"\\\n\s*", "", (DEPLOY / "Dockerfile").read_text("utf-8"))
    passes = [
        line[1:] for line in (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").splitlines() if line[:1] == "!"
    ]
    copied = [name for line in re.findall(r"^COPY (.*)$", text, re.M) for name in line.split()[:-1]]
    assert copied and [name for name in copied if not (ROOT / name).exists() or name not in passes] == []
    stages = dict(re.findall(r"^FROM \S+ AS (\w+)$(.*?)(?=^FROM|\Z)", text, re.M | re.S))
    targets = {service["build"]["target"] for service in COMPOSE["services"].values()}
    assert targets == set(stages) - {"base"}
    for target in targets:
        assert re.findall(r"^USER (\w+)$", stages[target], re.M) == ["contactscraper"]
    assert "useradd --system --uid 10001" in stages["base"]


def test_scripts_are_plain_shell() -> None:
    """The script that begins Scrapyd is read by a plain shell without complaint, and by shellcheck where it is there."""
    script = str(DEPLOY / "scrapyd-run")
    checks = [["sh", "-n", script], *([["shellcheck", script]] if shutil.which("shellcheck") else [])]
    assert [(done.stdout, done.stderr) for done in map(run, checks) if done.returncode] == []
    assert "deploy/scrapyd-run /opt" in unit_value("scrapyd.service", "ExecStart")


@pytest.mark.skipif(confined.library() is None, reason="libseccomp is not on this machine")
def test_the_profile_names_what_exists() -> None:
    """Each call of the profile has a name that libseccomp knows, and none that the browser's sandbox needs is denied."""
    numbers = confined.numbers(PROFILE)
    assert [name for name, number in numbers.items() if number == confined.UNKNOWN] == []
    assert not {"clone", "clone3", "unshare", "chroot", "seccomp"} & set(numbers)
    assert {"mount", "setns", "bpf", "ptrace", "init_module"} <= set(numbers)
    assert json.loads(PROFILE.read_text("utf-8"))["defaultAction"] == "SCMP_ACT_ALLOW"


@pytest.mark.browser
@pytest.mark.skipif(confined.library() is None, reason="libseccomp is not on this machine")
@pytest.mark.skipif(not user_namespaces(), reason="plain users have no namespaces here")
def test_the_browser_keeps_its_sandbox_under_the_profile() -> None:
    """Under the containers' profile, as a plain user without capabilities, the browser renders with its sandbox on,
    while mounting is refused even in a namespace of one's own."""
    browser = find_browser(None)
    assert browser is not None
    begin = [sys.executable, "-m", "tests.operate.confined", str(PROFILE)]
    with tempfile.TemporaryDirectory() as home:
        os.chmod(home, 0o777)
        page = "data:text/html,<p id=p></p><script>p.innerText = 40 + 2</script>"
        done = run(
            [*begin, browser, "--headless", f"--user-data-dir={home}/profile", "--disable-dev-shm-usage", "--dump-dom", page],
            cwd=ROOT, env={**os.environ, "HOME": home},
        )  # fmt: skip
    assert '<p id="p">42</p>' in done.stdout, done.stderr[-3000:]
    mounting = run(
        [*begin, shutil.which("unshare") or "unshare", "--user", "--map-root-user", "--mount", "true"], cwd=ROOT
    )
    assert mounting.returncode != 0 and "not permitted" in mounting.stderr
