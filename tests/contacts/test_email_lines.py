"""Which lines of a page may hold an address: the one pass that rules out most pages rules out none that has one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contactscraper.contacts import email_lines
from contactscraper.contacts.email_lines import address_lines

_PIECES = (*" [({<（«])}>）»-_*~|=\"'.@\n★#aAıİ", " at ", " AT ", " ät ", "(at)", "[at]", "info", "oakmill", ".com", " dot ", " DOT ",
           " Punkt ", " pont", " piste", " chiocciola ", "CHIOCCIOLA", "chıocciola", " małpa ", "собака", " kukac ", "[dot]", "(DOT)",
           "replace ", " with ", "at sign", "アットマーク", "アットマークに", " et ", "et işareti", "-at-", "_AT_", "'at'", "arroba")  # fmt: skip


@given(st.lists(st.sampled_from(_PIECES), max_size=14).map("".join))
def test_what_the_first_pass_rules_out_has_no_line(text: str) -> None:
    """Where the pass over the whole text finds nothing, the search line by line finds no more than the signs do."""
    lines = text.split("\n")
    with_signs = {index for index, line in enumerate(lines) if "@" in line or "＠" in line}
    found = set(address_lines(lines, text))
    assert found == with_signs | email_lines._spelled_lines(lines, text)


@pytest.mark.parametrize(
    "line",
    ["info (at) oakmill.com", "info at oakmill dot com", "info ｛arroba｝ oakmill.es", "Info ÄT oakmill Punkt de",
     "Mail: info chiocciola oakmill.it", "info-at-oakmill-dot-com", "info \"at\" oakmill.com", "info at oakmill [DOT] com"],
)  # fmt: skip
def test_a_line_with_an_address_spelled_out_is_found(line: str) -> None:
    """Among prose, the one line that spells an address is named."""
    lines = ["Meet us here: we work on it", line, "A point of view"]
    assert address_lines(lines, "\n".join(lines)) == [1]
