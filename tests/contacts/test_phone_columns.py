"""Rows of a table whose heads say which column is the phone and which the fax."""

from contactscraper.contacts import extract_contacts

URL = "https://www.ottermill.de/"


def phones(rows: str) -> list[str]:
    return extract_contacts(f'<html lang="de"><body><table>{rows}</table></body></html>', URL).to_dict()["phones"]


def row(*cells: str) -> str:
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def test_heads_say_which_is_the_fax() -> None:
    """In each row the number under 'Fax' is a fax, in whichever order the columns stand."""
    sales, stores = ("030 23125-041", "030 23125-049"), ("030 23125-042", "030 23125-048")
    told = row("Name", "Telefon", "Telefax") + row("Vertrieb", *sales) + row("Lager", *stores)
    assert phones(told) == ["+493023125041", "+493023125042"]
    turned = row("Name", "Fax", "Telefon") + row("Vertrieb", *sales[::-1]) + row("Lager", *stores[::-1])
    assert phones(turned) == ["+493023125041", "+493023125042"]


def test_other_rows_are_not_the_tables() -> None:
    """Two numbers that stand beside each other elsewhere, or rows of another length, have no column."""
    heads = row("Name", "Telefon", "Telefax") + row("Vertrieb", "030 23125-041", "030 23125-049")
    assert "+493023125048" in phones(heads + row("Lager", "Tor 2", "030 23125-042", "030 23125-048"))
    assert phones(row("Vertrieb", "030 23125-041", "030 23125-049")) == ["+493023125041", "+493023125049"]


def test_a_page_that_dials() -> None:
    """A link to a page of the site that dials names its number with a plus; other numbers of links are none."""
    assert phones('<tr><td><a href="/call?number=%2B493023125041">Anruf</a></td></tr>') == ["+493023125041"]
    assert phones('<tr><td><a href="/item?number=%2B493023125041">Teil</a></td></tr>') == []
    assert phones('<tr><td><a href="/call?number=%2B49302312504199887">Anruf</a></td></tr>') == []


def test_bare_digits_under_another_head() -> None:
    """Bare digits in a column of article numbers are no phones, under a phone's head they are, and without a head, too."""
    parts = "".join(row(str(3023125041 + part), "Bolzen") for part in range(3))
    assert phones(row("Artikel-Nr.", "Name") + parts) == []
    assert phones(row("SKU", "Menge") + row("3023125041", "4")) == []
    assert phones(row("Tel.", "Name") + parts.replace("<td>30", "<td>030")) == [
        "+493023125041",
        "+493023125042",
        "+493023125043",
    ]


def test_links_that_dial_behind_a_slip() -> None:
    """A scheme in front of the scheme, and a number that says what it is local to."""
    assert phones('<tr><td><a href="http://tel:+493023125041">Anruf</a></td></tr>') == ["+493023125041"]
    assert phones('<tr><td><a href="tel:23125041;phone-context=+4930">Anruf</a></td></tr>') == ["+493023125041"]
    assert phones('<tr><td><a href="https://www.ottermill.de:8443/teile">Teile</a></td></tr>') == []


def test_below_a_fax_with_its_number() -> None:
    """A line below a fax's is a fax where it is of the same exchange, and a phone where it is not: a mobile."""
    assert phones("<tr><td>Fax 030 23125-041<br>030 23125-042</td></tr>") == []
    assert phones("<tr><td>Fax 030 23125-041<br>0172 9925904</td></tr>") == ["+491729925904"]
