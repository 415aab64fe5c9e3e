"""Cells that a spreadsheet would run."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contactscraper.commands.funnel import write_csv
from contactscraper.funnel import journey
from contactscraper.spreadsheet import guarded, unguarded
from contactscraper.storage.logquery import Group


@pytest.mark.parametrize("cell", ["=1+1", "+cmd|x", "-2+3+x", "@SUM(A1)", "\t=1", "\r=1", "'=1", "''@x"])
def test_what_would_run_is_text(cell: str) -> None:
    """It gets an apostrophe before it, and loses that one alone when it is read back."""
    assert guarded(cell) == f"'{cell}" and unguarded(f"'{cell}") == cell


@pytest.mark.parametrize("cell", ["", "a=b", "+44 20 7946 0123", "+442079460123;ext=12", "-", "12", "'tis", "it's"])
def test_all_else_stays(cell: str) -> None:
    """Phone numbers, names and what only holds such a character are written as they are."""
    assert guarded(cell) == unguarded(cell) == cell


@given(st.text(st.sampled_from("'=+-@\t\ra1 "), max_size=6))
def test_nothing_is_lost(cell: str) -> None:
    """What was guarded is what it was, whatever it was."""
    assert unguarded(guarded(cell)) == cell


def test_the_funnels_csv_runs_nothing() -> None:
    """A log of somebody else's may hold any text as a reason; numbers stay numbers."""
    file = io.StringIO()
    group = Group(("=HYPERLINK(1)", "dns"), 3, 1, {stage.name: 0 for stage in journey({}, {}, {})})
    write_csv(journey({"head": 3}, {}, {}), ["reason", "errorClass"], [group], file)
    row = next(csv.DictReader(io.StringIO(file.getvalue())))
    assert (row["reason"], row["errorClass"], row["lines"]) == ("'=HYPERLINK(1)", "dns", "3")
