"""Backup and move, as the operator's page tells it."""

import re
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest

from contactscraper import settings
from contactscraper.domains import State
from contactscraper.storage.memory import Memory
from tests.web.client import ROOT

pytestmark = pytest.mark.operate

NOW = 1_796_000_000.0
PAGE = (ROOT / "docs" / "operating.md").read_text("utf-8")


def states(data_dir: Path) -> dict[str, str]:
    memory = Memory.read(data_dir)
    found = {record.domain: record.state.value for record in memory.domains()}
    memory.close()
    return found


def test_a_backup_while_a_crawl_writes(tmp_path: Path) -> None:
    """The page's backup, taken while the memory has an owner who goes on writing, holds all that was flushed before it
    and can be put back."""
    assert "\".backup '/backup/memory.sqlite'\"" in PAGE
    data, backup = tmp_path / "data", tmp_path / "backup"
    backup.mkdir()
    with_owner = Memory.own(data)
    for number in range(3000):
        with_owner.set_domain(f"site-{number}.test", State.DEAD, NOW)
    with_owner.flush()
    with_owner.set_domain("later.test", State.DEAD, NOW)
    if program := shutil.which("sqlite3"):
        command = [program, str(data / "memory.sqlite"), f".backup '{backup / 'memory.sqlite'}'"]
        assert subprocess.run(command, check=False).returncode == 0
    else:  # what that program's command calls
        source, target = sqlite3.connect(data / "memory.sqlite"), sqlite3.connect(backup / "memory.sqlite")
        source.backup(target)
        source.close()
        target.close()
    with_owner.close()
    assert len(states(data)) == 3001
    assert set(states(backup)) == {f"site-{number}.test" for number in range(3000)}
    for name in ("memory.sqlite-wal", "memory.sqlite-shm"):
        (data / name).unlink(missing_ok=True)
    shutil.copy(backup / "memory.sqlite", data / "memory.sqlite")
    again = Memory.own(data)
    assert again.domain("site-7.test", NOW).state is State.DEAD
    again.close()


def test_a_copy_elsewhere_has_no_owner(tmp_path: Path) -> None:
    """A DATA_DIR that was copied with a crawl's lock file in it can be owned at its new place."""
    owner = Memory.own(tmp_path / "here")
    owner.set_domain("a.test", State.COLD, NOW)
    owner.flush()
    shutil.copytree(tmp_path / "here", tmp_path / "there")
    owner.close()
    moved = Memory.own(tmp_path / "there")
    assert moved.domain("a.test", NOW).state is State.COLD
    moved.close()


def test_the_page_names_what_exists() -> None:
    """Files of deploy/, settings, and commands that the operator's page names are there."""
    files = set(re.findall(r"`?(deploy/[\w./@-]+)", PAGE))
    assert [name for name in files if not list(ROOT.glob(f"{name.rstrip('/.')}*"))] == []
    names = set(re.findall(r"`([A-Z]+_[A-Z_]+)(?:=[^`]*)?`", PAGE)) - {"DATA_DIR", "CONTACTSCRAPER_DATA_DIR"}
    known = {*vars(settings), "SCRAPYD_USERNAME", "SCRAPYD_PASSWORD", "FLEET_HOSTS"}
    assert names and names - known == set()
    commands = set(re.findall(r"scrapy (domains|funnel|retries|fleet|forget|explain|crawl)\b", PAGE))
    assert [name for name in commands if not (ROOT / "contactscraper" / "commands" / f"{name}.py").exists()] == []
