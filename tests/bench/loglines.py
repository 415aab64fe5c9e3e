"""Page log lines by the hundred thousand, invented but shaped like a real run's: for benchmarks of what reads logs."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from contactscraper.storage.table import encode

START = datetime(2026, 11, 1, tzinfo=UTC)
#: Visits a second, as in the reference job: 220,000 in two and a half hours.
RATE = 24.0

#: Share, method, outcome, reason, error class, and the steps (method, status, outcome) of the trail.
HEAD, GET = ("head", 200, ""), ("fetch", 200, "")
FOUND, EMPTY = ("fetch", 200, "ok-contact"), ("fetch", 200, "ok-empty")
ENDINGS: tuple[tuple[int, str, str, str, str, tuple[tuple[str, int, str], ...]], ...] = (
    (340, "fetch", "ok-contact", "found", "", (HEAD, FOUND)),
    (150, "fetch", "ok-contact", "found", "", (HEAD, GET, ("fetch", 200, "ok-contact"))),
    (90, "fetch", "ok-empty", "no-contact-words", "", (HEAD, EMPTY)),
    (30, "fetch", "ok-empty", "parked", "", (HEAD, EMPTY)),
    (50, "tab", "ok-contact", "found", "", (HEAD, EMPTY, ("tab", 200, "ok-contact"))),
    (40, "tab", "ok-empty", "empty-in-tab", "", (HEAD, GET, EMPTY, ("tab", 200, "ok-empty"))),
    (25, "tab", "antibot", "wall", "cf-challenge", (("head", 403, "antibot"), ("tab", 403, "antibot"))),
    (15, "tab", "antibot", "wall", "wider", (("head", 202, "antibot"), ("tab", 202, "antibot"))),
    (10, "tab", "error", "tab-timeout", "timeout", (HEAD, EMPTY, ("tab", 0, "network-error"))),
    (50, "head", "dead", "no-such-name", "dns", (("head", 0, "dead"),)),
    (15, "head", "dead", "refused", "wider", (("head", 0, "refused"), ("head", 0, "dead"))),
    (15, "head", "dead", "bad-certificate", "ssl", (("head", 0, "dead"),)),
    (20, "fetch", "dead", "gone", "http", (("head", 404, ""), ("fetch", 404, "dead"))),
    (20, "fetch", "error", "retry-queued", "http", (("head", 503, ""), ("fetch", 503, "http-error"))),
    (15, "fetch", "error", "retry-queued", "timeout", (("head", 0, ""), ("fetch", 0, "network-error"))),
    (70, "cache", "ok-contact", "cached", "", ()),
    (15, "skip", "dead", "domain-dead", "", ()),
    (8, "skip", "cold-skip", "domain-cold", "", ()),
    (12, "skip", "error", "robots", "", ()),
    (5, "skip", "error", "invalid-url", "parse", ()),
    (5, "skip", "error", "retry-later", "", ()),
)
STATES = {"domain-dead": "dead", "domain-cold": "cold", "wall": "antibot-soft"}
#: Milliseconds of a step: median of what a step takes.
USUAL_MS = {"head": 180, "fetch": 420, "tab": 4200}
SYLLABLES = "ba del mo ri ta kun sel vor ne pa lim gar os tel wi da fen ru sho mer".split()
ENDS = ("com", "de", "co.uk", "fr", "it", "nl", "org", "net", "pl", "jp")


def entries(count: int, seed: int = 7) -> Iterator[dict[str, Any]]:
    """*count* log entries, the same ones for the same *seed*."""
    chance = random.Random(seed)
    weights = [row[0] for row in ENDINGS]
    for number, row in enumerate(chance.choices(ENDINGS, weights, k=count)):
        yield _entry(chance, number, row)


def _entry(chance: random.Random, number: int, row: tuple[Any, ...]) -> dict[str, Any]:
    _, method, outcome, reason, error_class, steps = row
    at = START + timedelta(seconds=number / RATE)
    name = "".join(chance.choices(SYLLABLES, k=3))
    domain = f"{name}-{number // 3 if number % 40 == 0 else number}.{chance.choice(ENDS)}"
    if reason == "invalid-url":
        return {
            "type": "website", "at": _iso(at), "input": f"{name} {number}", "method": method, "outcome": outcome,
            "reason": reason, "emails": 0, "errorClass": error_class, "tags": [f"{name} {number} is no host name"],
        }  # fmt: skip
    url = f"https://{domain}/" if number % 10 else f"https://{domain}/{name}/{number}"
    final = url.replace("//", "//www.") if number % 4 == 0 else url
    trail = [_step(chance, index, step, url, final) for index, step in enumerate(steps)]
    good = outcome == "ok-contact"
    entry = {
        "type": "website",
        "at": _iso(at),
        "input": domain if number % 10 else url,
        "url": url,
        "finalUrl": final,
        "domain": domain,
        "status": steps[-1][1] if steps else 0,
        "method": method,
        "outcome": outcome,
        "reason": reason,
        "emails": chance.randint(0, 3) if good else 0,
        "phone": f"+44207946{number % 10000:04d}" if good and number % 3 else "",
        "socials": ["facebook", "linkedin"] if good and number % 2 else [],
        "fetchMs": sum(step.get("ms", 0) for step in trail if step["method"] != "head"),
        "bodySize": chance.randint(900, 90_000) if steps else 0,
        "domainState": STATES.get(reason) or ("friendly" if number % 9 == 0 else "unknown"),
        "domainStateExpiresAt": _iso(at + timedelta(days=7)),
        "errorClass": error_class,
        "tags": ["cloudflare"] if number % 5 == 0 else [],
        "trail": trail,
    }
    return {name: value for name, value in entry.items() if value not in ("", 0, [])} | {"emails": entry["emails"]}


def _step(chance: random.Random, index: int, step: tuple[str, int, str], url: str, final: str) -> dict[str, Any]:
    method, status, outcome = step
    ms = min(30_000, round(USUAL_MS[method] * chance.lognormvariate(0, 0.7)))
    where = url if method == "head" else final if index < 2 or method == "tab" else f"{final}contact"
    values = {"method": method, "url": where, "status": status, "outcome": outcome, "ms": ms}
    return {name: value for name, value in values.items() if value not in ("", 0)}


def _iso(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def write_log(path: Path, count: int, seed: int = 7) -> Path:
    """A page log of *count* lines at *path*. 100,000 lines take about three seconds and 65 MB."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as file:
        file.writelines(encode(entry) + "\n" for entry in entries(count, seed))
    return path
