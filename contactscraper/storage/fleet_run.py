"""A fleet's run on disk: what it was asked, what each shard has to do, and which shards have done it.

``DATA_DIR/fleet/RUN/`` holds ``run.json``, a list a shard, a note a shard that has ended, and who drives the run. It
goes when the run is done; while it is there, the same command goes on with it.
"""

import json
import os
import shutil
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar

from contactscraper.storage.inputs import CUT
from contactscraper.storage.shards import shard_dir

FOLDER = "fleet"
NOTE = "run.json"


@dataclass(frozen=True, slots=True)
class FleetRun:
    """*asked*: the arguments that make a command the same command. *lines*: how many each shard has, those with none
    left out; None where the due retries are the list. *digest*: of the whole list."""

    name: str
    shards: int
    asked: dict[str, Any]
    lines: dict[int, int] | None
    digest: str = ""

    @property
    def total(self) -> int | None:
        """Lines of the list."""
        return None if self.lines is None else sum(self.lines.values())


class RunFolder:
    """The files of one run under *data_dir*, the fleet's DATA_DIR."""

    #: How the files end in which the crawls of a run tell of themselves.
    METRICS: ClassVar[str] = ".prom"

    def __init__(self, data_dir: Path, name: str) -> None:
        self.data_dir, self.name = data_dir, name
        self.path = data_dir / FOLDER / name

    def list_of(self, shard: int) -> Path:
        """The lines of *shard*, as storage/cut.py writes them."""
        return self.path / f"{shard}{CUT}"

    def metrics_of(self, shard: int) -> Path:
        """A file for the metrics of one more attempt at *shard*."""
        return self.path / f"{shard}-{uuid.uuid4().hex}{self.METRICS}"

    def drive(self, token: str) -> None:
        """From here on *token* drives the run: crawls that another one has begun close, and so do all for ''."""
        _write(self.path / "driver", {"token": token})

    def driven_by(self, token: str) -> bool:
        """Whether *token* drives the run, and its crawls are to go on. A note that a shared disk cannot show for a
        moment stops nobody; one that is gone does."""
        try:
            return bool(json.loads((self.path / "driver").read_text("utf-8"))["token"] == token)
        except FileNotFoundError:
            return False
        except (OSError, ValueError, KeyError, TypeError):
            return True

    def begin(self) -> None:
        """An empty folder for the lists; what an attempt that was killed while it cut has left there goes."""
        shutil.rmtree(self.path, ignore_errors=True)
        self.path.mkdir(parents=True)

    def save(self, run: FleetRun) -> None:
        """From here on the run can be gone on with."""
        _write(self.path / NOTE, {**asdict(run), "lines": run.lines and {str(k): v for k, v in run.lines.items()}})

    def load(self) -> FleetRun | None:
        """The run, None where it was not cut to its end or its note is damaged."""
        try:
            values = json.loads((self.path / NOTE).read_text("utf-8"))
            if values["lines"] is not None:
                values["lines"] = {int(shard): int(count) for shard, count in values["lines"].items()}
            return FleetRun(**values)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def note_end(self, shard: int, note: Mapping[str, Any]) -> None:
        """*shard* has done its part of the run."""
        _write(self.path / f"{shard}.ended", note)

    def end_of(self, shard: int) -> dict[str, Any] | None:
        """What was noted when *shard* had done its part; None while it has not."""
        try:
            note = json.loads((self.path / f"{shard}.ended").read_text("utf-8"))
        except (OSError, ValueError):
            return None
        return note if isinstance(note, dict) else None

    def results_of(self, shard: int, shards: int) -> Path:
        """The results of the run in *shard*; they stay when the run is done."""
        return shard_dir(self.data_dir, shard, shards) / "contacts" / f"{self.name}.jsonl"

    def page_log_of(self, shard: int, shards: int) -> Path:
        """The page log of the run in *shard*."""
        return shard_dir(self.data_dir, shard, shards) / "pagelog" / f"{self.name}.jsonl"

    def remove(self) -> None:
        """The run is done: its lists and notes go, its logs and results stay."""
        shutil.rmtree(self.path, ignore_errors=True)


def unfinished(data_dir: Path) -> Iterator[tuple[RunFolder, FleetRun]]:
    """The runs under *data_dir* that can be gone on with, the latest first."""
    for path in sorted((data_dir / FOLDER).glob(f"*/{NOTE}"), reverse=True):
        folder = RunFolder(data_dir, path.parent.name)
        if (run := folder.load()) is not None:
            yield folder, run


def _write(path: Path, values: Mapping[str, Any]) -> None:
    """The whole file or none of it, whatever happens meanwhile."""
    fresh = path.with_name(path.name + ".new")
    with fresh.open("w", encoding="utf-8") as file:
        json.dump(values, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)
