"""A domain's record as JSON and as a row of a table, and back: the fields of the memory, with moments in words."""

import json
from collections.abc import Mapping
from typing import Any

import orjson

from contactscraper.domains.record import DomainRecord
from contactscraper.domains.states import Method, Outcome, State
from contactscraper.moments import from_iso, iso

#: The columns of a record, in order; the names are those of its JSON.
FIELDS = (
    "domain", "exit", "state", "stateExpiresAt", "stateChangedAt", "firstSeen", "lastSeen",
    "fetchTotal", "fetchOk", "fetchOkEmpty", "tabTotal", "tabOk", "tags", "recent",
)  # fmt: skip
MOMENTS = ("stateExpiresAt", "stateChangedAt", "firstSeen", "lastSeen")
COUNTS = ("fetchTotal", "fetchOk", "fetchOkEmpty", "tabTotal", "tabOk")
LISTS = ("tags", "recent")


class BadRow(ValueError):
    """A row that is no record; its text says why."""


def to_json(record: DomainRecord) -> dict[str, Any]:
    """*record* for scripts: its stored fields, moments in ISO 8601 (None: never), in the order of `FIELDS`."""
    values = record.to_dict()
    for name in MOMENTS:
        values[name] = None if values[name] is None else iso(values[name])
    values["recent"] = [{**entry, "at": iso(entry["at"])} for entry in values["recent"]]
    return {name: values[name] for name in FIELDS}


def to_row(record: DomainRecord) -> dict[str, str]:
    """*record* as the cells of a CSV: `tags` and `recent` are JSON, an empty `stateExpiresAt` means never."""
    values = to_json(record)
    return {name: _cell(values[name]) for name in FIELDS}


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if not isinstance(value, list):
        return str(value)
    try:
        return orjson.dumps(value).decode()
    except TypeError:  # halves of characters
        return json.dumps(value, ensure_ascii=False)


def from_row(row: Mapping[str, str]) -> DomainRecord:
    """The record of a CSV's row; only `domain` and `state` must be there. Raises BadRow."""
    if not row.get("domain"):
        raise BadRow("it has no domain")
    values: dict[str, Any] = {name: row[name] for name in ("domain", "exit", "state") if row.get(name)}
    for names, read in ((MOMENTS, from_iso), (COUNTS, int), (LISTS, _list)):
        for name in names:
            if row.get(name):
                values[name] = _read(name, row[name], read)
    values["recent"] = [_entry(entry) for entry in values.get("recent", ())]
    if values.get("state") not in set(State):
        raise BadRow(f"its state is {row.get('state', '')!r}; it can be {', '.join(State)}")
    try:
        return DomainRecord.from_dict(values)
    except (KeyError, TypeError, ValueError) as error:
        raise BadRow(f"its evidence cannot be read ({error})") from None


def _read(name: str, text: str, read: Any) -> Any:
    try:
        return read(text)
    except ValueError:
        raise BadRow(f"its {name} cannot be read: {text[:40]!r}") from None


def _list(text: str) -> list[Any]:
    value = json.loads(text)
    if not isinstance(value, list):
        raise ValueError("no list")
    return value


def _entry(value: Any) -> dict[str, Any]:
    if (
        not isinstance(value, dict)
        or value.get("method") not in set(Method)
        or value.get("outcome") not in set(Outcome)
    ):
        raise BadRow("its recent holds something that is no evidence")
    try:
        return {**value, "at": from_iso(value["at"]), "visit": str(value["visit"])}
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadRow("its recent holds evidence without its time or its visit") from None
