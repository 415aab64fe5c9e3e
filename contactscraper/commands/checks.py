"""What is wrong with a run, said in one sentence before anything is written."""

import difflib
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from scrapy.exceptions import UsageError
from scrapy.settings import SETTINGS_PRIORITIES, BaseSettings, default_settings

from contactscraper import settings as our_settings
from contactscraper.network.addresses import AddressRules
from contactscraper.storage.inputs import open_input
from contactscraper.storage.raw_lines import InputError
from contactscraper.storage.shards import shard_count
from contactscraper.storage.table import MemoryBroken
from contactscraper.tabs.sandbox import wanted as sandbox_wanted

#: What ``-a`` can name. Scrapyd adds its own, which begin with an underscore.
ARGUMENTS = ("input", "column", "keep", "force", "retries", "run")
#: Those whose empty value is a slip, such as a variable that is not set: without ``input`` the due retries are visited.
NEVER_EMPTY = frozenset({"input", "column", "run"})
#: Settings below which no visit would ever end, or that have no meaning.
AT_LEAST = (
    ("CONCURRENT_REQUESTS", 2, "one is kept open until the last visit has ended"),
    ("TAB_CONCURRENCY", 1, "TAB_ENABLED=False switches tabs off"),
    ("STOP_GRACE", 0, "it is a time in seconds; 0 ends what is under way at once"),
    ("DATA_DIR_WAIT", 0, "it is a time in seconds; 0 leaves at once"),
    ("METRICS_INTERVAL", 0.1, "the file is written anew each time"),
)
LAST_PORT = 65_535
#: Values that `CONTACTS_WANTED` knows.
WANTED = ("any", "email", "phone")
#: What ``run`` can be: it becomes the name of files.
RUN_NAME = re.compile(r"(?!\.)[\w.-]{1,100}")
#: The feed that a run which is gone on with needs.
RESULTS = next(iter(our_settings.FEEDS))


def wrong(sentence: str) -> UsageError:
    """To be raised: the sentence alone, and status 2."""
    return UsageError(sentence, print_help=False)


def is_job(given: Mapping[str, str]) -> bool:
    """Whether Scrapyd has started this process."""
    return "_job" in given


def check_arguments(given: Mapping[str, str]) -> None:
    """A misspelt ``input`` would otherwise visit the due retries and look like success."""
    for name, value in given.items():
        if name not in ARGUMENTS and not name.startswith("_"):
            near = difflib.get_close_matches(name, ARGUMENTS, 1)
            meant = f"did you mean {near[0]}?" if near else f"it can be {', '.join(ARGUMENTS)}."
            raise wrong(f"There is no argument {name!r}; {meant}")
        if name in NEVER_EMPTY and not value.strip():
            raise wrong(f"{name} is empty; give it a value, or leave it out.")
        if name == "retries" and value not in ("", "only"):
            raise wrong(f"retries is {value!r}; it can be 'only', or left out.")


def check_settings(settings: BaseSettings) -> None:
    """What a component would trip over when the crawl has begun, or never notice."""
    for name in settings:
        if (settings.getpriority(name) or 0) > SETTINGS_PRIORITIES["project"]:
            default = getattr(our_settings, name, getattr(default_settings, name, None))
            _check_value(settings, name, default)
    for name, least, why in AT_LEAST:
        if settings.getfloat(name) < least:
            raise wrong(f"{name} must be at least {least}: {why}.")
    if not 0 <= settings.getfloat("METRICS_PORT") <= LAST_PORT:
        raise wrong(f"METRICS_PORT is {settings['METRICS_PORT']}; it can be 1 to {LAST_PORT}, or 0 for none.")
    wanted = settings["CONTACTS_WANTED"]
    if wanted not in WANTED:
        raise wrong(f"CONTACTS_WANTED is {wanted!r}; it can be {', '.join(WANTED)}.")
    try:
        AddressRules.parse(settings["ALLOW_PRIVATE_ADDRESSES"])
    except ValueError as error:
        raise wrong(f"ALLOW_PRIVATE_ADDRESSES cannot be read: {error}.") from error
    try:
        sandbox_wanted(settings["TAB_SANDBOX"])
    except ValueError as error:
        raise wrong(f"{error}.") from error


def _check_value(settings: BaseSettings, name: str, default: Any) -> None:
    """Raises UsageError where the value given for *name* is not of its default's kind."""
    read: Callable[[str], Any]
    if name == "ALLOW_PRIVATE_ADDRESSES":  # that one may be networks instead
        return
    if isinstance(default, bool):
        read, kind = settings.getbool, "True or False"
    elif isinstance(default, int | float):
        read, kind = settings.getfloat, "a number"
    elif isinstance(default, dict):
        read, kind = settings.getdict, "a JSON object"
    else:
        return
    try:
        read(name)
    except (ValueError, TypeError):
        raise wrong(f"{name} is {settings[name]!r}; it must be {kind}.") from None


def check_input(given: Mapping[str, str]) -> None:
    """Opens the list and looks at its first bytes."""
    source = given.get("input")
    if not source or given.get("retries") == "only":
        return
    if source == "-":
        if is_job(given):
            raise wrong("input is -, but a job has no standard input; give the path of a file.")
        return
    keep = tuple(name.strip() for name in given.get("keep", "").split(",") if name.strip())
    try:
        open_input(source, given.get("column", "url"), keep)
    except InputError as error:
        where = "" if Path(source).is_absolute() else f" Relative paths begin in {Path.cwd()}."
        raise wrong(f"{error}{where if is_job(given) else ''}") from error


def check_run(settings: BaseSettings, given: Mapping[str, str]) -> None:
    """A run that can be gone on with has its results where they are looked for."""
    run = given.get("run", "")
    if run and not RUN_NAME.fullmatch(run):
        raise wrong(f"run is {run!r}; it can be a name of letters, digits, dots, dashes and underscores.")
    if run and RESULTS not in settings.getdict("FEEDS"):
        raise wrong(
            "-a run=NAME goes on from the results in DATA_DIR/contacts, and FEEDS replaces that feed; use -O beside it."
        )


def check_data_dir(settings: BaseSettings, given: Mapping[str, str]) -> Path:
    """The absolute DATA_DIR, whose folders can be written to where they exist."""
    data_dir = Path(settings["DATA_DIR"])
    if is_job(given) and not data_dir.is_absolute():
        raise wrong(
            f"DATA_DIR is {str(data_dir)!r}, which is relative to the folder that Scrapyd was started in; set"
            " CONTACTSCRAPER_DATA_DIR to an absolute path in Scrapyd's environment, or give setting=DATA_DIR=/path."
        )
    for folder in (data_dir / "pagelog", data_dir / "contacts"):
        if folder.exists() and not (folder.is_dir() and os.access(folder, os.W_OK)):
            raise wrong(f"{folder.absolute()} is no folder that can be written to.")
    return data_dir.absolute()


def check_plain(data_dir: Path) -> None:
    """A plain crawl would begin a second memory beside those of the shards."""
    try:
        count = shard_count(data_dir)
    except MemoryBroken as error:
        raise wrong(str(error)) from error
    if count is not None:
        raise wrong(
            f"{data_dir} is cut into {count} shards; crawl there with scrapy fleet (the same -a and -s), or set another"
            " DATA_DIR."
        )
