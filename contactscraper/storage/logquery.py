"""Counts over page logs, by DuckDB: a million lines in seconds. What a stage is says `funnel.JOURNEY`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from contactscraper.funnel import BY_METHOD, ELSE, JOURNEY, STEPS, StageCount, journey
from contactscraper.storage.logfiles import NoLog, mended, torn_lines

#: What a line can be counted by and filtered by, and the SQL of it. Absent values count as ''.
KEYS = {
    "type": "type",
    "method": "method",
    "outcome": "outcome",
    "reason": "reason",
    "domainState": "domainState",
    "errorClass": "errorClass",
    "status": "status",
    "domain": "domain",
    "stage": "stage",
}
#: Further things that a line can be asked for by name, see `LogQuery.rows`: times in epoch milliseconds, the rest as in
#: the log, lists as JSON. Whether there is a phone number, not which.
FIELDS = {
    "at": "epoch_ms(moment)",
    **{name: f"coalesce({name}, '')" for name in (*KEYS, "input", "url", "finalUrl")},
    **{name: name for name in ("emails", "bodySize", "domainStateExpiresAt")},
    **{f"ms_{step}": f"ms_{step}" for step in STEPS},
    "hasPhone": "(phone IS NOT NULL)::INT",
    "networks": "len(socials)",
    **{name: f"to_json(coalesce({name}, []))::VARCHAR" for name in ("tags", "socials", "trail")},
}
BY = ("method", "outcome", "domainState", "errorClass", "reason")
#: Bytes of the longest line that is looked at; a longer one is foreign.
MAX_LINE = 16 * 1024 * 1024

COLUMNS = {
    "type": "VARCHAR",
    "at": "TIMESTAMP",
    "input": "VARCHAR",
    "url": "VARCHAR",
    "finalUrl": "VARCHAR",
    "domain": "VARCHAR",
    "status": "VARCHAR",
    "method": "VARCHAR",
    "outcome": "VARCHAR",
    "reason": "VARCHAR",
    "emails": "BIGINT",
    "phone": "VARCHAR",
    "socials": "VARCHAR[]",
    "bodySize": "BIGINT",
    "domainState": "VARCHAR",
    "domainStateExpiresAt": "VARCHAR",
    "errorClass": "VARCHAR",
    "tags": "VARCHAR[]",
    "trail": "STRUCT(method VARCHAR, url VARCHAR, status BIGINT, outcome VARCHAR, ms BIGINT)[]",
}


@dataclass(frozen=True, slots=True)
class Read:
    """What was read: *files*, *lines* of a page log (before any filter), and what was skipped: lines that a kill has
    *torn*, and *foreign* ones, which are no page log's."""

    files: int
    lines: int
    torn: int
    foreign: int


@dataclass(frozen=True, slots=True)
class Group:
    """The lines that share *values* (of the keys that were asked for): how many, how many with a contact, and how
    many of them ended at each stage."""

    values: tuple[str, ...]
    lines: int
    contacts: int
    stages: dict[str, int]


def _texts(values: Sequence[str] | frozenset[str]) -> str:
    return ", ".join("'" + value.replace("'", "''") + "'" for value in sorted(values))


def _stage_sql() -> str:
    """`funnel.stage_of` as SQL."""
    cases = []
    for stage in JOURNEY:
        tests = [f"{key} IN ({_texts(values)})" for key, values in
                 (("reason", stage.reasons), ("method", stage.methods)) if values]  # fmt: skip
        if tests:
            cases.append(f"WHEN {' OR '.join(tests)} THEN '{stage.name}'")
    cases += [f"WHEN ms_{stage.step} IS NOT NULL THEN '{stage.name}'" for stage in reversed(JOURNEY) if stage.step]
    cases += [f"WHEN method = '{method}' THEN '{stage}'" for method, stage in BY_METHOD.items()]
    return f"CASE {' '.join(cases)} ELSE '{ELSE}' END"


#: Whether a line is a page log's. Its time is one that other programs can show too.
_OURS = "coalesce(moment BETWEEN '1970-01-01' AND '9999-12-31' AND method <> '' AND outcome <> '', false)"

#: `funnel.steps_of` as SQL, in steps: the lists of steps by method, where the contact pages begin, the sums.
_STEPS_SQL = """
SELECT *, CASE WHEN len(tabs) > 0 THEN 1
               ELSE coalesce(nullif(list_position([s.url FOR s IN gets], finalUrl), 0), len(gets)) END AS own
FROM (SELECT * EXCLUDE ("at"), "at" AS moment, [s FOR s IN trail IF s.method = 'head'] AS heads,
             [s FOR s IN trail IF s.method = 'fetch'] AS gets, [s FOR s IN trail IF s.method = 'tab'] AS tabs
      FROM {source})
"""
_PARTS = {"head": "heads", "get": "gets[:own]", "page": "gets[own + 1:]", "tab": "tabs"}


def _sum_sql(steps: str) -> str:
    total = f"TRY_CAST(list_sum([s.ms FOR s IN {steps}]) AS BIGINT)"
    return f"CASE WHEN len({steps}) > 0 THEN coalesce({total}, 0) END"


class LogQuery:
    """Page logs as a table, read once. *where* holds for each key the values of which one must fit."""

    def __init__(
        self,
        files: Sequence[Path],
        scratch: Path,
        *,
        since: datetime | None = None,
        where: Mapping[str, Sequence[str]] | None = None,
        whole: bool = False,
    ) -> None:
        """*whole* keeps all that a line holds, for `rows`. *scratch* is a folder for what does not fit in memory.

        Raises NoLog.
        """
        import duckdb  # here: every command of the project loads this module, and few ask it anything

        self._db = duckdb.connect(
            config={
                "autoinstall_known_extensions": "false",  # nothing here may ask the network
                "autoload_known_extensions": "false",
                "temp_directory": str(scratch),
            }
        )
        self._db.execute("SET TimeZone = 'UTC'")
        self._files = list(files)
        try:
            self._read(self._files, whole)
        except duckdb.Error as error:
            if "GZIP" not in str(error):
                raise NoLog(f"The log cannot be read: {str(error).splitlines()[0]}.") from error
            self._read(mended(self._files, scratch), whole)
        self.read = self._count()
        self._filter(since, where or {})

    def close(self) -> None:
        self._db.close()

    def _read(self, files: Sequence[Path], whole: bool) -> None:
        columns = ", ".join(f"'{name}': '{kind}'" for name, kind in COLUMNS.items())
        source = (
            f"read_json($files, format = 'newline_delimited', columns = {{{columns}}}, ignore_errors = true,"
            f" maximum_object_size = {MAX_LINE})"
        )
        sums = ", ".join(f"{_sum_sql(_PARTS[step])} AS ms_{step}" for step in STEPS)
        kept = "* EXCLUDE (heads, gets, tabs, own)" if whole else """moment, type, status, domain"""
        texts = ", ".join(
            f"coalesce({name}, '') AS {name}" for name in ("method", "outcome", "reason", "domainState", "errorClass")
        )
        rest = f"REPLACE ({texts})" if whole else f", {texts}"
        self._db.execute(
            f"CREATE OR REPLACE TEMP TABLE every AS SELECT *, {_stage_sql()} AS stage FROM ("
            f"SELECT {kept} {rest}, {_OURS} AS ours, {sums}"
            f" FROM ({_STEPS_SQL.format(source=source)}))",
            {"files": [_literal(file) for file in files]},
        )

    def _count(self) -> Read:
        ours, skipped = self._one("SELECT count(*) FILTER (ours), count(*) FILTER (NOT ours) FROM every")
        torn = min(torn_lines(self._files), skipped)
        return Read(len(self._files), ours, torn, skipped - torn)

    def _filter(self, since: datetime | None, where: Mapping[str, Sequence[str]]) -> None:
        tests, values = ["ours"], list[Any]()
        if since is not None:
            tests.append("moment >= ?")
            values.append(since.astimezone(UTC).replace(tzinfo=None))
        for key, wanted in where.items():
            tests.append(f"list_contains(?, coalesce({KEYS[key]}, ''))")
            values.append(list(wanted))
        self._db.execute(f"CREATE TEMP TABLE log AS SELECT * FROM every WHERE {' AND '.join(tests)}", values)

    def _one(self, sql: str) -> tuple[Any, ...]:
        row = self._db.execute(sql).fetchone()
        assert row is not None
        return row

    # What is asked of it ---------------------------------------------------------------------------------------------

    @property
    def lines(self) -> int:
        """How many lines fit the filters."""
        count: int = self._one("SELECT count(*) FROM log")[0]
        return count

    def period(self) -> tuple[datetime, datetime] | None:
        """When the first and the last of the lines were written, UTC; None where there are none."""
        first, last = self._one("SELECT min(moment), max(moment) FROM log")
        return (first.replace(tzinfo=UTC), last.replace(tzinfo=UTC)) if first else None

    def stages(self) -> list[StageCount]:
        """The funnel."""
        rows = self._db.execute(
            "SELECT stage, count(*), count(*) FILTER (outcome = 'ok-contact') FROM log GROUP BY stage"
        ).fetchall()
        counts = self._one(f"SELECT {', '.join(f'count(ms_{step})' for step in STEPS)} FROM log")
        ended = {stage: count for stage, count, _ in rows}
        return journey(ended, {stage: found for stage, _, found in rows}, dict(zip(STEPS, counts)))

    def groups(self, keys: Sequence[str]) -> list[Group]:
        """The lines by the values of *keys*, the most frequent first."""
        names = ", ".join(f"coalesce({KEYS[key]}, '')" for key in keys)
        stages = ", ".join(f"count(*) FILTER (stage = '{stage.name}')" for stage in JOURNEY)
        rows = self._db.execute(
            f"SELECT {names}, count(*), count(*) FILTER (outcome = 'ok-contact'), {stages} FROM log GROUP BY ALL"
            f" ORDER BY {len(keys) + 1} DESC, {', '.join(str(1 + index) for index in range(len(keys)))}"
        ).fetchall()
        width = len(keys)
        return [
            Group(
                tuple(row[:width]),
                row[width],
                row[width + 1],
                {stage.name: count for stage, count in zip(JOURNEY, row[width + 2 :])},
            )
            for row in rows
        ]

    def values(self, key: str, limit: int = 12) -> list[str]:
        """The values of *key* in the whole log, the most frequent first: for a filter that met none."""
        rows = self._db.execute(
            f"SELECT coalesce({KEYS[key]}, '') FROM every WHERE ours GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT {limit}"
        ).fetchall()
        return [row[0] for row in rows]

    def rows(self, names: Sequence[str], size: int) -> Iterator[list[tuple[Any, ...]]]:
        """These `FIELDS` of the lines in order of time, *size* lines at a time. Needs *whole*."""
        cursor = self._db.execute(f"SELECT {', '.join(FIELDS[name] for name in names)} FROM log ORDER BY moment, input")
        while block := cursor.fetchmany(size):
            yield block


def _literal(file: Path) -> str:
    """*file* so that its name is not taken for a pattern."""
    return re.sub(r"([*?\[])", r"[\1]", str(file))
