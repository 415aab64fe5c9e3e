"""What tests put into a memory."""

from contactscraper.domains import Evidence, Method, Outcome
from contactscraper.storage.memory import CachedVisit, Retry

DAY = 86400.0
NOW = 1_800_000_000.0


def piece(outcome: Outcome, method: Method = Method.FETCH, visit: str = "v", **more: object) -> list[Evidence]:
    return [Evidence(visit=visit, at=NOW, method=method, outcome=outcome, **more)]  # type: ignore[arg-type]


def visit(key: str = "00ff", **more: object) -> CachedVisit:
    values = {
        "key": key,
        "url": "https://acme.test/",
        "domain": "acme.test",
        "at": NOW,
        "outcome": "ok-contact",
        "reason": "found",
        "error_class": None,
        "status": 200,
        "result": {"emails": ["a@acme.test"], "socials": {}},
    }
    return CachedVisit(**{**values, **more})  # type: ignore[arg-type]


def retry(key: str, due_at: float, **more: object) -> Retry:
    return Retry(key, f"https://{key}.test/", key, f"{key}.test", due_at, "server-error", "http", 1, **more)  # type: ignore[arg-type]
