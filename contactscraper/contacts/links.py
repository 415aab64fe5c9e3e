"""The site's own contact pages, likeliest first, and the words that say that a contact may be hidden."""

import re
from collections.abc import Callable
from urllib.parse import unquote, urlsplit

from contactscraper.contacts.page import Page
from contactscraper.contacts.stems import Stems
from contactscraper.urls import same_site

#: Words of a link's text or path, by how likely its page names a contact. A language is a word in a row.
WORDS: tuple[tuple[int, str], ...] = (
    (100, r"contact(?!s?-?lens)|kontakt|contatt|contact[eo]s?|contacto|contato|contactez|yhteys|kapcsolat|iletisim|"
          r"iletişim|επικοινων|контакт|связ|зв.?яз|联系|聯繫|聯絡|お問い?合わ?せ|お問合|問い合わせ|연락|문의|ติดต่อ|"
          r"fale-?conosco|atendimento|nous-?(?:ecrire|écrire|joindre)|bize-?ula[sş]|ulaşım|ota-?yhteytt|обратная|написать|контакти|"
          r"cont[áa]cte?n?[oa]?s?|escr[íi]ben?os|scrivici|dane-?kontaktowe|yhteystie|联络|連絡|ご連絡|تماس|kontaktai|kontakte|sazinat|"
          r"get-?in-?touch|write-?(?:to-?)?us|email-?us|call-?us|reach-?us|schreiben-?sie|sprechen-?sie|"
          r"liên-?hệ|lien-?he|hubungi|اتصل|تواصل|צור-?קשר|צור קשר"),
    (90, r"impressum|imprint|mentions-?legales|mentions légales|legal-?notice|aviso-?legal|note-?legali|"
         r"colofon|kolofon|impresum|impressumi|特定商取引|사업자 ?정보|note-?legal|informazioni-?legali|juridische|mentions"),
    (60, r"about|über-?uns|ueber-?uns|a-?propos|chi-?siamo|quienes-?somos|quem-?somos|over-?ons|om-?oss|om-?os|"
         r"o-?nas|hakkimizda|hakkımızda|о-?нас|о компании|关于|關於|会社概要|회사소개|who-?we-?are|company|unternehmen|qui-?sommes|sobre-?n[oó]s|wie-?zijn|"
         r"o-?firmie|despre|r[óo]lunk|会社案内|アクセス|오시는 ?길|tietoa-?meist|meista|om-?oss|über-?mich|praxis"),
    (40, r"team|staff|people|locations?|standorte?|stores?|filialen|support|help|kundenservice|customer-?service|"
         r"ansprechpartner|reach-?us|get-?in-?touch|find-?us|anfahrt|visit-?us"),
    (20, r"legal|privacy|datenschutz|politica-?de-?privacidad|agb|terms"),
)  # fmt: skip
_Rows = list[tuple[int, re.Pattern[str]]]
_ROWS: _Rows = [(score, re.compile(pattern, re.I)) for score, pattern in WORDS]
_STEMS = Stems(pattern for _, pattern in WORDS)
_STEMS_OF = {score: frozenset(Stems([pattern]).all) for score, pattern in WORDS}
_NO_PAGE = re.compile(r"\.(?:pdf|jpe?g|png|gif|webp|svg|zip|docx?|xlsx?|mp[34]|vcf|ics)(?:$|\?)", re.I)

#: Words in a page without a contact that make a tab worth its price.
_CONTACT_WORDS_PATTERN = (
    r"contact|kontakt|contatt|contacto|contato|e-?mail|mailto|phone|telefon|téléphone|teléfono|telefone|telephone|"
    r"impressum|call us|联系|聯繫|聯絡|电话|電話|邮箱|郵箱|お問い?合わ?せ|メール|연락|전화|контакт|телефон|почта|"
    r"iletişim|επικοινων|τηλέφωνο|ติดต่อ|liên hệ|اتصل|هاتف|טלפון"
)
_CONTACT_WORDS = re.compile(_CONTACT_WORDS_PATTERN, re.I)
_CONTACT_STEMS = Stems([_CONTACT_WORDS_PATTERN])


def contact_links(html: Page | str | bytes, url: str, limit: int = 2) -> list[str]:
    """Up to *limit* absolute URLs of the site's own contact pages, the likeliest first."""
    page = html if isinstance(html, Page) else Page(html, url)
    scores: dict[str, int] = {}
    here = page.url.split("#")[0].rstrip("/")
    links = page.all_links
    said = [f"{_beyond_host(href)}\n{text}" for href, text in links]
    base = _beyond_host(page.base)  # a relative link's path begins there
    rows_for = _rows_for("\n".join((base, *said)))
    before = base + "\n" if rows_for(base) else ""
    for (href, text), words in zip(links, said):
        if href.startswith(("#", "mailto:", "tel:", "javascript:", "data:")):
            continue
        if not (rows := rows_for(before + words)):
            continue
        target = page.absolute(href).split("#")[0]
        score = _score(target, text, rows)
        if score <= scores.get(target, 0) or target.rstrip("/") == here:
            continue
        if target.startswith(("http://", "https://")) and not _NO_PAGE.search(target) and same_site(target, page.url):
            scores[target] = score
    return sorted(scores, key=lambda target: (-scores[target], len(target)))[:limit]


def _beyond_host(href: str) -> str:
    """What of *href* may be in a path, as it is and decoded. A host often has a word's piece in it."""
    _, there, rest = href.partition("://")
    path = rest.partition("/")[2] if there else href
    return f"{path}\n{unquote(path)}" if "%" in path else path


def _rows_for(page: str) -> Callable[[str], _Rows]:
    """The rows of words that may find something in a part of *page*, as a question that is cheap to ask of many parts."""
    present = _STEMS.in_(page)
    if present is None:
        return lambda part: _ROWS
    rows = [(row, here) for row in _ROWS if (here := _STEMS_OF[row[0]].intersection(present))]

    def rows_for(part: str) -> _Rows:
        lowered = part.lower()
        return [row for row, stems in rows if any(stem in lowered for stem in stems)]

    return rows_for


def _score(target: str, text: str, rows: _Rows) -> int:
    try:
        path = unquote(urlsplit(target).path)
    except ValueError:
        return 0
    last = path.rstrip("/").rpartition("/")[2]
    best = 0
    for score, words in rows:
        if score <= best:
            break  # the likeliest words come first
        if len(text) <= 60 and words.search(text):
            best = max(best, score)
        if words.search(last):
            best = max(best, score - 1)
        elif words.search(path):
            best = max(best, score - 15)
    return best if path.count("/") <= 5 else 0


def has_contact_words(html: Page | str | bytes) -> bool:
    """Whether words such as contact, email or phone are in the page."""
    page = html if isinstance(html, Page) else Page(html, "")
    stems = _CONTACT_STEMS.in_(f"{page.text}\n{page.title}")
    if stems is not None and (not stems or not _CONTACT_STEMS.whole.isdisjoint(stems)):
        return bool(stems)
    return bool(_CONTACT_WORDS.search(page.text) or _CONTACT_WORDS.search(page.title))
