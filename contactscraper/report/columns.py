"""Log lines as columns: values of closed lists as codes, times as differences, URLs by the rule that makes them."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import orjson

from contactscraper.funnel import JOURNEY, STEPS
from contactscraper.storage.logquery import LogQuery

#: Columns whose values are codes. `domain` has as many values as there are domains, the others a handful.
CODED = ("type", "method", "outcome", "reason", "domainState", "errorClass", "status", "stage", "domain")
NUMBERS = {
    "emails": "emails", "phone": "hasPhone", "socials": "networks", "body": "bodySize",
    **{step: f"ms_{step}" for step in STEPS},
}  # fmt: skip
TEXTS = ("input", "url", "finalUrl")
#: What only a single line's view shows; the last three are JSON.
DETAILS = ("domainStateExpiresAt", "tags", "socials", "trail")
FIELDS = ("at", *CODED, *NUMBERS.values(), *TEXTS, *DETAILS)
#: Lines whose details are packed together.
BLOCK = 1000
#: What a number may be; others would not fit the report's arrays.
LARGEST = 2**31 - 1


class Columns:
    """All lines of *query*. `details` hands out the packed parts while it reads; `head` is whole after that."""

    def __init__(self, query: LogQuery) -> None:
        self._query = query
        self._start = 0
        self._last = 0
        self._lines = 0
        self._later: list[int] = []
        self._codes: dict[str, list[int]] = {name: [] for name in CODED}
        self._known: dict[str, dict[str, int]] = {name: {} for name in CODED}
        self._numbers: dict[str, list[int]] = {name: [] for name in NUMBERS}
        self._texts: dict[str, list[int | str]] = {name: [] for name in TEXTS}

    def details(self) -> Iterator[bytes]:
        """JSON of what only a single line's view shows, `BLOCK` lines at a time: a list of (domain state's end, tags,
        networks, trail)."""
        for rows in self._query.rows(FIELDS, BLOCK):
            given = dict(zip(FIELDS, zip(*rows)))
            self._add(given)
            expires, *packed = (given[name] for name in DETAILS)
            lines = (f"[{orjson.dumps(end).decode()},{','.join(rest)}]" for end, *rest in zip(expires, *packed))
            yield f"[{','.join(lines)}]".encode()

    def _add(self, given: Mapping[str, Sequence[Any]]) -> None:
        if not self._lines:
            self._start = self._last = given["at"][0]
        for moment in given["at"]:
            self._later.append(moment - self._last)
            self._last = moment
        self._lines += len(given["at"])
        for name in CODED:
            known = self._known[name]
            self._codes[name] += [known.setdefault(value, len(known)) for value in given[name]]
        for name, field in NUMBERS.items():
            self._numbers[name] += [-1 if value is None else max(0, min(LARGEST, value)) for value in given[field]]
        inputs, urls, finals, domains = (given[name] for name in (*TEXTS, "domain"))
        self._texts["url"] += [1 if url == f"https://{domain}/" else url or 0 for url, domain in zip(urls, domains)]
        self._texts["input"] += [
            1 if line == domain else 2 if line == url else line for line, url, domain in zip(inputs, urls, domains)
        ]
        self._texts["finalUrl"] += [
            0 if not final else 1 if final == url else 2 if final == f"https://www.{domain}/" else final
            for final, url, domain in zip(finals, urls, domains)
        ]

    def head(self, *, now: datetime, where: Sequence[str], since: str) -> bytes:
        """JSON of all columns, and of what the report is about."""
        values, codes = self._in_order()
        read = self._query.read
        return orjson.dumps(
            {
                "lines": self._lines,
                "made": int(1000 * now.timestamp()),
                "where": list(where),
                "since": since,
                "read": {"files": read.files, "torn": read.torn, "foreign": read.foreign},
                "stages": [{"name": stage.name, "label": stage.label, "step": stage.step} for stage in JOURNEY],
                "block": BLOCK,
                "start": self._start,
                "later": self._later,
                "values": values,
                "codes": codes,
                "numbers": self._numbers,
                "texts": self._texts,
            }
        )

    def _in_order(self) -> tuple[dict[str, list[str]], dict[str, list[int]]]:
        """Values sorted, and the codes that follow: lines can be sorted by their codes then."""
        values = {name: sorted(known) for name, known in self._known.items()}
        codes = {}
        for name, known in self._known.items():
            place = {value: number for number, value in enumerate(values[name])}
            moved = [place[value] for value in known]  # in the order in which they were met
            codes[name] = [moved[code] for code in self._codes[name]]
        return values, codes
