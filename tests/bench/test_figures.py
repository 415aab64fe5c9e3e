"""The benches' own words: what is claimed, and what leaves with an error."""

import json
import math
from pathlib import Path
from types import ModuleType

import pytest

from tests.bench import __main__ as command
from tests.bench.figures import Figure, number


@pytest.mark.parametrize(
    ("figure", "holds"),
    [
        (Figure("told", 9), True),
        (Figure("below", 1.5, limit=1.6), True),
        (Figure("just", 1.6, limit=1.6), True),
        (Figure("above", 1.7, limit=1.6), False),
        (Figure("enough", 20, limit=20, at_least=True), True),
        (Figure("too few", 19, limit=20, at_least=True), False),
        (Figure("nothing was measured", math.nan, limit=1), False),
    ],
)
def test_claim(figure: Figure, holds: bool) -> None:
    """A limit is the most, or the least, that a value may be; one without a limit claims nothing."""
    assert figure.ok is holds and figure.to_dict()["ok"] is holds


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.04567, "0.046"), (1.567, "1.57"), (12.34, "12.3"), (123.4, "123"), (220000, "220,000"), (3, "3")],
)
def test_numbers_are_short(value: float, text: str) -> None:
    """A table shows three digits."""
    assert number(value) == text


def _bench(figures: list[Figure] | None) -> ModuleType:
    module = ModuleType("made", "a bench of a test")

    def run(short: bool = False) -> list[Figure]:
        if figures is None:
            raise RuntimeError("no network")
        return figures

    module.run = run  # type: ignore[attr-defined]  # a module made here
    return module


@pytest.mark.parametrize(
    ("figures", "status"),
    [([Figure("a", 1, limit=2)], 0), ([Figure("a", 3, limit=2)], 1), (None, 1)],
)
def test_status(figures: list[Figure] | None, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missed claim, and a bench that breaks down, leave with status 1; all figures are in the JSON."""
    monkeypatch.setattr(command, "benches", lambda: iter([("made", _bench(figures))]))
    assert command.main(["made", "--json", str(tmp_path / "figures.json")]) == status
    (written,) = json.loads((tmp_path / "figures.json").read_text())["benches"].values()
    assert [row["ok"] for row in written] == [status == 0]


def test_unknown_bench(capsys: pytest.CaptureFixture[str]) -> None:
    """A bench that there is not is named, with those that there are."""
    with pytest.raises(SystemExit) as error:
        command.main(["nothing"])
    assert error.value.code == 2 and "there is no bench nothing" in capsys.readouterr().err
