"""The words that say what a number is, as tables: a language or a subject a row."""

PHONE, FAX, OTHER = "phone", "fax", "other"


def _kinds(kind: str, *rows: str) -> dict[str, str]:
    return {word: kind for row in rows for word in row.split()}


#: Beginnings of words; the longest that fits says what the word means ('': nothing, although a shorter one would).
STEMS: dict[str, str] = {
    **_kinds(
        PHONE,
        "tel phone mobil mobile hotline freephone freefone tollfree whatsapp helpline landline textphone switchboard call",
        "handy anruf ruf zentrale durchwahl notdienst festnetz bereitschaft",  # German
        "teléf telf celular móvil movil llám llam centralita",  # Spanish, Portuguese
        "appel tél cellul komórk zadzwoń mobitel puhelin",  # French, Italian, Polish, Croatian, Finnish
        "тел моб звонк звонит τηλ κιν hívj",  # Russian, Greek, Hungarian
    ),
    **_kinds(FAX, "fax telefax telefaks faks факс φαξ télécopi telecopi belgegeçer"),
    **_kinds(OTHER, "konto steuer umsatzsteuer handelsreg aktenz registrier gläubiger glaeubiger organisationsn inscri cégjegyz личн лиценз"),
    **_kinds("", "télév télégr télésc télétr télécom téléch televi telegr teleco teleko telesk telesc telesh telewo calle caller calor callig mobilia mobilit mobilier rufen телев телег appell"),
}  # fmt: skip
#: Ends of compounds: 'Bestellhotline', 'Servicetelefon'.
PHONE_ENDS = ("telefon", "telefoon", "hotline", "phone", "handy", "infoline", "telephone")
#: Ends of compounds that number anything ('Kundennummer'), where the beginning is no phone's ('Rufnummer').
NUMBERED = ("nummer", "nummern", "nr", "numer", "számjel", "numero")

#: Whole words, as written in lower case; a full stop is part of an abbreviation.
WORDS: dict[str, str] = {
    **_kinds(
        PHONE,
        "fon ring ph office direct signal sms text dial toll cell gsm viber mob minicom handset",
        "port port. portable fixe standard cell. celulares kom. kom. cel cel. fijo tfno tlf tlm telemóvel telemovel fone fones ligue chiama bel puh",
    ),
    # Banks
    **_kinds(OTHER, "iban bic swift blz kto bankgiro plusgiro bg pg depositor creditor"),
    # Taxes
    **_kinds(
        OTHER,
        "vat ust uid ustid tin ein duns siret siren rcs ape naf tva piva partita codice rea nif cif nie rfc cuit rut",
        "ruc nit cnpj cpf nip regon krs pesel bdo ičo ico dič dic adószám cui cvr alv btw bsn kvk abn acn arbn vergi αφμ",
        "γεμη инн огрн огрнип кпп бик окпо снилс gst gstin pan tan mst orgnr finanzamt eori",
    ),
    # Registers and licences
    **_kinds(
        OTHER,
        "hrb hra vr npi npn lic cslb dre nmls mls cin fssai hsn msme udyam tdp mersis sicil ticaret tc afsl nzbn crm cro oab creci",
        "processo protocolo icp fca frn finra crd sra gmc gdc ncno cage usdot mc iso iec din astm doi arxiv pmid orcid fdc ndc",
        "cas asn",
    ),
    # Goods, papers and machines
    **_kinds(
        OTHER,
        "isbn issn ean gtin upc asin sku mpn oem tracking serial chassis vin imei iccid hash batch firmware ip dns mhz khz freq",
        "qq ids id seq swish",
    ),
    # Places and sums
    **_kinds(
        OTHER,
        "latitude longitude gps coord coords coordinates followers likes downloads eur usd gbp zip postcode postfach plz",
    ),
}  # fmt: skip
#: Abbreviations that are words of some language ('Wir laden Sie ein: ...'): they count in capitals only.
CAPITALS = frozenset("ein tin pan tan nie nit ape cas mc bg pg tc mst rut din cro cin icp sec dot vin".split())
#: Whole words that also name what has a phone of its own ('Customer service: 0800 ...'): they count right before a number,
#: or with nothing but words of ``COUNTING`` between.
THINGS = frozenset(
    "order bestell bestellung auftrag pedido commande ordine zamówienie zamówienia "
    "artikel art article item part model modell type ticket case code pin area server date datum fecha data session request "
    "license licence permit registration registered register reg tax bond lot version ver v rev build kernel release frequency "
    "score population pop views price preis prix precio dimensions account acct depot "
    "error sequence ref reference referenz réf référence invoice rechnung factura facture fattura shipment sendung parcel page pages "
    "seite seiten pp az sec dot edition volume vol issue room commande заказ артикул objednávka bestelling org registro expediente matrícula matricola "
    "example format placeholder beispiel exemple ejemplo esempio exemplo voorbeeld przykład пример".split()
)
#: Whole words of people and firms: they count where a word of ``COUNTING`` follows ('Client no. ...').
COUNTED = frozenset(
    "customer client membership member kunden mitglied klant kund user company cliente socio abonné charity".split()
)
#: Words between a name and its number that say nothing.
COUNTING = frozenset(
    "no nr n nº n° number numbers num numero número numéro nummer numer nummern nro номер the is of de der und and".split()
)
#: Several words, as written between spaces, hyphens and full stops.
PHRASES = tuple(
    f" {phrase}"
    for phrase in (
        "sort code", "number of", "no of", "d u n s", "p iva", "c f", "s n", "st nr", "p o box", "po box", "y tunnus",
        "se nr", "р с", "к с", "п о", "org nr", "company reg", "mã số", "mã số thuế", "j 40", "e g", "z b", "p ex", "such as",
    )
)  # fmt: skip
#: The same for phones.
PHONE_PHRASES = tuple(
    f" {phrase}"
    for phrase in (
        "numero verde",
        "numéro vert",
        "service client",
        "service clients",
        "service clientèle",
        "relation client",
        "servicio al cliente",
        "atención al cliente",
        "servizio clienti",
        "serviço ao cliente",
        "atendimento ao cliente",
        "customer service",
        "customer care",
        "customer support",
        "toll free",
        "free call",
        "text us",
    )
)
#: Scripts that put no space between words, or an article before them: what stands anywhere in the text counts.
UNSPACED: dict[str, str] = {
    **_kinds(PHONE, "电话 電話 手机 手機 热线 熱線 座机 咨询 客服 联系 携帯 フリーダイヤル お問い合わせ 전화 휴대 핸드폰 대표번호 โทร มือถือ ☎ ✆ 📞 📱 🕿 ℡"),
    **_kinds(PHONE, "هاتف جوال موبايل تلفن تليفون تلفون واتس טלפון טל' נייד סלולרי"),
    **_kinds(FAX, "传真 傳真 ファックス ファクス 팩스 โทรสาร แฟกซ์ فاكس فکس פקס"),
    **_kinds(OTHER, "备案 公网安备 微信号 邮编 郵編 注册号 统一社会 信用代码 执照 许可证 编号 货号 订单 群号 法人番号 登録番号 許可 免許 〒 郵便"),
    **_kinds(OTHER, "사업자 등록번호 통신판매 우편 السجل الضريبي ח.פ עוסק เลขประจำตัว ทะเบียน №"),
}  # fmt: skip
