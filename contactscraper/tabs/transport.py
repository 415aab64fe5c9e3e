"""Playwright's messages beside a crawl that never rests.

Before it takes the next message of the browser's driver, Playwright waits until the event loop has nothing else to do,
for up to a hundred turns of it (seen in 1.65). Beside a crawl's fast path the loop always has: a message took a second,
a tab has two hundred of them, and tabs ran out of time before their first page was open.
"""

try:
    from playwright._impl.utils import tasks
except ImportError:  # other versions take one message after the other
    tasks = None  # type: ignore[assignment]

#: Turns of the event loop between two messages: what Playwright itself waits where it cannot see whether a loop rests.
TURNS = 2


def read_promptly() -> None:
    """From now on no message waits longer than `TURNS`, whatever else the loop does."""
    if tasks is not None:
        tasks._MAX_TURNS = TURNS
