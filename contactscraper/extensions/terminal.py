"""The progress bar of a terminal, and a log that is printed above it."""

import logging
from collections.abc import Mapping

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TextColumn
from rich.text import Text
from scrapy.utils.log import get_scrapy_root_handler

from contactscraper.funnel import duration, share
from contactscraper.pace import Pace

#: Colours of outcomes, of those that a reader looks for first.
STYLES = {"ok-contact": "bold green", "antibot": "yellow", "error": "red"}


class ConsoleHandler(logging.Handler):
    """Prints log lines through the console that holds the bar, so that neither tears the other."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._console.print(self.format(record), markup=False, highlight=False, soft_wrap=True)
        except Exception:
            self.handleError(record)


class Bar:
    """Two lines at the bottom of the terminal, redrawn by whoever calls `show`."""

    def __init__(self, console: Console) -> None:
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[pace]}"),
            expand=True,
        )
        self._task = self._progress.add_task("visits", total=None, pace="")
        self._state = Text()
        self._live = Live(
            Group(self._progress, self._state), console=console, auto_refresh=False, transient=True,
            redirect_stdout=False, redirect_stderr=False,
        )  # fmt: skip
        self._replaced: logging.Handler | None = None
        self._logs_here = False
        self._handler = ConsoleHandler(console)

    def start(self) -> None:
        """Takes over the terminal; what Scrapy logs to it is printed above the bar from now on."""
        root = logging.getLogger()
        scrapys = get_scrapy_root_handler()
        if isinstance(scrapys, logging.StreamHandler) and not isinstance(scrapys, logging.FileHandler):
            self._handler.setFormatter(scrapys.formatter)
            self._handler.setLevel(scrapys.level)
            for known in scrapys.filters:
                self._handler.addFilter(known)
            root.removeHandler(scrapys)
            root.addHandler(self._handler)
            self._replaced, self._logs_here = scrapys, True
        self._live.start()

    def shows(self, level: int) -> bool:
        """Whether the terminal gets the log's lines of *level*."""
        return self._logs_here and logging.getLogger().isEnabledFor(level) and self._handler.level <= level

    def show(
        self, done: int, total: int | None, pace: Pace, outcomes: Mapping[str, int], tabs: tuple[int, int, int] | str
    ) -> None:
        """Redraws the bar; the arguments are those of `progress_line`, or a text in place of *tabs*."""
        left = pace.left(total)
        speed = f"{pace.rate:.1f}/s" + (f"  {duration(left)} left" if left is not None else "")
        self._progress.update(self._task, completed=done, total=max(total, done) if total else None, pace=speed)
        self._state.plain = ""
        for name, count in sorted(outcomes.items(), key=lambda row: -row[1]):
            self._state.append(f"{name} {count:,}", STYLES.get(name, "")).append("   ")
        if not isinstance(tabs, str):
            opened, are_open, waiting = tabs
            tabs = f"tabs {opened:,}{share(opened, done)}, {are_open} open, {waiting:,} waiting"
        self._state.append(tabs, "dim")
        self._live.refresh()

    def stop(self) -> None:
        """Gives the terminal back."""
        self._live.stop()
        if self._replaced is not None:
            root = logging.getLogger()
            root.removeHandler(self._handler)
            root.addHandler(self._replaced)
            self._replaced = None
