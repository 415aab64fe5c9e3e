"""A real Scrapyd with our sample configuration: deployed, scheduled, cancelled, and asked why a job did not start."""

import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from contactscraper.storage.memory import Memory
from tests.crawl.harness import remembered
from tests.operate.scrapyd import Scrapyd, lines_of
from tests.web import Web
from tests.web.client import ROOT

pytestmark = [pytest.mark.operate, pytest.mark.crawl]


@pytest.fixture(scope="module")
def deployment(web: Web, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scrapyd]:
    """Scrapyd with the project deployed; DATA_DIR is set once, in its environment."""
    folder = tmp_path_factory.mktemp("scrapyd")
    environ = {**web.environ, "CONTACTSCRAPER_DATA_DIR": str(folder / "data")}
    with Scrapyd(folder, environ) as server:
        server.deploy()
        yield server


def write(path: Path, hosts: list[str]) -> str:
    path.write_text("id,url\n" + "".join(f"n{number},{host}\n" for number, host in enumerate(hosts)), "utf-8")
    return str(path)


def test_it_asks_for_the_password(deployment: Scrapyd) -> None:
    """With the sample configuration nobody gets in without the password, and it listens on loopback alone."""
    with pytest.raises(requests.HTTPError, match="401"):
        deployment.get("listprojects.json", auth=None)
    assert deployment.get("listspiders.json", project="contactscraper")["spiders"] == ["contacts"]
    conf = (ROOT / "deploy" / "scrapyd.conf").read_text("utf-8")
    assert "bind_address = 127.0.0.1\n" in conf


def test_the_egg_holds_what_the_package_holds(deployment: Scrapyd) -> None:
    """Each file of the package that git knows is in the egg, data files too, and nothing of the tests is."""
    listed = subprocess.run(
        ["git", "ls-files", "contactscraper"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    names = zipfile.ZipFile(deployment.egg).namelist()
    assert "contactscraper/challenge/signatures.jsonl" in listed
    assert set(listed) - set(names) == set()
    assert {name.split("/")[0] for name in names} == {"contactscraper", "EGG-INFO"}


def test_two_jobs_on_one_memory(deployment: Scrapyd, web: Web, tmp_path: Path) -> None:
    """The second of two jobs asks nothing that the first has answered; results, log and states carry both; a third
    with force=1 asks again."""
    data = deployment.folder / "data"
    hosts = ["ok-0001.test", "contact-0001.test", "tab-0001.test", "dead-0001.test"]
    source = write(tmp_path / "firms.csv", hosts)
    more = write(tmp_path / "more.csv", [*hosts, "ok-0002.test"])
    web.clear()
    first = deployment.schedule(web.settings, input=source, keep="id", jobid="first")
    second = deployment.schedule(web.settings, input=more, keep="id", jobid="second")
    log = deployment.wait(first)
    assert "4 lines read = 4 results" in log, log
    begins = log.splitlines()[-1]
    assert begins.endswith("-first.jsonl")
    log = deployment.wait(second)
    assert "5 lines read = 5 results" in log, log
    logs = {job: {e["input"]: e for e in lines_of(data / "pagelog", job)} for job in (first, second)}
    assert {host: logs[first][host]["outcome"] for host in hosts} == {
        "ok-0001.test": "ok-contact", "contact-0001.test": "ok-contact", "tab-0001.test": "ok-contact",
        "dead-0001.test": "dead",
    }  # fmt: skip
    assert logs[first]["tab-0001.test"]["method"] == "tab"
    assert {entry["method"] for host, entry in logs[second].items() if host in hosts} == {"cache"}
    results = {result["input"]: result for result in lines_of(data / "contacts", second)}
    assert {host: results[host]["id"] for host in results} == {
        **{host: f"n{number}" for number, host in enumerate(hosts)}, "ok-0002.test": "n4",
    }  # fmt: skip
    assert results["tab-0001.test"]["emails"]
    began = min(seen.at for seen in web.requests if seen.host == "ok-0002.test")
    assert {seen.host for seen in web.requests if seen.at >= began} == {"ok-0002.test"}
    with remembered(data) as memory:
        states = {record.domain: record.state.value for record in memory.domains()}
    assert states["dead-0001.test"] == "dead" and states["ok-0001.test"] == "unknown"

    web.clear()
    third = deployment.schedule({**web.settings, "TAB_ENABLED": "False"}, input=source, force="1")
    deployment.wait(third)
    assert {"ok-0001.test", "contact-0001.test"} <= {seen.host for seen in web.requests}
    reasons = {entry["input"]: entry["reason"] for entry in lines_of(data / "pagelog", third)}
    assert reasons["tab-0001.test"] == "tabs-off"


def test_cancel_ends_a_job_cleanly(deployment: Scrapyd, web: Web, tmp_path: Path) -> None:
    """A cancelled job writes a line for each visit that was open and lets go of its memory; the next job asks nothing
    that it had answered."""
    data = tmp_path / "data"
    settings = {**web.settings, "DATA_DIR": str(data), "CONCURRENT_REQUESTS": "8"}
    hosts = [f"ok-{number:04d}.test" for number in range(400)]
    source = write(tmp_path / "firms.csv", hosts)
    job = deployment.schedule(settings, input=source)
    deployment._wait(lambda: sum(p.read_bytes().count(b"\n") for p in data.glob("pagelog/*.jsonl")) >= 20, 60)
    assert deployment.cancel(job) == "running"
    log = deployment.wait(job)
    assert "Spider closed (shutdown)" in log
    assert "Traceback" not in log
    entries = lines_of(data / "pagelog", job)
    answered = {entry["input"] for entry in entries if entry["reason"] == "found"}
    assert 20 <= len(answered) < len(hosts)
    assert {entry["reason"] for entry in entries} <= {"found", "stopped"}
    assert (data / "memory.lock").read_bytes() == b""  # let go of, not left by a kill
    with remembered(data) as memory:
        assert {visit.domain for visit in memory.cached_visits()} == answered
    web.clear()
    again = deployment.schedule(settings, input=write(tmp_path / "firms.csv", sorted(answered)))
    deployment.wait(again)
    assert web.requests == []


@pytest.mark.parametrize(
    ("settings", "arguments", "sentence"),
    [
        ({}, {"input": "/nowhere/urls.txt"}, "There is no file /nowhere/urls.txt; check the path given as input."),
        ({"TAB_TIMEOUT": "soon"}, {}, "TAB_TIMEOUT is 'soon'; it must be a number."),
        ({"TAB_CONCURRENCY": "2.5"}, {}, "The crawl could not start: ValueError: invalid literal for int()"),
        ({"DATA_DIR": "data"}, {}, "set CONTACTSCRAPER_DATA_DIR to an absolute path"),
    ],
    ids=["no-list", "setting", "later", "relative-data-dir"],
)
def test_why_a_job_did_not_start(
    deployment: Scrapyd, settings: dict[str, str], arguments: dict[str, str], sentence: str
) -> None:
    """Scrapyd shows no exit status, so the last line of a job's log says why it could not start."""
    log = deployment.wait(deployment.schedule(settings, **arguments))
    assert sentence in log.splitlines()[-1]


def test_a_memory_that_has_an_owner(deployment: Scrapyd, web: Web, tmp_path: Path) -> None:
    """A job whose DATA_DIR belongs to another crawl names it in its last line, and changes nothing."""
    owner = Memory.own(tmp_path)
    log = deployment.wait(deployment.schedule({**web.settings, "DATA_DIR": str(tmp_path)}, retries="only"))
    owner.close()
    assert f"{tmp_path} belongs to a crawl that is running (process" in log.splitlines()[-1]
    assert not (tmp_path / "pagelog").exists()


@pytest.mark.long
def test_stopping_scrapyd_lets_its_jobs_end(web: Web, tmp_path: Path) -> None:
    """As the unit and the container stop it: the job that runs closes cleanly and has written its memory before Scrapyd's
    end is told; the one behind it is still queued when Scrapyd is back."""
    data = tmp_path / "data"
    settings = {**web.settings, "CONCURRENT_REQUESTS": "4", "TAB_ENABLED": "False"}
    source = write(tmp_path / "firms.csv", [f"ok-{number:04d}.test" for number in range(400)])
    environ = {**web.environ, "CONTACTSCRAPER_DATA_DIR": str(data)}
    with Scrapyd(tmp_path / "server", environ) as server:
        server.deploy()
        job, queued = (server.schedule(settings, input=source) for _ in range(2))
        server._wait(lambda: sum(p.read_bytes().count(b"\n") for p in data.glob("pagelog/*.jsonl")) >= 20, 60)
        assert server.stop() == 0
        log = server.log(job)
        assert "Spider closed (shutdown)" in log and "Traceback" not in log
        assert (data / "memory.lock").read_bytes() == b""
        entries = lines_of(data / "pagelog", job)
        assert 20 <= len(entries) < 400 and {entry["reason"] for entry in entries} <= {"found", "stopped"}
        server.start()
        server._wait(lambda: server.state(queued) == "running", 30)
        assert server.cancel(queued) == "running"
        server.wait(queued)
