"""Addresses of which their own page says that nobody reads them, and sentences of the same looks that mean others."""

import pytest

from contactscraper.contacts import extract_contacts

UNREAD = [
    "Please do not reply to alerts@oakmill.com; write to info@oakmill.com.",
    "alerts@oakmill.com is not monitored, so use info@oakmill.com.",
    "Mails come from an unmonitored mailbox (alerts@oakmill.com). Ask info@oakmill.com.",
    "We send from alerts@oakmill.com, which nobody reads. Write to info@oakmill.com instead.",
    "Mails are sent by alerts@oakmill.com; replies are not read. Contact info@oakmill.com.",
    "alerts@oakmill.com cannot receive replies. info@oakmill.com can.",
    "Rechnungen kommen von alerts@oakmill.com, bitte nicht auf diese E-Mail antworten. Fragen: info@oakmill.com",
    "Antworten an alerts@oakmill.com werden nicht gelesen. Schreiben Sie an info@oakmill.com.",
    "L'adresse alerts@oakmill.com n'est pas consultée. Écrivez à info@oakmill.com.",
    "No responda a alerts@oakmill.com. Escriba a info@oakmill.com.",
    "Non rispondere a alerts@oakmill.com, ma scrivi a info@oakmill.com.",
    "Não responda a alerts@oakmill.com. Fale com info@oakmill.com.",
    "alerts@oakmill.com wordt niet gelezen. Mail naar info@oakmill.com.",
    "Не отвечайте на alerts@oakmill.com. Пишите: info@oakmill.com",
    "alerts@oakmill.com は送信専用です。お問い合わせは info@oakmill.com へ",
]
READ = [
    "Do not reply to that letter, but write to info@oakmill.com.",
    "Please do not reply. Our address is info@oakmill.com",
    "Write to info@oakmill.com, do not reply to this message.",
    "info@oakmill.com is not monitored at weekends.",
    "Messages are not encrypted: info@oakmill.com",
    "Anonyme Anfragen werden nicht beantwortet: info@oakmill.com",
    "Please do not send large files: info@oakmill.com",
    "We cannot accept returns; info@oakmill.com answers.",
    "Nobody reads long mails? We do: info@oakmill.com",
    "Bitte nicht auf die Newsletter antworten, sondern an info@oakmill.com schreiben.",
]


@pytest.mark.parametrize("text", [*UNREAD, *READ])
def test_unread(text: str) -> None:
    """What a page calls unread is left out, and the address that it names instead is kept."""
    assert extract_contacts(f"<p>{text}</p>", "https://www.oakmill.com/").emails == ["info@oakmill.com"]


def test_linked() -> None:
    """A link with a name for its text is judged by the sentence that it stands in."""
    html = '<p>Do not reply to <a href="mailto:alerts@oakmill.com">the alerts</a>. <a href="mailto:info@oakmill.com">Mail</a></p>'
    assert extract_contacts(html, "https://www.oakmill.com/").emails == ["info@oakmill.com"]
