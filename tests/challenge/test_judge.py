"""What holds for all pages: no exception, linear time, any encoding, and the order of evidence."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contactscraper.challenge import PageKind, error_class, judge, judge_page
from contactscraper.challenge.tab_titles import TAB_TITLES
from tests.challenge.sample import HTML, PROSE, site, small

URL = "https://www.ottermill.example/"
_PIECES = st.sampled_from(
    [
        "<", ">", "<!--", "-->", "<script>", "</script>", "<title>", "Just a moment...", "<body>", "<a href=/x>", "&#",
        "&lt;", "9" * 5000, "<noscript>", "<svg>", "<iframe src='x'>", "window._cf_chl_opt = 1", "cf-error-code\">1020",
        "\0", "İ", "<meta http-equiv=refresh content='0;url=//'>", "slowaes", "arg1", "location='", "<template>",
    ]
)  # fmt: skip
HOSTILE = [
    b"<", b"a", b"<div>", b"<b><i>", b"<template>", b"<svg>", b"<!--", b"<script>", b"<title>", b"<meta ", b"<a href=x>",
    b"&#", b"&amp;", b"\0", b"\xff", b" ", b"location=", b"<iframe src=", b"<noscript>", b"cf-error-code\">", b"\"", b"<a x=",
    b"<base href=", b"<frameset rows=", b"<textarea id=", b"window.gokuProps ", b"wsidchk", b"name=aliyun_waf",
    b"<script gtag", b"<input name=", b"<svg></svg>", b"<script>x</script>",
]  # fmt: skip


@given(st.integers(0, 999), st.lists(_PIECES | st.text(max_size=20), max_size=12).map("".join), st.booleans())
def test_any_text(status: int, body: str, rendered: bool) -> None:
    """Any text has a kind and raises nothing."""
    assert judge_page(status, HTML, body.encode("utf-8", "surrogatepass"), URL, rendered) in PageKind


@given(st.binary(max_size=400), st.text(max_size=30), st.text(max_size=30))
def test_any_bytes(body: bytes, content_type: str, url: str) -> None:
    """Any bytes, any Content-Type and any address have a kind and raise nothing."""
    assert judge_page(200, {"content-type": content_type}, body, url) in PageKind


@pytest.mark.parametrize("piece", HOSTILE)
@pytest.mark.parametrize("size", [15_900, 990_000, 5_000_000])
def test_hostile_bodies_are_cheap(piece: bytes, size: int) -> None:
    """A body of one piece over and over is judged in a second or so, whatever its size; what grows with the square of it
    would take minutes."""
    body = piece * (size // len(piece))
    started = time.process_time()
    judge_page(403, HTML, body, URL)
    judge_page(200, HTML, b"<html><body><script></script>" + body, URL)
    judge_page(200, HTML, b"<title>Just a moment</title>" + body, URL)
    assert time.process_time() - started < 3


def test_an_ordinary_page_is_cheap() -> None:
    """A page of 50 KB costs some tenths of a millisecond; the bound leaves room for a busy machine."""
    cells = "".join(
        f'<div class="c"><a href="/p/{n}"><img src="/i/{n}.jpg"></a><b>clock {n}</b></div>' for n in range(250)
    )
    body = site(prose=PROSE * 60 + cells, head="<style>" + ".a{b:c}" * 800 + "</style>").encode()
    judge_page(200, HTML, body, URL)
    started = time.process_time()
    for _ in range(20):
        judge_page(200, HTML, body, URL)
    assert (time.process_time() - started) / 20 < 0.005


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "gb2312", "gb18030"])
def test_encodings(encoding: str) -> None:
    """A wall is read in the encoding that it declares, by its bytes or by a meta element."""
    page = small("<div>您的请求带有不合法参数,已被网站管理员设置拦截!</div>", "网站防火墙").replace("utf-8", encoding)
    assert judge(200, {"content-type": "text/html"}, page.encode(encoding), URL)[:2] == (PageKind.BLOCK, "bt-waf")


@pytest.mark.parametrize("title", sorted(TAB_TITLES))
def test_titles_in_a_tab(title: str) -> None:
    """A localised title is a challenge where Cloudflare's widget is in the tab, and words on a page without it."""
    widget = '<script src="https://challenges.cloudflare.com/turnstile/v0/b/api.js"></script><p>ottermill.example</p>'
    assert judge_page(200, HTML, small(widget, title + "…").encode(), URL, True) is PageKind.CHALLENGE
    assert judge_page(200, HTML, site(title=title).encode(), URL, True) is PageKind.NORMAL
    assert judge_page(200, HTML, small(PROSE, title).encode(), URL, True) is PageKind.NORMAL


def test_a_challenge_that_passed() -> None:
    """In a tab the page counts and not the headers and the status that the challenge left behind."""
    headers = {**HTML, "cf-mitigated": "challenge", "cf-ray": "1", "server": "cloudflare"}
    form = '<form><div class="g-recaptcha"></div><div class="h-captcha"></div></form>'
    assert judge_page(403, headers, site(form).encode(), URL, True) is PageKind.NORMAL
    assert judge_page(403, headers, site(form).encode(), URL) is PageKind.CHALLENGE


def test_text_far_behind() -> None:
    """A page whose text begins behind 300 KB of script is no shell."""
    head = "<script>" + "var a = 1;\n" * 30_000 + "</script>"
    assert judge_page(200, HTML, site(head=head).encode(), URL) is PageKind.NORMAL


def test_error_classes() -> None:
    """Cloudflare's walls have an errorClass of their own."""
    assert [error_class(vendor) for vendor in ("cloudflare", "imperva", "")] == [
        "cf-challenge",
        "wider",
        "wider",
    ]
