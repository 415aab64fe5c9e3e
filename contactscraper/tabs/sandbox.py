"""Chromium's sandbox: on wherever the machine allows it, since a tab runs the scripts of whoever is on the list."""

import logging
import os

logger = logging.getLogger(__name__)

#: What Playwright says where Chromium could not build its sandbox.
SIGN = "sandboxing failed"
NEEDS = (
    "Chromium's sandbox needs user namespaces and a user other than root: as root, run the crawl as another user; in a"
    " container, use deploy/seccomp.json; on Ubuntu 23.10 and later, allow them by AppArmor (docs/operating.md)"
)


class Sandbox:
    """*wanted* is the setting TAB_SANDBOX: True insists, False does without, None takes it where it can be had."""

    def __init__(self, wanted: bool | None) -> None:
        self._insists = wanted is True
        self.on = os.geteuid() != 0 if wanted is None else wanted

    def failed(self, error: str) -> bool:
        """A browser did not start. Returns whether it is worth trying again without the sandbox."""
        if not self.on or SIGN not in error:
            return False
        if self._insists:
            logger.error("The browser does not start, and TAB_SANDBOX=True forbids it without its sandbox. %s.", NEEDS)
            return False
        self.on = False
        logger.warning("Tabs run without the browser's sandbox, since it cannot be had here. %s.", NEEDS)
        return True


def wanted(value: object) -> bool | None:
    """The setting's value as a command line or a file gives it. Raises ValueError."""
    text = str(value).strip().lower()
    if text in ("", "none"):
        return None
    if text in ("1", "true", "yes", "on"):
        return True
    if text in ("0", "false", "no", "off"):
        return False
    raise ValueError(f"TAB_SANDBOX is {value!r}; it can be True, False or None")
