"""Results as files: lines that a kill cannot tear, and a CSV that opens in a spreadsheet."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from scrapy import Spider
from scrapy.exporters import CsvItemExporter
from scrapy.extensions.feedexport import FileFeedStorage

from contactscraper.extensions.stores import Stores
from contactscraper.spreadsheet import guarded
from contactscraper.storage.pagelog import append_whole


class WholeLines(io.FileIO):
    """A file without a buffer of its own: each line is one write, so it is there whole or not at all.

    Where the disk takes no more, *broken* is told once, and what follows is left out: the next run delivers it.
    """

    def __init__(self, path: Path, mode: str, broken: Callable[[Exception], None] | None) -> None:
        super().__init__(path, mode)
        self._broken = broken
        self._failed = False

    def write(self, line: Any) -> int:
        try:
            if not self._failed:
                append_whole(self.fileno(), bytes(line))
        except OSError as error:
            if self._broken is None:
                raise
            self._failed = True
            self._broken(OSError(f"{self.name} cannot be written ({error.strerror})."))
        return len(line)


class WholeLineFileStorage(FileFeedStorage):
    """Results in files of whole lines."""

    def open(self, spider: Spider) -> IO[bytes]:
        path = Path(self.path)
        path.parent.mkdir(parents=True, exist_ok=True)
        stores = spider.crawler.get_extension(Stores)
        return WholeLines(path, self.write_mode, stores.give_up if stores else None)


class SpreadsheetExporter(CsvItemExporter):
    """One row a site, lists joined with ``; ``, UTF-8 with the mark that spreadsheets know it by."""

    def __init__(self, file: Any, **kwargs: Any) -> None:
        if (kwargs.get("encoding") or "utf-8").lower() in ("utf-8", "utf8"):
            kwargs["encoding"] = "utf-8-sig"
        super().__init__(file, join_multivalued="; ", **kwargs)

    def serialize_field(self, field: Any, name: str, value: Any) -> Any:
        if isinstance(value, dict):  # socials: a list of URLs a network
            value = [url for urls in value.values() for url in urls]
        value = super().serialize_field(field, name, value)
        return guarded(value) if isinstance(value, str) else value


def uri_params(params: dict[str, Any], spider: Spider) -> dict[str, Any]:
    """``%(data_dir)s`` and ``%(run)s`` in a feed's URI."""
    data_dir = Path(spider.settings["DATA_DIR"]).absolute()
    return {**params, "data_dir": str(data_dir), "run": getattr(spider, "run_name", "run")}
