"""Random input for the rooms of rules: lists, URL keys, replies, pages, evidence. Nothing raises, nothing hangs."""

import gzip
import random
import string
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from contactscraper.challenge import judge_page
from contactscraper.contacts import extract_contacts
from contactscraper.domains import TTLS, Evidence, Method, Outcome, new_record, record_visit
from contactscraper.reply import classify_reply
from contactscraper.storage.inputs import open_input
from contactscraper.storage.raw_lines import InputError
from contactscraper.urls import BadUrl, normalize_url, parse_input, url_key
from tests.torture.checks import Check, kept
from tests.web import SITES
from tests.web.model import Reply

#: Seconds a room.
TIME, SHORT_TIME = 120.0, 6.0
#: Seconds that one input may take.
SLOWEST = 2.0
PIECES = (
    "<div>", "</div>", "<a href='mailto:", "'>", "info@", "a.test", "@", "&#64;", "&commat;", "<script>", "</script>", "//",
    "<!--", "-->", "+49 30 ", "0123", "(0)", "tel:", "\0", "\u202e", "\ud800", "\x1b", "atob('", "aW5mb0BhLmRl", "')", "{", "}",
    '"', "\\u0040", "%40", "<style>", "display:none", "<p hidden>", " at ", " dot ", "[at]", "cf-mitigated", "challenge", "403",
    "just a moment", "<title>", "</title>", "http-equiv=refresh", "url=", "\r\n", "https://", "www.", ":", "xn--", "ß", "測試", ".",
)  # fmt: skip


def run(short: bool, seed: int) -> list[Check]:
    """Each room for as long as the others."""
    seconds = SHORT_TIME if short else TIME
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        chance = random.Random(seed)
        rooms: dict[str, Callable[[], None]] = {
            "the input reader": lambda: _list(Path(name), chance),
            "URLs and their keys": lambda: _url(chance),
            "the classifier": lambda: _reply(chance),
            "the judge": lambda: _judge(chance),
            "the extractor": lambda: _extract(chance),
            "the state machine": lambda: _evidence(chance),
        }
        return [_fuzzed(room, act, seconds, seed) for room, act in rooms.items()]


def _fuzzed(room: str, act: Callable[[], None], seconds: float, seed: int) -> Check:
    until, tried, slowest = time.monotonic() + seconds, 0, 0.0
    while time.monotonic() < until:
        began = time.process_time()
        try:
            act()
        except Exception as error:
            return kept(f"{room}: nothing raises", False, f"after {tried:,} inputs, seed {seed}: {error!r}"[:300])
        slowest = max(slowest, time.process_time() - began)
        tried += 1
    return kept(
        f"{room}: nothing raises, nothing hangs",
        slowest < SLOWEST,
        f"{tried:,} inputs, slowest {1000 * slowest:.0f} ms",
    )


def _text(chance: random.Random, most: int = 200) -> str:
    kinds = (
        lambda: chance.choice(PIECES),
        lambda: chr(chance.randrange(1, 0x3000)),
        lambda: "".join(chance.choices(string.printable, k=chance.randrange(1, 12))),
        lambda: chance.choice(PIECES) * chance.randrange(1, 50),
    )
    return "".join(chance.choice(kinds)() for _ in range(chance.randrange(1, most)))


def _page(chance: random.Random) -> bytes:
    """A page of the test web with pieces cut out, doubled and put in, or nothing but pieces."""
    bodies = [page.body for site in SITES.values() for page in site.pages.values() if isinstance(page, Reply)]
    body = chance.choice(bodies)
    text = body if isinstance(body, str) else body.decode("latin-1")
    text = text[:60_000] if chance.random() < 0.7 else ""
    for _ in range(chance.randrange(1, 8)):
        at = chance.randrange(len(text) + 1)
        cut = chance.randrange(0, 60)
        text = text[:at] + _text(chance, 30) + text[at + cut :]
    return text.encode("utf-8", chance.choice(["replace", "surrogatepass", "xmlcharrefreplace"]))


def _list(folder: Path, chance: random.Random) -> None:
    kind = chance.choice([".txt", ".csv", ".jsonl", ".txt.gz", ".csv.gz", ""])
    data = _text(chance).encode("utf-8", "surrogatepass")
    if chance.random() < 0.3:
        data = chance.randbytes(chance.randrange(2_000))
    if chance.random() < 0.4:
        data = b"url,id\n" + data
    if kind.endswith(".gz") and chance.random() < 0.8:
        data = gzip.compress(data)
        data = data[: chance.randrange(len(data))] if chance.random() < 0.3 else data
    path = folder / f"list{kind}"
    path.write_bytes(data)
    try:
        for line in open_input(str(path), chance.choice(["url", "id", "x"]), ("id",)):
            assert isinstance(line.input, str)
    except InputError as error:
        _says(error)


def _url(chance: random.Random) -> None:
    text = _text(chance, 12)
    try:
        url = parse_input(text).url
    except BadUrl as error:
        _says(error)
        return
    normalize_url(url)
    assert len(url_key(url, False)) == 16


def _says(error: Exception) -> None:
    """A refusal has a reason."""
    if not str(error):
        raise AssertionError("a refusal without a reason") from error


def _reply(chance: random.Random) -> None:
    names = [
        "server",
        "retry-after",
        "cf-mitigated",
        "cf-ray",
        "set-cookie",
        "location",
        "content-type",
        _text(chance, 3),
    ]
    headers = {chance.choice(names): [_text(chance, 5) for _ in range(chance.randrange(3))] for _ in range(5)}
    classify_reply(chance.randrange(-5, 1000), headers, chance.uniform(0, 3e9))


def _judge(chance: random.Random) -> None:
    body = _page(chance)
    judge_page(
        chance.choice([200, 202, 403, 404, 429, 503]), {"server": ["x"]}, body, "https://a.test/", chance.random() < 0.5
    )


def _extract(chance: random.Random) -> None:
    found = extract_contacts(_page(chance), "https://a.test/", chance.choice([None, "DE", "US", "??"]))
    assert all("@" in email for email in found.emails)
    assert all(phone.startswith("+") for phone in (*found.phones, *found.faxes))


def _evidence(chance: random.Random) -> None:
    ttls, now = TTLS(), chance.uniform(0, 2e9)
    record = new_record("a.test", "direct", now, ttls)
    for number in range(40):
        now += chance.choice([0, 1, 86400, -86400, 1e9 if chance.random() < 0.05 else 10])
        evidence = [
            Evidence(
                visit=str(number), at=now, method=method, outcome=chance.choice(list(Outcome)),
                block=chance.random() < 0.05, rate_limited=chance.random() < 0.1, partial=chance.random() < 0.1,
                of_domain=chance.random() < 0.8, no_such_name=chance.random() < 0.1, tries_used_up=chance.random() < 0.1,
            )
            for method in chance.sample(list(Method), chance.randrange(1, 3))
        ]  # fmt: skip
        record, moves = record_visit(record, evidence, now, ttls, forced=chance.random() < 0.2)
        assert len(record.recent) <= 20
        assert len(moves) <= len(evidence) + 1
