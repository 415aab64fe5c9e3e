"""Fixtures that many tests share: the test web, once a worker."""

import signal
from collections.abc import Iterator

import pytest

from tests.web import Web


def pytest_configure() -> None:
    """A shell's background job ignores Ctrl-C and hands that down to its children, some of which tests interrupt."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def web() -> Iterator[Web]:
    with Web() as running:
        yield running
