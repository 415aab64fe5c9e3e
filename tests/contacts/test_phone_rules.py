"""Each rule of the phones' rooms by a table of its own."""

import random

import phonenumbers
import pytest
from phonenumbers import PhoneNumber

from contactscraper.contacts.phones import Numbers
from contactscraper.contacts.phones.cuts import CUTS, pieces
from contactscraper.contacts.phones.extensions import extension_behind
from contactscraper.contacts.phones.labels import label_says
from contactscraper.contacts.phones.line import in_line
from contactscraper.contacts.phones.links import dialled
from contactscraper.contacts.phones.plans import is_valid_at, needs_trunk
from contactscraper.contacts.phones.shape import candidate_lines, shape_of
from contactscraper.contacts.phones.spelling import plain
from contactscraper.contacts.phones.vanity import vanities
from contactscraper.contacts.phones.words import STEMS, THINGS, UNSPACED, WORDS


def numbers_of(text: str, region: str | None) -> list[str]:
    return [str(spot.number) for spot in in_line(text, Numbers(region)) if not spot.why]


PLAIN = [
    ("030\u00a023125\u2011041", "030 23125-041"), ("０３－３１２３－４５６０", "03-3123-4560"), ("（０３）３１２３", "(03)3123"), ("٠٥٠ ١٢٣", "050 123"),
    ("०११ २३", "011 23"), ("03ー3123ー4560", "03-3123-4560"), ("スーパー 3", "スーパー 3"), ("(0xx51) 3228", "(51) 3228"), ("0**51 3228", "(51) 3228"),
    ("+44 (0)20 79", "+44 20 79"), ("+49(0)30", "+49 30"), ("+39 (0)6 55", "+39 06 55"), ("+44 [0] 20", "+44 20"), ("212 · 555 · 0187", "212.555.0187"),
    ("a · 212 · b", "a · 212 · b"), ("Straße 12", "Straße 12"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "wanted"), PLAIN)
def test_plain_form(written: str, wanted: str) -> None:
    """Digits, hyphens, spaces and brackets of any script come out in ASCII; other text stays as it is."""
    assert plain(written) == wanted


LABELS = {
    "phone": "Customer service: |Service client : |Tel: |Telefon |Phone number: |T |M: |T. |Fon: |Rufnummer |Bestellhotline |Kundentelefon: |Call us on |Telefon und Fax: |Tel./Fax: |Fax/Tel. |電話・FAX |"
             "电话：|客服热线：|тел. |факс/тел. |Τηλ.: |هاتف: |טלפון: |โทร. |전화 |Tél. : |Tél./Fax : |Numero verde |Toll free: |Port. |kom. |puh. |Tlf. |Order by phone: ",
    "fax": "Fax: |F: |F |Telefax |faks |Факс: |传真：|ＦＡＸ |FAX |ファックス |Tel 1 | Fax: |télécopie : |Φαξ ",
    "other": "Order no. |Order #|Bestellnummer |Kundennummer: |Kunden-Nr. |Customer number |Client no: |HRB |USt-IdNr. |VAT no. GB |ISBN |SKU |IBAN |NIP: |ИНН |КПП |CNPJ |"
             "Company number |Registered charity no. |Sort code |p.iva |P.O. Box |d-u-n-s |备案号：|法人番号 |〒|사업자등록번호 |QQ：|Version |Vergi No: |ICP备|Licence |Model |Steuer-Nr. ",
    "": "Anna Muster, |Berlin |Support: |HRB 12345, |VAT 123456789 · |Order 12345, |12345 Berlin |Mo-Fr |",
}  # fmt: skip


@pytest.mark.parametrize(
    ("label", "says"),
    [
        (label, says)
        for says, labels in LABELS.items()
        for label in labels.replace("Tel 1 | Fax: |", "").split("|")
        if label or not says
    ],
)
def test_labels(label: str, says: str) -> None:
    """The word nearest to a number says what it is; a name that has its value already says nothing of the next one."""
    assert label_says(label.replace("ＦＡＸ", "FAX")) == says


def test_words_are_told_once() -> None:
    """No word stands in two tables that contradict each other, and all are in lower case."""
    assert not {*WORDS} & THINGS
    for table in (STEMS, WORDS, UNSPACED):
        assert all(word == word.lower() for word in table)
    assert all(kind in ("phone", "fax", "other", "") for table in (STEMS, WORDS, UNSPACED) for kind in table.values())


CUT = [
    ("01.02.2024", "date"), ("1. 2. 2024", "date"), ("01.02.-05.03.24", "date"), ("02.05-06.05.2016", "date"), ("2024-02-01", "date"), ("2024/2/1", "date"),
    ("2024.02.01", "date"), ("1/12/24", "date"), ("12/31/2024", "date"), ("31-12-2024", "date"), ("8.30-12.00", "hours"), ("0800 - 1700", "hours"),
    ("1000-1800 0900-1700", "hours"), ("1998-2004", "years"), ("2019/2020", "years"), ("2019 2020 2021", "years"), ("52.520008", "coordinates"),
    ("192.168.178.20", "address"), ("1712345678", "stamp"), ("1712345678901", "stamp"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "what"), CUT)
def test_cuts(written: str, what: str) -> None:
    """Dates, hours, years, coordinates and their like are no phones; what stands beside them may be one."""
    assert pieces(written, 0, len(written), False) == []
    beside = f"030 23125041 {written}"
    assert numbers_of(f"{written}, 030 23125041", "DE") == ["+493023125041"]
    assert numbers_of(f"{beside}, 030 23125042", "DE")[-1] == "+493023125042"


def test_every_cut_is_used() -> None:
    """Every kind of cut has a row above."""
    assert {cut.what.split()[-1] for cut in CUTS} <= {"machine", "stamp", *(what for _, what in CUT)}


EXTENSIONS = [
    (" ext. 12", "12"), (" x12", "12"), (" #88", "88"), (", Ext 7", "7"), (" (ext. 204)", "204"), (" доб. 104", "104"), ("转802", "802"), (" 内線 12", "12"), (" wew. 12", "12"), (" ramal 3", "3"),
    (" DW 12", "12"), (" (centralita), int. 15", "15"), (";ext=44", "44"), (" 4x daily", ""), (" x 30 x 40 cm", ""), (" extra 12", ""), (" Durchwahl -555", ""), (" (Durchwahl)", ""), (" 12", ""), ("", ""),
]  # fmt: skip


@pytest.mark.parametrize(("behind", "wanted"), EXTENSIONS)
def test_extensions(behind: str, wanted: str) -> None:
    """An extension needs its word or sign."""
    assert extension_behind("212-555-0187" + behind, 12)[0] == wanted


LISTS = [
    ("GB", "+44 20 7946 0110 / 0111 / 0112", ["0110", "0111", "0112"]), ("GB", "020 7946 0110 or 0111", ["0110", "0111"]), ("DE", "030 123565 / 123566", ["565", "566"]), ("DE", "030 123565/66", ["565", "566"]),
    ("DE", "0221 123456-0, Durchwahl -55", ["560", "5655"]), ("DE", "0221 123456-0, -12 und -13", ["560", "5612", "5613"]), ("BR", "(51) 3228-4567 / 3228-4568", ["4567", "4568"]), ("BE", "+32 450 00 38 69 / 70", ["69", "70"]),
    ("CN", "021-55550123/55550124", ["0123", "0124"]), ("IN", "+91-22-2555 0123 / 24", ["0123", "0124"]), ("TR", "0 (212) 555 01 29 - 30", ["29", "30"]), ("RU", "+79123982908 – 8 (301) 123-56-54", ["2908", "5654"]),
    ("NL", "06 12345655  010 123 9167", ["655", "167"]), ("DE", "+49 30 123744 / 01512 3680775", ["744", "775"]), ("US", "(650) 223-3345 (754) 223-3321", ["3345", "3321"]), ("US", "212-555-0187 / 9-17", ["0187"]),
    ("DE", "030 23125041 / 24 h", ["041"]), ("AT", "01 5550123/12", ["12312"]), ("DE", "0176 / 04069 123", ["123"]), ("GB", "020 7946 0110 / 2024", ["0110"]), ("GB", "0113 496 0123, 8.00-17.00", ["0123"]),
]  # fmt: skip


@pytest.mark.parametrize(("region", "text", "ends"), LISTS, ids=[row[1] for row in LISTS])
def test_lists(region: str, text: str, ends: list[str]) -> None:
    """Numbers in a row are told apart, and what a later one leaves out it takes from the one before."""
    found = numbers_of(f"Tel: {text}", region)
    assert len(found) == len(ends) and all(number.endswith(end) for number, end in zip(found, ends)), found


LETTERS = [
    ("US", "1-800-FLOWERS", "+18003569377"), ("US", "1-888-GO-ACME-1", "+18884622631"), ("US", "(800) GET-OAKS", "+18004386257"), ("US", "1.877.4.ACME.OK", "+18774226365"), ("US", "1-855-22-CLEAN", "+18552225326"),
    ("US", "1 800 PET MEDS", "+18007386337"), ("US", "1-800-GoFedEx", "+18004633339"), ("US", "Call 512-GO-SOLAR", "+15124676527"), ("US", "1-888-4ACME4U", "+18884226348"), ("DE", "1-800-555-OAKS", "+18005556257"),
    (None, "1-800-FLOWERS", "+18003569377"), (None, "800-FLOWERS", ""), ("AU", "1300 ACME 00", "+611300226300"), ("AU", "13 ACME", "+61132263"), ("GB", "0800 ACME 12", "+44800226312"), ("DE", "0800-ACME123", "+498002263123"),
    ("US", "512-GO-SOLAR", ""), ("US", "Model 800-AB-12345", ""), ("US", "888-ABC-1234", ""), ("US", "1-800-XT", ""), ("US", "1.963.855 Einwohner", ""), ("US", "1-800-ACMESHOP.COM", ""), ("US", "iso-800-FLOWERS", ""),
]  # fmt: skip


@pytest.mark.parametrize(("region", "text", "wanted"), LETTERS, ids=[f"{row[0]} {row[1]}" for row in LETTERS])
def test_letters(region: str | None, text: str, wanted: str) -> None:
    """Letters are keys behind a toll-free or labelled area code, and parts of names elsewhere."""
    assert [str(number) for number, *_ in vanities(text, Numbers(region))] == ([wanted] if wanted else [])


DIALLED = [
    ("GB", "tel:020 7946 0123", "+442079460123"), ("GB", "tel:++44 20 7946 0123", "+442079460123"), ("GB", "tel:%2B44%2020%207946%200123", "+442079460123"), ("DE", "tel:4930 23125 041", "+493023125041"),
    ("GB", "tel:2079460123", "+442079460123"), ("DE", "tel:30/23125041", "+493023125041"), ("US", "tel:1-212-555-0187", "+12125550187"), ("US", "tel:011442079460123", "+442079460123"), ("US", "tel:+12125550187;ext=12", "+12125550187;ext=12"), ("US", "tel:2125550187,,12#", "+12125550187;ext=12"), ("US", "tel:212-555-0187 x12", "+12125550187;ext=12"),
    ("US", "tel:1-800-FLOWERS", "+18003569377"), (None, "callto://+442079460123", "+442079460123"), (None, "tel:0044 20 7946 0123", "+442079460123"), (None, "tel:442079460123", "+442079460123"), (None, "tel:020 7946 0123", None), ("GB", "tel:112", None), ("GB", "tel:", None), ("GB", "tel:abc", None),
]  # fmt: skip


@pytest.mark.parametrize(("region", "href", "wanted"), DIALLED, ids=[row[1] for row in DIALLED])
def test_dialled(region: str | None, href: str, wanted: str | None) -> None:
    """Links dial a number however they are spelt, with its extension."""
    number = dialled(href, Numbers(region))
    assert (str(number) if number else None) == wanted


NEIGHBOURS = [
    "$2,125,550,187", "€ 2125550187", "2125550187 €", "212-555-0187 kg", "2125550187 followers", "id=2125550187", "img_2125550187", "a2125550187", "2125550187b", "2125550187@qq.com", "https://a.com/2125550187",
    "www.a.com/2125550187", "2125550187.jpg", "#212-555-0187", "§ 212 555 0187", "212-555-0187-88", "CB-212-555-0187", "GB29 NWBK 2125 5501 87", "DIN 2125550187", "4 2125550187", "52°31'212 555 0187",
]  # fmt: skip


@pytest.mark.parametrize("text", NEIGHBOURS)
def test_neighbours(text: str) -> None:
    """Signs right beside a number say that it is something else."""
    assert numbers_of(text, "US") == []


TRUNKS = [("DE", "3023125041", True), ("GB", "2079460123", True), ("US", "2125550187", False), ("ES", "932123450", False), ("IT", "0655501234", False), ("FR", "199005512", True), ("CN", "13812345670", False)]  # fmt: skip


@pytest.mark.parametrize(("region", "national", "needed"), TRUNKS)
def test_trunk_prefix(region: str, national: str, needed: bool) -> None:
    """Where people always write a trunk prefix, digits without are no number."""
    assert needs_trunk(region, national) is needed


def test_validity_is_the_librarys() -> None:
    """Our reading of the metadata says what the library says, for numbers near the valid ones of every region."""
    chance = random.Random(11)
    for region in sorted(phonenumbers.SUPPORTED_REGIONS):
        code = phonenumbers.country_code_for_region(region)
        samples = [phonenumbers.example_number_for_type(region, kind) for kind in range(11)]
        nationals = [phonenumbers.national_significant_number(one) for one in samples if one is not None]
        for _ in range(12):
            start = chance.choice(nationals)
            kept = chance.randint(0, len(start))
            national = start[:kept] + "".join(
                chance.choices("0123456789", k=len(start) - kept + chance.choice((0, 0, 0, 1)))
            )
            if national and not national.startswith("00"):
                number = PhoneNumber(code, int(national), italian_leading_zero=True if national[0] == "0" else None)
                assert is_valid_at(region, national) == phonenumbers.is_valid_number_for_region(number, region), (
                    region,
                    national,
                )


def test_shape() -> None:
    """The shape is as long as the text, whatever is in it, and finds the lines worth a look."""
    text = "Acme\n030 23125041\n12.05.2024\nкон ٠٥٠ ١٢٣ ٤٥٦٧\n1-800-FLOWERS\n😀 5\n8.30-12.00\n12.05.2024 030 23125041"
    assert len(shape_of(text)) == len(text)
    assert [index for index, _ in candidate_lines(text)] == [1, 3, 4, 7]
