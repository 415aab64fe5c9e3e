"""The bench's web is what it says, and the stages that are timed exist."""

import gzip
import zlib
from collections import Counter

import pytest

from contactscraper.challenge import PageKind, judge_page
from contactscraper.contacts import contact_links, extract_contacts, has_contact_words
from contactscraper.contacts.page import Page
from contactscraper.urls import registered_domain
from tests.bench.crawling import pages
from tests.bench.crawling.mix import MIX, hosts, kind_of, latency
from tests.bench.crawling.server import answer
from tests.bench.crawling.stages import STAGES, Stopwatch, found
from tests.bench.headline import TAB_SITES, mixed
from tests.bench.tabs import halves

HTML = {"Content-Type": ["text/html; charset=utf-8"]}


def page_of(host: str, path: str = "/") -> tuple[bytes, bytes]:
    head, body = answer(host, path)
    return head, gzip.decompress(body) if b"Content-Encoding: gzip" in head else body


def test_mix_is_as_published() -> None:
    """14 % dead, 9 % walled, the rest alive; the same hosts each time."""
    kinds = Counter(kind_of(host) for host in hosts(20_000))
    share = {kind: 100 * number / 20_000 for kind, number in kinds.items()}
    assert share["nxdomain"] + share["refused"] + share["gone"] == pytest.approx(14, abs=1)
    assert share["walled"] + share["guarded"] == pytest.approx(9, abs=1)
    assert sum(MIX.values()) == 100 and list(hosts(50)) == list(hosts(50))


def test_hosts_apart_have_registered_domains_of_their_own() -> None:
    """Where the sites of a list are meant, a browser and the crawler take each host for a domain; its kind is the same."""
    together, apart = list(hosts(50)), list(hosts(50, apart=True))
    assert [kind_of(host) for host in apart] == [kind_of(host) for host in together]
    assert all(host.count(".") == 1 for host in apart) and {registered_domain(host) for host in apart} == set(apart)


def test_page_is_of_the_usual_size() -> None:
    """50 KB, about 15 KB on the wire, one whole gzip stream, each host's its own."""
    _, packed = answer("found-000001.bench.test", "/")
    _, body = page_of("found-000001.bench.test")
    assert 47_000 < len(body) < 53_000 and 12_000 < len(packed) < 18_000
    assert zlib.decompressobj(31).decompress(packed) == body
    assert body != page_of("found-000002.bench.test")[1]


def test_pages_end_visits_as_their_kind_says() -> None:
    """What the server makes is what the judge and the extractor read."""
    _, body = page_of("found-000001.bench.test")
    page = Page(body.decode(), "http://found-000001.bench.test/")
    assert extract_contacts(page, page.url).emails == ["info@found-000001.bench.test"]
    page = Page(page_of("empty-000001.bench.test")[1].decode(), "http://empty-000001.bench.test/")
    assert not extract_contacts(page, page.url) and not has_contact_words(page) and not contact_links(page, page.url, 2)
    page = Page(page_of("onward-000001.bench.test")[1].decode(), "http://onward-000001.bench.test/")
    assert contact_links(page, page.url, 2) == ["http://onward-000001.bench.test/contact"]
    for kind, status in (("walled", 403), ("guarded", 200)):
        head, body = page_of(f"{kind}-000001.bench.test")
        assert head.startswith(b"HTTP/1.1 %d" % status)
        assert judge_page(status, HTML, body, f"http://{kind}-000001.bench.test/") in (
            PageKind.CHALLENGE,
            PageKind.BLOCK,
        )


def test_latency_is_the_hosts_own() -> None:
    """Between 20 and 300 ms, the same each time."""
    found_at = [latency(host) for host in hosts(1_000)]
    assert min(found_at) >= 0.02 and max(found_at) <= 0.3 and found_at == [latency(host) for host in hosts(1_000)]


@pytest.mark.parametrize("place", [place for places in STAGES.values() for place in places])
def test_stages_exist(place: str) -> None:
    """A function that is timed is still where it is looked for."""
    assert callable(found(place)[2])


def test_inner_stage_is_not_counted_twice() -> None:
    """Time in a stage inside another is its own alone."""
    watch = Stopwatch()
    inner = watch._timed("inner", lambda: sum(range(300_000)))
    outer = watch._timed("outer", lambda: inner())
    outer()
    assert watch.seconds["inner"] > 10 * watch.seconds["outer"] > 0 and watch.calls == {"inner": 1, "outer": 1}


def test_packed_pages_are_valid_for_all_variants() -> None:
    """Each variant's stream can be gone on with."""
    assert {len(gzip.decompress(pages._gzipped(variant, b"end"))) > 40_000 for variant in range(3)} == {True}


def test_memory_is_compared_while_a_browser_runs() -> None:
    """A browser's start and end are no growth; more in the second half is."""
    assert halves([0, 90, 400, 410, 405, 400, 95]) == (405, 402.5)
    assert halves([90, 400, 400, 600, 600]) == (400, 600)


def test_the_headline_mix_has_the_share_of_tabs_that_is_said() -> None:
    """As many sites ask for a tab as were wished, and the others are what the published mix has beside walls."""
    mix = mixed(0.02)
    assert sum(mix.values()) == pytest.approx(1) and sum(mix[kind] for kind in TAB_SITES) == pytest.approx(0.02)
    assert mix["found"] / mix["empty"] == pytest.approx(MIX["found"] / MIX["empty"])
    assert not set(mixed(0.0)) & set(TAB_SITES)
