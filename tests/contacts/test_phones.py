"""Phones: each row is a country's form, a spelling, a link or a decoy, with the numbers that it publishes."""

import pytest

from contactscraper.contacts import extract_contacts


def phones(body: str, region: str | None = None, url: str = "https://oakmill.com/") -> list[str]:
    return sorted(extract_contacts(body, url, region).phones)


NATIONAL = [
    ("US", "Call 212-555-0187", ["+12125550187"]), ("US", "Tel 1.646.555.0111", ["+16465550111"]), ("CA", "Tél. 514 555-0188", ["+15145550188"]),
    ("US", "(206) 555 0123 ext. 44", ["+12065550123;ext=44"]), ("US", "Call 1-800-555-OAKS", ["+18005556257"]), ("US", "Phone: 2065550123", ["+12065550123"]),
    ("GB", "Tel: 0121 496 0123", ["+441214960123"]), ("GB", "(020) 7946 0123", ["+442079460123"]), ("GB", "0113 496 0123 / 07400 123457", ["+441134960123", "+447400123457"]),
    ("DE", "Tel.: (030) 23125-123", ["+493023125123"]), ("DE", "Telefon 089/55012-0", ["+4989550120"]), ("DE", "Fon 0221 4710 123 · Fax 0221 4710 124", ["+492214710123"]),
    ("FR", "01.99.00.55.12", ["+33199005512"]), ("FR", "Tél. 06-12-34-56-70", ["+33612345670"]), ("FR", "Port. 06/12/34/56/70", ["+33612345670"]), ("IT", "Tel. 06 5550123", ["+39065550123"]), ("IT", "Cell. 347 1234511", ["+393471234511"]),
    ("ES", "Tel. 93 212 34 50", ["+34932123450"]), ("ES", "Móvil: 612 345 670", ["+34612345670"]), ("PT", "Telefone: 21 155 01 23", ["+351211550123"]),
    ("BR", "(11) 3012-4599 / 98765-4321", ["+551130124599"]), ("BR", "Telefone (21) 2555-0123", ["+552125550123"]), ("NL", "Tel: 010 - 555 01 23", ["+31105550123"]),
    ("PL", "tel. 22 555 01 24", ["+48225550124"]), ("PL", "kom. 501-234-560", ["+48501234560"]), ("SE", "Tel 08-465 004 70", ["+46846500470"]), ("RU", "8 (812) 555-01-23", ["+78125550123"]),
    ("TR", "Tel: 0 (212) 555 01 29", ["+902125550129"]), ("CN", "电话：010-85550129", ["+861085550129"]), ("CN", "手机13912345670", ["+8613912345670"]),
    ("JP", "TEL 03-3123-4560", ["+81331234560"]), ("JP", "電話：０３－３１２３－４５６０", ["+81331234560"]), ("IN", "Mob: 98765 43211", ["+919876543211"]), ("AU", "Ph 1300 555 012", ["+611300555012"]),
    ("AT", "Tel. 01 5550123", ["+4315550123"]), ("CH", "Tel. 044 555 01 29", ["+41445550129"]), ("BE", "Tel. 02 555 01 29", ["+3225550129"]), ("NO", "Tlf 22 55 01 29", ["+4722550129"]),
    ("DK", "Tlf. 33 12 34 50", ["+4533123450"]), ("FI", "Puh. 09 555 0129", ["+35895550129"]), ("GR", "Τηλ. 210 5550129", ["+302105550129"]), ("IL", "טלפון 03-5550129", ["+97235550129"]),
    ("KR", "전화 02-555-0129", ["+8225550129"]), ("MX", "Tel. 55 5550 1299", ["+525555501299"]), ("AR", "Tel. (011) 4555-0129", ["+541145550129"]), ("NZ", "Ph 09 555 0129", ["+6495550129"]),
    ("ZA", "Tel 011 555 0129", ["+27115550129"]), ("HU", "Tel: 06 1 555 0129", ["+3615550129"]), ("UA", "тел. 044 555 01 29", ["+380445550129"]), ("RO", "Tel. 021 555 01 29", ["+40215550129"]),
    ("CZ", "Tel. 222 555 129", ["+420222555129"]), ("HK", "電話 2555 0129", ["+85225550129"]), ("SG", "Call 6555 0129", ["+6565550129"]),
]  # fmt: skip


@pytest.mark.parametrize(("region", "text", "wanted"), NATIONAL, ids=[f"{row[0]} {row[1][:20]}" for row in NATIONAL])
def test_national(region: str, text: str, wanted: list[str]) -> None:
    """National forms are read where the region is known; faxes are apart."""
    assert phones(f"<p>{text}</p>", region) == wanted


SPELLED = {
    "plus": ("<p>+49 (0)30 23125-041</p>", ["+493023125041"]), "double zero": ("<p>0049 30 23125041</p>", ["+493023125041"]),
    "brackets": ("<p>(+44) 20 7946 0123</p>", ["+442079460123"]), "square": ("<p>+44 [0] 20 7946 0123</p>", ["+442079460123"]),
    "slash": ("<p>+1 212 555 0140/+1 212 555 0141</p>", ["+12125550140", "+12125550141"]), "glued": ("<p>Tel+442079460123Fax</p>", ["+442079460123"]),
    "shared head": ("<p>+44 20 7946 0110 / 0111</p>", ["+442079460110", "+442079460111"]), "split": ("<p>+44 <b>20</b> 7946<span> 0123</span></p>", ["+442079460123"]),
    "turned": ('<p style="unicode-bidi:bidi-override;direction:rtl">3210 6497 02 44+</p>', ["+442079460123"]),
    "tel": ('<a href="tel:+442079460123">ring</a>', ["+442079460123"]), "tel spaces": ('<a href="tel:+44%2020%207946%200123">x</a>', ["+442079460123"]),
    "tel twice": ('<a href="tel:tel://+442079460123">x</a>', ["+442079460123"]), "tel pause": ('<a href="tel:+12125550142,55">x</a>', ["+12125550142;ext=55"]),
    "callto": ('<a href="callto:+442079460123">x</a>', ["+442079460123"]), "skype": ('<a href="skype:+442079460123?call">x</a>', ["+442079460123"]),
    "whatsapp": ('<a href="https://api.whatsapp.com/send?phone=442079460123&text=hi">x</a>', ["+442079460123"]), "viber": ('<a href="viber://chat?number=%2B442079460123">x</a>', ["+442079460123"]),
    "data": ('<span data-phone="+442079460123">show</span>', ["+442079460123"]), "alt": ('<img alt="Phone +44 20 7946 0123">', ["+442079460123"]),
    "microdata": ('<meta itemprop="telephone" content="+44 20 7946 0123">', ["+442079460123"]), "aria": ('<a aria-label="Call +44 20 7946 0123"></a>', ["+442079460123"]),
    "json-ld": ('<script type="application/ld+json">{"telephone":"+44 20 7946 0123"}</script>', ["+442079460123"]),
    "state": ('<script>window.__S__={"phone":"+44 20 7946 0123"}</script>', ["+442079460123"]),
    "vcard": ('<a href="data:text/vcard,BEGIN:VCARD%0ATEL:+442079460123%0AEND:VCARD">x</a>', ["+442079460123"]),
    "address": ('<html lang="en"><script type="application/ld+json">{"address":{"addressCountry":"GB"}}</script><p>Tel 020 7946 0123</p>', ["+442079460123"]),
}  # fmt: skip


@pytest.mark.parametrize(("body", "wanted"), SPELLED.values(), ids=SPELLED)
def test_said_internationally(body: str, wanted: list[str]) -> None:
    """Numbers that say their country, or whose page does, need no region."""
    assert phones(body) == wanted


DECOYS = [
    ("DE", "Geöffnet 01.02.-05.03.2024, 12.12.2024"), ("DE", "IBAN DE12 5001 0517 0648 4898 90"), ("DE", "HRB 123456, USt-IdNr. DE 123456789"), ("DE", "Bestellnummer 030 23125041"),
    ("DE", "Server 192.168.178.201"), ("US", "Order 212-555-0187"), ("US", "Tracking 9400 1000 0000 0000 0000 00"), ("US", "ISBN 978-0-306-40615-7"), ("US", "$2,125,550,187"), ("US", "2125550187 followers 12"),
    ("US", "40.712776, -74.005974"), ("US", "Version 2.0.1.555"), ("US", "123-456-7890"), ("US", "(555) 555-5555"), ("US", "SKU 646-555-0123-B"), ("FR", "SIRET 012 345 678 00012"), ("FR", "Ouvert 08h30-12h30"),
    ("GB", "Company number 01234567"), ("GB", "Sort code 20-30-40 Account 01234567"), ("AU", "ABN 12 345 678 901"), ("BR", "CNPJ 11.222.333/0001-81"), ("RU", "ИНН 7812345678"), ("CN", "QQ：13912345678"),
    ("PL", "NIP 123-456-78-90"), ("ES", "NIF 612345678"), ("IT", "P.IVA 06555012345"), (None, "Tel 020 7946 0123"), ("US", "img_2125550187_x"), ("US", "https://oakmill.com/p/2125550187"), ("US", "a2125550187b9c0d1e2f3"),
]  # fmt: skip


@pytest.mark.parametrize(("region", "text"), DECOYS, ids=[row[1][:24] for row in DECOYS])
def test_decoys(region: str | None, text: str) -> None:
    """Numbers of other kinds, and national ones of an unknown country, are no phones."""
    assert phones(f"<p>{text}</p>", region) == []


REGIONS = {
    "territory": ('<html lang="de-AT"><p>Tel. 0732 555012</p>', ["+43732555012"]),
    "postal address": ('<html lang="de"><p>Mühlweg 1, 4020 Linz, Österreich</p><p>Tel. 0732 555012</p>', ["+43732555012"]),
    "address in English": ('<html lang="en"><p>4 Mill Row, Leeds LS1 1AA - United Kingdom</p><p>Tel 0113 496 0123</p>', ["+441134960123"]),
    "language": ('<html lang="pl"><p>tel. 22 555 01 24</p>', ["+48225550124"]),
    "other numbers": ('<html lang="en"><p>HQ +49 30 23125050, mill 030 23125051</p>', ["+493023125050", "+493023125051"]),
    "numbers of two countries": ("<p>+49 30 23125050, +43 1 5550123, 030 23125051</p>", ["+4315550123", "+493023125050"]),
    "two addresses": ('<html lang="en"><p>Leeds, United Kingdom</p><p>Bonn, Germany</p><p>Tel 0113 496 0123</p>', []),
}  # fmt: skip


@pytest.mark.parametrize(("body", "wanted"), REGIONS.values(), ids=REGIONS)
def test_region_told(body: str, wanted: list[str]) -> None:
    """The country of national numbers is told by the page, where nothing in it says another."""
    assert phones(body) == wanted


def test_faxes_apart() -> None:
    """A number that is labelled as a fax is a fax; one that is both stays a phone."""
    found = extract_contacts(
        "<p>Tel. 030 23125041<br>Fax: 030 23125042</p><p>Tel/Fax 030 23125043</p>", "https://oakmill.de/"
    )
    assert (found.phones, found.faxes) == (["+493023125041", "+493023125043"], ["+493023125042"])
