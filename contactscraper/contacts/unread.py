"""An address that its own page calls a machine's: what is sent there, nobody reads."""

import re
from functools import lru_cache

#: What pages ask one not to do, and what they call such a mailbox: before the address or behind it.
_ASKED = (
    r"(?:do not|don[’']t|never) (?:reply|respond|send (?:any )?(?:e-?mails?|mails?|messages?) (?:directly )?to)\b|\bunmonitored|send[- ]only|"
    r"(?:nobody|no[- ]one|no human) (?:reads|monitors|checks)|outgoing (?:mails?|e-?mails?|messages?) only|"
    r"nicht (?:direkt )?(?:auf|an) diese\w* (?:e-?mail|mail|nachricht|absender|adresse)\w* (?:antworten|schreiben)|antworten sie (?:bitte )?nicht|"
    r"bitte nicht antworten|niemand liest|ne (?:pas répondre|répondez pas)|no (?:respondas?|responder|contestes?|contestar)\b|não (?:respondas?|responder)\b|"
    r"non (?:rispondere|rispondete|risponda)\b|niet (?:te )?(?:antwoorden|beantwoorden|reageren)|nie odpowiada\w+|neodpovídej\w*|neodpovedajte|"
    r"svara inte|svar ikke|ikke svare?|älä vastaa|ne válaszoljon|nu răspundeți|не отвеча(?:йте|ть)|не відповідайте|yanıtlamayın|cevap vermeyin|"
    r"返信しないで|(?:请勿|請勿|不要)(?:直接)?(?:回复|回覆|回復)|(?:회신|답장)하지|送信専用|发送专用|발신 ?전용"
)
#: What they say of an address that stands before.
_TOLD = (
    r"not (?:be )?(?:monitored|checked|read)(?! (?:at|on|over|during|after|outside|daily|around|every|24))|"
    r"(?:can ?not|can[’']t|does not|doesn[’']t|not able to|unable to) (?:receive|accept|take) (?:any )?(?:e-?mails?|mails?|messages?|replies|answers)|"
    r"(?:replies|answers|messages) (?:are|will) not (?:be )?(?:monitored|read|answered|received|seen)|"
    r"(?:wird|werden) nicht (?:gelesen|überwacht|abgerufen|beantwortet|bearbeitet)|(?:nur|ausschließlich) (?:zum|für den) (?:versand|versenden)|liest niemand|"
    r"n[’']est pas (?:lue|consultée|surveillée|relevée)|ne (?:reçoit|permet) pas de (?:réponse|message|courriel)s?|"
    r"no (?:se lee|recibe (?:respuestas|mensajes|correos)|está supervisad|es monitoread)|não (?:é (?:lid|monitorad)|recebe (?:respostas|mensagens))|"
    r"non (?:viene letta|è (?:letta|monitorata|presidiata)|riceve (?:risposte|messaggi))|wordt niet (?:gelezen|beheerd|gecontroleerd)|"
    r"nie jest (?:czytan|monitorowan|sprawdzan)|läses inte|bevakas inte|går inte att svara|leses ikke|læses ikke|overvåges ikke|ei lueta|"
    r"не (?:читается|проверяется|просматривается|обслуживается)|okunmamaktadır|返信(?:は)?でき(?:ません|ない)"
)
_SAID = re.compile(f"({_ASKED})|{_TOLD}", re.I)
#: What is asked for where an address stands: 'write to a@acme.com, do not reply to this mail'.
_WANTED = re.compile(r"\b(?:write|contact|e-?mail us|mail us|reach us|use|schreiben sie|kontakt|écri\w+|escrib\w+|scriv\w+)\W{0,3}(?:to|at|an|à|a)?\W{0,3}$", re.I)  # fmt: skip
#: In lower case, parts of which one stands in whatever the pattern finds.
_STEMS = (
    "reply", "respond", "answer", "send", "diese", "antwort", "répond", "contest", "escrib", "rispond", "beantw", "reager", "odpowiada",
    "neodpov", "svar", "vastaa", "válaszol", "răspund", "отвеча", "відповід", "yanıtla", "cevap", "返信", "回复", "回覆", "回復", "회신", "답장", "monitor",
    "not ", "nobody", "no one", "no-one", "no human", "receive", "accept", "repl", "outgoing", "gelesen", "werden nicht", "versand",
    "versend", "niemand", "n’est pas", "n'est pas", "reçoit", "permet pas", "no se lee", "no recibe", "no está", "não é", "não recebe",
    "letta", "presidiata", "riceve", "wordt niet", "nie jest", "läses", "bevakas", "leses", "læses", "overvåges", "lueta", "не ", "okunma",
    "送信専用", "無人", "发送专用", "발신",
)  # fmt: skip
#: Characters of a line beyond which it is no sentence.
_LONGEST = 4_200
_END = re.compile(r"[.!?](?=\s|$)|[。！？;；\n]")
#: A turn to another address: 'do not reply, but write to'.
_INSTEAD = re.compile(
    r"\b(?:but|instead|rather|use|write|contact|e-?mail us|reach|send (?:it|them|your)|sondern|stattdessen|schreiben|wenden|mais|écri\w+|contactez|adresse[zr]|"
    r"sino|escrib\w+|contact[ae]\w*|dirija\w*|mas|escreva|ma|scriv\w+|maar|schrijf|mail naar|lecz|ale|napisz|pisz\w*|utan|skriv\w*|men|kontakt\w*|"
    r"пишите|обращайтесь|а)\b|へ|まで|请发|請|联系|대신",
    re.I,
)


@lru_cache(maxsize=512)
def _said(text: str) -> tuple[tuple[int, int, bool], ...]:
    """Where *text* says so: (start, end, whether it may mean an address behind)."""
    low = text.lower()
    if not any(stem in low for stem in _STEMS):
        return ()
    return tuple((*found.span(), found[1] is not None) for found in _SAID.finditer(text))


def is_called_unread(text: str, place: int, end: int) -> bool:
    """Whether the sentence of *text* in which an address stands, at *place* to *end*, says that nobody reads it."""
    if len(text) > _LONGEST:
        return False
    for start, stop, before in _said(text):
        if stop <= place:  # 'do not reply to a@acme.com', but not 'do not reply, write to a@acme.com'
            between = text[stop:place]
            if (
                before
                and len(between) < 80
                and not (_END.search(between) or _INSTEAD.search(between) or "@" in between)
            ):
                return True
        elif start >= end:  # 'a@acme.com is not monitored'
            between = text[end:start].lstrip(".")
            wanted = _WANTED.search(text, max(0, place - 40), place)
            between = between if before else between.replace(";", ",")  # 'a@acme.com; replies are not read'
            if len(between) < 120 and not (wanted or "@" in between or _END.search(between)):
                return True
    return False
