"""What the memory makes of a visit, rule by rule, and that each rule and reason has its words."""

import re
from pathlib import Path

import pytest

from contactscraper.cascade import AFTER_FETCH, AFTER_TAB
from contactscraper.console.story import AS_REASON, RECALLED, TOLD
from contactscraper.domains import State
from contactscraper.reasons import WHY
from contactscraper.recall import BY_STATE, PROBED, Rule, rule_of
from contactscraper.storage.entries import CachedVisit
from contactscraper.story import Story

NOW = 1000.0
PHONE = CachedVisit(
    "k", "https://a.test/", "a.test", 0.0, "ok-contact", "found", None, 200, {"phones": ["+4930123456"]}
)


@pytest.mark.parametrize(
    ("state", "more", "rule"),
    [
        (State.UNKNOWN, {}, Rule.ALL),
        (State.FRIENDLY, {}, Rule.GET_FIRST),
        (State.ANTIBOT_SOFT, {}, Rule.GET_FIRST),
        (State.ANTIBOT_HARD, {}, Rule.TAB_ONLY),
        (State.DEAD, {}, Rule.DEAD),
        (State.COLD, {}, Rule.COLD),
        (State.DEAD, {"forced": True, "answer": PHONE, "due_at": NOW + 1, "rests_until": NOW + 1}, Rule.FORCED),
        (State.DEAD, {"answer": PHONE, "due_at": NOW + 1, "rests_until": NOW + 1}, Rule.ANSWER),
        (State.DEAD, {"answer": PHONE, "wanted": "email", "due_at": NOW + 1}, Rule.RETRY_LATER),
        (State.DEAD, {"due_at": NOW + 1, "rests_until": NOW + 1}, Rule.RETRY_LATER),
        (State.DEAD, {"due_at": NOW, "rests_until": NOW + 1}, Rule.RESTING),
        (State.UNKNOWN, {"due_at": NOW, "rests_until": NOW}, Rule.ALL),
    ],
)
def test_the_first_rule_that_fits_decides(state: State, more: dict[str, object], rule: Rule) -> None:
    """Force, a fresh answer that is wanted, a retry that is not due, a pause, and only then the domain's state."""
    usual = {"forced": False, "answer": None, "wanted": "any", "due_at": None, "rests_until": 0.0, "now": NOW}
    assert rule_of(state, **{**usual, **more}) is rule  # type: ignore[arg-type]  # of mixed kinds


def test_every_state_and_rule_has_its_row() -> None:
    """Each state leads to a rule, each rule is told in words, and what asks by HEAD is what knows nothing better."""
    assert set(BY_STATE) == set(State) and set(RECALLED) == set(Rule)
    assert set(AS_REASON.values()) <= set(WHY)
    assert {Rule.FORCED, Rule.ALL} == PROBED


def test_every_reason_is_explained() -> None:
    """The closed list of the README's endings is the list that has sentences; the cascade gives no other."""
    readme = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    table = readme.partition("## How visits end")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([a-z]+(?:-[a-z]+)*)`", "".join(re.findall(r"^\|[^|]*\|(.*)\|$", table, re.M))))
    assert named - {"reasons"} == set(WHY)
    assert {row.reason for row in (*AFTER_FETCH.values(), *AFTER_TAB.values())} <= set(WHY)


def test_every_chapter_can_be_told() -> None:
    """Whatever a story has, the terminal has words for it."""
    made = {name for name in vars(Story) if not name.startswith("_")}
    renamed = {"decided": "cascade"}
    assert {renamed.get(name, name) for name in made} == set(TOLD)
