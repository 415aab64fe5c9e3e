"""By hand: ``python -m tests.web`` (prints the hosts and a command line) or ``--crawl [scrapy arguments]``."""

import os
import signal
import subprocess
import sys
import threading

from tests.web import SITES, Web
from tests.web.client import ROOT

#: Hosts that exist nowhere else are not to stand in the memory of a user's own lists. An own -s DATA_DIR goes before it.
SAMPLE = ROOT / "data" / "sample"
LIST = ROOT / "data" / "sample-urls.txt"


def command(web: Web, arguments: list[str]) -> list[str]:
    """``scrapy crawl contacts`` on *web*, of the sample unless *arguments* name another list."""
    own = [] if any(argument.startswith("input=") for argument in arguments) else ["-a", f"input={LIST}"]
    data = ["-s", f"DATA_DIR={SAMPLE}"]
    return [sys.executable, "-m", "scrapy", "crawl", "contacts", *web.arguments, *data, *own, *arguments]


def crawl(web: Web, arguments: list[str]) -> int:
    """The crawl's exit status. Ctrl-C is the crawl's to handle."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    child = subprocess.Popen(
        command(web, arguments),
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
        run = f"scrapy crawl contacts -a input=data/sample-urls.txt -s DATA_DIR={SAMPLE}"
        print(f"\n{variables} {run} {settings}\n\nCtrl-C ends it.")
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
