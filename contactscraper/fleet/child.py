"""``python -m contactscraper.fleet.child PARENT crawl contacts ...``: a Scrapy command that dies with its parent."""

import ctypes
import os
import signal
import sys
import threading
import time

PR_SET_PDEATHSIG = 1  # linux/prctl.h


def die_with(parent: int) -> None:
    """This process is killed when the process *parent*, which has started it, ends, however that ends.

    On Linux the kernel does it, at the end of the parent's thread that started us: a worker's task waits in that very
    thread. Elsewhere a thread looks once a second who the parent is.
    """
    try:
        kernel = ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0) == 0
    except (OSError, AttributeError):
        kernel = False
    if os.getppid() != parent:  # it ended before we could ask
        os.kill(os.getpid(), signal.SIGKILL)
    if not kernel:
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGKILL)


def main() -> None:
    die_with(int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.default_int_handler)  # which a local worker ignores
    from scrapy.cmdline import execute  # after the order to die: importing takes a while

    execute(["scrapy", *sys.argv[2:]])


if __name__ == "__main__":
    main()
