"""By hand: ``python -m tests.web`` (prints the hosts and a command line) or ``--crawl [scrapy arguments]``."""

import os
import signal
import subprocess
import sys
import threading

from tests.web import SITES, Web
from tests.web.client import ROOT


def crawl(web: Web, arguments: list[str]) -> int:
    """``scrapy crawl contacts`` on *web*; its exit status. Ctrl-C is the crawl's to handle."""
    command = [sys.executable, "-m", "scrapy", "crawl", "contacts", *web.arguments, *arguments]
    if not any(argument.startswith("input=") for argument in arguments):
        command += ["-a", f"input={ROOT / 'data' / 'sample-urls.txt'}"]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    child = subprocess.Popen(
        command,
        env={**os.environ, **web.environ},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    return child.wait()


def main(arguments: list[str]) -> int:
    """The crawl's exit status; 0 for the web alone; 2, with a sentence, for other arguments."""
    if arguments and arguments[0] != "--crawl":
        print(__doc__, file=sys.stderr)
        return 0 if arguments[0] in ("-h", "--help") else 2
    with Web() as web:
        if arguments:
            return crawl(web, arguments[1:])
        for site in SITES.values():
            endings = ", ".join(f"{line.ending.method}/{line.ending.reason}" for line in site.lines)
            print(f"{site.host:28} {site.about:70.70} {endings}")
        settings = " ".join(f"-s '{name}={value}'" for name, value in web.settings.items())
        variables = " ".join(f"{name}={value}" for name, value in web.environ.items())
        print(f"\n{variables} scrapy crawl contacts -a input=data/sample-urls.txt {settings}\n\nCtrl-C ends it.")
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
