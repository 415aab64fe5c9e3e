"""Memory does not grow with the list."""

import subprocess
import time
from pathlib import Path

import pytest

from tests.crawl.harness import command, environ, read_lines, write_list
from tests.web import Web
from tests.web.client import ROOT

MIB = 1024 * 1024


def peak_of(web: Web, data: Path, lines: list[str]) -> int:
    """The most memory, in bytes, that a crawl over *lines* without tabs has held. The kernel's account of the program is
    asked: what Scrapy's stats say (`getrusage`) begins with the size of the process that has started it."""
    data.mkdir()
    given = command(web, data, "-a", f"input={write_list(data, lines)}", "-s", "TAB_ENABLED=False")
    peak, until = 0, time.monotonic() + 500
    with (data / "log").open("w") as log, subprocess.Popen(given, cwd=ROOT, env=environ(web), stderr=log) as child:
        while child.poll() is None:
            assert time.monotonic() < until, child.kill()
            status = Path(f"/proc/{child.pid}/status").read_text()
            peak = max(peak, *(1024 * int(line.split()[1]) for line in status.splitlines() if "VmHWM" in line), 0)
            time.sleep(0.1)
    assert child.returncode == 0
    assert len(read_lines(data / "pagelog")) == len(lines)
    return peak


@pytest.mark.slow
def test_two_thousand_hosts_fit_in_220_mb(web: Web, tmp_path: Path) -> None:
    """2,000 dead, walled, empty and good hosts run with less than 220 MB in the crawler's process, of which 130 are the
    programs; 5,000 take 10 MB more. `make bench` measures longer lists."""
    kinds = ("ok", "dead", "wall", "empty", "contact")
    lines = [f"{kinds[number % 5]}-{number:05d}.test" for number in range(2000)]
    peak = peak_of(web, tmp_path / "data", lines)
    assert 50 * MIB < peak < 220 * MIB


@pytest.mark.slow
def test_a_list_is_read_as_a_stream(web: Web, tmp_path: Path) -> None:
    """From 5,000 to 45,000 lines memory grows by no more than 100 bytes a line."""
    few, many = (
        peak_of(web, tmp_path / str(count), [f"no url {number}" for number in range(count)])
        for count in (5_000, 45_000)
    )
    assert few > 50 * MIB
    assert (many - few) / 40_000 < 100
