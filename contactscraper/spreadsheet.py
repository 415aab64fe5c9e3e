"""Cells of a CSV that a spreadsheet would run: what pages, servers and lists say must stay text there."""

import re

#: What a spreadsheet takes for a formula. A phone number begins with + and is none.
FORMULA = re.compile(r"[=@\t\r]|[+-](?![\d ();ext=.-]*$)")
#: A cell that begins with it is text for every spreadsheet.
TEXT = "'"


def guarded(cell: str) -> str:
    """*cell* as a spreadsheet may see it: with an apostrophe before what it would run, and before what `unguarded`
    would else take for such a cell."""
    return TEXT + cell if FORMULA.match(cell.lstrip(TEXT)) else cell


def unguarded(cell: str) -> str:
    """What `guarded` was given."""
    return cell[1:] if cell[:1] == TEXT and FORMULA.match(cell.lstrip(TEXT)) else cell
