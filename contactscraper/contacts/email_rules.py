"""What is an address that somebody would write to, and what only looks like one."""

import re
import unicodedata
from functools import lru_cache

import tldextract

#: Endings that are files, not top-level domains, whatever the list of domains says.
FILES = frozenset(
    "png jpg jpeg gif webp avif svg ico css js mjs json map woff woff2 ttf eot pdf zip mp4 mp3 webm html htm php "
    "xml txt scss less vue ts tsx jsx mov gz tgz rar bmp tif tiff psd ogg wav exe dmg apk docx xlsx csv yml yaml "
    "local localhost internal lan tld test invalid example".split()
)
#: Hosts that are placeholders or machines'. Their subdomains count too.
NOBODY = frozenset(
    "example.com example.org example.net example.edu example.de example.co.uk domain.com yourdomain.com your-domain.com "
    "mydomain.com email.com yoursite.com mysite.com website.com yourwebsite.com company.com yourcompany.com site.com "
    "test.com doe.com group.calendar.google.com import.calendar.google.com resource.calendar.google.com mail.gmail.com teste.com prueba.com prova.it sentry.io wixpress.com localhost.localdomain beispiel.de musterfirma.de mustermann.de muster.de exemple.com "
    "exemple.fr ejemplo.com ejemplo.es esempio.it esempio.com exemplo.com exemplo.com.br voorbeeld.nl domaine.com "
    "domaine.fr dominio.com dominio.it domena.pl przyklad.pl sample.com iam.gserviceaccount.com github.com gitlab.com "
    "bitbucket.org ssh.dev.azure.com reallygreatsite.com mailservice.com ihre-domain.de ihredomain.de deine-domain.de "
    "meinedomain.de votredomaine.fr votre-domaine.fr votresite.com tudominio.com tudominio.es tuempresa.com "
    "tuodominio.it seudominio.com.br suaempresa.com.br yourstore.com yourbusiness.com yourcompanyname.com "
    "yourdomainname.com yourname.com somewhere.com nowhere.com foo.com bar.com foobar.com abc.com xyz.xyz "
    "ipsum.com lorem.com loremipsum.com lorem.ipsum demolink.org dummy.com users.noreply.github.com bugsnag.com rollbar.com raygun.com appspot.gserviceaccount.com "
    "developer.gserviceaccount.com 2x.png cdn.com host.com server.com mailinator.com domain.tld domain.org domain.net "
    "companyname.com firma.de firma.pl firma.cz adres.pl mail.example xn--example.com".split()
)
#: Local parts that stand for 'your address here', on whatever host.
_PATTERNS = re.compile(
    r"(?:vorname|firstname|first|prenom|prénom|nombre|nome|imie|imię|voornaam|fornamn|fornavn|etunimi|jmeno|jméno|keresztnev|"
    r"initial|name|ad|имя)[._-]?(?:nachname|lastname|last|surname|name|nom|apellidos?|cognome|sobrenome|apelido|nazwisko|achternaam|"
    r"efternamn|etternavn|efternavn|sukunimi|prijmeni|příjmení|vezeteknev|soyad|фамилия)|"
    r"(?:nachname|lastname|surname|nom|apellido|cognome|nazwisko|achternaam)[._-]?(?:vorname|firstname|prenom|prénom|nombre|nome|imie)|"
    r"f\.?lastname|[fv]\.nachname|john\.?doe|jane\.?doe|johnsmith|max\.?mustermann|erika\.?mustermann|mustermann|musterfrau|"
    r"jean\.?dupont|juan\.?perez|mario\.?rossi|jan\.?kowalski|"
    r"your\.?-?_?(?:name|email|mail|address|username|id|account|company)|you|vous|"
    r"ihre?\.?-?(?:name|e-?mail|adresse)|votre\.?-?(?:nom|e-?mail|adresse)|tu\.?-?(?:correo|email|nombre)|"
    r"sua?\.?-?email|seu\.?-?(?:email|nome)|tuo\.?-?(?:nome|email)|uw\.?-?(?:naam|email)|"
    r"firstname|lastname|vorname|nachname|name|nombre|naam|navn|namn|imie|imię|jmeno|jméno|isim|nimi|someone|somebody|anyone|nobody|username|placeholder|xxx+|youremail|yourname|"
    r"email-?address|my-?e?mail|mymail|user\.?name|example|beispiel|exemple|ejemplo|esempio|exemplo|przyklad",
    re.I,
)
#: 'yourbrand.com', 'mycompany.org': whose the host is, and nothing else.
_SOMEBODYS = re.compile(
    r"(?:your|my|our|ihre?|meine?|deine?|votre|mon|tua?|mia?|sua?|seu|minha)-?(?:own-?)?"
    r"(?:company|brand|business|domain|site|web-?site|store|shop|firma?|e?mail|org|school|agency|startup|app|host|provider|team|studio|"
    r"empresa|dominio|sitio|entreprise|domaine|azienda|unternehmen)(?:-?(?:name|here|site|email))?\.[a-z.]{2,8}"
)
#: Words that are a placeholder where the host repeats them: 'name@name.com'.
_TWICE = frozenset(
    "name email mail demo admin user username sample contact abc xyz foo you me your someone customer".split()
)
#: 'a@b.com', 'abc@xyz.com', 'xx@yy.zz'.
_LETTERS = re.compile(
    r"(?:[a-z](?:[._-]?[a-z])?|me|you|abc|aaa|xxx)@(?:[abcdefxyz]|bb|yy|xyz|def|bbb|yyy|zzz)\.\w{2,3}"
)
#: Local parts that are placeholders on a host that means 'somewhere'.
_GENERIC = re.compile(
    r"(?:name|user|email|e-?mail|mail|info|contact|hello|abc|test|admin|sample|me|foo|support|nome|nom|your|ihre?|deine?|"
    r"votre|ton|tu|tuo|tua|su|suo|seu|sua|uw|jouw|din|ditt|usuario|usuário|nombre|utente|utilisateur|gebruiker|benutzer|uzytkownik|użytkownik|vas|vase|twoj|twój|váš|vášho|sizin|ваш|ваша|correo|courriel)",
    re.I,
)
_SOMEWHERE = frozenset(
    "example domain email company site website yourdomain mydomain test firma adresse provider correo courriel posta poczta "
    "dominio domaine domena empresa azienda bedrijf yritys entreprise unternehmen mailserver".split()
)
#: Nobody reads what is sent there; their pages say so, in many words.
_UNREAD = re.compile(
    r"(?:[\w]{1,30}[._-])?(?:no|dont|do-?not|donot|ne-?pas|nicht|non|nao|nie)[._-]?(?:reply|repondre|antworten|rispondere|responder|odpowiadaj)(?:[._-]?\w+)?|"
    r"noresponder|naoresponda|noreply\w*|mailer-?daemon|bounces?|unsubscribe|svara-?ej|nepasrepondre",
    re.I,
)
_LEADING = re.compile(
    r"^(?:%20|%3[ace]|%0[9ad]|%2[278]|%5b|u003[ce]|u0022|u00a0|&?nbsp;?|x3[ce]|mailto|[^\w+\"&']|&(?!\w))+", re.I
)
_LABEL = re.compile(r"^(?:e-?mail|mail|mailto|email|correo|courriel|メール|邮箱|電郵)[:：=]", re.I)
_BEFORE = re.compile(r"^.*[/?](?=.)")
#: A label that lost its separator: 'Emailinfo@...'.
_GLUED = re.compile(r"^(?:E-?[Mm]ails?|EMAIL|Mail|Kontakt|Contact|Correo|Courriel|Email us|Phone|Tel|Fax)(?=[a-z]{2})")
_NUMBER_GLUED = re.compile(r"^\+?\d{6,}(?=[a-z]{2})", re.I)
#: Accents and vowel signs, which `re` takes for no letters.
_MARKS = re.compile("[\u0300-\u036f\u0900-\u0dff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
#: What no name holds: letters left out, a template's holes.
_MASKED = re.compile(r"[*{}|`]")
_DOT_ATOM = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]+")
_QUOTED = re.compile(r"\"[^\"\\\s]?[^\"\\]{0,62}\"")
#: Webmail whose addresses are numbers as often as not.
_NUMBERED = frozenset(
    "qq.com 163.com 126.com yeah.net 139.com 189.cn foxmail.com sina.com sina.cn naver.com gmail.com mail.ru".split()
)
_HEX = re.compile(r"[0-9a-f]{20,}|\d+(?:\.\d+)*x?|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{4,}")


@lru_cache(maxsize=1)
def top_level_domains() -> frozenset[str]:
    """Every top-level domain of the bundled Public Suffix List, in Unicode and in ASCII."""
    extract = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
    found = set()
    for suffix in extract.tlds:
        last = suffix.rpartition(".")[2].lower()
        found.add(last)
        if not last.isascii():
            found.add(last.encode("idna").decode("ascii"))
    return frozenset(found)


def is_tld(label: str, own: str = "") -> bool:
    """Whether *label* (lower case) is a top-level domain; *own* is the page's, which exists whatever the list says."""
    return (label in top_level_domains() or (label == own and label != "")) and (label not in FILES or label == own)


#: Endings that only a person takes away.
_TRAPS = frozenset("nospam no-spam antispam removethis remove_this remove-this invalid spam".split())


def trimmed_host(host: str, own: str = "") -> str | None:
    """*host* without what is glued to its end (``comPhone``, ``comwww.``), or None where no domain is in it."""
    labels = host.strip(".-_").split(".")
    for place in range(1, len(labels)):
        label = labels[place]
        if not label:
            return None
        low = label.lower()
        last = place == len(labels) - 1
        if last and low in _TRAPS and place > 1 and is_tld(labels[place - 1].lower(), own):
            return ".".join(labels[:place])  # 'acme.com.nospam'
        if not last:  # 'acme.comwww.acme.com'
            if low.endswith(("www", "http", "https", "tel", "phone", "fax")) and len(low) > 4:
                for glue in ("www", "https", "http", "tel", "phone", "fax"):
                    if low.endswith(glue) and is_tld(low.removesuffix(glue), own):
                        return ".".join([*labels[:place], low.removesuffix(glue)])
            continue
        if is_tld(low, own):
            return ".".join([*labels[:place], label])
        if label.istitle() and place > 1 and labels[place - 1].islower() and is_tld(labels[place - 1], own):
            return ".".join(labels[:place])  # 'acme.com.Please'
        for cut in range(len(label) - 1, 1, -1):  # 'comPhone', 'de030', 'comまで'
            head, tail = label[:cut], label[cut:]
            if is_tld(head.lower(), own) and (
                (tail.isdigit() and len(tail) < 3 and low not in FILES and head.islower())  # a footnote's number
                or (tail[0].isupper() and head.islower())
                or (head.isascii() and not tail[0].isascii())
                or (tail[0] == "_")
            ):
                return ".".join([*labels[:place], head])
    return None


@lru_cache(maxsize=256)  # a page names an address more than once
def clean_email(text: str, own: str = "") -> str | None:
    """*text* as a normalised address, or None where it is none. *own* is the top-level domain of the page itself."""
    text = text if text.isascii() else unicodedata.normalize("NFKC", text)
    text = text.strip().strip("<>()[]{}'`,;:*|\\ ").strip()
    local, at, host = text.rpartition("@")
    if not at:
        return None
    if local.startswith('"') and local.endswith('"') and len(local) > 2:
        if not _QUOTED.fullmatch(local):
            return None
    else:
        local = _LABEL.sub("", local.strip('"“”„«»‘’'))  # a label, less its quotes
        local = _BEFORE.sub("", local)  # 'Mail/info@...', a path, 'Questions?info@...'
        local = _LEADING.sub("", local).strip(".'")
        local = _NUMBER_GLUED.sub("", _GLUED.sub("", local, count=1), count=1)
        local = local.strip("_*~`") if local[:1] in "*~_`" else local
        if ".." in local or not _DOT_ATOM.fullmatch(local if local.isalnum() else _MARKS.sub("a", local)):
            return None
        if _MASKED.search(local):
            return None  # 'j***@acme.com', '{{user}}@acme.com'
    host = host.strip(".-_ *~")
    known = trimmed_host(host, own)
    if known is None or not local or len(local.encode()) > 64 or not 4 <= len(known) <= 253:
        return None
    if any(not label or len(label) > 63 or label[0] == "-" or label[-1] == "-" for label in known.split(".")):
        return None
    if known.rpartition(".")[0].replace(".", "").isdigit() and len(known.split(".")[0]) < 3:
        return None  # 'S@2.co', '3@5.00'
    return f"{local.lower()}@{known.lower()}"


@lru_cache(maxsize=256)
def nobody(address: str, own: str = "") -> str:
    """Why nobody would write to *address* ('' where somebody would). *own* is the page's registered domain: a shop may be
    called mystore.com."""
    local, _, host = address.rpartition("@")
    mine = host == own or (own != "" and host.endswith("." + own))
    if not mine and (host in NOBODY or any(host.endswith("." + name) for name in _PARENTS if name in host)):
        return "a placeholder's or a machine's host"
    twice = local in _TWICE and local == host.partition(".")[0]
    if not mine and (twice or _SOMEBODYS.fullmatch(host) or _LETTERS.fullmatch(address)):
        return "a placeholder"
    if _HEX.fullmatch(local) and not (local.isdigit() and (mine or host in _NUMBERED)):
        return "a key or a number, no name"
    if _UNREAD.fullmatch(local):
        return "a sender that nobody reads"
    if _PATTERNS.fullmatch(local):
        return "a placeholder"
    if not mine and _GENERIC.fullmatch(local) and host.split(".")[0] in _SOMEWHERE:
        return "a placeholder"
    if host in ("mail.com", "gmail.com") and local in ("name", "user", "email", "test", "example", "abc", "mail"):
        return "a placeholder"
    if "&" in local and not mine:
        return "words of prose"
    if "=" in local or "/" in local:
        return "part of a URL or a setting"
    return ""


#: Words right before an address that is only meant to show how one looks.
_FOR_EXAMPLE = re.compile(
    r"(?:\be\.? ?g\.?|\bexamples?|\bfor instance|\bsuch as|\bin the form|\bz\. ?b\.|\bzum beispiel|\bbeispiel|\bp(?:ar)?\.? ?ex(?:\.|emple)|\bexemple|\bp(?:or)?\.? ?ej(?:\.|emplo)|"
    r"\bejemplo|\bad es(?:\.|empio)|\besempio|\bp(?:or)?\.? ?ex(?:\.|emplo)|\bexemplo|\bbijv(?:\.|oorbeeld)|\bvoorbeeld|\bnp\.|\bna przykład|\bnapř(?:\.|íklad)|\bt\.? ?ex\.|\bf\.? ?eks\.|"
    r"\besim\.|\bpl\.|\bpéldául|например|\börn(?:\.|eğin)|例えば|（例|\(例|例[)）:：]|例如|예[)）:：]|예시)[\s:：,，(（\"'“„«]{0,4}$",
    re.I,
)


_GLUED_EXAMPLE = ("例：", "例:", "例）", "例)", "例如", "예:", "예)")


def given_as_example(text: str, place: int) -> bool:
    """Whether the words of *text* right before an address at *place* say that it is an example."""
    return _FOR_EXAMPLE.search(text, max(0, place - 30), place) is not None or text.startswith(_GLUED_EXAMPLE, place)


_PARENTS = (
    "example.com", "example.org", "example.net", "wixpress.com", "sentry.io", "gserviceaccount.com", "bugsnag.com",
    "amazonses.com", "noreply.github.com", "domain.com", "ingest.us.sentry.io",
)  # fmt: skip
