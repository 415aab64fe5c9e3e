"""One crawl for all tests that look at what a crawl has left."""

import shutil
from pathlib import Path

import pytest

from tests.commands.inside import LINES, NO_TABS
from tests.crawl.harness import crawl
from tests.web import Web


@pytest.fixture(scope="session")
def crawled(web: Web, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A DATA_DIR after one crawl; nobody changes it."""
    data = tmp_path_factory.mktemp("crawled")
    assert crawl(web, data, LINES, *NO_TABS).status == 0
    return data


@pytest.fixture
def data(crawled: Path, tmp_path: Path) -> Path:
    """A copy of it, to be changed."""
    return Path(shutil.copytree(crawled, tmp_path / "data"))
