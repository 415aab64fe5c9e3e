"""Loaded by each worker of a local cluster: ^C on the terminal reaches it too, and is the command's to handle."""

import signal
from typing import Any


def dask_setup(worker: Any) -> None:
    """Called by Dask in the worker's main thread."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
