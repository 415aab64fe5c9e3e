"""The cheap question before the words: it never says no where a word is."""

import re

import pytest

from contactscraper.contacts.links import _CONTACT_WORDS_PATTERN, WORDS, contact_links, has_contact_words
from contactscraper.contacts.stems import ODD, Stems, alternatives, stem

PATTERNS = [*(pattern for _, pattern in WORDS), _CONTACT_WORDS_PATTERN]


@pytest.mark.parametrize("word", [word for pattern in PATTERNS for word in alternatives(pattern)])
def test_each_word_has_a_piece_that_it_needs(word: str) -> None:
    """The piece is long enough to tell something, and is in the word as it is plainly spelled."""
    assert len(stem(word)) >= 2
    word = word.replace("(?:to-?)?", "").replace("[oa]?", "")
    spelled = re.sub(r"\(\?!.*|\(\?:([^|)]*)[^)]*\)|\[(.)[^\]]*\]|\.\?|(.)\?", r"\1\2\3", word)
    assert re.fullmatch(word.partition("(?!")[0], spelled, re.I), spelled
    assert stem(word) in spelled.lower()


def test_characters_that_lower_case_does_not_join_are_known() -> None:
    """Whatever `re` takes for a letter of the words, lower case does too, or it is on the list."""
    letters = {char for pattern in PATTERNS for char in pattern if char.isalpha()}
    like = re.compile("[" + "".join(map(re.escape, sorted(letters))) + "]", re.I)
    lowered = {char.lower() for char in letters}
    assert [
        c for c in map(chr, range(0x110000)) if like.match(c) and c.lower() not in lowered and not ODD.match(c)
    ] == []


@pytest.mark.parametrize(
    ("text", "there"),
    [("Write an E-MAIL", True), ("nothing", False), ("İLETİŞİM", True), ("blackmail", False), ("TELEFON", True)],
)
def test_contact_words(text: str, there: bool) -> None:
    """Words are found in any case, also in letters that have no plain lower case."""
    assert has_contact_words(f"<p>{text}</p>") is there


def test_stems_of_a_text() -> None:
    """What is in a text is told in any case; of a text with letters that have no plain lower case nothing is."""
    stems = Stems([r"kontakt|om-?os", "team"])
    assert stems.in_("a\nKONTAKT\nb") == ("kontakt",) and stems.in_("b") == () and stems.in_("Kİ") is None


@pytest.mark.parametrize(
    "href", ["/kontakt", "KONTAKT.html", "%6Bontakt", "https://acme.example/kontakt?x=1", "../de/kontakt/"]
)
def test_link_is_found_however_it_is_written(href: str) -> None:
    """Encoded, absolute and relative links lead to the same page as before."""
    assert len(contact_links(f'<a href="{href}">hier</a>', "https://acme.example/de/")) == 1


def test_relative_link_below_a_contact_directory() -> None:
    """A path may begin in the page's base."""
    html = '<base href="/kontakt/"><a href="seite">hier</a>'
    assert contact_links(html, "https://acme.example/") == ["https://acme.example/kontakt/seite"]
