"""Whose contact it is: the site's own, or one that its page only names."""

import re
from collections.abc import Sequence
from functools import lru_cache

import re2

from contactscraper.contacts.elements import HEADING
from contactscraper.contacts.scanned import Scan, lines_matching
from contactscraper.urls import registered_domain

#: Offices that a legal page must name: data protection authorities, chambers, arbitration, registers.
AUTHORITY = re.compile(
    r"aufsichtsbeh(?:ö|oe)rde|landesbeauftragte|bundesbeauftragte|datenschutzbeh(?:ö|oe)rde|schlichtungsstelle|verbraucherschlichtung|"
    r"streitbeilegung|schlichtung|online-streit|beschwerdestelle|berufsaufsicht|zuständige (?:kammer|beh)|ärztekammer|rechtsanwaltskammer|"
    r"handwerkskammer|industrie- und handelskammer|"
    r"supervisory authority|data protection authority|data protection commission|information commissioner|ombudsman|regulator\b|"
    r"arbitration|dispute resolution|lodge a complaint|complain to|complaints? (?:to|about us)|licensing authority|trading standards|"
    r"autorit[ée] de contr[ôo]le|cnil\b|m[ée]diateur|m[ée]diation|r[ée]clamation aupr|"
    r"autorit[àa] di controllo|garante (?:per la|privacy)|autoridad de control|agencia española de protecci|aepd\b|"
    r"autoridade (?:de controlo|nacional de proteção)|anpd\b|cnpd\b|autoriteit persoonsgegevens|geschillencommissie|"
    r"urz[ąa]d ochrony danych|uodo\b|prezes urzędu|integritetsskyddsmyndigheten|datatilsynet|tietosuojavaltuutet|"
    r"úřad pro ochranu|úrad na ochranu|adatvédelmi hatóság|naih\b|autoritatea (?:națională )?de supraveghere|anspdcp|"
    r"роскомнадзор|berufshaftpflicht|haftpflichtversicher|versicherer\b|assurance (?:responsabilité|rc|professionnelle)|assureur\b|professional indemnity|compagnia assicurat|assicurazione (?:rc|professionale)|seguro de responsabilidad|αρχή προστασίας|kişisel verileri koruma|kvkk kurum|個人情報保護委員会|监管机构|supervisory body|watchdog|"
    r"verbraucherzentrale|protecția consumatorilor\s?[:：]|defensa del consumidor\s?[:：]|protección al consumidor\s?[:：]|procon\b|consumer (?:protection|affairs|disputes) |"
    r"inspekcja handlowa|rzecznik (?:praw|konsument)|obchodní inspekce|fogyasztóvédelm|békéltető testület|konsumentverket|reklamationsnämnden|forbrugerklage|forbrukertilsynet|"
    r"kuluttajariita|роспотребнадзор|tüketici hakem|消費生活センター|autorité de protection des données|gegevensbeschermingsautoriteit|privacy commissioner|commissariat à la protection",
    re.I,
)
#: Firms that built, host or paint the site.
MAKERS = re.compile(
    r"(?:web ?-?site|site|page|web|design(?:ed)?|built|made|developed|created|crafted|powered|hosted|theme|template|maintained|photos?|images?|photography|hosting|development|"
    r"realised|produced|managed)(?:\s+(?:and|&)\s+\w+)?(?:\s+(?:is|are|was|were))?\s*(?:by|:)\s|"
    r"\b(?:made|built|crafted|created|coded|designed) with [^.\n]{1,24}? by |"
    r"web-?design\w*|webagentur|web(?:site)?-?(?:entwicklung|erstellung|realisierung)|umsetzung|gestaltung|konzept(?:ion)?\b|technische (?:umsetzung|realisierung|betreuung)|hosting|hoster\b|"
    r"bildnachweis|fotos?:|photo credits?|picture credits|programmierung|realisierung|internetagentur|"
    r"(?:site )?r[ée]alis(?:é|ation|ée)\b|conception (?:du site|et|web|graphique)|h[ée]berg(?:eur|ement|é)|cr[ée]ation (?:du )?site|cr[ée]dits?\b|"
    r"sito (?:web )?(?:realizzato|creato)|realizzazione (?:sito|web)|realizzato da|sviluppato da|diseñ(?:o|ado) (?:web|por)|desarroll(?:o|ado) (?:web|por)|"
    r"desenvolvido por|desenvolvimento|criado por|website door|gerealiseerd door|ontwerp\b|projekt i wykonanie|wykonanie:|realizacja:|strona wykonana|"
    r"webbplats av|webbyrå|producerad av|design av|nettside (?:av|fra)|hjemmeside (?:af|fra)|sivut:|toteutus:|vytvořil|tvorba webu|weboldal:|készítette|"
    r"разработка сайт|создание сайт|сделано в|сайт разработ|хостинг|技术支持|網頁設計|网站建设|制作：|ホームページ制作|サイト制作|tasarım\b|web tasar",
    re.I,
)
#: A line that says that what it names is somebody else's.
ELSEWHERE = re.compile(
    r"not affiliated|our partner\b|unser partner|notre partenaire|press enquiries to our agency|posted by|wrote:|schrieb:|a écrit|"
    r"written by a reader|letter to the editor|leserbrief|guest author|gastautor|in case of emergency call|emergency services|"
    r"report (?:spam|abuse) to|beware of|scammers?\b|fraudsters?\b|impersonat|forwarded message|original message|-----",
    re.I,
)
#: In lower case, parts of which one stands in whatever the three patterns find; they are looked for before.
_AUTHORITY_STEMS = (
    "beauftragte", "ufsicht", "schutzbeh", "schlicht", "beilegung", "online-streit", "beschwerdestelle", "zuständige ", "ärztekammer",
    "anwaltskammer", "werkskammer", "handelskammer", "supervisory", "data protection ", "information commissioner", "ombudsman",
    "regulator", "arbitration", "dispute resolution", "lodge a complaint", "compla", "licensing authority", "trading standards",
    " de contr", "cnil", "diateur", "diation", "clamation aupr", " di controllo", "garante p", "agencia española", "aepd",
    "autoridade ", "anpd", "cnpd", "autoriteit", "geschillencommissie", "d ochrony danych", "uodo", "prezes urzędu",
    "integritetsskydd", "datatilsynet", "tietosuojavaltuutet", "na ochranu", "pro ochranu", "adatvédelmi", "naih", "de supraveghere",
    "anspdcp", "роскомнадзор", "haftpflicht", "versicherer", "assurance ", "assureur", "indemnity", "assicura", "seguro de resp", "αρχή προστασ", "kişisel verileri", "kvkk", "個人情報保護委員会", "监管机构", "watchdog", "verbraucherz", "consumidor", "consumator", "procon", "consumer ", "inspekc",
    "rzecznik", "inspekce", "fogyaszt", "békéltető", "konsumentverk", "reklamationsn", "forbruger", "forbruker", "kuluttajar", "потребнадзор", "hakem",
    "消費生活", "protection des donn", "gegevensbesch", "privacy comm", "commissariat",
)  # fmt: skip
_MAKER_STEMS = (
    "by ", "by\n", "web", "design", "entwicklung", "erstellung", "realisierung", "umsetzung", "gestaltung", "konzept", "technische ",
    "host", "bildnachweis", "foto", "credit", "crédit", "programmierung", "internetagentur", "alis", "conception ", "berg", "création",
    "creation", "realizzat", "creato", "realizzazione ", "sviluppato", "diseñ", "desarroll", "desenvolv", "criado por", "site", "page",
    "gerealiseerd", "ontwerp", "wykonan", "realizacja", "producerad", "nettside ", "hjemmeside ", "sivut:", "toteutus:", "vytvořil",
    "készítette", "сайт", "сделано в", "хостинг", "技术支持", "設計", "网站建设", "制作", "tasar", "photo", "image", "theme", "template",
    "built", "made", "develop", "created", "crafted", "powered", "maintained", "produced", "managed",
)  # fmt: skip
_ELSEWHERE_STEMS = (
    "not affiliated", "our partner", "unser partner", "partenaire", "our agency", "posted by", "wrote:", "schrieb:", "a écrit",
    "by a reader", "to the editor", "beware of", "scammer", "fraudster", "impersonat", "leserbrief", "guest author", "gastautor", "emergency", "report ", " message", "-----",
)  # fmt: skip
_RULES = (
    (AUTHORITY, _AUTHORITY_STEMS, "an authority's"),
    (MAKERS, _MAKER_STEMS, "the site's maker's"),
    (ELSEWHERE, _ELSEWHERE_STEMS, "somebody else's"),
)
#: What all that foreign lines are looked for in has in it, in lower case.
_ANNOUNCED = re2.compile("|".join(map(re.escape, (*_AUTHORITY_STEMS, *_MAKER_STEMS))))
_SENTENCE = re.compile(r"(?<=[a-z)]{3})[.!?]\s+(?=[A-ZÄÖÜ])")
#: Hosts where firms have their mail as people do.
WEBMAIL = frozenset(
    "gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com icloud.com me.com aol.com "
    "gmx.de gmx.net gmx.at gmx.ch web.de t-online.de freenet.de arcor.de mail.ru yandex.ru bk.ru list.ru inbox.ru rambler.ru "
    "orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it tiscali.it alice.it tin.it wp.pl o2.pl onet.pl "
    "interia.pl seznam.cz email.cz centrum.cz uol.com.br bol.com.br terra.com.br ig.com.br qq.com 163.com 126.com sina.com "
    "foxmail.com aliyun.com naver.com daum.net hanmail.net docomo.ne.jp yahoo.co.jp yahoo.co.uk yahoo.de yahoo.fr btinternet.com "
    "bluewin.ch hotmail.de hotmail.fr hotmail.co.uk hotmail.it proton.me protonmail.com zoho.com mail.com rediffmail.com "
    "telefonica.net ziggo.nl kpnmail.nl planet.nl telenet.be skynet.be bigpond.com optusnet.com.au xtra.co.nz sapo.pt".split()
)
#: Local parts that mean the business rather than a person, likeliest first.
ROLES = (
    "info", "contact", "kontakt", "hello", "office", "mail", "sales", "support", "service", "enquiries", "team", "contacto",
    "contato", "hallo", "hola", "bonjour", "ciao", "hi", "hej", "post", "zentrale", "buero", "biuro", "iroda", "bilgi",
    "inquiry", "enquiry", "welcome", "admin", "reception", "verkauf", "vertrieb", "ventas", "vendas", "export", "shop",
    "orders", "help", "care", "customerservice", "kundenservice", "servis", "sekretariat", "press", "presse", "media",
    "jobs", "karriere", "hr", "privacy", "datenschutz", "dpo", "webmaster",
)  # fmt: skip


def _rules_of(text: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The rules that may find something in *text*, with what they say. Asked of a line for each contact in it."""
    return _rules_of_short(text) if len(text) < 1_000 else _read_rules(text)


@lru_cache(maxsize=1_024)
def _rules_of_short(text: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    return _read_rules(text)


def _read_rules(text: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    low = text.lower()
    found = []
    for pattern, stems, why in _RULES:
        for stem in stems:
            if stem in low:
                found.append((pattern, why))
                break
    return tuple(found)


def names_maker(text: str) -> bool:
    """Whether *text* names who built, hosts or paints the site."""
    return any(pattern is MAKERS for pattern, _ in _rules_of(text)) and MAKERS.search(text) is not None


def foreign_lines(scan: Scan, text: str) -> set[int]:
    """Indexes of lines below a heading that announces an authority or a maker, up to the next heading. *text* is that of
    all lines."""
    texts, zones = scan.texts, scan.zones
    heads = {index: text for index, zone in zones.items() if zone & HEADING and len(text := texts[index]) < 120}
    if ":\n" in text or text.endswith(":"):
        text += "\n"
        line = last = 0
        while (place := text.find(":\n", last)) >= 0:
            line += text.count("\n", last, place)
            last = place + 1
            if len(texts[line]) < 80:
                heads.setdefault(line, texts[line])
    found: set[int] = set()
    heads_in_order = sorted(heads.items())
    lowered = "".join(f"{head} \n" for _, head in heads_in_order).lower()
    for place in lines_matching(_ANNOUNCED, lowered.encode(errors="replace")):
        index, text = heads_in_order[place]
        heading = bool(zones.get(index, 0) & HEADING)
        rules = [pattern for pattern, _ in _rules_of(text + " ")]
        if (AUTHORITY in rules and AUTHORITY.search(text)) or (
            heading and MAKERS in rules and MAKERS.search(text + " ")
        ):
            for below in range(index + 1, min(index + (13 if heading else 6), len(texts))):
                if zones.get(below, 0) & HEADING:
                    break
                found.add(below)
    return found


def is_foreign_in_line(text: str, place: int, end: int) -> str:
    """Why what stands at *place* to *end* of the line is not the site's own ('' where nothing says so)."""
    for pattern, why in _rules_of(text):
        near = text[:place][-400:]
        if pattern is MAKERS:
            near = _SENTENCE.split(near)[-1]
        if pattern.search(near):
            return why
    return ""


def rank(address: str, own: str, sources: Sequence[str]) -> tuple[int, int, int]:
    """The site's own domain before webmail before others, role addresses before personal ones, links before text."""
    local, _, host = address.partition("@")
    where = 0 if registered_domain(host) == own else 1 if host in WEBMAIL else 2
    role = ROLES.index(local) if local in ROLES else len(ROLES)
    return where, role, 0 if "mailto" in sources or "JSON-LD" in sources else 1
