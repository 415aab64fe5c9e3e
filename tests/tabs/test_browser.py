"""Where the browser is looked for, and what it is started with."""

import os
from pathlib import Path

import pytest

from contactscraper.network.addresses import AddressRules
from contactscraper.tabs.browser import LAUNCH_ARGUMENTS, find_browser, launch_arguments
from contactscraper.tabs.guard import host_rules
from tests.tabs.site import Site
from tests.tabs.tab_crawl import crawl


def program(path: Path, mode: int = 0o755) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh")
    path.chmod(mode)
    return str(path)


def test_this_machine_has_a_browser() -> None:
    """The tests of tabs need a browser: without one they fail, since a skip would hide it."""
    assert find_browser(None)


def test_configured_browser_is_the_only_one(tmp_path: Path) -> None:
    """TAB_BROWSER is taken as given; where it is no program, no other is used in its place."""
    assert find_browser(program(tmp_path / "mine")) == str(tmp_path / "mine")
    assert find_browser(program(tmp_path / "text", 0o644)) is None or os.geteuid() == 0
    assert find_browser(str(tmp_path)) is None
    assert find_browser(str(tmp_path / "none")) is None


def test_playwrights_own_browser_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `playwright install` has brought goes before the system's browsers."""
    own = program(tmp_path / "chromium_headless_shell-1200" / "chrome-headless-shell-linux64" / "chrome-headless-shell")
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    assert find_browser(None) == own


def test_arguments_hold_one_list_of_host_rules() -> None:
    """A browser reads one such list only, so a user's, ours and PORT_MAP's are one, in this order."""
    found = launch_arguments(
        {80: 8080}, ["--host-resolver-rules=MAP a.test 1.2.3.4", "--x"], ["MAP localhost ~NOTFOUND"]
    )
    rules = "MAP a.test 1.2.3.4, MAP localhost ~NOTFOUND, MAP *:80 127.0.0.1:8080"
    assert found == [*LAUNCH_ARGUMENTS, f"--host-resolver-rules={rules}", "--x"]
    assert not any("--disable-features" in argument for argument in found)


@pytest.mark.parametrize(
    ("allow", "named", "missing"),
    [
        (False, ("MAP 10.*.*.* ~NOTFOUND", "MAP 127.*.*.* ~NOTFOUND"), ()),
        ("127.0.0.0/27", ("MAP 10.*.*.* ~NOTFOUND",), ("MAP 127.*.*.* ~NOTFOUND", "MAP localhost ~NOTFOUND")),
        (True, (), ("MAP 10.*.*.* ~NOTFOUND",)),
    ],
)
def test_host_rules_leave_out_what_is_allowed(allow: object, named: tuple[str], missing: tuple[str]) -> None:
    """The browser is told to know no private host, but for networks of which a part is allowed."""
    found = host_rules(AddressRules.parse(allow))  # type: ignore[arg-type]
    assert set(named) <= set(found) and not set(missing) & set(found)


@pytest.mark.browser
@pytest.mark.slow
def test_redirect_to_a_private_literal_never_leaves() -> None:
    """The browser itself stops a redirect to a private address, which we are not shown before it is followed."""
    with Site() as site:
        run = crawl(
            [("http://acme.test/to-private", 5, None), ("http://acme.test/private-redirected", 5, None)],
            names={"acme.test": ["found", "127.0.0.1"]},
            ALLOW_PRIVATE_ADDRESSES="198.18.0.0/15",
            TAB_LAUNCH_ARGS=[f"--host-resolver-rules=MAP acme.test:80 127.0.0.1:{site.port}"],
        )
        assert "/to-private" in site.paths and "/secret" not in site.paths
    assert {result["error"] for result in run.results.values()} == {"TabPrivateAddress"}
