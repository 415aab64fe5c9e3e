"""The summary of a run."""

from contactscraper.funnel import Funnel, summary_lines


def test_the_summary_accounts_for_every_line():
    """Lines read, results and every way of ending stand in it, with their shares."""
    counts = {
        "read": 10,
        "results": 10,
        "duplicates": 2,
        "invalid": 1,
        "method/cache": 2,
        "method/skip": 1,
        "method/fetch": 7,
    }
    text = "\n".join(summary_lines(Funnel(counts, {"ok-contact": 5, "dead": 5}, 12.34)))
    assert "lines read: 10 = results: 10 (duplicates 2, invalid 1, from memory 2), in 12.3 s" in text
    assert "decided by GET:        7 (70.0 %)" in text
    assert "contacts found:        5 (50.0 %)" in text
    assert "dead 5" in text


def test_merged_queries_name_the_setting():
    """Lines that differ only in their query are counted, with the setting that tells them apart."""
    assert "URL_KEY_KEEP_QUERY" in summary_lines(Funnel({"merged_by_query": 3}))[-1]


def test_an_empty_run_has_a_summary():
    """A run of no lines divides by nothing."""
    assert summary_lines(Funnel())[0].startswith("lines read: 0 = results: 0")
