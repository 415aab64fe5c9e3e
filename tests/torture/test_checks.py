"""The tortures' own tools: a broken promise is never shown as kept."""

import pytest

from tests.torture import __main__ as torture
from tests.torture.checks import Check, kept, none_of
from tests.torture.crawls import accounted, mixed, whole_lines


def test_what_is_wrong_breaks_a_promise():
    """One wrong thing is enough, and it is shown."""
    assert none_of("all is well", []) == Check("all is well", True, "")
    assert none_of("all is well", ["a", "b"]) == Check("all is well", False, "2: a, b")
    assert not kept("all is well", []).ok


def test_a_torn_line_is_seen(tmp_path):
    """Half a line of JSON is told from whole ones."""
    log = tmp_path / "x.jsonl"
    log.write_bytes(b'{"input": "a"}\n{"inp')
    assert whole_lines(log) == ([{"input": "a"}], ["b'{\"inp'"])


def test_a_missing_or_doubled_line_is_seen(tmp_path):
    """A line without an entry, and one with two, both break the promise."""
    for kind, text in (("pagelog", '{"input": "a"}\n{"input": "a"}\n'), ("contacts", '{"input": "a"}\n')):
        (tmp_path / kind).mkdir()
        (tmp_path / kind / "x.jsonl").write_text(text)
    assert [check.ok for check in accounted(tmp_path, ["a"])] == [False, True]
    assert [check.ok for check in accounted(tmp_path, ["a", "b"])] == [False, False]


def test_chance_is_repeatable():
    """The same seed makes the same list."""
    assert mixed(50, 7) == mixed(50, 7) != mixed(50, 8)


@pytest.mark.parametrize(("checks", "status"), [([kept("x", True)], 0), ([kept("x", True), kept("y", False)], 1)])
def test_a_broken_promise_ends_with_status_1(monkeypatch, capsys, checks, status):
    """The command's status says whether all were kept, and what was not is named at the end."""

    class Module:
        """Nothing much."""

        @staticmethod
        def run(short, seed):
            return checks

    monkeypatch.setattr(torture, "tortures", lambda: iter([("one", Module)]))
    assert torture.main(["one", "--short", "--seed", "1"]) == status
    assert ("broken: one: y" in capsys.readouterr().err) == bool(status)


def test_one_that_breaks_down_has_broken_its_promise(monkeypatch, capsys):
    """An exception is no success, and does not end the others."""

    class Module:
        """Nothing much."""

        @staticmethod
        def run(short, seed):
            raise OSError("no")

    monkeypatch.setattr(torture, "tortures", lambda: iter([("one", Module)]))
    assert torture.main([]) == 1
    assert "it came to its end" in capsys.readouterr().err
