"""Chromium's sandbox: on where it can be had, said where it cannot."""

import json
import os
import subprocess
import sys
import tempfile

import pytest

from contactscraper.tabs.sandbox import SIGN, Sandbox, wanted
from tests.tabs.processes import NOBODY, user_namespaces
from tests.tabs.site import Site
from tests.tabs.tab_crawl import ROOT, crawl

#: Another user may not read this user's Python, so all that a tab needs is imported before root is given up.
AS_NOBODY = f"""
import asyncio, json, os, subprocess, sys, tempfile
import playwright.async_api
from contactscraper.tabs.browser import find_browser
from tests.tabs.processes import descendants
os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY})
os.environ["HOME"] = sys.argv[1]
os.chdir(sys.argv[1])
tempfile.tempdir = sys.argv[1]

async def main():
    async with playwright.async_api.async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=find_browser(None), chromium_sandbox=True)
        page = await browser.new_page()
        await page.goto("data:text/html,<title>safe</title>")
        print(json.dumps([await page.title(), list(descendants(os.getpid()).values())]))
        await browser.close()

asyncio.run(main())
"""


@pytest.mark.parametrize(
    ("given", "meaning"), [(None, None), ("None", None), ("", None), (True, True), ("True", True), ("0", False)]
)
def test_the_settings_values(given: object, meaning: bool | None) -> None:
    """TAB_SANDBOX reads what files and command lines write."""
    assert wanted(given) is meaning


def test_other_values_are_refused() -> None:
    """Anything else is an error that names the setting."""
    with pytest.raises(ValueError, match="TAB_SANDBOX is 'perhaps'"):
        wanted("perhaps")


def test_it_is_on_for_everyone_but_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless told otherwise the sandbox is on, but for root, for whom Chromium has none."""
    for user, on in ((1000, True), (0, False)):
        monkeypatch.setattr(os, "geteuid", lambda user=user: user)
        assert Sandbox(None).on is on
        assert Sandbox(True).on
        assert not Sandbox(False).on


def test_where_it_cannot_be_had(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Left to itself a tab goes on without the sandbox and says so once; other failures change nothing."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    sandbox = Sandbox(None)
    assert not sandbox.failed("Missing X server") and sandbox.on
    assert sandbox.failed(f"Chromium {SIGN}!") and not sandbox.on
    assert not sandbox.failed(f"Chromium {SIGN}!")
    assert caplog.text.count("without the browser's sandbox") == 1


@pytest.mark.browser
@pytest.mark.skipif(os.geteuid() != 0, reason="only root has no sandbox everywhere")
def test_insisting_where_there_is_none() -> None:
    """With TAB_SANDBOX=True no tab is opened without a sandbox, and the log says what it needs."""
    with Site() as site:
        run = crawl([(f"http://127.0.0.1:{site.port}/plain", 5, None)], TAB_SANDBOX="True")
    assert {result["error"] for result in run.results.values()} == {"NoBrowser"}
    assert "needs user namespaces" in run.log


@pytest.mark.browser
@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to become another user")
@pytest.mark.skipif(not user_namespaces(), reason="plain users have no namespaces here")
def test_as_another_user_it_is_on() -> None:
    """As a plain user the browser starts with its sandbox: none of its processes was told to do without."""
    with tempfile.TemporaryDirectory() as home:  # pytest's own is closed to other users
        os.chown(home, NOBODY, NOBODY)
        done = subprocess.run(
            [sys.executable, "-c", AS_NOBODY, home],
            cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    title, commands = json.loads(done.stdout)
    assert title == "safe"
    assert any("--type=renderer" in command for command in commands)
    assert not [command for command in commands if "--no-sandbox" in command]
