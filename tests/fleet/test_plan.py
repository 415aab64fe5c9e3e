"""What a fleet has to do: who owns a line, which run a command goes on with, and what its crawls are told."""

import io
import json
import os
import sys
from pathlib import Path

import pytest

from contactscraper.fleet.owner import line_owner
from contactscraper.fleet.plan import crawl_arguments, orders_of, take_run
from contactscraper.storage.fleet_run import FleetRun, RunFolder, unfinished
from contactscraper.storage.inputs import Line, open_input
from contactscraper.storage.shards import fix_count
from contactscraper.urls import DomainRules

RULES = DomainRules(["alibaba.com"])


def owner(text: str, problem: str = "") -> int:
    return line_owner(Line(1, text, text.strip(), problem=problem), RULES, 64)


@pytest.mark.parametrize(
    "texts",
    [
        ("example.com", "https://www.example.com/contact", "http://shop.example.com:8080/?a=1", " EXAMPLE.com. "),
        ("https://www.facebook.com/acme.mill", "facebook.com/acme.mill/", "https://m.facebook.com/acme.mill"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("http://10.0.0.1/a", "10.0.0.1"),
        ("alibaba.com", "https://www.alibaba.com/"),
        ("no url at all", " no url at all"),
    ],
)
def test_lines_that_mean_one_thing_meet(texts: tuple[str, ...]) -> None:
    """Whatever may be a duplicate of a line, or ask its host, is owned by the same shard."""
    assert len({owner(text) for text in texts}) == 1


def test_owners_are_told_apart() -> None:
    """Shops of a platform, profiles of a network, and lines that are no URL are not heaped on one shard."""
    for pattern in ("shop-{}.alibaba.com", "https://www.facebook.com/mill.{}", "no url {}"):
        assert len({owner(pattern.format(number)) for number in range(40)}) > 20
    assert len({owner(f"{{{number}", "the line is no JSON") for number in range(40)}) > 20


def begun(data: Path, given: dict[str, str]) -> tuple[str, FleetRun]:
    folder, run = take_run(data, fix_count(data, 8), given, RULES)
    return folder.name, run


def test_the_same_command_goes_on(tmp_path: Path) -> None:
    """The run of the same list and arguments is found again; other arguments begin another, and a changed list too."""
    path = tmp_path / "urls.txt"
    path.write_text("".join(f"site-{number}.example\n" for number in range(100)))
    given = {"input": str(path), "force": "1"}
    name, run = begun(tmp_path, given)
    assert run.total == 100 and begun(tmp_path, dict(given)) == (name, run)
    listed = [
        line.url for shard in run.lines or () for line in open_input(str(RunFolder(tmp_path, name).list_of(shard)))
    ]
    assert sorted(listed) == sorted(f"site-{number}.example" for number in range(100))
    assert begun(tmp_path, {"input": str(path)})[0] != name
    assert begun(tmp_path, given)[0] == name, "both can be gone on with"
    path.write_text("site-1.example\n")
    changed, run = begun(tmp_path, given)
    assert changed != name and run.total == 1
    assert name not in {folder.name for folder, _ in unfinished(tmp_path)}


def test_standard_input_is_known_by_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe is read again: the same lines go on with their run, others begin one, and no half cut stays behind."""

    def piped(text: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        return begun(tmp_path, {"input": "-"})[0]

    first = piped("a.example\nb.example\n")
    assert piped("a.example\nb.example\n") == first != piped("a.example\n")
    assert len(list((tmp_path / "fleet").iterdir())) == 2


def test_a_cut_that_was_killed_is_begun_anew(tmp_path: Path) -> None:
    """Lists without the note that they are whole are not gone on with: they go."""
    half = RunFolder(tmp_path, "20260101T000000.000000Z")
    half.begin()
    half.list_of(0).write_text("[1")
    (tmp_path / "urls.txt").write_text("a.example\n")
    name, run = begun(tmp_path, {"input": str(tmp_path / "urls.txt")})
    assert name != half.name and not half.path.exists() and run.total == 1


def test_orders(tmp_path: Path) -> None:
    """What has ended is not ordered again; a run is driven by one command at a time."""
    path = tmp_path / "urls.txt"
    path.write_text("".join(f"site-{number}.example\n" for number in range(100)))
    folder, run = take_run(tmp_path, fix_count(tmp_path, 8), {"input": str(path)}, RULES)
    assert [order.shard for order in orders_of(folder, run, "t", ["-s", "A=1"], "m", 0.0)] == list(range(8))
    folder.note_end(3, {"shard": 3, "how": "ended"})
    orders = orders_of(folder, run, "t", ["-s", "A=1"], "m", 0.0)
    assert 3 not in {order.shard for order in orders} and orders[0].lines == (run.lines or {})[0]
    folder.drive("t")
    assert folder.driven_by("t") and not folder.driven_by("other")
    folder.drive("")
    assert not folder.driven_by("t")


def test_crawls_are_told_what_the_fleet_was_told() -> None:
    """-s, -a and -L are handed on; what is the fleet's own (list, DATA_DIR, feeds, log file) is not."""
    given = {"input": "x", "keep": "id", "column": "website", "force": "1"}
    told = crawl_arguments(
        given, ["TAB_TIMEOUT=7", "DATA_DIR=/d", "LOG_FILE=x", "FEEDS={}", "DATA_DIR_WAIT=1"], "DEBUG"
    )
    pairs = list(zip(told[::2], told[1::2]))
    assert [value for flag, value in pairs if flag == "-a"] == ["keep=id", "column=website", "force=1"]
    settings = [value for flag, value in pairs if flag == "-s"]
    assert settings[:3] == ["DATA_DIR_WAIT=300", "TAB_TIMEOUT=7", "DATA_DIR_WAIT=1"] and len(settings) == 4
    assert list(json.loads(settings[3].removeprefix("FEEDS="))) == ["%(data_dir)s/contacts/%(run)s.jsonl"]
    assert pairs[-1] == ("-L", "DEBUG")


def test_a_damaged_note_is_no_run(tmp_path: Path) -> None:
    """A run whose note cannot be read is not gone on with."""
    folder = RunFolder(tmp_path, "run")
    folder.begin()
    for text in ("", "{", "[]", '{"name": "run"}', '{"lines": 3}'):
        (folder.path / "run.json").write_text(text)
        assert folder.load() is None
    assert os.listdir(tmp_path / "fleet") == ["run"]
