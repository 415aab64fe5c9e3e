"""The classifier of replies, read like the table that it follows."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contactscraper.reply import (
    FAILURES,
    Failure,
    Reply,
    Verdict,
    classify_reply,
    is_html,
    is_proxys_own,
    leads_elsewhere,
)

NOW = 1_790_000_000.0  # 2026-09-21 14:13:20 UTC
HTML = {"content-type": "text/html"}

ROWS = [
    # status, headers, verdict, vendor, why
    (200, HTML, Verdict.GO_ON, "", "a page"),
    (204, {}, Verdict.GO_ON, "", "no content: GET may say more"),
    (202, HTML, Verdict.GO_ON, "", "202 alone proves nothing"),
    (302, {"location": "/en/"}, Verdict.GO_ON, "", "a redirect that was not followed"),
    (404, HTML, Verdict.GONE, "", "gone"),
    (410, {}, Verdict.GONE, "", "gone for good"),
    (
        404,
        {"server": "cloudflare", "cf-ray": "1-AMS"},
        Verdict.GONE,
        "",
        "cf-ray is on all that Cloudflare serves",
    ),
    (
        200,
        {"server": "cloudflare", "cf-ray": "1-AMS"},
        Verdict.GO_ON,
        "",
        "most such sites are plainly served",
    ),
    (403, {"cf-mitigated": "challenge"}, Verdict.WALL, "cloudflare", "the one documented value"),
    (200, {"CF-Mitigated": "Challenge"}, Verdict.WALL, "cloudflare", "any case, any status"),
    (403, {"cf-mitigated": "block"}, Verdict.BLOCK, "cloudflare", "hard at once"),
    (
        403,
        {"cf-mitigated": "whatever"},
        Verdict.WALL,
        "cloudflare",
        "an unknown value is a wall, not a hard one",
    ),
    (403, {"cf-ray": "1-AMS"}, Verdict.WALL, "cloudflare", "403 from Cloudflare"),
    (503, {"cf-ray": "1-AMS"}, Verdict.WALL, "cloudflare", "503 from Cloudflare"),
    (
        403,
        {"cf-ray": "1-PEK", "server": "yunjiasu-nginx"},
        Verdict.WALL,
        "baidu-yunjiasu",
        "a partner's edge",
    ),
    (500, {"cf-ray": "1-AMS"}, Verdict.SERVER_ERROR, "", "the origin's own error"),
    (
        521,
        {"server": "cloudflare", "cf-ray": "1"},
        Verdict.SERVER_ERROR,
        "",
        "Cloudflare: the origin is down",
    ),
    (521, {"set-cookie": "__jsluid_s=0a; path=/"}, Verdict.WALL, "knownsec-jiasule", "its first stage"),
    (
        521,
        {"server": "cloudflare", "set-cookie": "__jsluid_h=0a"},
        Verdict.WALL,
        "knownsec-jiasule",
        "the cookie tells",
    ),
    (202, {"sg-captcha": "challenge"}, Verdict.WALL, "siteground", "a 2xx that is no page"),
    (202, {"x-amzn-waf-action": "challenge"}, Verdict.WALL, "aws-waf", "the silent challenge"),
    (405, {"x-amzn-waf-action": "captcha"}, Verdict.WALL, "aws-waf", "looks like 'HEAD not allowed'"),
    (405, {"allow": "GET"}, Verdict.FORBIDDEN, "", "HEAD not allowed: no verdict"),
    (412, HTML, Verdict.WALL, "ruishu", "412 without a condition asked"),
    (412, {"content-type": "application/json"}, Verdict.FORBIDDEN, "", "an interface that wants a header"),
    (468, {}, Verdict.WALL, "chaitin-safeline", "no standard status"),
    (493, {}, Verdict.WALL, "360-wangzhanbao", "no standard status"),
    (567, {}, Verdict.WALL, "tencent", "no server error"),
    (999, {"cf-ray": "1"}, Verdict.WALL, "linkedin", "LinkedIn's own"),
    (429, {"x-vercel-mitigated": "challenge"}, Verdict.WALL, "vercel", "429 that never passes by waiting"),
    (403, {"x-vercel-mitigated": "deny"}, Verdict.WALL, "vercel", "denied"),
    (429, {"x-kpsdk-ct": "0x"}, Verdict.WALL, "kasada", "429 that is a challenge"),
    (200, {"x-kpsdk-ct": "0x"}, Verdict.GO_ON, "", "the same header on a served page"),
    (403, {"server": "DataDome"}, Verdict.WALL, "datadome", "answered by the vendor itself"),
    (200, {"x-datadome": "protected"}, Verdict.GO_ON, "", "on each answer"),
    (403, {"x-dd-b": "1"}, Verdict.WALL, "datadome", "blocked"),
    (403, {"x-sucuri-block": "BNP005"}, Verdict.WALL, "sucuri", "blocked"),
    (403, {"x-px-access-denied": "1"}, Verdict.WALL, "perimeterx", "blocked"),
    (401, {"set-cookie": "qrator_jsr=1; path=/"}, Verdict.WALL, "qrator", "401 that is no login"),
    (200, {"x-qrator-validate-result": "captcha"}, Verdict.WALL, "qrator", "captcha"),
    (403, {"server": "AkamaiGHost"}, Verdict.WALL, "akamai", "the edge itself answers, not the origin"),
    (404, {"server": "AkamaiGHost"}, Verdict.GONE, "", "the same edge for a page that is gone"),
    (429, {}, Verdict.RATE_LIMITED, "", "without proof of a wall"),
    (500, {}, Verdict.SERVER_ERROR, "", ""),
    (503, {}, Verdict.SERVER_ERROR, "", ""),
    (530, {"server": "cloudflare"}, Verdict.SERVER_ERROR, "", "the origin's name is gone"),
    (501, {}, Verdict.FORBIDDEN, "", "a server that knows no HEAD"),
    (401, {}, Verdict.FORBIDDEN, "", ""),
    (403, {}, Verdict.FORBIDDEN, "", ""),
    (400, {}, Verdict.FORBIDDEN, "", ""),
    (451, {}, Verdict.FORBIDDEN, "", ""),
]

RETRY_AFTER = [
    ("120", 120.0),
    (" 0 ", 0.0),
    ("1.5", 1.0),
    ("60, 60", 60.0),
    ("Mon, 21 Sep 2026 14:14:20 GMT", 60.0),
    ("Mon, 21 Sep 2026 14:14:20 -0000", 60.0),
    ("Mon, 21 Sep 2020 14:14:20 GMT", 0.0),
    ("soon", None),
    ("", None),
    ("-5", None),
    ("9" * 40, None),
]


@pytest.mark.parametrize(("status", "headers", "verdict", "vendor", "why"), ROWS)
def test_each_row_of_the_table(status: int, headers: dict[str, str], verdict: Verdict, vendor: str, why: str) -> None:
    """A status line and headers have the verdict that the table says, and the vendor of a wall."""
    reply = classify_reply(status, headers, NOW)
    assert (reply.verdict, reply.vendor) == (verdict, vendor), why


def test_every_verdict_is_reached() -> None:
    """No verdict is without a row."""
    assert {row[2] for row in ROWS} == set(Verdict)


@pytest.mark.parametrize(("value", "seconds"), RETRY_AFTER)
def test_retry_after(value: str, seconds: float | None) -> None:
    """Retry-After is read as seconds or as a date, and what is neither is None."""
    assert classify_reply(429, {"Retry-After": value}, NOW).retry_after == seconds


def test_presence_is_a_tag_only() -> None:
    """Headers and cookies that say which vendor stands before a site are tags, each once."""
    headers = {
        "Server": "cloudflare",
        "CF-Ray": "1",
        "Set-Cookie": ["a=b", "__cf_bm=x; path=/, incap_ses_1_2=y"],
    }
    assert classify_reply(200, headers, NOW) == Reply(Verdict.GO_ON, tags=("cloudflare", "imperva"))


@pytest.mark.parametrize(
    ("content_type", "page"),
    [
        ("text/html; charset=utf-8", True),
        ("TEXT/HTML", True),
        ("application/xhtml+xml", True),
        ("", True),
        ("application/pdf", False),
        ("image/svg+xml", False),
        ("text/htmlx", False),
    ],
)
def test_what_is_a_page(content_type: str, page: bool) -> None:
    """A page is told from other documents by its Content-Type, and one without any is read."""
    assert is_html(content_type) is page


def test_failures_are_all_in_the_table() -> None:
    """Each failure has a row; what makes a host dead is always provisional, or a lost uplink would kill it."""
    assert set(FAILURES) == set(Failure)
    assert all(rule.provisional for rule in FAILURES.values() if rule.dead)


@given(
    st.integers(-5, 1200),
    st.dictionaries(
        st.text(max_size=20), st.text(max_size=40) | st.lists(st.text(max_size=40), max_size=3), max_size=6
    ),
)
def test_any_headers(status: int, headers: dict[str, str | list[str]]) -> None:
    """Any status and any headers have a verdict and raise nothing."""
    assert classify_reply(status, headers, NOW).verdict in Verdict


def test_hostile_headers_are_cheap() -> None:
    """Megabytes of cookies are not read to their end."""
    for name, value in product(
        ("set-cookie", "server", "retry-after"), ("a=;" * 999_999, "=" * 3_000_000, "1" * 3_000_000)
    ):
        classify_reply(200, {name: value}, NOW)


@pytest.mark.parametrize(
    ("status", "location", "elsewhere"),
    [
        (302, "ftp://a.test/x", True),
        (301, "mailto:a@a.test", True),
        (301, "tel:+49301234567", True),
        (302, "https://b.test/", False),
        (302, "//b.test/", False),
        (302, "/next", False),
        (302, "?page=2", False),
        (302, "", False),
        (302, "http://[broken", False),
        (200, "ftp://a.test/x", False),
    ],
)
def test_a_redirect_to_another_scheme_leads_elsewhere(status: int, location: str, elsewhere: bool) -> None:
    """Only a redirect whose target is no http or https URL leads elsewhere; relative targets stay."""
    assert leads_elsewhere(status, location, "https://a.test/") is elsewhere


@pytest.mark.parametrize(
    ("status", "scheme", "own"),
    [(407, "http", True), (502, "http", True), (504, "http", True), (502, "https", False), (503, "http", False)],
)
def test_what_a_proxy_says_of_itself(status: int, scheme: str, own: bool) -> None:
    """Some statuses of plain requests are the proxy's own; through a tunnel none is."""
    assert is_proxys_own(status, scheme) is own
