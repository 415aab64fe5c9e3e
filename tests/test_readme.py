"""The README says what the code does."""

import re
from pathlib import Path

from contactscraper import settings
from contactscraper.cascade import AFTER_FETCH, AFTER_TAB
from contactscraper.domains import diagram

VARIABLE = "CONTACTSCRAPER_DATA_DIR"  # of the environment
README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_the_state_diagram_is_drawn_from_the_table():
    """The README's diagram is the one that the table of transitions draws."""
    assert diagram() in README


def test_every_setting_that_it_names_exists():
    """A setting in the README's table is one of settings.py."""
    rows = README.partition("## Settings")[2].partition("## The browser")[0]
    names = set(re.findall(r"`([A-Z][A-Z_]{3,})`", rows)) - {VARIABLE}
    assert names
    assert [name for name in names if not hasattr(settings, name)] == []


def test_every_reason_stands_in_it():
    """Each reason that the cascade can give is in the table of endings."""
    reasons = {row.reason for row in (*AFTER_FETCH.values(), *AFTER_TAB.values())}
    assert [reason for reason in reasons if f"`{reason}`" not in README] == []


def test_its_pictures_are_there_and_small() -> None:
    """Each picture that the README shows is in the repository and quick to load, and none lies there unused."""
    shown = re.findall(r"\]\((docs/pictures/[^)]+)\)", README)
    root = Path(__file__).parents[1]
    assert shown
    assert [name for name in shown if not 0 < (root / name).stat().st_size <= 200_000] == []
    assert {path.name for path in (root / "docs" / "pictures").iterdir()} == {Path(name).name for name in shown}
