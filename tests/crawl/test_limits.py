"""Memory does not grow with the list."""

from pathlib import Path

import pytest

from tests.crawl.harness import crawl
from tests.web import Web

MIB = 1024 * 1024
WATCH = ("-s", "MEMUSAGE_CHECK_INTERVAL_SECONDS=1", "-s", "TAB_ENABLED=False")


@pytest.mark.slow
def test_two_thousand_hosts_fit_in_220_mb(web: Web, tmp_path: Path) -> None:
    """2,000 dead, walled, empty and good hosts run with less than 220 MB in the crawler's process, of which 130 are the
    programs; 5,000 take 10 MB more. `make bench` measures longer lists."""
    kinds = ("ok", "dead", "wall", "empty", "contact")
    lines = [f"{kinds[number % 5]}-{number:05d}.test" for number in range(2000)]
    run = crawl(web, tmp_path, lines, *WATCH, timeout=500)
    assert len(run.entries) == len(lines)
    assert run.stats["memusage/max"] < 220 * MIB


@pytest.mark.slow
def test_a_list_is_read_as_a_stream(web: Web, tmp_path: Path) -> None:
    """From 5,000 to 45,000 lines memory grows by no more than 100 bytes a line."""
    peaks = []
    for count in (5_000, 45_000):
        lines = [f"no url {number}" for number in range(count)]
        run = crawl(web, tmp_path / str(count), lines, *WATCH, timeout=200)
        assert run.stats["item_scraped_count"] == count
        peaks.append(run.stats["memusage/max"])
    assert (peaks[1] - peaks[0]) / 40_000 < 100
