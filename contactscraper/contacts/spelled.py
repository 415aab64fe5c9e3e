"""Addresses that are spelled out for people: 'info (at) acme (dot) com', in the large languages; told from prose."""

import re

#: How languages call the sign @, and the dot. A language is a word here.
AT_WORDS = (
    r"at|at[ -]sign|at[ -]symbol|(?:replace|insert|use|put) (?:this |it )?(?:with |by |an? |the )?(?:@|at)(?:[ -]sign)?|a[ -]rond|a[ -]commercial|małpka|maimuță|coadă de maimuță|tại|a còng|@at|ät|ätt|äd|arrobase|aet|arroba|arobase|arobas|chiocciola|snabel-?a|snabela|snabel|alfakrøll|krøllalfa|zavináč|zavinac|małpa|malpa|"
    r"klammeraffe|affenschwanz|affe|kukac|arond|arond[aă]|et|apenstaart(?:je)?|apestaart(?:je)?|miukumauku|ät-merkki|kissanhäntä|"
    r"собака|собачка|маймунка|мајмун|равлик|παπάκι|παπακι|papaki|et işareti|kuyruklu a|majmun|monkey|manki|afna|æt|"
    r"アットマーク|アット|あっと|あっとまーく|골뱅이|앳|엣|艾特|圈a|小老鼠|小老鼠符号|שטרודל|كرلنك|آت|ad|a|à|en|chez|bei|beim|arrova|ett|eta|ет|песик|мавпочка|кльомба|маймунско а|כרוכית|@|＠|©"
)
DOT_WORDS = (
    r"dot|d|period|full stop|punkt|punto|ponto|point|kropka|tecka|tečka|bodka|bod|piste|pont|pika|pikë|punct|nokta|точка|крапка|тачка|τελεία|teleia|"
    r"ドット|どっと|점|닷|点|點|נקודה|نقطة|chấm|titik|stip|puntu|punt|punktum|punktur|taškas|punkts|točka|tačka|нокта|\."
)
_OPEN, _CLOSE = r"[\[({<（【〔《「［｛＜*_~|-]", r"[\])}>）】〕》」］｝＞*_~|-]"
_HARD_OPEN, _HARD_CLOSE = r"[\[({<（【〔《「［｛＜«]", r"[\])}>）】〕》」］｝＞»]"
_BRACKETED_AT = re.compile(
    rf"(?<=[\w\])}}])[ \u3000]{{0,3}}{_HARD_OPEN}{{1,2}}[ _.-]{{0,2}}({AT_WORDS})[ _.-]{{0,2}}{_HARD_CLOSE}{{1,2}}[ \u3000]{{0,3}}(?=\w)",
    re.I,
)
_DASHED_AT = re.compile(
    r"(?<=\w)(?:[ ]?[-_*~|=#]{1,2}(?:at|AT)[-_*~|=#]{1,2}[ ]?)(?=[\w-]{2,60}(?:\.|[ ]?[\[(*_~|#-]))"
)
_WEAK = frozenset(("a", "à", "en", "ad", "et", "ett", "eta"))
_BRACKETED_DOT = re.compile(
    rf"(?<=\w)[ ]{{0,3}}{_HARD_OPEN}{{1,2}}[ _-]{{0,2}}(?:{DOT_WORDS})[ _-]{{0,2}}{_HARD_CLOSE}{{1,2}}[ ]{{0,3}}(?=\w)",
    re.I,
)
_DASHED_DOT = re.compile(
    r"(?<=\w)[ ]?[-_*~|=#]{1,2}(?:dot|DOT|punkt|punto|ponto|point|punt)[-_*~|=#]{1,2}[ ]?(?=[a-zA-Z])"
)
_QUOTED_AT = re.compile(r"(?<=\w) ?([\"'])(?:at|AT|ät|@|arroba|arobase)\1 ?(?=[\w-]{2,60}(?:\.| ?[\"'(\[.]))")
_QUOTED_DOT = re.compile(r"(?<=\w) ?([\"'])(?:dot|DOT|punkt|punto|point|\.)\1 ?(?=[a-z])")
#: 'i n f o @ a c m e . c o m'.
_LETTERED = re.compile(r"(?<!\w)(?:[\w.+-] ){2,40}@(?: [\w.-]){4,60}(?!\w)")
#: Without brackets both words are needed, or a dot and a label or capitals, for 'at' is a word of every text.
BARE_AT = (
    r"at|AT|At|arroba|arobase|chiocciola|małpa|malpa|zavináč|zavinac|snabel-?a|kukac|klammeraffe|apenstaartje|alfakrøll|krøllalfa|"
    r"miukumauku|собака|равлик|ät|ÄT|et|アットマーク|골뱅이|παπάκι|AROBASE|ARROBA|CHIOCCIOLA|MAŁPA|ZAVINÁČ|KUKAC|apestaartje|SNABEL-A"
)
BARE_DOT = r"dot|DOT|Dot|punkt|punto|ponto|point|kropka|tečka|tecka|bodka|piste|pont|nokta|точка|τελεία|ドット|점|PUNKT|PUNTO|PONTO|POINT|punt|PUNT|punktum|PUNKTUM|KROPKA|TEČKA|крапка|punct"
#: 'info at acme [dot] com'.
_HALF_BRACKETED = re.compile(
    rf"(?<![\w.])((?!(?:are|is|be|us|was|look|find|visit|here)[ ])[\w.+-]{{2,60}})[ ](?:{BARE_AT})[ ](?=[\w-]{{2,60}}[ ]{{0,2}}[\[({{<](?:dot|punkt|punto|ponto|point|\.)[\])}}>])"
)
_SPELLED = re.compile(
    rf"(?<![\w.@-])([\w+-]{{1,40}}(?:(?:\.|[ ](?:{BARE_DOT})[ ])[\w+-]{{1,40}}){{0,3}})[ ](?:{BARE_AT})[ ]"
    rf"([\w-]{{2,60}}(?:(?:[ ](?:{BARE_DOT})[ ]|\.)[\w-]{{2,24}}){{0,3}}[ ](?:{BARE_DOT})[ ][a-zA-Z]{{2,12}})(?![\w-]|[ ](?:slash|forward|/))"
)
_DOT_WORD = re.compile(rf"[ ](?:{BARE_DOT})[ ]")
#: Names of the sign @ that mean nothing else before a host; what means a dog or a worm needs a label.
AT_NAMES = (
    r"arroba|chiocciola|arobase|małpa|zavináč|snabel-a|apenstaartje|apestaartje|krøllalfa|alfakrøll|miukumauku|"
    r"klammeraffe|παπάκι|アットマーク|골뱅이"
)
#: In each line that has an address spelled out without brackets.
_SPACED_WORD = re.compile(rf"[ ](?:{BARE_AT}|{AT_NAMES}|собака|kukac|равлик)[ ]", re.I)
#: 'infoATacmeDOTcom': capitals between small letters.
GLUED_DOT = r"[a-z](?:DOT|PUNTO|PUNKT|POINT|PONTO|PUNT|KROPKA|TECKA|PUNKTUM)[a-z]"
_GLUED = re.compile(
    r"(?<![\w.@-])([a-z0-9][a-z0-9._+-]{1,40})(?:AT|ARROBA|ARR?OBASE|KLAMMERAFFE|CHIOCCIOLA|APENSTAARTJE|MALPA|ZAVINAC|@)([a-z0-9-]{2,60}(?:\.[a-z0-9-]{2,60}){0,2}?)"
    r"((?:(?:DOT|PUNTO|PUNKT|POINT|PONTO|PUNT|KROPKA|TECKA|PUNKTUM)[a-z]{2,12}){1,3})(?!\w)"
)
#: 'info at acme.com' is prose ('meet us at acme.com') unless a label stands right before it, or in capitals.
_LABELLED = re.compile(
    r"(?:(?:e-?mail|mail|e-?post|courriel|correo|이메일|пошта|contatto|contact|kontakt|write to|schreib\w*|email us|почта|邮箱|メール)\s*[:：]\s*"
    rf"([\w.+-]{{1,60}})[ ](?:at|AT|ät|{AT_NAMES}|собака|kukac|равлик)[ ]"
    rf"|(?<![\w.])([\w.+-]{{1,60}})[ ](?:AT|ÄT|{AT_NAMES})[ ])"
    r"(?=[\w-]{2,60}(?:\.[\w-]{2,24}){1,3}(?![\w]))",
    re.I,
)
#: 'Mail: info @acme.com'; without a label it is a handle behind a word.
_LABELLED_SPACE = re.compile(
    r"((?:e-?mail|mail|e-?post|courriel|correo|почта|邮箱|メール)\s{0,3}[:：]\s{0,3})([\w.+-]{1,60}) @(?=[\w-]{2,60}\.[a-z])",
    re.I,
)
#: Words before 'at' that make it prose.
_PROSE = frozenset(
    "see us me are is be was were it here there them you him her live look find visit online out see stay met meet open arrive arrived "
    "available based located only home working works work happens happen read more seen sold wir uns ist sind war".split()
)
_UPPER_AT = re.compile(rf"[ ](?:AT|ÄT|{AT_NAMES}|собака|kukac|равлик)[ ]", re.I)
_MEANT = re.compile(r"mail|e-?post|contact|kontakt|write|reach|correo|courriel|scriv|adress|address|[:：]\s*$", re.I)
_SPACED_AT = re.compile(
    r"(?<=\w)(?:[ ]@[ ]|@[ ])(?=[\w-]{2,60}(?:(?:[ ]?\.[ ]?[\w-]{2,24}){1,3}|[ ](?:dot|punkt|punto|ponto|point)[ ][a-z]))"
)
_SPACED_DOT = re.compile(
    r"(@[\w-]{1,60}(?:\.[\w-]{1,60}){0,3})[ ]?\.[ ](?=[a-z]{2,6}(?![\w]))|(@[\w-]{1,60})[ ]\.(?=[a-z]{2,6}(?![\w]))"
)
_MIXED_DOT = re.compile(
    rf"(@[\w-]{{1,60}}(?:\.[\w-]{{1,60}}){{0,3}})[ ](?:{BARE_DOT})[ ](?=[a-z]{{2,12}}(?![\w-]))", re.I
)
#: 'replace ★ by @', said in a line that has an address with that sign.
_REPLACED = re.compile(r"[★☆◎●■◆▲△▼♪＊*#＃%&＆♡♥※~〜]|\(a\)|_at_|-at-|\[at\]|（at）|＜at＞")
SAYS_REPLACE = re.compile(
    r"(?:を|は|の代わり|→).{0,12}[@＠]|[@＠].{0,6}(?:に(?:変|置|換|直|か)|へ)|アットマークに|"
    r"(?:replace|substitut|exchange|change|swap|ersetz|austausch|remplac|sustitu|substitu|sostitu|reemplaz|zamień|замен|заміни|换成|替换|替換|改为|改成)"
    r".{0,60}(?:[@＠]|at.?sign|arroba|arobase|chiocciola)",
    re.I,
)
#: What says how to read it: '（(at)を@に変更）'; it is no part of the address before it.
_SAID_HOW = re.compile(
    r"[（(※][^（()）\n]{0,12}(?:\([^()\n]{1,6}\)|（[^（）\n]{1,6}）|\[[^\[\]\n]{1,6}\])[^（()）\n]{0,6}(?:を|は|换|替|改)[^（()）\n]{0,40}[)）]?"
)
TRAP_SIGNS = re.compile(r"SPAM|REMOVE|DELETE|ENTFERNEN|WEG")
#: 'remove NOSPAM from the address'.
_TRAPS = re.compile(
    r"[._-]?(?:NO[-_.]?SPAM|REMOVE[-_.]?(?:THIS|ME|SPAM)?|DELETE[-_.]?(?:THIS|ME)|ANTI[-_.]?SPAM|SPAM[-_.]?FREE|KEIN[-_.]?SPAM|OHNE[-_.]?SPAM|"
    r"PASDESPAM|SINSPAM|NIX[-_.]?SPAM|WEG(?:DAMIT)?|ENTFERNEN)[._-]?|(?<=[a-z])SPAM(?=@)"
)


_GLUED_WORD, _CAPITALS = re.compile(GLUED_DOT), re.compile(r"[A-Z]+")


def unspelled(text: str, own: str = "") -> str:
    """*text* (one line) with spelled-out at and dot written as signs, where they are no prose. *own* is the page's domain:
    before it any word in brackets is an @."""
    if "を" in text or "は" in text or "换" in text or "替" in text or "改" in text:
        text = _SAID_HOW.sub(" ", text)
    if any(bracket in text for bracket in "[({<（【〔《「［｛＜«"):
        text = _BRACKETED_AT.sub(lambda match: _signed(match, own), text)
        if "@" in text or "＠" in text:
            text = _BRACKETED_DOT.sub(".", text)
        if "@" not in text:
            text = _BRACKETED_DOT.sub(".", _HALF_BRACKETED.sub(r"\1@", text))
    if '"' in text or "'" in text:
        quoted = _QUOTED_AT.sub("@", text)
        if quoted != text:
            text = _QUOTED_DOT.sub(".", quoted)
    if "at" in text or "AT" in text:
        replaced = _DASHED_AT.sub("@", text)
        if replaced != text:
            text = _DASHED_DOT.sub(".", replaced)
    if "@" in text:
        if " @ " in text:
            text = _LETTERED.sub(lambda m: m[0].replace(" ", ""), text)
        if " @" in text:
            text = _LABELLED_SPACE.sub(r"\1\2@", text)
        if "@ " in text:
            text = _SPACED_AT.sub("@", text)
        if ". " in text or " ." in text:
            text = _SPACED_DOT.sub(lambda m: (m[1] or m[2]) + ".", text)
        for _ in range(2 if text.count(" ") > 1 else 0):
            text = _MIXED_DOT.sub(r"\1.", text)
        text = _DASHED_DOT.sub(".", text) if "dot" in text.lower() else text
        if "SPAM" in text or "REMOVE" in text or "DELETE" in text or "WEG" in text or "ENTFERNEN" in text:
            text = _TRAPS.sub(_kept, text)
    if _GLUED_WORD.search(text):
        text = _GLUED.sub(lambda m: f"{m[1]}@{m[2]}{_CAPITALS.sub('.', m[3])}", text)
    if text.count(" ") < 2 or not _SPACED_WORD.search(text):
        return text
    text = _SPELLED.sub(_joined, text)
    for match in reversed(list(_LABELLED.finditer(text))):
        if " AT " in match[0] or not match[2] or _UPPER_AT.search(match[0]):
            if (match[2] and " at " in match[0]) or (match[1] or "").lower() in _PROSE:
                continue
            text = text[: match.start()] + _UPPER_AT.sub("@", match[0].replace(" at ", "@")) + text[match.end() :]
    return text


def _signed(match: re.Match[str], own: str) -> str:
    """@ for a bracketed word; a letter or a short word may be a footnote's or a list's: '(a) acme.com'."""
    weak = match[1].lower() in _WEAK and " " in (match[0][0], match[0][-1])
    if own and match.string.startswith(own, match.end()):
        return "@"
    if weak and not _MEANT.search(match.string) and not _BRACKETED_DOT.search(match.string, match.end()):
        return match[0]
    return "@"


def _joined(match: re.Match[str]) -> str:
    if re.search(r"[ ](?:at|et)[ ]", match[0]) and (match[1].lower() in _PROSE or " Dot " in match[0]):
        return match[0]
    if re.search(r"[ ](?:at|et)[ ]", match[0]):  # words of every text: a label must say that it is an address
        before = match.string[max(0, match.start() - 40) : match.start()]
        if not _MEANT.search(before) and len(match.string) > len(match[0]) + 12:
            return match[0]
    return f"{_DOT_WORD.sub('.', match[1])}@{_DOT_WORD.sub('.', match[2])}"


def _kept(match: re.Match[str]) -> str:
    """The sign that stays where a trap is taken out: one of those around it, between two words."""
    text = match[0]
    signs = [end for end in (text[0], text[-1]) if end in "._-"]
    around = match.string[max(0, match.start() - 1) : match.start()], match.string[match.end() : match.end() + 1]
    if not signs or not all(one.isalnum() for one in around):
        return ""
    return "." if "." in signs else signs[0]


_SET_APART = re.compile(r"(?<=[\w.-])[ \u3000]?@[ \u3000]?(?=[\w-]{2,60}\.)")


def replaced(text: str) -> str:
    """*text* with its stand-in for @ replaced, where the text itself says that one stands in ('' where not)."""
    if not _REPLACED.search(text) or not SAYS_REPLACE.search(text):
        return ""
    return _SET_APART.sub("@", _REPLACED.sub("@", text))
