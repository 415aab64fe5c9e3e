"""Lists that cannot be used, and lines that cannot: one clear sentence, or a log line with its reason."""

from pathlib import Path

import pytest

from tests.crawl.harness import command, crawl, environ
from tests.web import Web
from tests.web.client import ROOT


def run(web: Web, data: Path, *arguments: str):
    import subprocess

    return subprocess.run(
        command(web, data, *arguments),
        cwd=ROOT,
        env=environ(web),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("name", "content", "arguments", "sentence"),
    [
        ("missing.txt", None, (), "There is no file"),
        ("folder", "dir", (), "is a directory"),
        ("binary.txt", bytes(range(256)) * 20, (), "binary file"),
        ("wide.txt", "a.test\n".encode("utf-16"), (), "UTF-16"),
        ("list.csv", b"name,site\nA,a.test\n", (), "has no column 'url'"),
        ("list.csv", b"url\na.test\n", ("-a", "keep=id"), "has no column 'id'"),
        ("list.txt.gz", b"no gzip", (), "cannot be unpacked"),
    ],
)
def test_a_list_that_cannot_be_used(web, tmp_path, name, content, arguments, sentence):
    """A list that cannot be read ends with one sentence and status 2, and nothing is written."""
    path = tmp_path / name
    if content == "dir":
        path.mkdir()
    elif content is not None:
        path.write_bytes(content)
    done = run(web, tmp_path / "data", "-a", f"input={path}", *arguments)
    assert done.returncode == 2
    assert sentence in done.stderr + done.stdout
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "data").exists()


def test_an_empty_list_ends_well(web, tmp_path):
    """An empty list is a run of no lines."""
    done = crawl(web, tmp_path, [""])
    assert done.status == 0
    assert "0 lines read = 0 results" in done.log


def test_each_bad_line_has_its_log_line(web, tmp_path):
    """Lines that are no URL, too long, broken or private each end in one log line, and the good one is visited."""
    path = tmp_path / "l.txt"
    path.write_bytes(
        b"\xef\xbb\xbfok-0001.test\r\n# a comment\r\n\r\nnot a url\nftp://a.test/\nhttp://10.0.0.1/\nhttp://0x0a000001/\n"
        + b"x" * 1_000_000
        + b".test\nb\xff\xfead.test\nnul\0.test\nhttps://www.facebook.com/acme.bakery\nlocalhost\n"
    )
    done = run(web, tmp_path / "data", "-a", f"input={path}")
    from tests.crawl.harness import read_lines

    entries = read_lines(tmp_path / "data" / "pagelog")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert [entry["reason"] for entry in sorted(entries, key=lambda e: e["reason"])] == [
        "found", *["invalid-url"] * 5, *["private-address"] * 3, "social-profile",
    ]  # fmt: skip


def test_columns_come_back(web, tmp_path):
    """A CSV's kept columns stand beside each result, and -O writes a CSV that a spreadsheet opens."""
    path = tmp_path / "firms.csv"
    path.write_text('id,website,company\n7,ok-0001.test,"Rye, Ltd"\n8,,Nobody\n', encoding="utf-8")
    out = tmp_path / "contacts.csv"
    done = run(
        web, tmp_path / "data", "-a", f"input={path}", "-a", "column=website", "-a", "keep=id,company", "-O", str(out)
    )
    assert done.returncode == 0, done.stderr
    import csv

    with out.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [
        (row["id"], row["company"], row["outcome"], row["reason"]) for row in sorted(rows, key=lambda r: r["id"])
    ] == [
        ("7", "Rye, Ltd", "ok-contact", "found"),
        ("8", "Nobody", "error", "invalid-url"),
    ]
