"""Retries from what runs have written."""

import json
from pathlib import Path
from typing import Any

from contactscraper.storage.entries import Retry
from contactscraper.storage.memories import Memories
from contactscraper.storage.requeue import Waits, rebuild_retries

WAITS = Waits(lambda error_class, status: (f"{error_class}/{status}", 3600.0), 7 * 86400.0)
OWN = ("input", "url", "domain", "reason")
#: 2026-12-01T00:00:00Z
DAY0 = 1_796_083_200.0


def logged(host: str, reason: str, day: int = 1, status: int = 503, **more: Any) -> dict[str, Any]:
    at = f"2026-12-{day:02d}T00:00:00.000Z"
    entry = {"at": at, "input": host, "url": f"https://{host}/", "domain": host, "reason": reason}
    return {**entry, "method": "fetch", "outcome": "error", "errorClass": "http", "status": status, **more}


def rebuilt(
    folder: Path, log: list[dict[str, Any]], results: list[dict[str, Any]] | None = None, *, now: float = DAY0
) -> dict[str, Retry]:
    folder.mkdir(exist_ok=True)
    for name, lines in (("log", log), ("results", results or [])):
        (folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    with Memories.own(folder / "data") as memories:
        count = rebuild_retries(
            memories, [folder / "log"], [folder / "results"], keep_query=False, waits=WAITS, own=OWN, now=now
        )
        found = {retry.domain: retry for retry in memories.retries()}
    assert count == len(found)
    return found


def test_what_waits_is_queued(tmp_path: Path) -> None:
    """A queued visit waits from its time on, with the columns of its line; the tries of one URL add up, and a later
    answer takes it out."""
    log = [
        logged("a.test", "retry-queued"), logged("b.test", "retry-queued"), logged("a.test", "retry-queued", 2),
        logged("b.test", "found", 2), logged("a.test", "retry-later", 3), {"torn": 1},
    ]  # fmt: skip
    results = [{"input": "a.test", "url": "https://a.test/", "domain": "a.test", "reason": "retry-queued", "id": "7"}]
    (retry,) = rebuilt(tmp_path, log, results).values()
    assert (retry.input, retry.tries, retry.due_at, retry.kept) == ("a.test", 2, DAY0 + 86400 + 3600, {"id": "7"})
    assert (retry.reason, retry.error_class, retry.resting) == ("http/503", "http", False)


def test_used_up_tries_rest(tmp_path: Path) -> None:
    """A URL whose tries are used up rests for its week and is then forgotten; a try after a rest is the first again."""
    log = [logged("a.test", "retries-used-up"), logged("b.test", "retries-used-up")]
    found = rebuilt(tmp_path, [*log, logged("b.test", "retry-queued", 9)], now=DAY0 + 86400)
    assert (found["a.test"].resting, found["a.test"].due_at) == (True, DAY0 + 7 * 86400)
    assert (found["b.test"].resting, found["b.test"].tries) == (False, 1)
    assert rebuilt(tmp_path / "later", log, now=DAY0 + 8 * 86400) == {}


def test_a_domain_at_rest_costs_no_try(tmp_path: Path) -> None:
    """A URL that was put off because its domain had answered 429 waits as long as such an answer says."""
    (retry,) = rebuilt(tmp_path, [logged("a.test", "domain-resting", method="skip")]).values()
    assert (retry.reason, retry.tries, retry.due_at) == ("domain-resting", 0, DAY0 + 3600)


def test_what_the_memory_has_queued_stays(tmp_path: Path) -> None:
    """An entry that is there is newer than what a log tells of it."""
    log = [logged("a.test", "retry-queued")]
    (told,) = rebuilt(tmp_path, log).values()
    with Memories.own(tmp_path / "data") as memories:
        memories.of("a.test").queue_retry(Retry(**{**told.to_dict(), "tries": 2}))
        again = rebuild_retries(memories, [tmp_path / "log"], [], keep_query=False, waits=WAITS, own=OWN, now=DAY0)
        assert again == 0 and [retry.tries for retry in memories.retries()] == [2]
