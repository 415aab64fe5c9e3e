"""The book of provisional failures."""

from contactscraper.network.uplink import Doubt, UplinkBook


def doubt(token, host, domain=None):
    return Doubt(token, host, domain or host, float(token))


def test_a_failure_counts_once_another_host_has_answered():
    """An answer of another host settles a failure; an answer of the same host does not."""
    book = UplinkBook(25)
    book.failed(doubt(1, "a.test"))
    assert book.answered("a.test") == []
    assert book.answered("b.test") == [1]
    assert len(book) == 0


def test_so_many_domains_in_a_row_are_doubted():
    """The limit counts different domains in a row, and an answer between them starts the row anew."""
    book = UplinkBook(3)
    assert not book.failed(doubt(1, "a.test"))
    assert not book.failed(doubt(2, "www.a.test", "a.test"))
    assert not book.failed(doubt(3, "b.test"))
    book.answered("c.test")
    assert not book.failed(doubt(4, "d.test"))
    assert not book.failed(doubt(5, "e.test"))
    assert book.failed(doubt(6, "f.test"))


def test_a_page_that_repeats_the_one_of_the_host_before_is_seen():
    """The same page from two hosts in a row repeats; twice from one host, or two pages, does not."""
    book = UplinkBook(25)
    assert not book.repeats("a.test", "portal")
    assert book.repeats("b.test", "portal")
    assert not book.repeats("b.test", "portal")
    assert not book.repeats("c.test", "own")


def test_the_canaries_settle_all():
    """What the canaries say holds for every open failure, and the oldest is known until then."""
    book = UplinkBook(25)
    book.failed(doubt(1, "a.test"))
    book.failed(doubt(2, "b.test"))
    assert book.oldest() == 1.0
    assert book.settle_all() == [1, 2]
    assert book.oldest() is None
