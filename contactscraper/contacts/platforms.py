"""Which social network a host belongs to, by the table of networks; and links that no contact can stand in."""

import re
from functools import lru_cache

from contactscraper.contacts.networks import MASTODON, NETWORKS, REDIRECTORS, Network

WHATSAPP = frozenset("wa.me whatsapp.com api.whatsapp.com web.whatsapp.com chat.whatsapp.com call.whatsapp.com".split())
_BY_HOST: dict[str, tuple[Network, ...]] = {}
_ANY_SUB: list[tuple[str, Network]] = []
_ANY_END: list[tuple[str, Network]] = []
for _network in NETWORKS:
    for _host in _network.hosts:
        if _host.startswith("*."):
            _ANY_SUB.append((_host[1:], _network))
        elif _host.endswith(".*"):
            _ANY_END.append((_host[:-1], _network))
        else:
            _BY_HOST[_host] = (*_BY_HOST.get(_host, ()), _network)
HOSTS = frozenset(_BY_HOST)
#: Words of the hosts of social platforms.
PLATFORM = re.compile(r"facebook|fb\.|instagr|twitter|x\.com|linkedin|youtube|tiktok|pinterest|threads|bsky|t\.me|telegram|snapchat|discord|git|vk\.|ok\.ru|weibo|"
                    r"douyin|bilibili|xing|line\.me|reddit|twitch|vimeo|soundcloud|wa\.me|spotify|medium\.com|patreon|behance|dribbble|m\.me|zalo|kakao", re.I)  # fmt: skip
_SUBDOMAIN = re.compile(r"[a-z]{2}(?:-[a-z]{2})?|m|mobile|touch|web|business")
_MASTODON = re.compile(
    r"mastodon|(?:^|\.)mstdn|(?:^|\.)masto\.|(?:^|\.)toots?\.|fediverse|pixelfed|pleroma|misskey|^social\.|^(?!bsky\.)[\w-]+\.social$"
)
#: A link's script that opens a menu, or does nothing.
_IDLE = re.compile(r"javascript:[\w\s.;()-]*$", re.I)


@lru_cache(maxsize=20_000)
def networks_of(host: str) -> tuple[Network, ...]:
    """The rows of the network that *host* (without ``www.``) belongs to."""
    if found := _BY_HOST.get(host):
        return found
    for tail, network in _ANY_SUB:
        if host.endswith(tail):
            return (network,)
    for start, network in _ANY_END:
        if host.startswith(start) and len(host) - len(start) <= 3 and "." not in host[len(start) :]:
            return (network,)
    head, _, rest = host.partition(".")
    if _SUBDOMAIN.fullmatch(head):
        if found := _BY_HOST.get(rest):
            return found
        for start, network in _ANY_END:
            if rest.startswith(start) and len(rest) - len(start) <= 3:
                return (network,)
    return ()


def is_mastodon(host: str) -> bool:
    """Whether *host* is sure to be an instance of the fediverse."""
    return host in MASTODON or _MASTODON.search(host) is not None


@lru_cache(maxsize=20_000)
def is_platform(host: str) -> bool:
    """Whether a profile may stand at *host* or behind it."""
    host = host.lower().rpartition("@")[2].partition(":")[0].strip().rstrip(".").removeprefix("www.")
    return bool(
        host in WHATSAPP or host in REDIRECTORS or "safelinks" in host or host == "signal.me"
        or host.endswith(("tumblr.com", ".bsky.social", ".t.me")) or networks_of(host) or is_mastodon(host)
    )  # fmt: skip


def may_carry(href: str) -> bool:
    """Whether a contact may stand in a link to *href* (as written), or behind it."""
    start = href.find("//", 0, 9)
    if start >= 0:
        if href[:4].lower() not in ("http", "//") and start:
            return True
        host, _, rest = href[start + 2 :].partition("/")
        _, colon, port = host.partition(":")
        if (colon and (len(port) > 5 or not port.isdecimal())) or is_platform(host):
            return True  # 'http://mailto:', 'http://tel:+44...'
    elif href[0] in "/#?.":
        rest = href
    elif ":" in href[:16]:
        return href[:11].lower() != "javascript:" or not _IDLE.search(href)
    else:
        rest = href
        if "." in href and is_platform(href.partition("/")[0].partition("?")[0]):
            return True
    return (
        ":" in rest or "@" in rest or "%40" in rest or "email-pro" in rest or "wa.me" in rest or "hatsapp" in rest or "=%2B" in rest
        or "%3A" in rest or "%3a" in rest
    )  # fmt: skip
