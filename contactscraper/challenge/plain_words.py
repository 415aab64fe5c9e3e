"""Words that a wall says and a firm, a play or a help page may be called by, too: what must stand beside them.

A wall that comes as a success asks by machinery (a script, a form, a frame) or says why it stands there, and leads
nowhere. A page of a site leads to its other pages, has a way to write to somebody, and speaks of something else.
"""

import re

from contactscraper.challenge.kinds import ASKS
from contactscraper.challenge.seen import Seen
from contactscraper.challenge.signatures import Signature

#: Ways to other pages from which on a page is a part of a site, however little it says.
LEADS = 2
#: Visible characters besides the phrase up to which a page says nothing else; the same for one that has machinery.
NOTHING_ELSE, LITTLE_ELSE = 25, 40
#: What walls talk about.
_EXCUSES = re.compile(
    r"\b(?:ro)?bots?\b|\bhumans?\b|\bbrowser|javascript|\bjs\b|\bcookies?\b|captcha|\bunusual\b|suspicious|automated|"
    r"\b(?:support|ray|event|incident|reference|transaction|request|attack|block|message|log|case)[ -]?(?:id|no|#)|"
    r"\breference\W{0,3}\d|incident|your (?:ip|request|connection|network|address|device)|please wait|blocked|"
    r"security (?:service|reasons|polic|check)|verif(?:y|ied|ying) |firewall|"
    r"(?:not|don.t) refresh|virtual (?:queue|waiting)|virtuelle\w{0,2} wart|ahead of you|estimated wait|"
    r"robote[rn]\b|navigateur|navegador|przeglądark|tarayıcı|humain|humano|umano|mensch\b|soporte|administra[dt]or|"
    r"робот|браузер|человек|запрос|验证|驗證|安全|人机|浏览器|访问|拦截|ロボット|ブラウザ|로봇|브라우저|접근|접속|제한"
)
#: Scripts of ordinary pages: what is said to machines, counters, fonts.
_IDLE = re.compile(
    r"<script\b[^<>]{0,300}?(?:ld\+json|googletagmanager|google-analytics|gtag|matomo|plausible|analytics|jquery|bootstrap|"
    r"typekit|fontawesome)[^<>]{0,300}>[^<]{0,4000}</script|<script\b[^<>]{0,200}>[^<]{0,400}?(?:\bgtag\(|datalayer|_paq)"
    r"[^<]{0,2000}</script",
    re.DOTALL,
)
_MACHINERY = re.compile(r"<script\b|<form\b|<iframe\b")
#: What asks for a person.
_WIDGET = re.compile(r"captcha|turnstile|/recaptcha/|geetest|arkoselabs")
#: The same for words that any page may say: a form or a widget to answer in, or a reply that comes by itself.
_ASKED = re.compile(r"<form\b|<iframe\b|captcha|turnstile|http-equiv=.?refresh|\.reload\(|\.submit\(|document\.cookie")
#: Where an app is put into an empty page.
_MOUNT = re.compile(r"<div\b[^<>]{0,100}\bid=[\"']?(?:app|root|__next|__nuxt|___gatsby|q-app|svelte)\b[^<>]{0,100}>")
_MARKUP = re.compile(r"<[^<>]{1,600}>")
_SOCIAL = re.compile(r"//(?:[\w-]{1,20}\.)?(?:instagram|facebook|twitter|x|linkedin|youtube|tiktok)\.com/|//t\.me/")
_MAIL = re.compile(r"[\w.+-]{1,60}@[\w-]{1,60}\.\w")


def meant(seen: Seen, row: Signature, among: str) -> bool:
    """Whether *row*, whose pattern is in *among* (the title, or what the page says), speaks of a wall here."""
    if seen.status >= 400 and not seen.rendered:
        return row.strength == "proof" or seen.leads < LEADS
    if seen.leads >= LEADS:
        return False
    if row.layer == "title" and row.vendor.partition("-")[0] in seen.title.lower():
        return True
    found = row.regex.search(among)
    phrase = " ".join(found[0].lower().split()) if found else ""
    aside = not row.never_normal if row.layer == "title" else phrase not in " ".join(seen.visible.lower().split())
    if aside and _MOUNT.search(seen.lowered):
        return False  # an app, and what it says to those without scripts
    if row.layer == "body" and row.strength == "proof":
        return True
    rest = " ".join(seen.said.replace(phrase, " ").split()) if phrase else seen.said
    markup = _IDLE.sub("", seen.lowered[:50_000])
    excused, asks = _EXCUSES.search(rest) is not None, _MACHINERY.search(markup) is not None
    if seen.leads or seen.writes or _MAIL.search(rest) or _SOCIAL.search(markup):
        return excused and asks and not seen.writes
    if row.vendor == "generic" and row.layer == "body" and row.kind in ASKS:
        return _ASKED.search(markup) is not None or len(rest) <= NOTHING_ELSE
    if excused or len(rest) <= NOTHING_ELSE:
        return True
    return asks and (len(rest) <= LITTLE_ELSE or any(_WIDGET.search(tag) for tag in _MARKUP.findall(markup)))
