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
    r"(?<![\w.@/])@([A-Za-z0-9_]{3,30})(?![\w.]*[\w])[^@\n.!?]{0,25}?\b(?:on|auf|sur|en|em|su|på|op|na|via)\s+((?:[A-Za-z ]{1,12}(?:,\s*|\s*/\s*|\s*&\s*|\s+(?:and|und|et|y|e|ed|och|og|en|i)\s+)?){1,6})",
    re.I,
)
_NAMED = re.compile(
    r"(?<![A-Za-z0-9_@])(instagram|insta|ig|tik ?tok|twitter(?:\s?/\s?x)?|x\s?/\s?twitter|x(?=\s?[:：])|telegram|threads|snapchat|line(?: id| official)?|公式line|ライン|インスタグラム|インスタ|facebook|youtube|телеграмм?|тг|инстаграм|ツイッター|인스타그램|인스타|ไลน์|ไอจี|[إا]نست[قغ]رام|تويتر|سناب(?: شات)?|تيك توك|تلغرام)"
    r"\s?(?:[:：]\s?|\s(?:as|under|als|unter|como|come|sous|som)\s|\s|-\s|–\s)[（(]?@([A-Za-z0-9_][\w.]{1,30})(?![\w@])",
    re.I,
)
#: 'IG / TikTok: @acme'.
_NAMES = r"(?:instagram|insta|ig|tik ?tok|twitter|x|telegram|threads|snapchat|facebook|fb|youtube|pinterest|twitch)"
_LISTED = re.compile(
    rf"(?<![\w@])({_NAMES}(?:\s?(?:[/&+,|]|\b(?:and|und|et|y|e|och)\b)\s?{_NAMES}){{1,4}})\s?[:：]\s?@([A-Za-z0-9_][\w.]{{1,30}})(?![\w@])",
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
    if "@" in text or ": /" in text:
        for network, name, place in _handles(text):
            if re.sub(r"[\W_]", "", name).lower() not in NOBODY:
                yield Mention(Profile(network, HANDLE_FORMS[network].format(name), name), "handle in text", place)


def _handles(text: str) -> Iterator[tuple[str, str, int]]:
    """(network, handle, place) of the handles in *text*."""
    for match in _ON.finditer(text):
        words = re.split(r",|/|&|\band\b|\bund\b|\bet\b|\by\b|\be\b|\bed\b|\boch\b|\bog\b|\ben\b", match[2])
        named = (SPOKEN.get(" ".join(word.lower().split())) for word in words)
        yield from ((network, match[1], match.start()) for network in named if network)
    for match in _NAMED.finditer(text):
        network = SPOKEN.get(re.sub(r"\s?/\s?", "/", match[1].lower().replace("tik tok", "tiktok")))
        if network is not None:
            yield network, match[2].rstrip("."), match.start()
    for match in _LISTED.finditer(text):
        named = (SPOKEN.get(name.lower()) for name in re.findall(_NAMES, match[1], re.I))
        yield from ((network, match[2].rstrip("."), match.start()) for network in named if network)
    yield from ((SPOKEN[one[1].lower()], one[2].rstrip("."), one.start()) for one in _SLASHED.finditer(text))
