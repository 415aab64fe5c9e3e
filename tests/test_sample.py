"""The bundled sample, and the lines that the test web's hosts stand for."""

from tests.web import SITES, Web, lines, site_of
from tests.web.__main__ import command
from tests.web.client import ROOT


def test_every_site_has_lines_with_endings() -> None:
    """Sites have lines, but for the canary, the second half of www-door.test and a page that costs gigabytes."""
    without = {host for host, site in SITES.items() if not site.lines}
    assert without == {"canary.test", "www.www-door.test", "memory-eater.test"}
    inputs = [line.input for line in lines()]
    assert len(inputs) == len(set(inputs))
    for line in lines():
        assert line.ending.to_dict().keys() >= {"method", "outcome", "reason"}


def test_the_sample_names_hosts_that_exist() -> None:
    """Every host of the bundled sample is in the table, but for the lines that are to be refused."""
    sample = (ROOT / "data" / "sample-urls.txt").read_text().splitlines()
    hosts = [line.split("://")[-1].split("/")[0] for line in sample if line and not line.startswith("#")]
    unknown = [host for host in hosts if site_of(host) is None]
    assert unknown == ["facebook.com", "192.168.1.1", "this is no address"]
    assert 40 <= len(hosts) <= 60


def test_the_sample_stands_apart(web: Web) -> None:
    """Its run has a DATA_DIR of its own, so that a user's memory begins without it, unless another one is named."""
    given = command(web, ["-a", "force=1"])
    assert f"input={ROOT / 'data' / 'sample-urls.txt'}" in given and "force=1" in given
    assert [word for word in given if word.startswith("DATA_DIR=")] == [f"DATA_DIR={ROOT / 'data' / 'sample'}"]
    other = command(web, ["-a", "input=mine.txt", "-s", "DATA_DIR=mine"])
    assert [word for word in other if word.startswith(("DATA_DIR=", "input="))][1:] == [
        "input=mine.txt",
        "DATA_DIR=mine",
    ]
