"""Whose contact it is: the site's own, or one that its page only names."""

import re
from collections.abc import Sequence

from contactscraper.contacts.scan import HEADING, Line
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
    r"роскомнадзор|berufshaftpflicht|haftpflichtversicher|versicherer\b|assurance (?:responsabilité|rc|professionnelle)|assureur\b|professional indemnity|compagnia assicurat|assicurazione (?:rc|professionale)|seguro de responsabilidad|αρχή προστασίας|kişisel verileri koruma|kvkk kurum|個人情報保護委員会|监管机构|supervisory body|watchdog",
    re.I,
)
#: Firms that built, host or paint the site.
MAKERS = re.compile(
    r"(?:web ?-?site|site|page|web|design(?:ed)?|built|made|developed|created|crafted|powered|hosted|theme|template|maintained|photos?|images?|photography|hosting|development|"
    r"realised|produced|managed)(?:\s+(?:and|&)\s+\w+)?\s*(?:by|:)\s|"
    r"\b(?:made|built|crafted|created|coded|designed) with [^.\n]{1,24}? by\s|"
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
    r"report (?:spam|abuse) to|forwarded message|original message|-----",
    re.I,
)
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


def foreign_lines(lines: Sequence[Line]) -> set[int]:
    """Indexes of lines below a heading that announces an authority or a maker, up to the next heading."""
    found: set[int] = set()
    since = 0
    for index, line in enumerate(lines):
        text = line.text
        if not line.zone & HEADING and not since and text[-1] != ":":
            continue
        if line.zone & HEADING:
            since = 12 if len(text) < 120 and (AUTHORITY.search(text) or MAKERS.search(text + " ")) else 0
        elif since:
            found.add(index)
            since -= 1
        elif len(text) < 80 and text.endswith(":") and AUTHORITY.search(text):
            since = 5
    return found


def is_foreign_in_line(text: str, place: int, end: int) -> str:
    """Why what stands at *place* to *end* of the line is not the site's own ('' where nothing says so)."""
    head = text[:place]
    for pattern, why in ((AUTHORITY, "an authority's"), (MAKERS, "the site's maker's"), (ELSEWHERE, "somebody else's")):
        near = head[-400:]
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
