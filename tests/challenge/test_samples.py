"""Each sample is what it is, and each signature has a sample that it hits and one that it spares."""

import pytest

from contactscraper.challenge import PageKind, judge_page, stub_target, wall_vendor
from contactscraper.challenge.headers import cookie_names, lower_headers
from contactscraper.challenge.kinds import KINDS
from contactscraper.challenge.seen import Seen
from contactscraper.challenge.signatures import SIGNATURES, Signature
from tests.challenge.hosters import REGISTRARS, SERVERS
from tests.challenge.sample import Sample
from tests.challenge.walls_china import CHINA
from tests.challenge.walls_firewalls import FIREWALLS, WORDS
from tests.challenge.walls_further import FURTHER
from tests.challenge.walls_guards import HOSTS, MANAGERS
from tests.challenge.walls_plain import NAMES, WALLS
from tests.challenge.walls_world import CAPTCHAS, CLOUDFLARE, CLOUDS
from tests.challenge.worthless import SHAPES, WORTHLESS

SAMPLES = [
    *CLOUDFLARE,
    *CAPTCHAS,
    *CLOUDS,
    *MANAGERS,
    *HOSTS,
    *CHINA,
    *WORTHLESS,
    *SHAPES,
    *SERVERS,
    *REGISTRARS,
    *FIREWALLS,
    *WORDS,
    *FURTHER,
    *NAMES,
    *WALLS,
]
NAME_SERVERS = ["ns1.sedoparking.com"]  # what the `dns` layer is matched with


def names(sample: Sample) -> str:
    return sample.name.replace(" ", "-")


@pytest.mark.parametrize("sample", SAMPLES, ids=names)
def test_a_sample_is_what_it_is(sample: Sample) -> None:
    """The judge calls each sample by its kind, and by its vendor where the sample names one."""
    got = judge_page(sample.status, sample.all_headers, sample.body.encode(), sample.url, sample.rendered)
    assert got == sample.expect
    if sample.vendor is not None:
        assert (
            wall_vendor(sample.status, sample.all_headers, sample.body.encode(), sample.url, sample.rendered)
            == sample.vendor
        )


def hits(row: Signature, sample: Sample) -> bool:
    """Whether the row's own pattern is in the sample."""
    headers = lower_headers(sample.all_headers)
    location = next(iter(headers.get("location", [])), "")
    match row.layer:
        case "header":
            return any(row.matches(value) for value in headers.get(row.header, []))
        case "header-name":
            return any(row.matches(name) for name in headers)
        case "cookie":
            return any(row.matches(name) for name in cookie_names(headers))
        case "status":
            return str(sample.status) in row.pattern
        case "url":
            targets = (sample.url, location, stub_target(sample.body, sample.url) or "")
            return any(row.matches(target) for target in targets)
        case "title":
            return row.matches(Seen(sample.status, headers, sample.body.encode(), sample.url, False).title)
        case "dns":
            return any(map(row.matches, NAME_SERVERS))
    return row.matches(sample.body)


@pytest.mark.parametrize("row", SIGNATURES, ids=lambda row: row.id)
def test_each_row_hits_a_sample(row: Signature) -> None:
    """Each signature is found in a sample of its kind, within its gates."""
    wanted = KINDS.get(row.kind)
    stub = row.kind in ("redirect-stub", "frameset")
    found = [
        s
        for s in SAMPLES
        if hits(row, s)
        and row.admits(s.status, 0, len(s.body))
        and (
            wanted is None
            or s.expect is wanted
            or row.layer == "dns"
            or (row.strength == "hint" and s.expect in (PageKind.CHALLENGE, PageKind.BLOCK))
        )
        and (not stub or s.expect is PageKind.REDIRECT_STUB)
    ]
    assert found


@pytest.mark.parametrize(
    "row",
    [s for s in SIGNATURES if s.on_normal_pages.startswith(("YES", "only quoted"))],
    ids=lambda row: row.id,
)
def test_each_row_spares_a_sample(row: Signature) -> None:
    """Where a signature may stand in ordinary pages, there is such a sample, and it is no wall."""
    assert [s for s in SAMPLES if hits(row, s) and s.expect in (PageKind.NORMAL, PageKind.JS_SHELL)]


def test_names_are_unique() -> None:
    """No two samples share a name."""
    assert len({s.name for s in SAMPLES}) == len(SAMPLES)
