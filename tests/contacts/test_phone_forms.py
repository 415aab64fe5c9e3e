"""Phones: lists that leave digits out, extensions, links and fields of odd forms, and what only looks like a number."""

import pytest

from contactscraper.contacts import extract_contacts

ROWS: dict[str, tuple[str, str, list[str]]] = {
    # lists
    "last digit goes on": ("GB", "<p>Tel. 0161 496 0450/1/2</p>", ["+441614960450", "+441614960451", "+441614960452"]),
    "last digits go on": ("GB", "<p>Tel. 0161 496 0457/458</p>", ["+441614960457", "+441614960458"]),
    "named direct lines": ("DE", "<p>Tel. 0221 4710-0, Verkauf: -130, Lager: -140</p>", ["+4922147100", "+492214710130", "+492214710140"]),
    "direct line behind brackets": ("DE", "<p>Tel. 0221 4710-0 (Zentrale), Durchwahl -158</p>", ["+4922147100", "+492214710158"]),
    "hyphened direct lines": ("DE", "<p>Tel. +49 30 23125-83/-84</p>", ["+49302312583", "+49302312584"]),
    "shared area code": ("RU", "<p>Тел.: (495) 555-01-25, 555-01-26</p>", ["+74955550125", "+74955550126"]),
    "second number's digits": ("CZ", "<p>tel.: 225 550 135-6</p>", ["+420225550135"]),
    "local numbers": ("CN", "<p>电话:020-85550178 85550179</p>", ["+862085550178", "+862085550179"]),
    # trunk prefixes
    "area code in brackets": ("HU", "<p>Tel.: (1) 555-0123</p>", ["+3615550123"]),
    "trunk prefix of old": ("LT", "<p>Tel. 8 5 255 0141</p>", ["+37052550141"]),
    "trunk prefix of old, Poland": ("PL", "<p>tel. 0-12 555-01-43, 0 502 550 144</p>", ["+48125550143", "+48502550144"]),
    "a mobile's nine apart": ("BR", "<p>(21) 9.8550-0145</p>", ["+5521985500145"]),
    # extensions
    "behind a hyphen": ("CN", "<p>电话0755-88550146-603</p>", ["+8675588550146;ext=603"]),
    "x without a space": ("US", "<p>Office 303.555.0145x7</p>", ["+13035550145;ext=7"]),
    "behind a slash": ("TR", "<p>Tel: 0212 555 01 29 / dahili 15</p>", ["+902125550129;ext=15"]),
    # letters
    "four letters at home": ("US", "<p>or (505) 555-MILL</p>", ["+15055556455"]),
    # links
    "telephone": ("GB", '<a href="telephone:+442079460123">x</a>', ["+442079460123"]),
    "facetime": ("GB", '<a href="facetime:+447400123457">x</a>', ["+447400123457"]),
    "a list in a link": ("US", '<a href="tel:+1 206 555 0174/75">x</a>', ["+12065550174"]),
    "an old mobile of Mexico": ("MX", '<a href="https://wa.me/5215512345679">x</a>', ["+525512345679"]),
    # fields and labels
    "two in a field": ("US", '<script type="application/ld+json">{"telephone":"+12065550132, +12065550133"}</script>', ["+12065550132", "+12065550133"]),
    "a phone's number": ("US", '<span class="phone" data-number="206-555-0197">show</span>', ["+12065550197"]),
    "in base64": ("US", '<button data-phone="KzEyMDY1NTUwMTg4">show</button>', ["+12065550188"]),
    "written by a script": ("US", '<script>document.write("206-"+"555-"+"0189")</script>', ["+12065550189"]),
    "written with its label": ("GB", "<script>document.write('<b>Tel:</b> 020 7946 0190')</script>", ["+442079460190"]),
    "service client": ("FR", "<p>Service client : 09 72 45 67 80 (prix d'un appel local)</p>", ["+33972456780"]),
    "cep is a mobile in Turkey": ("TR", "<p>Cep: 0 532 123 45 70</p>", ["+905321234570"]),
    "tél. and fax": ("FR", "<p>Tél./Fax : 04 65 71 88 44</p>", ["+33465718844"]),
    "a mobile behind a fax": ("KR", "<p>팩스 051-555-0199 / 010.1234.0200</p>", ["+821012340200"]),
    "glued to a word": ("US", "<p>Phone 206-555-0167Email us</p>", ["+12065550167"]),
    "a bracket behind": ("DE", "<p>Tel. 0180 5 550136 (14 ct/min)</p>", ["+491805550136"]),
    "a chat with signs": ("IT", '<a href="https://web.whatsapp.com/send?phone=+39%20347%201234573">x</a>', ["+393471234573"]),
    "glued to a link": ("US", '<p><a href="/m">m</a><span>(206) 555-0125</span></p>', ["+12065550125"]),
    # no numbers
    "a script's address": ("US", "<script>document.write('<img src=\"//ads.example/2065550191?c=1\">' + new Date())</script>", []),
    "a form's help": ("US", "<p>Enter your phone, e.g. (206) 555-0192. Format: 206-555-0193</p>", []),
    "a form's help, German": ("DE", "<p>Ihr Anschluss, z. B. 030 23125194</p>", []),
    "a sample": ("US", "<p>+1 234 567 8900, +1-234-567-8901</p>", []),
    "numbers in a row": ("US", "<p>cache 1790000000 2065550143</p>", []),
    "an order's tail": ("US", "<p>Order 206-555-0142-88</p>", []),
    "keys that are none": ("US", "<p>Call 206-555-XXXX</p>", []),
    "counted": ("US", "<p>2065550145 sats, 2065550148 words</p>", []),
    "licence": ("US", "<p>License #CA-2065550142, lic. 2065550143</p>", []),
    "price": ("FR", "<p>01 99 00 55,50 € – 1 990 055 €</p>", []),
}  # fmt: skip


@pytest.mark.parametrize(("region", "body", "wanted"), ROWS.values(), ids=ROWS)
def test_forms(region: str, body: str, wanted: list[str]) -> None:
    """Each form is read as its readers would dial it; what is no phone is none."""
    assert sorted(extract_contacts(body, "https://oakmill.com/", region).phones) == wanted
