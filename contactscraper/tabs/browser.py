"""Where the browser is, and how to get one."""

import os
from collections.abc import Sequence
from pathlib import Path

#: Real programs, not the wrappers in /usr/bin: killing a wrapper would orphan its browser.
KNOWN_PATHS = (
    "/usr/lib/chromium/chromium-headless-shell",
    "/usr/lib/chromium/chromium",
    "/usr/lib/chromium-browser/chromium-browser",
    "/opt/google/chrome/chrome",
)
BROWSER_HINT = (
    "No browser was found, so sites that need a tab end with the reason no-browser: install Debian's"
    " chromium-headless-shell, or run 'playwright install --with-deps chromium-headless-shell', or set TAB_BROWSER."
)


def find_browser(configured: str | None) -> str | None:
    """The path of a browser: as configured, Playwright's own download, or a known place; None where there is none."""
    if configured:
        return configured if Path(configured).is_file() and os.access(configured, os.X_OK) else None
    own = os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright"
    for pattern in ("chromium_headless_shell-*/*/*headless*shell", "chromium-*/*/chrome"):
        found = [path for path in sorted(Path(own).glob(pattern)) if os.access(path, os.X_OK)]
        if found:
            return str(found[-1])
    return next((path for path in KNOWN_PATHS if os.access(path, os.X_OK)), None)


#: Quiet, and nothing in the background: Chromium would look for updates and for its maker's hosts. Site isolation
#: stays on, and so does Playwright's own list of disabled features, which a second list would replace.
LAUNCH_ARGUMENTS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--mute-audio",
    # Pictures and fonts hold no contact, and each that a page asks for is a question to us before it is refused. A
    # second list of this kind replaces Playwright's, whose four values (of a mouse) are kept.
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,"
    "imagesEnabled=false",
    "--disable-remote-fonts",
    "--disable-blink-features=SharedWorker",  # what it asks for is not shown to us; browsers on phones lack it too
)


HOST_RULES = "--host-resolver-rules="


def launch_arguments(ports: dict[int, int], more: list[str], rules: Sequence[str] = ()) -> list[str]:
    """The browser's command line. *ports* is the setting PORT_MAP: a browser can be given no resolver, so its
    connections to those ports go to the same port map on this machine. *rules* are further rules for hosts; of such
    a list the browser knows one only, so one among *more* comes first in it: the first rule that fits counts."""
    given = [argument.removeprefix(HOST_RULES) for argument in more if argument.startswith(HOST_RULES)]
    mapped = [f"MAP *:{port} 127.0.0.1:{target}" for port, target in ports.items()]
    together = ", ".join((*given, *rules, *mapped))
    others = [argument for argument in more if not argument.startswith(HOST_RULES)]
    return [*LAUNCH_ARGUMENTS, *([HOST_RULES + together] if together else []), *others]
