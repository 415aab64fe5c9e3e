"""Results as files."""

import csv
import io

import pytest

from contactscraper.exporters import SpreadsheetExporter
from contactscraper.items import Result, result_class


def exported(**values):
    file = io.BytesIO()
    exporter = SpreadsheetExporter(file, fields_to_export=list(values))
    exporter.start_exporting()
    exporter.export_item(Result(**values))
    exporter.finish_exporting()
    return list(csv.reader(io.StringIO(file.getvalue().decode("utf-8-sig"))))[1][0]


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (["a@b.de", "c@b.de"], "a@b.de; c@b.de"),
        ([], ""),
        ({"facebook": ["https://www.facebook.com/a"], "x": ["https://x.com/b"]}, "https://www.facebook.com/a; https://x.com/b"),
        (None, ""),
        ("Bäckerei", "Bäckerei"),
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        ("@cmd", "'@cmd"),
        ("-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"),
        ("+442079460123", "+442079460123"),
    ],
)  # fmt: skip
def test_a_cell_is_readable_and_runs_nothing(value, cell):
    """Lists are joined, and what a spreadsheet would run as a formula is written as text; phone numbers stay."""
    assert exported(title=value) == cell


def test_the_file_says_that_it_is_utf_8():
    """A CSV begins with the mark by which spreadsheets know UTF-8."""
    file = io.BytesIO()
    exporter = SpreadsheetExporter(file)
    exporter.export_item(Result(input="a"))
    exporter.finish_exporting()
    assert file.getvalue().startswith(b"\xef\xbb\xbf")


def test_kept_columns_follow_the_fields():
    """A run's kept columns are fields of its results, and one named like a field of ours is not doubled."""
    made = result_class(("id", "input"))
    assert set(made.fields) == {*Result.fields, "id"}
