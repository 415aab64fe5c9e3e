"""What a fleet has to do: the run that the same command has begun, or a new one; and what each shard is told."""

import json
import logging
import shutil
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from contactscraper.fleet.owner import line_owner
from contactscraper.fleet.shard import Order
from contactscraper.pace import nothing_due
from contactscraper.storage.cut import cut_list
from contactscraper.storage.fleet_run import FOLDER, NOTE, FleetRun, RunFolder, unfinished
from contactscraper.storage.inputs import open_input
from contactscraper.storage.memory import Memory
from contactscraper.storage.shards import memory_dirs
from contactscraper.urls import DomainRules

logger = logging.getLogger(__name__)

#: A shard's results, whatever the fleet's own feeds are: the merge reads them, and a crawl that goes on does.
SHARD_FEEDS = {
    "%(data_dir)s/contacts/%(run)s.jsonl": {
        "format": "jsonlines",
        "encoding": "utf8",
        "fields": None,
        "indent": None,
        "overwrite": False,
        "store_empty": False,
        "batch_item_count": 0,
        "uri_params": "contactscraper.exporters.uri_params",
    }
}
#: Seconds for which a shard's crawl waits for an earlier one, whose worker has lost its scheduler but not its life.
SHARD_WAIT = 300
#: Arguments and settings that are the fleet's own, not its crawls'.
OWN_ARGUMENTS = frozenset({"input", "run"})
OWN_SETTINGS = frozenset({"DATA_DIR", "FEEDS", "LOG_FILE", "METRICS_FILE", "METRICS_PORT"})


def columns(given: Mapping[str, str]) -> tuple[str, ...]:
    """The columns of ``-a keep``."""
    return tuple(name.strip() for name in given.get("keep", "").split(",") if name.strip())


def asked_of(given: Mapping[str, str]) -> dict[str, Any]:
    """What makes two commands the same command: arguments, and the list as it is. Standard input is known by its
    digest alone, when it has been read."""
    source = None if given.get("retries") == "only" else given.get("input")
    rest = {name: value for name, value in sorted(given.items()) if name not in OWN_ARGUMENTS}
    if source is None or source == "-":
        return {"input": source, "state": None, **rest}
    state = Path(source).stat()
    return {"input": str(Path(source).absolute()), "state": [state.st_size, state.st_mtime_ns], **rest}


def take_run(data_dir: Path, shards: int, given: Mapping[str, str], rules: DomainRules) -> tuple[RunFolder, FleetRun]:
    """The run that the same command has begun and not ended, else a new one, its list cut. Raises InputError, OSError.

    Whoever calls it owns *data_dir*.
    """
    asked = asked_of(given)
    _tidy(data_dir, asked)
    if asked["input"] != "-" and (found := _begun(data_dir, asked, None)) is not None:
        return found
    folder = RunFolder(data_dir, datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ"))
    folder.begin()
    if asked["input"] is None:
        run = FleetRun(folder.name, shards, asked, None)
    else:
        lines = open_input(given["input"], given.get("column", "url"), columns(given))
        cut = cut_list(lines, lambda line: line_owner(line, rules, shards), folder.list_of)
        if (found := _begun(data_dir, asked, cut.digest)) is not None:
            folder.remove()
            return found
        run = FleetRun(folder.name, shards, asked, cut.lines, cut.digest)
        logger.info("%d lines are cut into %d of %d shards", run.total, len(cut.lines), shards)
    folder.save(run)
    return folder, run


def _begun(data_dir: Path, asked: Mapping[str, Any], digest: str | None) -> tuple[RunFolder, FleetRun] | None:
    """The run that was asked the same, of the list with *digest* where that is known."""
    for folder, run in unfinished(data_dir):
        if run.asked == asked and digest in (None, run.digest):
            logger.info("The run %s is gone on with", run.name)
            return folder, run
    return None


def _tidy(data_dir: Path, asked: Mapping[str, Any]) -> None:
    """Removes lists that were cut for nothing, and tells of runs that another command can go on with."""
    for path in (data_dir / FOLDER).glob("*"):
        if not (path / NOTE).exists():
            shutil.rmtree(path, ignore_errors=True)
    for folder, run in unfinished(data_dir):
        if {**run.asked, "state": None} == {**asked, "state": None} and run.asked != asked:
            logger.info("The list has changed since the run %s was begun: a new one begins", run.name)
            folder.remove()
        elif run.asked != asked:
            logger.info("The run %s of %s has not ended; its own command goes on with it", run.name, run.asked["input"])


def orders_of(
    folder: RunFolder,
    run: FleetRun,
    token: str,
    arguments: Sequence[str],
    settings_module: str,
    now: float,
    *,
    metrics: bool = False,
) -> list[Order]:
    """What is still to do, a shard each."""
    lines: dict[int, int | None] = (
        dict(run.lines) if run.lines is not None else dict.fromkeys(_due(folder.data_dir, now))
    )
    return [
        Order(
            str(folder.data_dir), run.name, token, shard, run.shards, count, tuple(arguments), settings_module,
            metrics,
        )
        for shard, count in lines.items()
        if folder.end_of(shard) is None
    ]  # fmt: skip


def _due(data_dir: Path, now: float) -> Iterator[int]:
    """The shards with retries that are due."""
    for shard, path in enumerate(memory_dirs(data_dir)):
        memory = Memory.read(path)
        if next(memory.due_retries(now), None) is not None:
            yield shard
        memory.close()


def nothing_to_retry(folder: RunFolder, run: FleetRun, now: float) -> str:
    """What to say where the due retries are the list and no shard has one; '' where there is something to do."""
    begun = any(folder.results_of(shard, run.shards).exists() for shard in range(run.shards))
    if run.lines is not None or begun or next(_due(folder.data_dir, now), None) is not None:
        return ""
    waiting = []
    for path in memory_dirs(folder.data_dir):
        memory = Memory.read(path)
        waiting += [retry.due_at for retry in memory.retries() if not retry.resting]
        memory.close()
    return nothing_due(waiting, now)


def crawl_arguments(given: Mapping[str, str], settings: Sequence[str], log_level: str | None) -> list[str]:
    """The arguments of a shard's crawl that are the same for all shards: what the fleet was given, handed on."""
    handed = [f"DATA_DIR_WAIT={SHARD_WAIT}"]
    handed += [pair for pair in settings if pair.partition("=")[0].strip() not in OWN_SETTINGS]
    handed.append(f"FEEDS={json.dumps(SHARD_FEEDS)}")
    arguments = [piece for pair in handed for piece in ("-s", pair)]
    arguments += [piece for name in given if name not in OWN_ARGUMENTS for piece in ("-a", f"{name}={given[name]}")]
    return arguments + (["-L", log_level] if log_level else [])
