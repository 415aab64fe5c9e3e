"""How fast a run goes, and how long it will still take."""

from collections import deque
from collections.abc import Mapping, Sequence

from contactscraper.funnel import duration, share
from contactscraper.moments import minute, span


class Pace:
    """Visits a second over the last *window* seconds: what a run did an hour ago says little of its next one."""

    def __init__(self, started: float, window: float = 60.0) -> None:
        self._window = window
        self._seen: deque[tuple[float, int]] = deque([(started, 0)])

    def note(self, now: float, done: int) -> None:
        """*done* visits have ended by *now* (seconds of any clock that only goes forward)."""
        self._seen.append((now, done))
        while len(self._seen) > 2 and now - self._seen[1][0] >= self._window:
            self._seen.popleft()

    @property
    def rate(self) -> float:
        """Visits a second."""
        (first, before), (last, done) = self._seen[0], self._seen[-1]
        return (done - before) / (last - first) if last > first else 0.0

    def left(self, total: int | None) -> float | None:
        """Seconds until *total* visits have ended, None where that is not known."""
        if total is None or not self.rate:
            return None
        return max(0, total - self._seen[-1][1]) / self.rate


def outcomes_text(outcomes: Mapping[str, int]) -> str:
    """``ok-contact 12, dead 3``, the most frequent first."""
    return ", ".join(f"{name} {count:,}" for name, count in sorted(outcomes.items(), key=lambda row: -row[1]))


def progress_line(
    done: int, total: int | None, pace: Pace, outcomes: Mapping[str, int], tabs: tuple[int, int, int]
) -> str:
    """One line of a log; *tabs*: visits that opened one so far, tabs open, visits that wait for one."""
    of = f" of about {total:,}{share(done, total)}" if total else ""
    left = pace.left(total)
    ending = f", about {duration(left)} left" if left is not None else ""
    opened, are_open, waiting = tabs
    return (
        f"{done:,}{of} done, {pace.rate:.1f} a second{ending}: {outcomes_text(outcomes) or 'nothing yet'};"
        f" tabs: {opened:,}{share(opened, done)} so far, {are_open} open, {waiting:,} waiting"
    )


def nothing_due(waiting: Sequence[float], now: float) -> str:
    """What a run says that had only due retries to make and found none; *waiting*: when the others are due."""
    if not waiting:
        return "No retry is due, and no URL waits for one."
    first = min(waiting)
    when = f"{minute(first)} UTC, in {span(first - now)}"
    return f"No retry is due; the first of {len(waiting):,} that wait is due at {when}."
