"""The book of provisional failures."""

from contactscraper.network.uplink import SUSPICIOUS, Doubt, Settled, UplinkBook

#: Monotonic seconds.
NOW = 100.0


def doubt(token, host, domain=None):
    return Doubt(token, host, domain or host, float(token), began=NOW)


def test_a_failure_counts_once_another_host_has_answered():
    """An answer of another host settles a failure; an answer of the same host does not."""
    book = UplinkBook(25)
    book.failed(doubt(1, "a.test"))
    assert book.answered("a.test", NOW) == {}
    assert book.answered("b.test", NOW) == {1: Settled.COUNTS}
    assert len(book) == 0


def test_so_many_domains_in_a_row_are_doubted():
    """The limit counts different domains in a row, and an answer between them starts the row anew."""
    book = UplinkBook(3)
    assert not book.failed(doubt(1, "a.test"))
    assert not book.failed(doubt(2, "www.a.test", "a.test"))
    assert not book.failed(doubt(3, "b.test"))
    book.answered("c.test", NOW)
    assert not book.failed(doubt(4, "d.test"))
    assert not book.failed(doubt(5, "e.test"))
    assert book.failed(doubt(6, "f.test"))


def test_a_page_that_repeats_the_one_of_the_host_before_is_seen():
    """The same page from two hosts in a row repeats; twice from one host, or two pages, does not."""
    book = UplinkBook(25)
    assert not book.repeats("a.test", b"portal")
    assert book.repeats("b.test", b"portal")
    assert not book.repeats("b.test", b"portal")
    assert not book.repeats("c.test", b"own")


def test_an_outage_settles_all():
    """What becomes of an outage holds for every open failure, and the oldest is known until then."""
    book = UplinkBook(25)
    book.failed(doubt(1, "a.test"))
    book.failed(doubt(2, "b.test"))
    assert book.oldest() == 1.0
    assert book.settle_all(Settled.DOWN) == {1: Settled.DOWN, 2: Settled.DOWN}
    assert book.oldest() is None


def test_an_outage_too_short_for_canaries_is_suspected():
    """So many failures in a row that chance does not bring them together are asked once more, and then count."""
    book = UplinkBook(25)
    for number in range(SUSPICIOUS):
        book.failed(Doubt(number, f"{number}.test", f"{number}.test", 0.0, NOW, again=number == 2))
    settled = book.answered("alive.test", NOW)
    assert settled == {number: Settled.COUNTS if number == 2 else Settled.AGAIN for number in range(SUSPICIOUS)}
    book.failed(doubt(9, "9.test"))
    assert book.answered("alive.test", NOW) == {9: Settled.COUNTS}


def test_what_was_asked_while_nobody_answered_is_asked_again():
    """A failure that began in a silence may be the outage's; one that began beside an answer is the site's own."""
    book = UplinkBook(25)
    book.answered("alive.test", NOW)
    book.failed(Doubt(1, "a.test", "a.test", NOW + 6, began=NOW + 0.5))
    book.failed(Doubt(2, "b.test", "b.test", NOW + 7, began=NOW + 3))
    assert book.answered("alive.test", NOW + 8) == {1: Settled.COUNTS, 2: Settled.AGAIN}
    book.failed(Doubt(3, "b.test", "b.test", NOW + 9, began=NOW + 3, again=True))
    assert book.answered("alive.test", NOW + 9) == {3: Settled.COUNTS}
