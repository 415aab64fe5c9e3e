"""Parts of a page that list others, by the heading above: partners, sponsors, sites that somebody likes."""

import re

import re2

from contactscraper.contacts.elements import HEADING
from contactscraper.contacts.platforms import PLATFORM
from contactscraper.contacts.scanned import Link, Scan, lines_matching
from contactscraper.contacts.stems import ODD, Stems

_WORD = (
    r"partners?|business partners?|media partners?|sponsors?|supporters|exhibitors|patrons|donors|funders|stockists|clients|customers|friends|neighbou?rs|"
    r"partnern?|medienpartner|kooperationspartner|sponsoren|unterstützer|förderer|aussteller|freunde|kunden|referenzen|partenaires|mécènes|soutiens|exposants|amis|clients|"
    r"socios|clientes|clienti|klienci|klanten|kunder|patrocinadores|colaboradores|aliados|amigos|parceiros|apoiadores|apoios|partner(?:i|zy)?|sponsor(?:i|zy)?|sostenitori|amici|vrienden|sponsoren|"
    r"samarbe[ijt]+d?spartnere?|samarbetspartners|sponsorer|vänner|yhteistyökumppanit|kumppanit|sponzoři|partneři|partnerek|támogatók|parteneri|"
    r"партн[её]ры|спонсоры|друзья|партнери|iş ortaklarımız|sponsorlar(?:ımız)?|χορηγοί|συνεργάτες|パートナー|スポンサー|協賛|协办单位|合作伙伴|友情链接|友站連結|파트너|후원"
)
#: A heading that says that, and nothing else: 'Our partners', 'Sponsors & friends', 'With thanks to our sponsors'.
_HEADING = re.compile(
    rf"(?:(?:with )?thanks to |we thank |vielen dank an |merci à )?(?:(?:our|the|all|this year[’']s|unsere[n]?|die|nos|les|nuestros|los|os|nossos|i|i nostri|onze|nasi|våra|vore|våre|naši|наши|наші) )?"
    rf"(?:main |official |local |proud |festival |event |some of our |offizielle )?(?:{_WORD})(?: (?:(?:&|and|und|et|y|e|i|og|och|en|ja|и) (?:our |unsere |nos )?(?:{_WORD}|members|links))|)\s?[:：]?",
    re.I,
)
#: Of each word its longest piece, in lower case: asked of all headings at once.
_ANY_STEM = re2.compile("|".join(map(re.escape, Stems([_WORD]).all)))
#: How far below its heading such a list is followed.
_MOST_BELOW = 12
_NO_NAME = re.compile(r"[\W\d_]*(?:\w{1,3}|follow us|folge uns|suivez-nous|síguenos|seguici|whats ?app|messenger|x)?[\W\d_]*", re.I)  # fmt: skip


def below_lists(scan: Scan) -> frozenset[int]:
    """Indexes of the lines below a heading that announces others, up to the next heading."""
    found: set[int] = set()
    heads = [index for index, zone in scan.zones.items() if zone & HEADING and len(scan.texts[index]) <= 60]
    joined = "\n".join(map(scan.texts.__getitem__, heads))
    likely = lines_matching(_ANY_STEM, joined.lower().encode(errors="replace")) if not ODD.search(joined) else None
    for index in heads if likely is None else map(heads.__getitem__, likely):
        if not _HEADING.fullmatch(scan.texts[index]):
            continue
        for below in range(index + 1, min(index + 1 + _MOST_BELOW, len(scan.texts))):
            if scan.zones.get(below, 0) & HEADING:
                break
            found.add(below)
    return frozenset(found)


def is_listed(link: Link, below: frozenset[int]) -> bool:
    """Whether *link* stands in such a list and is called by a name: a footer's icons may follow the last heading."""
    return link.line in below and not PLATFORM.search(link.text) and not _NO_NAME.fullmatch(link.text)
