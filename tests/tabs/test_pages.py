"""One crawl over all kinds of pages, and what the tab made of each."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.tabs.site import PAGES, Site
from tests.tabs.tab_crawl import Crawl, crawl

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.xdist_group("tabs")]

TIMEOUT = 5.0  # s
MORE = (
    *("/challenge", "/status", "/to-plain", "/to-private", "/pdf", "/attached", "/json", "/endless-file"),
    *("/never-finishes", "/silent", "/polls", "/reset"),
)
ONWARD = {"/shop": "/plain", "/nothing": "/pdf"}


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with Site() as running:
        yield running


@pytest.fixture(scope="module")
def run(site: Site) -> Crawl:
    base = f"http://127.0.0.1:{site.port}"
    paths = [*sorted(PAGES.keys() - {"/secret", "/popped"}), *MORE]
    urls = [(base + path, TIMEOUT, base + ONWARD[path] if path in ONWARD else None) for path in paths]
    names = {"refuses.test": ["found", "127.0.0.1"], "trouble.test": ["trouble", ""], "inside.test": ["private", ""]}
    urls += [
        (f"http://{host}/plain", TIMEOUT, None)
        for host in (
            "refuses.test",
            "trouble.test",
            "missing.test",
            "inside.test",
            "127.0.1.1",
            "0x7f000101",
            "acme.test",
        )
    ]
    urls.append((f"https://127.0.0.1:{site.port}/plain", TIMEOUT, None))
    names["acme.test"] = ["found", "127.0.0.1"]
    return crawl(
        urls,
        names=names,
        TAB_LAUNCH_ARGS=[
            f"--host-resolver-rules=MAP acme.test:80 127.0.0.1:{site.port}, MAP refuses.test 127.0.0.1:1",
        ],
    )


@pytest.fixture
def of(site: Site, run: Crawl) -> Any:
    return lambda path: run.results[path if "://" in path else f"http://127.0.0.1:{site.port}{path}"]


@pytest.mark.parametrize(
    "path",
    [
        "/plain",
        "/late",
        "/fetched",
        "/dialogs",
        "/leaving",
        "/popups",
        "/resources",
        "/scheme-location",
        "/scheme-app",
        "/scheme-frame",
        "/unknown-name",
    ],
)
def test_contact_is_found(of: Any, path: str) -> None:
    """A contact is found wherever script and time have put it, and without waiting for the time to be up."""
    assert of(path)["found"] and of(path)["status"] == 200
    assert of(path)["latency"] < 4.5


def test_quiet_page_is_read(of: Any) -> None:
    """A page without a contact is read when it is quiet, before its time is up."""
    assert of("/nothing")["found"] is False and of("/nothing")["latency"] < 4.5


def test_page_that_leads_to_a_program_is_read(of: Any) -> None:
    """A page that leads to another program (tel:) before it is whole is read by what it shows."""
    assert "begun" in of("/scheme-first")["html"] and of("/scheme-first")["latency"] < 4.5


def test_page_that_polls_for_ever_is_read_when_time_is_up(of: Any) -> None:
    """A page that is never quiet is read at the end of its time."""
    assert of("/polls")["status"] == 200 and 4.0 < of("/polls")["latency"] < 9.0


def test_page_that_never_finishes_is_read_by_what_it_shows(of: Any) -> None:
    """A document whose end never comes gives the contact that it has shown."""
    assert of("/never-finishes")["found"]


@pytest.mark.parametrize("path", ["/busy", "/silent"])
def test_no_page_can_hold_a_tab(of: Any, path: str) -> None:
    """A page that is busy for ever, or never begins, ends as a time-out."""
    assert of(path)["error"] == "DownloadTimeoutError"


def test_reloading_page_ends(of: Any) -> None:
    """A page that reloads itself for ever ends, by what it shows or as a time-out."""
    assert of("/reloading").get("error", "DownloadTimeoutError") == "DownloadTimeoutError"


def test_next_page_is_read_in_the_same_tab(of: Any, site: Site) -> None:
    """The one page to go on to is read too, and is the response."""
    base = f"http://127.0.0.1:{site.port}"
    assert of("/shop")["pages"] == [[base + "/shop", 200], [base + "/plain", 200]]
    assert of("/shop")["url"] == base + "/plain" and of("/shop")["found"]


def test_failing_next_page_costs_nothing(of: Any, site: Site) -> None:
    """Where the page to go on to is none, the first page stands."""
    assert len(of("/nothing")["pages"]) == 1 and "nothing here" in of("/nothing")["html"]


@pytest.mark.parametrize("path", ["/pdf", "/attached", "/json", "/endless-file"])
def test_what_is_not_html_is_stopped(of: Any, path: str) -> None:
    """A download, a PDF or another document that is no page raises NotHtml."""
    assert of(path)["error"] == "NotHtml"


def test_passed_challenge_has_the_status_of_the_page_behind_it(of: Any) -> None:
    """The status is the last document's: a challenge that lets the browser through leaves no 403."""
    assert (of("/challenge")["status"], of("/challenge")["found"]) == (200, True)


def test_status_and_url_are_the_last_documents(of: Any, site: Site) -> None:
    """Redirects are followed, and a status is a status."""
    assert of("/status")["status"] == 404
    assert of("/to-plain")["url"] == f"http://127.0.0.1:{site.port}/plain"


@pytest.mark.parametrize(
    ("url", "error"),
    [
        ("http://refuses.test/plain", "DownloadConnectionRefusedError"),
        ("http://trouble.test/plain", "CannotResolveHostError"),
        ("http://missing.test/plain", "CannotResolveHostError"),
        ("http://inside.test/plain", "TabPrivateAddress"),
        ("http://127.0.1.1/plain", "TabPrivateAddress"),
        ("http://0x7f000101/plain", "TabPrivateAddress"),
        ("/to-private", "TabPrivateAddress"),
        ("/private-location", "TabPrivateAddress"),
        ("/reset", "DownloadFailedError"),
    ],
)
def test_errors_are_scrapys(of: Any, url: str, error: str) -> None:
    """The browser's failures come as the errors that Scrapy's own downloads would raise."""
    assert of(url)["error"] == error


def test_tls_failure_keeps_its_cause(of: Any, site: Site) -> None:
    """A failure of TLS carries an SSL error as its cause, by which it is told from a broken transfer."""
    failed = of(f"https://127.0.0.1:{site.port}/plain")
    assert failed["error"] == "DownloadFailedError" and "SSL" in failed["cause"]


def test_nothing_private_is_asked(run: Crawl, site: Site) -> None:
    """Frames, scripts, sockets and workers reach no private address."""
    askers = {urlsplit(headers.get("Referer", "")).path for path, headers, _ in site.asked if path == "/secret"}
    assert askers <= {"", "/", "/private-redirected"}
    assert site.paths.count("/secret") <= 2  # the redirects to a network of which a part is allowed


def test_private_answer_by_redirect_is_dropped(of: Any) -> None:
    """A tab that has got an answer from a private address by a redirect is given up."""
    assert of("/private-redirected")["error"] == "TabPrivateAddress"


def test_images_styles_fonts_and_media_are_not_loaded(run: Crawl, site: Site) -> None:
    """What can hold no contact is not asked for."""
    assert not [path for path in site.paths if path.startswith("/x.")]


def test_user_agent_is_the_browsers_own(run: Crawl, site: Site) -> None:
    """The browser's own headers are sent, and every host sees its own name."""
    agents = {headers["User-Agent"] for path, headers, _ in site.asked if path == "/plain"}
    assert len(agents) == 1 and "Chrome/" in agents.pop()
    assert "acme.test" in {host for path, _, host in site.asked if path == "/plain"}


def test_one_browser_serves_all(run: Crawl) -> None:
    """http and https share one browser, and no page needs another."""
    assert run.stats["tab/browsers_started"] == 1
    assert run.stats["tab/opened"] == len(run.results)
