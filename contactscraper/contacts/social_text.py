"""Profiles that a page's text names: addresses without a link, and handles beside the name of their network."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from contactscraper.contacts.networks import HANDLE_FORMS, NOBODY, SPOKEN
from contactscraper.contacts.platforms import HOSTS, PLATFORM, is_mastodon
from contactscraper.contacts.profiles import Profile, read_profile

_HOST_WORDS = "|".join(re.escape(host) for host in sorted({*HOSTS, "pinterest.com", "wa.me"}, key=len, reverse=True))
_MENTIONED = re.compile(
    rf"(?<![\w./@=&?-])(?:https?://)?(?:(?:www|m|mobile|[a-z]{{2}}(?:-[a-z]{{2}})?)\.)?(?:{_HOST_WORDS})/[^\s\"'<>)(\\,;|{{}}\[\]]{{1,200}}",
    re.I,
)
_FEDIVERSE = re.compile(r"(?<![\w@./])@(\w[\w.-]{0,40})@((?:[\w-]{1,60}\.){1,3}[a-z]{2,24})(?![\w@])", re.I)
_ON = re.compile(
    r"(?<![\w.@/])@([A-Za-z0-9_]{3,30})(?![\w.]*[\w])[^@\n.!?]{0,25}?\b(?:on|auf|sur|en|em|no|nos|su|på|op|na|via|pe)\s+"
    r"(?:all (?:our |the |social )?(?:platforms|channels|socials|networks|media)\s?[:(–-]\s?)?("
    r"(?:[A-Za-z ]{1,12}(?:,\s*|\s*/\s*|\s*&\s*|\s+(?:and|und|et|y|e|ed|och|og|en|i)\s+)?){1,6})(?!\s*[:：(]?\s*@)",
    re.I,
)
#: How networks are called before a handle, and what may stand between.
_CALLED = (
    r"instagram|insta|ig|tik ?tok|twitter(?:\s?/\s?x|\s?\(x\))?|x\s?/\s?twitter|x\s?\([^()\n]{0,16}twitter\)|x(?=\s?[:：])|(?-i:X)(?=\s?\(@)|telegram|threads|snapchat|"
    r"(?-i:LINE|Line)|line id|公式line|ライン|インスタグラム|インスタ|facebook|youtube|bluesky|телеграмм?|тг|инстаграм|ツイッター|인스타그램|인스타|ไลน์|ไอจี|[إا]نست[قغ]رام|تويتر|"
    r"سناب(?: شات)?|تيك توك|تلغرام|تيليجرام|تليجرام|تلگرام|اینستاگرام|توییتر|אינסטגרם|טלגרם|טיקטוק|טוויטר|ทวิตเตอร์|ติ๊กต็อก|틱톡|트위터|텔레그램|ティックトック|テレグラム|"
    r"इंस्टाग्राम|твиттер|тикток|інстаграм"
)
_KIND = (
    r"(?:[ -]?(?:канал|чат|группа|бот|аккаунт|channel|kanal|handle|account|konto|page|profile?|id|official(?: account)?|oficial|公式アカウント|公式|アカウント|官方(?:账号|帳號|帐号|帳戶)?|帐号|"
    r"계정|账号|帳號))?"
)
#: An ending that a language puts to the name, and a word or two behind: 'Instagram’da takip edin:'.
_INFLECTED = (
    r"(?:(?<=[a-z])(?!['’]?(?:s|e?rs?)\b|m)['’]?[a-zäöüąęıšž]{1,6}(?=[ :])(?:(?:[ ][^\s@:]{1,12}){1,2}(?=\s?:))?)?"
)
#: What stands between a name and its handle.
_BETWEEN = (
    r"\s?(?:[:：]\s?|\s(?:as|under|als|unter|como|come|sous|som)\s|[^\w\s@.,!?;&/+|]{1,3}\s?|\s)[^\w\s@.,!?;&/+|]?"
)
_NAMED = re.compile(
    rf"(?<![A-Za-z0-9_@])({_CALLED}){_KIND}{_INFLECTED}{_BETWEEN}@([A-Za-z0-9_][\w.]{{1,30}})(?![\w@])",
    re.I,
)
#: 'Instagram' or 'Follow us on Instagram:', and nothing behind: the handle stands in the next line.
_LABEL_LINE = re.compile(rf"(?:[^\n@:.!?]{{1,40}}[ ])?({_CALLED}|(?-i:X)){_KIND}\s?[:：]?", re.I)
_HANDLE_LINE = re.compile(r"@([A-Za-z0-9_][\w.]{1,29})")
#: 'Snapchat: acme': without the sign a word may be anything, so it must be called as the site is.
_PLAIN = re.compile(
    r"(?<![\w@])(instagram|insta|tik ?tok|twitter|telegram|snapchat|facebook|youtube|pinterest|twitch)\s?[:：]\s?/?([a-z0-9_][a-z0-9_.]{3,30})(?=\s*(?:$|[,;|·)]))",
    re.I,
)
_BLUESKY = re.compile(r"@([\w-]{2,60}\.bsky\.social)(?![\w@-])|\b(?:bluesky|bsky)\s?[:：]?\s?@([\w-]{1,60}(?:\.[\w-]{2,60}){1,3})(?![\w@])", re.I)  # fmt: skip
_REDDIT = re.compile(r"\breddit\s?[:：]?\s?/?(r|u|user)/(\w{2,30})(?![\w/])", re.I)
#: An icon of a network before a handle, as written.
_ICON = re.compile(
    r"<(?:i|span|em|b|svg|use|img|path)\b[^<>]{0,300}?(instagram|tiktok|twitter|telegram|threads|snapchat|facebook|youtube|pinterest)[^<>]{0,200}>"
    r"(?:\s|&nbsp;|</?[a-z][^<>]{0,200}>){0,8}$",
    re.I,
)
#: 'IG / TikTok: @acme'.
_NAMES = r"(?:instagram|insta|ig|tik ?tok|twitter|x|telegram|threads|snapchat|facebook|fb|youtube|pinterest|twitch)"
_BEFORE = re.compile(rf"(?<![\w@/.])@([A-Za-z0-9_][\w.]{{1,30}})\s?[(\[【]\s?({_NAMES})\s?[)\]】]", re.I)
_LISTED = re.compile(
    rf"(?<![\w@])({_NAMES}(?:\s?(?:[/&+,|]|\b(?:and|und|et|y|e|och|og|en|ve|ja|i|a|és|și|и)\b)\s?{_NAMES}){{1,4}})(?:\s?[:：]\s?|\s)@([A-Za-z0-9_][\w.]{{1,30}})(?![\w@])",
    re.I,
)
_GONE = re.compile(
    r"\b(?:left|quit|closed|deleted|abandoned|deactivated|no longer|former(?:ly)?|stopped using|verlassen|nicht mehr|quitté|dejado|abbandonato)\b",
    re.I,
)
#: 'Facebook: /acme'.
_SLASHED = re.compile(r"(?<![\w@])(facebook|instagram)\s?[:：]\s?/([A-Za-z0-9][\w.]{2,50})(?![\w/@])", re.I)


class Mention(NamedTuple):
    """A profile that a line names, how, at which place, and why it does not count ('' where nothing says so)."""

    profile: Profile
    source: str
    place: int
    why: str = ""


def mentions(text: str) -> Iterator[Mention]:
    """The profiles that a line of text names."""
    if "/" in text and "." in text and PLATFORM.search(text):
        for found in _MENTIONED.finditer(text):
            if profile := read_profile(found[0].rstrip(".:!?…”’»")):
                gone = _GONE.search(text[max(0, found.start() - 60) : found.end() + 40])
                yield Mention(profile, "text", found.start(), "they left it" if gone else "")
    if "@" in text:
        for found in _FEDIVERSE.finditer(text):
            host = found[2].lower()
            if is_mastodon(host) or re.search(r"mastodon|fedi", text, re.I):
                profile = Profile("mastodon", f"https://{host}/@{found[1]}", found[1])
                yield Mention(profile, "text", found.start())
    if "@" in text and ("luesky" in text or "bsky" in text):
        for found in _BLUESKY.finditer(text):
            host = (found[1] or found[2]).lower()
            yield Mention(Profile("bluesky", f"https://bsky.app/profile/{host}", host), "handle in text", found.start())
    if "/" in text and (named := _REDDIT.search(text)):
        form = "r" if named[1].lower() == "r" else "user"
        yield Mention(
            Profile("reddit", f"https://www.reddit.com/{form}/{named[2]}", named[2]), "handle in text", named.start()
        )
    if "@" in text or ": /" in text:
        for network, name, place in _handles(text):
            if re.sub(r"[\W_]", "", name).lower() not in NOBODY:
                yield Mention(Profile(network, HANDLE_FORMS[network].format(name), name), "handle in text", place)


def _network_of(word: str) -> str | None:
    word = word.lower()
    return "x" if "twitter" in word else SPOKEN.get(word.replace("tik tok", "tiktok"))


def handle_below(label: str, text: str) -> Profile | None:
    """The profile of a line that is a handle and nothing else, below or beside a line that names a network."""
    handle, named = _HANDLE_LINE.fullmatch(text), _LABEL_LINE.fullmatch(label) if len(label) < 70 else None
    if handle is None or named is None or (network := _network_of(named[1])) is None:
        return None
    return _profile(network, handle[1])


def handle_by_icon(html: str, text: str) -> Profile | None:
    """The profile of a line that is a handle, where an icon of a network stands before it in *html*."""
    handle = _HANDLE_LINE.fullmatch(text)
    place = html.find(text) if handle else -1
    if handle is None or place < 0 or (icon := _ICON.search(html, max(0, place - 800), place)) is None:
        return None
    return _profile(_network_of(icon[1]) or "", handle[1])


def named_plainly(text: str) -> Iterator[Mention]:
    """The profiles of names without the sign @: for the reader to take those that are called as the site is."""
    for found in _PLAIN.finditer(text):
        if found[2].islower() and (profile := _profile(_network_of(found[1]) or "", found[2])):
            yield Mention(profile, "name in text", found.start())


def _profile(network: str, name: str) -> Profile | None:
    name = name.rstrip(".")
    if re.sub(r"[\W_]", "", name).lower() in NOBODY or network not in HANDLE_FORMS:
        return None
    return Profile(network, HANDLE_FORMS[network].format(name), name)


def _handles(text: str) -> Iterator[tuple[str, str, int]]:
    """(network, handle, place) of the handles in *text*."""
    for match in _ON.finditer(text):
        words = re.split(r",|/|&|\band\b|\bund\b|\bet\b|\by\b|\be\b|\bed\b|\boch\b|\bog\b|\ben\b", match[2])
        named = (SPOKEN.get(" ".join(word.lower().split())) for word in words)
        yield from ((network, match[1], match.start()) for network in named if network)
    for match in _NAMED.finditer(text):
        if (network := _network_of(match[1])) and not (network == "bluesky" and "." in match[2].rstrip(".")):
            yield network, match[2].rstrip("."), match.start()
    for match in _LISTED.finditer(text):
        named = (SPOKEN.get(name.lower()) for name in re.findall(_NAMES, match[1], re.I))
        yield from ((network, match[2].rstrip("."), match.start()) for network in named if network)
    for match in _BEFORE.finditer(text):
        if network := _network_of(match[2]):
            yield network, match[1].rstrip("."), match.start()
    yield from ((SPOKEN[one[1].lower()], one[2].rstrip("."), one.start()) for one in _SLASHED.finditer(text))
