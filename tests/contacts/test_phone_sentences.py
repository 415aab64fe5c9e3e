"""What people write before their number, in the languages of the large countries."""

import pytest

from contactscraper.contacts import extract_contacts

#: Region -> (sentence, its phones): words that only look like the name of another kind of number, and those that are one.
SENTENCES: dict[str, list[tuple[str, str]]] = {
    "DE": [
        ('Wir laden Sie ein: 030 23125041', '+493023125041'), ('Mo-Fr 8-17 Uhr 030 23125041', '+493023125041'), ('Mo–Fr von 8 bis 17 Uhr: 030 23125041', '+493023125041'), ('Rufen Sie uns an unter 030 23125041 oder schreiben Sie', '+493023125041'),
        ('Seit 1998 für Sie da · 030 23125041', '+493023125041'), ('Inhaber: Max Muster, 030 23125041', '+493023125041'), ('Ihr Ansprechpartner Herr Pan 030 23125041', '+493023125041'), ('Notfälle außerhalb der Sprechzeiten 030 23125041', '+493023125041'),
        ('Terminvereinbarung 030 23125041', '+493023125041'), ('Reservierung: 030/23125041', '+493023125041'), ('Büro Köln 0221 4710123', '+492214710123'), ('Tel. Zentrale: 030 23125041', '+493023125041'),
        ('Preis auf Anfrage unter 030 23125041', '+493023125041'), ('Artikel-Nr. 030 23125041', ''), ('Modell 030 23125041', ''), ('Ticket-Hotline 030 23125041', '+493023125041'),
        ('Kartenvorverkauf 030 23125041', '+493023125041'),
    ],
    "FR": [
        ("En cas d'urgence : 01 99 00 55 12", '+33199005512'), ('Port : 06 12 34 56 70', '+33612345670'), ('Port. 06 12 34 56 70', '+33612345670'), ('Réservations au 01 99 00 55 12', '+33199005512'),
        ('Prenez rendez-vous : 01.99.00.55.12', '+33199005512'), ('Dom. 01 99 00 55 12 - Bur. 01 99 00 55 13', '+33199005512 +33199005513'), ('Ouvert du lundi au vendredi de 9h à 18h au 01 99 00 55 12', '+33199005512'), ('Téléphone fixe : 01 99 00 55 12', '+33199005512'),
    ],
    "US": [
        ('All day long: 512-555-0187', '+15125550187'), ('Registration desk 512-555-0187', '+15125550187'), ('Oak Charity 512-555-0187', '+15125550187'), ('Oak Mill Company, 512-555-0187', '+15125550187'),
        ('Account manager: 512-555-0187', '+15125550187'), ('Questions about your order? 512-555-0187', '+15125550187'), ('Best price in town! 512-555-0187', '+15125550187'), ('Bail bonds 24h 512-555-0187', '+15125550187'),
        ('Case manager Ann 512-555-0187', '+15125550187'), ('Area office: 512-555-0187', '+15125550187'), ('Ticket office 512-555-0187', '+15125550187'), ('Room reservations 512-555-0187', '+15125550187'),
        ('Page us at 512-555-0187', '+15125550187'), ('License bureau (512) 555-0187', '+15125550187'), ('Text JOIN to 512-555-0187', '+15125550187'), ('TTY 512-555-0187', '+15125550187'),
        ('Crisis line: 512-555-0187', '+15125550187'), ('Dr. Tan 512-555-0187', '+15125550187'), ('Est. 1999 - (512) 555-0187', '+15125550187'), ('© 2024 Oak Mill | 512-555-0187', '+15125550187'),
        ('Apt 4, Austin, TX 78701 (512) 555-0187', '+15125550187'), ('Voice 512-555-0187 Fax 512-555-0188', '+15125550187'), ('EIN 512-555-0187', ''), ('Case # 512-555-0187', ''),
        ('License no: 512-555-0187', ''), ('Registration number 5125550187', ''), ('Account # 5125550187', ''), ('Model: 512-555-0187', ''),
    ],
    "GB": [
        ('Registered office: 12 Quay Street. 020 7946 0123', '+442079460123'), ('Out of hours 0161 496 0345', '+441614960345'), ('Bookings & enquiries 0161 496 0345', '+441614960345'), ("Members' line 0161 496 0345", '+441614960345'),
        ('Reg charity no 1155501 t 020 7946 0123', '+442079460123'), ('Visit us or ring on 0161 496 0345', '+441614960345'),
    ],
    "ES": [
        ('Pedidos: 932 12 34 50', '+34932123450'), ('Llame al 932 12 34 50 o tan pronto', '+34932123450'), ('Atención al cliente 900 123 456', '+34900123456'), ('Código postal 08001 - 932123450', '+34932123450'),
        ('Reservas +34 932 12 34 50', '+34932123450'),
    ],
    "IT": [
        ('Per informazioni 055 2345611', '+390552345611'), ('Data: 055 2345611', ''), ('Centralino 055 2345611', '+390552345611'), ('Ufficio ordini 055 2345611', '+390552345611'),
    ],
    "PL": [
        ('Pan Jan Kowalski 501 234 560', '+48501234560'), ('Od 10 lat z Wami: 22 555 01 24', '+48225550124'), ('Sekretariat: 22 555 01 24', '+48225550124'), ('Zadzwoń: 501-234-560', '+48501234560'),
    ],
    "NL": [
        ('Bel ons: 020 555 01 23', '+31205550123'), ('Storing? 020 555 01 23', '+31205550123'),
    ],
    "SE": [
        ('Kundtjänst 08-465 004 70', '+46846500470'), ('Kundnummer 08-465 004 70', ''),
    ],
    "NO": [
        ('Ring oss på 22 55 01 29', '+4722550129'),
    ],
    "DK": [
        ('Kundeservice 33 12 34 50', '+4533123450'),
    ],
    "FI": [
        ('Asiakaspalvelu 09 555 0129', '+35895550129'),
    ],
    "BR": [
        ('Central de atendimento (11) 3012-4599', '+551130124599'), ('Pedido 11 3012-4599', ''),
    ],
    "PT": [
        ('Encomendas: 215 550 123', '+351215550123'),
    ],
    "RU": [
        ('Заказ: 8 (812) 555-01-23', ''), ('Отдел продаж 8 (812) 555-01-23', '+78125550123'), ('Заказать звонок 8 (812) 555-01-23', '+78125550123'),
    ],
    "TR": [
        ('Müşteri hizmetleri 0212 555 01 29', '+902125550129'), ('Cep: 0532 123 45 67', '+905321234567'),
    ],
    "CN": [
        ('请拨打 010-85550129', '+861085550129'), ('总机：010-85550129', '+861085550129'),
    ],
    "JP": [
        ('ご予約は 03-3123-4560', '+81331234560'),
    ],
    "IN": [
        ('Customer care 022-25550123', '+912225550123'), ('Mr. Pan 98765 43211', '+919876543211'), ('PAN 98765 43211', ''),
    ],
    "AU": [
        ('Freecall 1800 123 457', '+611800123457'),
    ],
    "GR": [
        ('Παραγγελίες 210 5550129', '+302105550129'),
    ],
    "CZ": [
        ('Objednávky 222 555 129', '+420222555129'),
    ],
    "HU": [
        ('Ügyfélszolgálat 06 1 555 0129', '+3615550129'),
    ],
    "RO": [
        ('Comenzi 021 555 01 29', '+40215550129'),
    ],
    "IL": [
        ('להזמנות 03-5550129', '+97235550129'),
    ],
    "KR": [
        ('고객센터 02-555-0129', '+8225550129'),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("region", "text", "wanted"), [(region, *row) for region, rows in SENTENCES.items() for row in rows]
)
def test_sentence(region: str, text: str, wanted: str) -> None:
    """Whatever people write before their number, it is found; a number that is named otherwise is not."""
    found = extract_contacts(f"<p>{text}</p>", "https://oakmill.com/", region)
    assert sorted(found.phones) == sorted(wanted.split())
