"""What a record keeps of its visits beside its state."""

from contactscraper.domains import Method, Outcome, force_state, new_record, record_visit, touch
from tests.domains.visits import DAY, A, T, pieces, run


def test_best_outcome_of_a_method() -> None:
    """All that a visit reads by GET is one fetch, with the best of its outcomes."""
    record, _ = run("Fw+Fe+Fc+Te")
    assert [(e.method, e.outcome) for e in record.recent] == [
        (Method.TAB, Outcome.OK_EMPTY),
        (Method.FETCH, Outcome.OK_CONTACT),
    ]
    assert (record.fetch_total, record.fetch_ok, record.tab_total) == (1, 1, 1)


def test_counts() -> None:
    """Totals count fetches and tabs by how they ended, and pass socials alone over."""
    record, _ = run("Fc Fe+Tc Fs Fh+Te Hd")
    assert (record.fetch_total, record.fetch_ok, record.fetch_ok_empty) == (3, 1, 1)
    assert (record.tab_total, record.tab_ok) == (2, 1)


def test_cache_hit_keeps_alive() -> None:
    """A visit answered from the cache renews unknown's time alone, and adds no entry."""
    record = touch(run("Fe")[0], 3 * DAY, T)
    assert (record.state_expires_at, len(record.recent), record.last_seen) == (10 * DAY, 1, 3 * DAY)
    soft = force_state(record, A, 3 * DAY, T)
    assert touch(soft, 4 * DAY, T).state_expires_at == 10 * DAY


def test_tags_are_kept_once() -> None:
    """A tag is kept once and the list of them has an end."""
    record = new_record("acme.test", "direct", 0.0, T)
    for number in range(40):
        record, _ = record_visit(record, pieces("Fe", str(number)), 1.0, T, tags=("cloudflare", f"t{number}"))
    assert record.tags[0] == "cloudflare" and len(record.tags) == len(set(record.tags)) == 20
