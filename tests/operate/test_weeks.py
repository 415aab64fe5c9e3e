"""Twelve weeks of a weekly list: with the recipe the memory learns, with the defaults it does not."""

from collections.abc import Mapping, Sequence
from itertools import groupby

import pytest

from tests.operate.recipes import settings_of, unit_arguments
from tests.operate.weeks import WEEK, Week, play
from tests.web import Web
from tests.web.client import ROOT

pytestmark = [pytest.mark.operate, pytest.mark.crawl, pytest.mark.browser, pytest.mark.slow]

WEEKS = 12
#: Domain, what it is, and its lines in the list.
SITES = (
    ("ok-0001.test", "an email on its home page", 1),
    ("shop-0001.test", "an email on each of its 6 pages", 6),
    ("tab-0001.test", "an email that a script brings", 1),
    ("socials-only.test", "profiles only", 1),
    ("empty-0001.test", "no contact", 1),
    ("words-0001.test", "words of contact, and none in a tab either", 1),
    ("wall-0001.test", "a challenge that no tab passes", 1),
    ("retry-0001.test", "503, always", 1),
    ("gone-0001.test", "404", 1),
    ("dead-0001.test", "no such name", 1),
)
LINES = [host if count == 1 else f"{host}/{n}" for host, _, count in SITES for n in range(count)]
RECIPE = settings_of(unit_arguments("contactscraper@.service"))
#: Walls are waited for no longer than needed, which changes no verdict; one visit at a time, and no HEAD that a busy
#: machine lets time out, so that each week costs the same wherever it is played.
QUICK = {"TAB_TIMEOUT": "2", "CONCURRENT_REQUESTS": "2", "PROBE_TIMEOUT": "20", "DOWNLOAD_TIMEOUT": "20"}


@pytest.fixture(scope="module")
def played(web: Web, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Week]]:
    folder = tmp_path_factory.mktemp("weeks")
    ttls = {name: value for name, value in RECIPE.items() if name.startswith("DOMAIN_TTL_")}
    return {
        "defaults": play(web, folder / "defaults", LINES, WEEKS, QUICK),
        "recipe": play(web, folder / "recipe", LINES, WEEKS, {**QUICK, **ttls}),
    }


def path_of(host: str, weeks: Sequence[Week]) -> str:
    """The states that a site goes through: ``unknown; cold from week 5``."""
    found, number = [], 1
    for state, run in groupby(week.states[host] for week in weeks):
        found.append(f"`{state}`" if number == 1 else f"`{state}` from week {number}")
        number += len(list(run))
    return "; ".join(found)


def states_table(played: Mapping[str, Sequence[Week]]) -> str:
    rows = ["| site | with the defaults | with the recipe |", "| --- | --- | --- |"]
    for host, what, _ in SITES:
        rows.append(f"| {what} | {path_of(host, played['defaults'])} | {path_of(host, played['recipe'])} |")
    return "\n".join(rows)


def costs_table(played: Mapping[str, Sequence[Week]]) -> str:
    rows = ["| week | " + " | ".join(str(number + 1) for number in range(WEEKS)) + " |", "| --- |" + " --- |" * WEEKS]
    for name, meaning in (("defaults", "with the defaults"), ("recipe", "with the recipe")):
        rows.append(f"| requests, {meaning} | " + " | ".join(str(week.requests) for week in played[name]) + " |")
        rows.append(f"| tabs, {meaning} | " + " | ".join(str(week.tabs) for week in played[name]) + " |")
    return "\n".join(rows)


def test_the_recipe_outlives_the_interval() -> None:
    """The weekly recipe's histories live longer than two weeks, so that one missed run does not clear them."""
    for name in ("DOMAIN_TTL_UNKNOWN", "DOMAIN_TTL_ANTIBOT_SOFT"):
        assert float(RECIPE[name]) > 2 * WEEK


@pytest.mark.long
def test_what_is_learned(played: dict[str, list[Week]]) -> None:
    """With the recipe, sites that bring nothing become cold within five weeks, and what is left is asked no more than
    when it expires; with the defaults they stay as they were, and each week opens their tabs again."""
    last = played["recipe"][-1]
    assert {host for host, state in last.states.items() if state == "cold"} == {
        "empty-0001.test", "words-0001.test", "wall-0001.test",
    }  # fmt: skip
    assert "cold" not in played["defaults"][-1].states.values()
    assert all(week.tabs == 0 for week in played["recipe"][5:])
    assert all(week.tabs == 2 for week in played["defaults"][1:])
    assert last.requests * 3 < played["defaults"][-1].requests
    assert "friendly" in last.states.values() and "dead" in last.states.values()


@pytest.mark.long
def test_the_operators_page_shows_it(played: dict[str, list[Week]]) -> None:
    """The tables in docs/operating.md are what these twelve weeks have brought."""
    page = (ROOT / "docs" / "operating.md").read_text("utf-8")
    for table in (states_table(played), costs_table(played)):
        assert table in page, f"the page should say:\n{table}"
