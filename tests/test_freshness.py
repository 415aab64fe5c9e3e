"""How long answers hold, and which run they can answer."""

import pytest

from contactscraper.freshness import DAY, fresh_until, lifetime, satisfies
from contactscraper.storage.entries import CachedVisit


def answer(outcome: str, reason: str = "", wanted: str = "any", **result: object) -> CachedVisit:
    return CachedVisit("k", "u", "d", 1000.0, outcome, reason, None, None, dict(result), wanted)


@pytest.mark.parametrize(
    ("given", "days"),
    [
        (answer("ok-contact", emails=["a"]), 90),
        (answer("ok-contact", phones=["1"]), 180),
        (answer("ok-contact", emails=["a"], phones=["1"], socials={"x": ["u"]}), 90),
        (answer("ok-contact", emails=[], phones=[], socials={"x": ["u"]}), 30),
        (answer("ok-empty", "no-contact-words"), 6),
        (answer("dead", "gone"), 30),
        (answer("antibot", "wall"), 1),
        (answer("error", "robots"), 1),
        (answer("error", "broken"), 0),
        (answer("error", "broken", emails=["a"]), 0),
        (answer("cold-skip", "domain-cold"), 0),
    ],
)
def test_lifetime(given: CachedVisit, days: int) -> None:
    """An answer is fresh while nothing that it holds has expired; an error is not kept."""
    assert lifetime(given) == days * DAY
    assert fresh_until(given) == 1000.0 + days * DAY


@pytest.mark.parametrize(
    ("given", "wanted", "good"),
    [
        (answer("ok-contact", phones=["1"]), "any", True),
        (answer("ok-contact", phones=["1"]), "email", False),
        (answer("ok-contact", phones=["1"]), "phone", True),
        (answer("ok-contact", emails=["a"]), "email", True),
        (answer("ok-contact", wanted="email", phones=["1"]), "email", True),
        (answer("ok-contact", wanted="email", emails=["a"]), "phone", False),
        (answer("ok-empty"), "email", True),
        (answer("dead"), "email", True),
    ],
)
def test_satisfies(given: CachedVisit, wanted: str, good: bool) -> None:
    """An answer stands for a run that wants what it holds, or what its own visit looked for in vain."""
    assert satisfies(given, wanted) is good
