"""Fixtures that many tests share: the test web, once a worker."""

from collections.abc import Iterator

import pytest

from tests.web import Web


@pytest.fixture(scope="session")
def web() -> Iterator[Web]:
    with Web() as running:
        yield running
