"""Whose turn it is: visits of one domain beside each other, and visits that wait for a browser tab."""

from collections import Counter, defaultdict, deque
from collections.abc import Iterator

from contactscraper.items import Visit


class DomainTurns:
    """At most *limit* visits of a domain are open; further ones wait in order, so that they starve nobody else."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._open: Counter[str] = Counter()
        self._waiting: defaultdict[str, deque[Visit]] = defaultdict(deque)
        self.waiting = 0

    def enter(self, visit: Visit) -> bool:
        """Whether it is the visit's turn; else it waits."""
        if self._open[visit.domain] < self._limit:
            self._open[visit.domain] += 1
            return True
        self._waiting[visit.domain].append(visit)
        self.waiting += 1
        visit.waits = True
        return False

    def leave(self, visit: Visit, *, let_next: bool) -> Visit | None:
        """A visit has ended. Returns the one whose turn it is now, if there is one and *let_next* allows it."""
        domain = visit.domain
        queue = self._waiting.get(domain)
        if visit.waits and queue and visit in queue:
            queue.remove(visit)
            self.waiting -= 1
            return None
        self._open[domain] -= 1
        following = None
        if queue and let_next:
            following = queue.popleft()
            self.waiting -= 1
            following.waits = False
            self._open[domain] += 1
        if self._open[domain] <= 0:
            del self._open[domain]
            self._waiting.pop(domain, None)
        return following


class TabLine:
    """The tabs' own line: it hands out no more than the *tabs* that are free, and holds up nothing else."""

    def __init__(self, tabs: int) -> None:
        self._tabs = tabs
        self._line: deque[tuple[Visit, str]] = deque()
        self._inside: set[Visit] = set()

    @property
    def waiting(self) -> int:
        return len(self._line)

    @property
    def open(self) -> int:
        return len(self._inside)

    def __contains__(self, visit: Visit) -> bool:
        return visit in self._inside

    def join(self, visit: Visit, url: str) -> None:
        visit.waits = True
        self._line.append((visit, url))

    def leave(self, visit: Visit) -> None:
        self._inside.discard(visit)

    def admitted(self) -> Iterator[tuple[Visit, str]]:
        """The visits, with their URLs, for which a tab is free now."""
        while self._line and len(self._inside) < self._tabs:
            visit, url = self._line.popleft()
            if visit.closed:
                continue
            visit.waits = False
            self._inside.add(visit)
            yield visit, url
