"""Where numbers may stand in a line of text: what cannot be a phone is masked, the rest is put into plain form."""

import re

#: Stands for whatever was masked: no digit reaches over it.
BARRIER = "\u00a6"

#: Signs of a phone or a fax right before a number, in the large languages.
FAX = re.compile(
    r"(?<![^\W\d_])(?:tele|tel\.?[ ]?)?fax(?:nummer|nr|e|i)?|telefaks|faks|传真|傳真|ファ[ック]{1,2}ス|факс|φαξ|팩스|โทรสาร|แฟกซ์|فاكس|فکس|פקס|faksi|télécopie|telecopie|belgegeçer|fakss",
    re.I,
)
PHONE = re.compile(
    r"(?<![^\W\d_])(?:tel(?!efa[xk]|efax|e ?copie|evis|eg)|phone|telephone|fon(?![^\W\d_])|call(?!e)|mobil|handy|mob(?![^\W\d_])|cell|gsm|whats?app|hotline|freephone|toll|ring\b|dial|ruf|"
    r"anruf|telefon|teléfono|teléf|telf|tfno|tlf|tlm|telemóvel|telemovel|celular|móvil|movil|fijo|appel|portable|port\.|fixe|cellulare|cell\.|numero verde|komórk|kom\.|puh|puhelin|"
    r"zentrale|durchwahl|notdienst|helpline|landline|office|ph\b|direct|viber|signal|sms\b|text us|textphone|minicom|mobitel|bel ons|ligue|llám|chiama|appelez|zadzwoń|ring oss)|"
    r"电话|電話|手机|手機|热线|熱線|座机|咨询|客服|联系|携帯|フリーダイヤル|お問い合わせ|тел|моб|τηλ|κιν|전화|휴대|โทร|هاتف|جوال|موبايل|تلفن|טל|נייד|điện thoại|hotline|đt|☎|✆|📞|📱|🕿",
    re.I,
)
#: Labels of numbers that are no phones.
OTHER = re.compile(
    r"(?<![^\W\d_])(?:iban|bic|swift|blz|kto|konto(?:nummer|nr)?|account|acct|sort code|routing|vat|ust|uid|ust-?id\w*|steuer\w*|st-?nr|finanzamt|tax|tin|ein|duns|d-u-n-s|npi|"
    r"siret|siren|rcs|ape|naf|tva|p\.?[ ]?iva|partita|c\.?f\.?(?![^\W\d_])|codice|rea|nif|cif|nie|rfc|cuit|rut|ruc|nit|cnpj|cpf|cep|crm|cro|oab|creci|insc\w*|protocolo|processo|"
    r"abn|acn|arbn|afsl|nzbn|isbn|issn|ean|gtin|upc|asin|sku|mpn|oem|order|bestell\w*|auftrag\w*|pedido|commande|ordine|zamówieni\w*|artikel\w*|art\.?[- ]?nr|article|item|part|model|modell|type|serial|s/n|seri\w*|"
    r"tracking|parcel|shipment|sendung\w*|version|ver|v|rev|build|kernel|release|firmware|qq(?:群|号)?|icp|register\w*|hrb|hra|vr|kvk|btw|bsn|org\.?[ -]?(?:nr|nummer)|orgnr|organi[sz]ation\w*|bankgiro|plusgiro|bg|pg|swish|"
    r"cvr|se-nr|y-tunnus|alv|nip|regon|krs|pesel|bdo|ičo|ico|dič|dic|ič dph|adószám|cégjegyzék\w*|cui|j\d\d|αφμ|γεμη|инн|огрн(?:ип)?|кпп|бик|окпо|р/с|к/с|снилс|vergi|mersis|sicil|ticaret|tc|"
    r"company (?:no|number|reg)\w*|charity|registration|registered|reg|reg\.|number of|licen[cs]e|lic|permit|npn|dre|nmls|mls|bond|gst\w*|cin|pan|tan|fssai|hsn|msme|udyam|mst|mã số\w*|tdp|"
    r"lat(?:itude)?|lon(?:g(?:itude)?)?|gps|coord\w*|id|ids|ref|reference|réf|réference|ref\.?[ ]?no|invoice|rechnung\w*|factura|facture|fattura|kunden\w*|customer|client|membership|member|mitglieds\w*|ticket|case|code|pin|postcode|zip|plz|postfach|po box|"
    r"creditor|gläubiger\w*|glaeubiger\w*|depositor|depot|aktenzeichen|az|chassis|vin|imei|iccid|hash|session|request|error|seq|sequence|lot|batch|pages?|seiten?|pp|dimensions?|score|population|pop|area|followers|views|likes|downloads|price|preis|eur|usd|gbp|"
    r"uhr|ip|server|dns|port|date|datum|fecha|data|born|since|copyright|no\.?[ ]?of|freq(?:uency)?|mhz|khz|asn|doi|arxiv|pmid|orcid|fdc|ndc|cas|crd|sec|finra|fca|frn|ico reg|sra|gmc|gdc|ncno|cage|usdot|mc|dot)(?![^\W\d_])(?:[ ]?(?:nr|no|n°|nº|№|id|number|nummer|num|#)\.?)?|"
    r"备案号?|备|公网安备|微信号|邮编|郵編|注册号|统一社会|信用代码|执照|许可证|编号|法人番号|登録番号|許可|免許|〒|郵便|사업자|등록번호|통신판매|우편|السجل|الرقم الضريبي|ح\.פ|ח\.פ|עוסק|เลขประจำตัว|ทะเบียน|личный|лицензи|№|п/о",
    re.I,
)
_CJK = "\u1100-\u11ff\u2e80-\u303f\u3041-\u30fe\u3100-\ud7ff\uf900-\ufaff\u0e00-\u0eff"
_SPACES = re.compile(r"[\u00a0\u2000-\u200a\u202f\u205f\u3000\t]")
_HYPHENS = re.compile("[\u2010-\u2015\u2212\uff0d\u30fc\uff70\u00ad](?=[\\s\\d(])")
_MASKED = re.compile(
    "|".join(
        (
            r"[a-z][a-z0-9+.-]{1,12}://\S{1,2000}",  # URLs
            r"(?<!\S)www\.\S{1,500}",
            r"[\w.+-]{1,64}@[\w.-]{1,100}",  # addresses
            r"(?<![\w.])(?:/[\w.%~+-]{1,200}){1,20}\.\w{2,5}(?!\w)",  # paths of files
            r"\b[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,4})?\b",  # IBAN
            r"(?<![\d.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\d.])(?<!\d{3}\.\d{3}\.\d{3}\.\d{3})",  # IPv4
            r"(?<![\d.])(?:10|127|169|172|192|198|203|255)\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\d.])",
            r"(?<![\d.,-])(?:0?[1-9]|[12]\d|3[01])\.[ ]?(?:0?[1-9]|1[0-2])\.[ ]?(?:(?:19|20)\d{2}|\d{2}(?![\d.]))?(?:[ ]?[-\u2013/][ ]?(?:0?[1-9]|[12]\d|3[01])\.[ ]?(?:0?[1-9]|1[0-2])\.?[ ]?(?:(?:19|20)\d{2}|\d{2})?)?(?![\d])(?![ ./-]?\d{2})",
            r"(?<![\d/-])(?:19|20)\d{2}[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12]\d|3[01])(?:[T ]\d{1,2}:\d{2}(?::\d{2})?)?(?!\d)",
            r"(?<![\d/-])(?:0?[1-9]|[12]\d|3[01])[-/](?:0?[1-9]|[12]\d|3[01])[-/](?:19|20)\d{2}(?![\d-])",
            r"(?<!\d)\d{1,2}[:h]\d{2}(?::\d{2})?(?:[ ]?(?:-|\u2013|to|bis|a|à|~|\u301c)[ ]?\d{1,2}[:h]\d{2})?(?!\d)",  # times
            r"(?<![\d.])\d{1,2}\.\d{2}[ ]?[-\u2013][ ]?\d{1,2}\.\d{2}(?![\d.])",
            r"(?<!\d)(?:19|20)\d{2}[ ]?[-\u2013/][ ]?(?:19|20)\d{2}(?![\d-])",  # years
            r"(?<![\d.])[-+]?\d{1,3}\.\d{4,}(?![\d.])(?:[ ]?[,;/ ][ ]?[-+]?\d{1,3}\.\d{3,}(?!\d))?",  # coordinates
            r"\d{1,3}°[\s\d.'′″\"]{0,20}",
            r"(?:[€$£¥₹₽₺]|\b(?:EUR|USD|GBP|CHF|PLN|SEK|R\$|Rs\.?|INR|NOK|DKK|CZK|HUF|TL|zł))[ ]?\d[\d.,' ]{0,18}\d",  # prices
            r"(?<![\d.])\d{1,3}(?:[., ']\d{3}){0,4}(?:[.,]\d{1,2})?[ ]?(?:[€$£¥₹₽₺%‰]|(?:EUR|USD|CHF|kg|km|cm|mm|m²|qm|kWh|MHz|kHz|GB|MB|kB|px|ms|Uhr)\b)",
            r"(?<!\w)(?=[0-9a-f-]*[a-f])(?=[0-9a-f-]*\d)[0-9a-f-]{16,}(?!\w)",  # keys
            r"(?<![\w+])[A-Za-z]{1,12}\d[A-Za-z0-9]{4,}(?!\w)",
            r"(?<![\w-])\d{1,4}[x×][ ]?\d{1,4}(?:[ ]?[x×][ ]?\d{1,4}){0,3}(?![\w-])",
            r"\d{1,5}(?:[ ][x×][ ]\d{1,5}){2,4}",
            r"(?<!\d)\d{1,2}\.\d{1,2}\.?[ ]?[-\u2013][ ]?\d{1,2}\.\d{1,2}\.(?:(?:19|20)\d{2}|\d{2})?(?![\d.])",
            r"(?<!\w)\d{1,2}x(?=[ ][a-z])",  # '4x daily'
            r"(?<![\d+(])\d{16,}(?!\d)",
            r"(?<!\w)[A-Z]{1,3}-?\d{3}[-.]\d{3}[-.]\d{3}(?:[-. ][A-Z]{2,4})?(?!\w)",
        )
    ),
    re.I,
)
_HEXISH = re.compile(r"(?<![A-Za-z0-9+])[A-Za-z]{1,4}\d[A-Za-z0-9]{3,}")
_GLUE_LEFT = re.compile(rf"(?<=[A-Za-z{_CJK}])(?=\+\d)")
_GLUE_CJK = re.compile(rf"(?<=[{_CJK}])(?=[\d(+])|(?<=\d)(?=[{_CJK}])")
_GLUE_RIGHT = re.compile(r"((?<!\w)[+(0]\d[\d ().-]{6,18}\d)(?=[A-Za-z]{3,})")
_TRUNK = re.compile(r"[\[(][ ]?0[ ]?[\])]")
_CARRIER = re.compile(r"\(?0[x*]{2}[ -]?(?=\d{2}\))|\(0[x*]{2}[ -]?(\d{2})\)", re.I)
_EXIT = re.compile(r"(?<![\d+(/.-])\(?00\)?[ -]?(?=[1-9][\d\s()./-]{8,})")
_EXIT_NANP = re.compile(r"(?<![\d+(/.-])\(?011\)?[ -](?=[1-9][\d\s()./-]{8,})")
_PLUSED_SLASH = re.compile(r"[ ]?[/|,;][ ]?(?=\(?\+\d)")
_PLUS_SPACE = re.compile(r"\+[ ]+(?=[1-9])|\(\+(\d{1,3})\)[ ]?|\+\((\d{1,3})\)[ ]?")
_LIST = re.compile(r"(?<=\d)[ ](?:-|–|—|\||·|•|;|/)[ ](?=[(+0])")


def plain(line: str, nanp: bool = False) -> str:
    """*line* with what cannot be a phone masked, and odd spellings of numbers made plain. *nanp*: the page is North
    American, where 011 dials abroad."""
    text = _SPACES.sub(" ", line)
    text = _HYPHENS.sub("-", text)
    if not text.isascii():
        text = (
            text.replace("（", "(")
            .replace("）", ")")
            .replace("／", "/")
            .replace("＋", "+")
            .replace("．", ".")
            .replace("‑", "-")
        )
        text = _GLUE_CJK.sub(" ", text)
    text = _GLUE_LEFT.sub(" ", text)
    text = _GLUE_RIGHT.sub(r"\1 ", text)
    text = _CARRIER.sub(lambda m: f"({m[1]}) " if m[1] else "(", text)
    text = _TRUNK.sub(" ", text)
    text = _PLUS_SPACE.sub(lambda m: "+" + (f"{m[1] or m[2]} " if m[1] or m[2] else ""), text)
    text = _MASKED.sub(_mask, text)
    text = text.replace("/-", f" {BARRIER} -") if "/-" in text else text
    text = _EXIT.sub("+", text)
    if nanp:
        text = _EXIT_NANP.sub("+", text)
    text = _PLUSED_SLASH.sub(f" {BARRIER} ", text)
    return _LIST.sub(_parted, text)


def _parted(match: re.Match[str]) -> str:
    """Two numbers part at a spaced sign only where the first is whole: '0176 / 04069 123' is one."""
    run = re.search(r"[\d ()./-]*$", match.string[max(0, match.start() - 18) : match.start()])
    whole = run is not None and sum(char.isdigit() for char in run[0]) >= 6
    return f" {BARRIER} " if whole else match[0]


def _mask(match: re.Match[str]) -> str:
    text = match[0]
    return BARRIER if len(text) < 3 else BARRIER + " " * (len(text) - 2) + BARRIER


def label_says(tail: str) -> str:
    """What the label before a number, *tail*, says that it is: ``phone``, ``fax``, ``other`` or ''."""
    best, kind = -1, ""
    for match in PHONE.finditer(tail):
        best, kind = match.end(), "phone"
    fax = None
    for match in FAX.finditer(tail):
        fax = match
    if fax is not None:
        both = re.search(
            r"(?:tel\w*|phone|тел\w*|電話|电话|τηλ)\.?[ ]?(?:[/&+]|und|and|y|e|et|・)[ ]?$", tail[: fax.start()], re.I
        ) or re.match(r"[ ]?(?:[/&+]|und|and|y|e|et|・)[ ]?(?:tel|phone|тел|電話|电话|τηλ)", tail[fax.end() :], re.I)
        if both:
            return "phone"
        if fax.end() >= best:
            best, kind = fax.end(), "fax"
    for match in OTHER.finditer(tail):
        rest = tail[match.end() :]
        if (
            match.start() >= best
            and len(rest) < 24
            and BARRIER not in rest
            and not re.search(r"\d{3,}\W*[^\W\d_]|\d{3}.*[,;|·•¦]\s*\S*$", rest)
        ):
            kind = "other"
            best = match.end()
    if kind != "other" and re.search(r"(?:^|[\s|·,;¦/])F(?:ax)?[.:]{0,2}\s{0,2}$", tail):
        return "fax"
    return kind
