"""Contact pages of the own site, and words that say that a contact may be hidden."""

import pytest

from contactscraper.contacts import contact_links, has_contact_words

URL = "https://www.oakmill.com/"


@pytest.mark.parametrize(
    "link",
    ['<a href="/contact">Contact</a>', '<a href="/kontakt/">Kontakt</a>', '<a href="/x7">お問い合わせ</a>', '<a href="/lianxi">联系我们</a>', '<a href="/impressum">Impressum</a>',
     '<a href="/p?id=3">Contact us</a>', '<a href="https://oakmill.com/contatti">Contatti</a>', '<a href="/iletisim">İletişim</a>', '<a href="/kapcsolat">x</a>', '<a href="/mentions-legales">x</a>',
     '<a href="/about-us"><img alt=""></a>', '<a href="/lien-he">Liên hệ</a>', '<a href="/contacto">Contacto</a>', '<a href="/fale-conosco">Fale conosco</a>', '<a href="/yhteystiedot">Yhteystiedot</a>'],
)  # fmt: skip
def test_contact_pages(link: str) -> None:
    """A link whose words or path say contact, imprint or about leads to a contact page."""
    assert len(contact_links(link + '<a href="/shop">Shop</a>', URL)) == 1


def test_likeliest_first() -> None:
    """Contact comes before imprint, before about, before legal; other sites and files are left out."""
    page = """<a href="/agb">AGB</a><a href="/about">About</a><a href="/impressum">Impressum</a><a href="/kontakt">Kontakt</a>
    <a href="https://other.org/contact">Contact</a><a href="/contact.pdf">Contact</a><a href="mailto:a@b.org">Contact</a><a href="#contact">Contact</a>"""
    assert contact_links(page, URL, 3) == [URL + "kontakt", URL + "impressum", URL + "about"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Call our phone line", True),
        ("E-Mail schreiben", True),
        ("联系我们", True),
        ("お問い合わせ", True),
        ("Nothing but trees", False),
    ],
)
def test_contact_words(text: str, wanted: bool) -> None:
    """Words such as contact, email or phone are seen in the large languages."""
    assert has_contact_words(f"<p>{text}</p>") is wanted


@pytest.mark.parametrize(
    "link",
    ["<a href=/p7><div>Kontakt</div></a>", "<A HREF='/p7'>Kont<b>akt</b></A>", '<a class=x\nhref="/p7">&#75;ontakt</a>', '<ul hidden><a href="/p7">Kontakt</a></ul>',
     '<a href="/p7">Kontakt', '<a href="/p7"><svg><title>x</title></svg>Kontakt</a>', '<map><area href="/p7" alt="Kontakt"></map>',
     """<iframe srcdoc='<a href="/p7">Kontakt</a>'></iframe>"""],
)  # fmt: skip
def test_words_of_a_link(link: str) -> None:
    """A link's words are read through blocks, codes, pictures and maps, in hidden menus and in pages within the page."""
    assert contact_links(link, URL) == [URL + "p7"]
