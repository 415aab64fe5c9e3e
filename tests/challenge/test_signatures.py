"""The table of signatures: each row is whole, compiles, and can be tried cheaply."""

import json
import re
from importlib.resources import files

import pytest

from contactscraper.challenge.kinds import KINDS, PLAIN
from contactscraper.challenge.signatures import LAYERS, SIGNATURES, STRENGTHS, Signature

ROWS = [
    json.loads(line)
    for line in files("contactscraper.challenge").joinpath("signatures.jsonl").read_text("utf-8").splitlines()
]
NEEDED = {"id", "vendor", "layer", "pattern", "kind", "strength", "on_normal_pages", "source"}
OPTIONAL = {
    "note": str,
    "max_bytes": int,
    "max_visible_chars": int,
    "status_in": list,
    "needles": list,
    "in": str,
}
#: Kinds that are no verdict by themselves.
OTHER_KINDS = PLAIN | {"presence", "redirect-stub", "frameset", "js-shell", "dead"}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_schema(row: dict[str, object]) -> None:
    """A row has all fields that are needed, none that nobody reads, and each of its type."""
    assert set(row) >= NEEDED
    assert set(row) <= NEEDED | set(OPTIONAL)
    assert all(isinstance(row[key], str) and row[key] for key in NEEDED)
    assert all(isinstance(row[key], kind) for key, kind in OPTIONAL.items() if key in row)
    assert row["layer"] in LAYERS
    assert row["strength"] in STRENGTHS
    assert row["kind"] in KINDS or row["kind"] in OTHER_KINDS
    assert row.get("in", "text") == "text"
    assert row["layer"] != "header" or ":" in str(row["pattern"])


def test_ids_are_unique() -> None:
    """No two rows share an id, and they stand in its order."""
    ids = [row["id"] for row in ROWS]
    assert len(set(ids)) == len(ids)
    assert ids == sorted(ids)


@pytest.mark.parametrize("row", SIGNATURES, ids=lambda row: row.id)
def test_patterns_compile(row: Signature) -> None:
    """Each pattern is a regular expression; no body's pattern has a repetition inside a repetition."""
    assert isinstance(row.regex, re.Pattern)
    assert not re.search(r"[+*]\)[+*]", row.pattern)


@pytest.mark.parametrize(
    "row", [s for s in SIGNATURES if s.layer == "body" and s.kind in KINDS], ids=lambda row: row.id
)
def test_bodies_have_literals(row: Signature) -> None:
    """A pattern for bodies that is tried on each page has lower-case literals that are looked for before it."""
    assert row.needles
    assert all(needle == needle.lower() and len(needle.encode()) >= 4 for needle in row.needles)
