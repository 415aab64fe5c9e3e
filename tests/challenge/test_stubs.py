"""Where a page points that does nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contactscraper.challenge import stub_target

URL = "https://www.ottermill.example/start/index.html"
REFRESH = '<meta http-equiv="refresh" content="{}">'

ROWS = [
    (REFRESH.format("0; url=/de/"), "https://www.ottermill.example/de/"),
    (REFRESH.format("0;URL='https://x.example/a?b=1&amp;c=2'"), "https://x.example/a?b=1&c=2"),
    (REFRESH.format("5, home.html"), "https://www.ottermill.example/start/home.html"),
    ("<META content='1.5; URL=/x' HTTP-EQUIV=Refresh>", "https://www.ottermill.example/x"),
    (REFRESH.format("300; url=/news"), None),
    (REFRESH.format("10"), None),
    ('<meta name="refresh-rate" content="5; url=/x">', None),
    ('<base href="https://base.example/a/">' + REFRESH.format("0; url=b"), "https://base.example/a/b"),
    ("<!-- " + REFRESH.format("0; url=/old") + " -->", None),
    ("<noscript>" + REFRESH.format("0; url=/nojs") + "</noscript>", None),
    ("<script>location='/a'</script>", "https://www.ottermill.example/a"),
    ('<script>window.location.href = "//cdn.example/a";</script>', "https://cdn.example/a"),
    ("<script>top.location.replace('http://x.example')</script>", "http://x.example"),
    ("<script>document.location.assign( 'b' )</script>", "https://www.ottermill.example/start/b"),
    ("<script>shop.location = 'Berlin'</script>", None),
    ("<script>var mylocation = 'Berlin'</script>", None),
    ("<script>location.hash = '#x'</script>", None),
    ("<script>location = 'javascript:void(0)'</script>", None),
    (f"<script>location.href='{URL}'</script>", None),
    (f"<script>location.href='{URL}#top'</script>", None),
    (
        '<frameset rows="80,*"><frame src="top.html"><frame src="page.html"></frameset>',
        "https://www.ottermill.example/start/page.html",
    ),
    (
        '<frameset rows="100%,*"><frame src="http://h.example/u/"><frame src="x.html"></frameset>',
        "http://h.example/u/",
    ),
    (
        '<frameset cols="50%,50%"><frame src="nav.html"><frame name="main" src="m.html"></frameset>',
        "https://www.ottermill.example/start/m.html",
    ),
    ('<iframe src="https://b.example/" width="100%" height="100%"></iframe>', "https://b.example/"),
    ('<iframe src="https://t.example/ns.html" height="0" width="0" style="display:none"></iframe>', None),
    ('<noscript><iframe src="https://tags.example/ns.html"></iframe></noscript>', None),
    ('<iframe src="about:blank"></iframe>', None),
    (REFRESH.format("0; url=http://[::1"), None),
    (REFRESH.format("0; url=http://x.example:99999/"), None),
    ("<p>Hello</p>", None),
    ("", None),
]


@pytest.mark.parametrize(("body", "target"), ROWS)
def test_each_row(body: str, target: str | None) -> None:
    """A pointer is followed to an absolute address; what only looks like one is none."""
    assert stub_target(body, URL) == target
    assert stub_target(body.encode(), URL) == target


@given(st.binary(max_size=300) | st.text(max_size=300), st.text(max_size=40))
def test_any_body(body: bytes | str, url: str) -> None:
    """Any body and any address give an http(s) address or None, and raise nothing."""
    target = stub_target(body, url)
    assert target is None or target.startswith(("http://", "https://"))
