"""Social profiles: a network is a row of a table. Profiles, not share buttons, posts or platforms' own pages."""

import html as entities
import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import parse_qs, unquote, urlsplit

from contactscraper.contacts.page import Page

_NAME = r"[\w.\-%]{2,100}"


@dataclass(frozen=True)
class Network:
    """*hosts* without ``www.``; *path* matches a profile's path, its groups fill *form*; *never* are first path
    segments that belong to the platform."""

    name: str
    hosts: tuple[str, ...]
    path: str
    form: str
    never: str = ""

    def canonical(self, path: str) -> str | None:
        found = re.match(self.path + r"(?:/|$)", path, re.I)
        if found is None:
            return None
        values = [value for value in found.groups() if value]
        if not values or values[0].strip("@").lower() in self.never.split() or values[0].strip("@.").lower() in NOBODY:
            return None
        return self.form.format(*values)


NOBODY = frozenset("username yourname yourpage yourprofile your-page your_username profile company yourcompany "
                   "wix wordpress wordpressdotcom squarespace shopify templatemonster elegantthemes".split())  # fmt: skip
_COMMON = ("share sharer sharer.php intent home login signup search explore about help privacy policies policy "
           "terms legal settings hashtag tag tags tos jobs press careers download business ads developers dialog "
           "plugins tr watch events groups marketplace gaming stories reel reels p tv accounts i status "
           "notifications messages embed oembed v js en de fr es index.php")  # fmt: skip

NETWORKS: tuple[Network, ...] = (
    Network("facebook", ("facebook.com", "fb.com", "m.facebook.com", "fb.me", "m.me", "messenger.com", "facebook.de"),
            r"/(?:pages/[^/]+/|people/[^/]+/|pg/|t/)?(" + _NAME + ")", "https://www.facebook.com/{0}",
            _COMMON + " pages people pg profile.php photo photo.php photos video videos sharer.php story.php permalink.php l.php notes media flx ajax v2.0 rsrc.php"),
    Network("instagram", ("instagram.com", "instagr.am"), r"/(?:_u/)?(" + _NAME + ")", "https://www.instagram.com/{0}", _COMMON + " direct"),
    Network("linkedin", ("linkedin.com",), r"/(company|in|school|showcase|organization)/([^/?#]{2,100})", "https://www.linkedin.com/{0}/{1}", ""),
    Network("x", ("twitter.com", "x.com", "mobile.twitter.com"), r"/(?:#!/)?@?(\w{1,15})", "https://x.com/{0}", _COMMON + " web widgets statuses"),
    Network("youtube", ("youtube.com", "m.youtube.com"), r"/(@[\w.\-%]{2,60}|(?:channel|c|user)/[\w.\-%]{2,60})", "https://www.youtube.com/{0}", ""),
    Network("tiktok", ("tiktok.com",), r"/(@[\w.]{2,30})", "https://www.tiktok.com/{0}", ""),
    Network("pinterest", ("pinterest.com", "pinterest.de", "pinterest.co.uk", "pinterest.fr", "pinterest.es", "pinterest.it"), r"/(" + _NAME + ")", "https://www.pinterest.com/{0}", _COMMON + " pin ideas today"),
    Network("threads", ("threads.net", "threads.com"), r"/(@[\w.]{2,30})", "https://www.threads.net/{0}", ""),
    Network("bluesky", ("bsky.app",), r"/profile/([\w.\-:]{3,100})", "https://bsky.app/profile/{0}", ""),
    Network("telegram", ("t.me", "telegram.me", "telegram.dog"), r"/(?:s/)?(\w{4,32}|\+[\w-]{10,})", "https://t.me/{0}", "share joinchat addstickers iv proxy socks login"),
    Network("snapchat", ("snapchat.com",), r"/add/([\w.\-]{3,15})", "https://www.snapchat.com/add/{0}", ""),
    Network("discord", ("discord.gg",), r"/([\w-]{2,40})", "https://discord.gg/{0}", ""),
    Network("discord", ("discord.com", "discordapp.com"), r"/invite/([\w-]{2,40})", "https://discord.gg/{0}", ""),
    Network("github", ("github.com",), r"/([\w-]{1,39})/?$", "https://github.com/{0}", _COMMON + " features pricing topics sponsors marketplace orgs"),
    Network("vk", ("vk.com", "m.vk.com", "vkontakte.ru"), r"/([\w.]{2,50})", "https://vk.com/{0}", _COMMON + " share.php widget_community.php feed away.php video"),
    Network("ok", ("ok.ru", "odnoklassniki.ru"), r"/((?:group|profile)/\d{4,20}|[\w.]{2,50})", "https://ok.ru/{0}", _COMMON + " dk offer group profile"),
    Network("weibo", ("weibo.com", "m.weibo.cn", "weibo.cn"), r"/((?:u|p|n)/[\w%]{2,50}|[\w]{2,50})", "https://weibo.com/{0}", _COMMON),
    Network("douyin", ("douyin.com",), r"/user/([\w-]{4,100})", "https://www.douyin.com/user/{0}", ""),
    Network("bilibili", ("space.bilibili.com",), r"/(\d{1,20})", "https://space.bilibili.com/{0}", ""),
    Network("xing", ("xing.com",), r"/(companies|company|pages|profile)/([^/?#]{2,100})", "https://www.xing.com/{0}/{1}", ""),
    Network("line", ("line.me", "page.line.me"), r"/(?:R/)?ti/p/(@?[\w~.%-]{2,40})", "https://line.me/R/ti/p/{0}", ""),
    Network("reddit", ("reddit.com", "old.reddit.com"), r"/((?:r|u|user)/[\w-]{2,30})/?$", "https://www.reddit.com/{0}", ""),
    Network("twitch", ("twitch.tv",), r"/(\w{3,25})", "https://www.twitch.tv/{0}", _COMMON + " directory videos"),
    Network("vimeo", ("vimeo.com",), r"/([a-z][\w]{2,40})", "https://vimeo.com/{0}", _COMMON + " channels album showcase ondemand"),
)  # fmt: skip

_BY_HOST = {}
for _network in NETWORKS:
    for _host in _network.hosts:
        _BY_HOST.setdefault(_host, []).append(_network)

_MENTIONED = re.compile(
    r"(?:https?:)?//(?:[\w-]+\.)?(?:" + "|".join(re.escape(host) for host in _BY_HOST) + r")/[^\s\"'<>)\\]{1,200}", re.I
)


def social_profile(url: str) -> tuple[str, str] | None:
    """(network, canonical profile URL) where *url* is a profile, with or without its scheme; else None."""
    text = entities.unescape(url.strip())
    if text.startswith("//"):
        text = "https:" + text
    elif "://" not in text:
        text = "https://" + text
    try:
        parts = urlsplit(text)
        host = (parts.hostname or "").lower()
    except ValueError:
        return None
    if parts.scheme not in ("http", "https"):
        return None
    host = host.removeprefix("www.")
    networks = _BY_HOST.get(host)
    if networks is None:  # a language's own subdomain
        head, _, rest = host.partition(".")
        networks = _BY_HOST.get(rest) if re.fullmatch(r"[a-z]{2}(?:-[a-z]{2})?", head) else None
    path = re.sub(r"/{2,}", "/", parts.path)
    if parts.fragment.startswith("!/") and path in ("", "/"):
        path = "/" + parts.fragment[2:]
    if networks and networks[0].name == "facebook" and path.lower().startswith("/profile.php"):
        number = parse_qs(parts.query).get("id", [""])[0]
        return ("facebook", f"https://www.facebook.com/profile.php?id={number}") if number.isdigit() else None
    for network in networks or ():
        if canonical := network.canonical(path):
            return network.name, unquote(canonical) if network.name != "linkedin" else canonical
    if (found := re.fullmatch(r"/(@[\w.]+)/?", path)) and _is_mastodon(host):
        return "mastodon", f"https://{host}/{found[1]}"
    return None


def _is_mastodon(host: str) -> bool:
    return "mastodon" in host or host in ("mstdn.social", "fosstodon.org", "chaos.social", "mas.to", "hachyderm.io")


def candidates(page: Page) -> Iterator[tuple[str, str, str]]:
    """(network, URL, where it stands) for all profiles of *page*."""
    for href, *_ in page.links:
        if "." in href and (found := social_profile(page.absolute(href) if "://" in href[:9] or href[:2] == "//" else href)):
            yield *found, "link"
    for thing in page.json_ld:
        value = thing.get("sameAs")
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, str) and (found := social_profile(one)):
                yield *found, "JSON-LD"
    for name, content in page.metas:
        if name in ("article:publisher", "og:see_also") and (found := social_profile(content)):
            yield *found, f"meta {name}"
        elif name == "twitter:site" and re.fullmatch(r"@\w{1,15}", content.strip()):
            yield "x", f"https://x.com/{content.strip()[1:]}", "meta twitter:site"
    for mention in _MENTIONED.findall(page.text):
        if found := social_profile(mention.rstrip(".,;")):
            yield *found, "text"
