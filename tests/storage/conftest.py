"""An open memory."""

from pathlib import Path

import pytest

from contactscraper.storage.memory import Memory


@pytest.fixture
def memory(tmp_path: Path):  # type: ignore[no-untyped-def]
    with_closing = Memory.own(tmp_path)
    yield with_closing
    with_closing.close()
