"""The social networks, a row each: their hosts, what a profile's path looks like, its canonical form."""

import re
from dataclasses import dataclass
from functools import cached_property

#: First path segments that belong to the platform on most networks.
_COMMON = (
    "share sharer intent home login signin signup join register search explore about help privacy policies policy terms legal "
    "settings hashtag tag tags tos jobs careers download business ads ad developers developer dialog plugins tr watch "
    "events event marketplace gaming stories reel reels p tv accounts account i status notifications messages embed oembed "
    "js css static assets api oauth auth logout index.php index.html contact support blog news legal-notice cookies "
    "safety community docs press session trending discover topics topic features feed popular sitemap en de fr es it pt nl pl ru ja tr en-us en-gb de-de fr-fr zh-cn"
)
_NAME = r"[\w.\-%]{2,100}"


@dataclass(frozen=True)
class Network:
    """*hosts* without ``www.`` (a leading ``*.`` stands for any subdomain, a trailing ``.*`` for any ending); *paths*
    match a profile's path, their groups fill *form*; *never* are first segments that are the platform's own; *exact*:
    nothing may follow the profile; *items* are second segments that make it somebody's post."""

    name: str
    hosts: tuple[str, ...]
    paths: tuple[str, ...]
    form: str
    never: str = ""
    exact: bool = False
    items: str = ""

    @cached_property
    def patterns(self) -> tuple[re.Pattern[str], ...]:
        end = r"/?$" if self.exact else r"(?:/|$)"
        return tuple(re.compile(path + end, re.I) for path in self.paths)

    @cached_property
    def taken(self) -> frozenset[str]:
        return frozenset(self.never.split())

    @cached_property
    def posts(self) -> frozenset[str]:
        return frozenset(self.items.split())

    def canonical(self, path: str) -> tuple[str, str, bool] | None:
        """(canonical URL, the name in it, whether *path* leads to a post below it) or None."""
        for pattern in self.patterns:
            found = pattern.match(path)
            if found is None:
                continue
            values = [value for value in found.groups() if value]
            if not values or values[-1].lower().lstrip("@") in self.taken:
                return None
            rest = path[found.end() :].lstrip("/").partition("/")[0].lower()
            return self.form.format(*values), values[-1], rest in self.posts
        return None


NETWORKS: tuple[Network, ...] = (
    Network("facebook", ("facebook.com", "fb.com", "fb.me", "m.me", "messenger.com", "facebook.de", "fb.watch", "facebook.me"),
            (r"/(pages/category/[^/]+/[^/]+)", r"/(pages/[^/]+/\d+)", r"/(groups/[\w.\-%]{2,100})", r"/(people/[^/]+/\w+)", r"/(p/[^/]+)",
             r"/(?:pg|t|profile|messages/t|bookmarks/pages|business)/(" + _NAME + ")", r"/(" + _NAME + ")"),
            "https://www.facebook.com/{0}",
            _COMMON.replace(" p ", " ") + " pages people pg profile profile.php photo photo.php photos video videos video.php sharer.php share.php "
            "story.php permalink.php policy.php policies_center l.php notes media flx ajax rsrc.php v2.0 dialog apps groups hashtag legal "
            "recover r.php login.php home.php help business ads adsmanager lite mobile badges games fundraisers donate places "
            "public directory t messages ufi x connect full_data_use_policy terms.php ad_center latest fundraiser policies memorialization photos_stream",
            items="posts permalink videos photos_stream"),
    Network("instagram", ("instagram.com", "instagr.am", "ig.me"), (r"/(?:_u|m|_n)/@?(" + _NAME + ")", r"/@?([\w.]{1,60})"),
            "https://www.instagram.com/{0}", _COMMON + " direct web create s ar invites", items=""),
    Network("linkedin", ("linkedin.com", "*.linkedin.com", "linkedin.cn"),
            (r"/(?:mwlite/)?(company|in|school|showcase|organization|company-beta|groups)/([^/?#]{2,150})", r"/(pub)/([^/?#]{2,100}(?:/\w+/\w+/\w+)?)"),
            "https://www.linkedin.com/{0}/{1}", ""),
    Network("x", ("twitter.com", "x.com", "mobile.twitter.com", "mobile.x.com", "m.twitter.com", "nitter.net"), (r"/(?:#!/)?@?(\w{1,15})",), "https://x.com/{0}",
            _COMMON + " web widgets statuses personalization account compose hashtag intent following followers who_to_follow goodies tweet timeline",
            items="status statuses"),
    Network("youtube", ("youtube.com", "m.youtube.com", "music.youtube.com", "youtube.de", "youtube-nocookie.com"),
            (r"/(@[\w.\-%·]{2,60})", r"/((?:channel|c|user)/[\w.\-%]{2,100})", r"/([\w\-]{3,60})"), "https://www.youtube.com/{0}",
            _COMMON + " playlist shorts results live channel c user t yt creators premium redirect attribution_link iframe_api player_api "
            "player get_video_info v e s subscription_center kids post clip account_privacy music paid_memberships ytscframe howyoutubeworks intl playables"),
    Network("tiktok", ("tiktok.com", "m.tiktok.com"), (r"/(@[\w.]{2,30})",), "https://www.tiktok.com/{0}"),
    Network("pinterest", ("pinterest.*", "pinterest.co.*", "pinterest.com.*"), (r"/(" + _NAME + ")",), "https://www.pinterest.com/{0}",
            _COMMON + " pin ideas today pin-builder categories source _saved"),
    Network("threads", ("threads.net", "threads.com"), (r"/(@[\w.]{2,30})",), "https://www.threads.com/{0}", items="post"),
    Network("bluesky", ("bsky.app", "staging.bsky.app"), (r"/profile/([\w.\-:]{3,100})",), "https://bsky.app/profile/{0}", items="post"),
    Network("telegram", ("t.me", "telegram.me", "telegram.dog"), (r"/(\+[\w-]{10,})", r"/(joinchat/[\w-]{10,})", r"/(?:s/)?@?(\w{4,32})"), "https://t.me/{0}",
            "share joinchat addstickers addemoji iv proxy socks login c setlanguage addtheme confirmphone invoice"),
    Network("snapchat", ("snapchat.com", "story.snapchat.com"), (r"/add/([\w.\-]{3,30})", r"/(?:s|u|p)/([\w.\-]{3,30})$", r"/@([\w.\-]{3,30})"),
            "https://www.snapchat.com/add/{0}"),
    Network("discord", ("discord.gg", "dsc.gg"), (r"/(?:invite/)?([\w-]{2,40})",), "https://discord.gg/{0}"),
    Network("discord", ("discord.com", "discordapp.com", "ptb.discord.com"), (r"/invite/([\w-]{2,40})",), "https://discord.gg/{0}"),
    Network("github", ("github.com",), (r"/orgs/([\w-]{1,39})(?:/\w{1,40})?", r"/([\w-]{1,39})/?$"), "https://github.com/{0}",
            _COMMON + " pricing sponsors orgs enterprise security customer-stories readme collections site team mobile new apps", exact=True),
    Network("gitlab", ("gitlab.com",), (r"/groups/([\w.-]{2,60})", r"/([\w.-]{2,60})/?$"), "https://gitlab.com/{0}",
            _COMMON + " users pricing solutions dashboard -", exact=True),
    Network("vk", ("vk.com", "vk.ru", "m.vk.com", "vkontakte.ru", "vk.me", "new.vk.com"), (r"/((?!wall-|photo-?\d|video-?\d|topic-|album-?\d|app\d|doc-?\d|poll-?\d|clip-?\d|market-|audio)[\w.]{2,50})",),
            "https://vk.com/{0}", _COMMON + " share.php widget_community.php away.php video audio im write products mail dev apps vkpay"),
    Network("ok", ("ok.ru", "odnoklassniki.ru", "m.ok.ru"), (r"/((?:group|profile)/\d{4,20})", r"/([\w.\-]{2,50})"), "https://ok.ru/{0}",
            _COMMON + " dk offer group profile video live music"),
    Network("weibo", ("m.weibo.cn", "m.weibo.com"), (r"/(?:u|profile)/(\d{5,20})",), "https://weibo.com/u/{0}"),
    Network("weibo", ("weibo.com", "m.weibo.cn", "weibo.cn", "e.weibo.com", "m.weibo.com"), (r"/((?:u|p|n|profile)/[\w%]{2,50})", r"/([\w]{2,50})"),
            "https://weibo.com/{0}", _COMMON.replace(" p ", " ") + " share ttarticle sharebase.php u n ajax tv hot newlogin login.php signup.php s"),
    Network("douyin", ("douyin.com", "iesdouyin.com"), (r"/(?:share/)?user/([\w\-=.]{4,120})",), "https://www.douyin.com/user/{0}"),
    Network("bilibili", ("space.bilibili.com",), (r"/(\d{1,20})",), "https://space.bilibili.com/{0}"),
    Network("bilibili", ("m.bilibili.com", "bilibili.com"), (r"/space/(\d{1,20})",), "https://space.bilibili.com/{0}"),
    Network("xiaohongshu", ("xiaohongshu.com",), (r"/user/profile/(\w{6,40})",), "https://www.xiaohongshu.com/user/profile/{0}"),
    Network("kuaishou", ("kuaishou.com",), (r"/profile/([\w-]{4,40})",), "https://www.kuaishou.com/profile/{0}"),
    Network("zhihu", ("zhihu.com",), (r"/(people|org)/([\w-]{2,60})",), "https://www.zhihu.com/{0}/{1}"),
    Network("xing", ("xing.com", "*.xing.com"), (r"/(companies|company|pages|profile|profiles)/([^/?#]{2,100})",), "https://www.xing.com/{0}/{1}"),
    Network("line", ("line.me",), (r"/((?:R/)?ti/p/~[\w.~-]{2,40})",), "https://line.me/{0}"),
    Network("line", ("line.me", "page.line.me", "liff.line.me", "lineblog.me"), (r"/(?:R/)?(?:ti/p|shop/p|oaMessage)/((?:@|~|%40)?[\w~.%-]{2,40})", r"/R/home/public/main\?id=([\w.-]+)"), "https://line.me/R/ti/p/{0}"),
    Network("kakao", ("pf.kakao.com",), (r"/(_\w{3,20})",), "https://pf.kakao.com/{0}"),
    Network("zalo", ("zalo.me",), (r"/(\d{8,20})",), "https://zalo.me/{0}"),
    Network("reddit", ("reddit.com", "old.reddit.com", "new.reddit.com", "m.reddit.com"), (r"/(r/\w{2,30})(?:/(?:top|new|hot|rising|best|about|wiki))?/?$", r"/(?:u|user)/([\w-]{2,30})(?:/(?:submitted|comments|overview|about))?/?$"), "https://www.reddit.com/{0}", exact=True),
    Network("twitch", ("twitch.tv", "m.twitch.tv"), (r"/(\w{3,25})",), "https://www.twitch.tv/{0}", _COMMON + " directory videos clip subs team prime turbo store downloads drops wallet bits", items="clip v video"),
    Network("vimeo", ("vimeo.com",), (r"/((?!\d+(?:/|$))[\w.]{2,40})",), "https://vimeo.com/{0}",
            _COMMON + " channels album albums showcase ondemand groups categories manage upgrade user ott video videos stock create"),
    Network("soundcloud", ("soundcloud.com", "m.soundcloud.com"), (r"/([\w-]{2,40})/?(?:(?:tracks|albums|sets|popular-tracks|reposts|followers)/?)?$",), "https://soundcloud.com/{0}",
            _COMMON + " you stream upload charts pages imprint player mobile", exact=True),
    Network("spotify", ("open.spotify.com",), (r"/(?:intl-\w+/)?(artist|show|user)/([\w.-]{2,60})",), "https://open.spotify.com/{0}/{1}"),
    Network("medium", ("medium.com",), (r"/(@[\w.]{2,50})/?$",), "https://medium.com/{0}", exact=True),
    Network("patreon", ("patreon.com",), (r"/(?:c/|join/)?([\w-]{2,60})/?(?:(?:posts|about|membership)/?)?$",), "https://www.patreon.com/{0}", _COMMON + " posts user bepatron c"),
    Network("behance", ("behance.net",), (r"/([\w-]{2,60})/?$",), "https://www.behance.net/{0}", _COMMON + " gallery galleries joblist", exact=True),
    Network("dribbble", ("dribbble.com",), (r"/([\w-]{2,60})/?$",), "https://dribbble.com/{0}", _COMMON + " shots designers", exact=True),
    Network("flickr", ("flickr.com",), (r"/(photos|people)/([\w@-]{2,60})/?$",), "https://www.flickr.com/{0}/{1}", exact=True),
    Network("tumblr", ("tumblr.com",), (r"/(?:blog/(?:view/)?)?@?([\w-]{2,60})/?$",), "https://www.tumblr.com/{0}", _COMMON + " dashboard tagged widgets", exact=True),
)  # fmt: skip

#: Names that a theme or a builder left, and the platforms' own.
NOBODY = frozenset(
    "username yourname yourpage yourprofile yourusername yourhandle yourcompany yourbrand yourchannel yourbusiness youraccount yourid "
    "yourpagename yoururl yourlink user profile profilename company companyname page pagename mypage myprofile name handle accountname "
    "channelname channelid example sample test testuser demo placeholder business brand brandname nomdutilisateur votrepage votrenom "
    "tupagina tuusuario tuempresa seuperfil suapagina suaempresa deinname deineseite ihreseite ihrname ihrefirma nomepagina tuapagina "
    "wix wordpress wordpresscom wordpressdotcom wordpressorg squarespace shopify templatemonster elegantthemes themeforest envato godaddy weebly joomla "
    "drupal prestashop webflow jimdo ionos strikingly elementor facebook instagram twitter linkedin youtube tiktok pinterest facebookapp "
    "meta getbootstrap bootstrap themeisle colorlib html5up bluehost hostinger wixsite wixcom squarespacehq weeblycom godaddycom automattic oceanwp generatepress webador mailchimp qodeinteractive xxx xxxx xxxxx foo bar abc null undefined none".split()
)

#: 'yourbusinesspage', 'meineseite': whose the name is, and what it stands for, and nothing else.
SOMEBODYS = re.compile(
    r"(?:your|my|our|deine?|ihre?|meine?|votre|vos|mon|ton|tua?|mia?|sua?|seu|minha|uw|jouw|mijn|twoj[ae]?)"
    r"(?:business|company|brand|store|shop|page|profile?|handle|user|name|channel|account|link|url|id|here|site|website|blog|social|"
    r"facebook|instagram|twitter|linkedin|youtube|tiktok|fb|ig|seite|firma|profil|konto|kanal|nom|entreprise|chaine|compte|pagina|perfil|"
    r"empresa|cuenta|canal|azienda|profilo|bedrijf|pagina|strona)+"
)
#: Hosts that wrap another address, and the parameter that holds it.
REDIRECTORS = {
    "l.facebook.com": ("u",), "lm.facebook.com": ("u",), "l.instagram.com": ("u",), "l.messenger.com": ("u",), "l.threads.com": ("u",),
    "youtube.com": ("q",), "linkedin.com": ("url", "session_redirect"), "vk.com": ("to",), "away.vk.com": ("to",), "google.com": ("url", "q"),
    "t.umblr.com": ("z",), "steamcommunity.com": ("url",), "out.reddit.com": ("url",), "slack-redir.net": ("url",), "facebook.com": ("u", "href", "next"),
    "nam02.safelinks.protection.outlook.com": ("url",), "eur01.safelinks.protection.outlook.com": ("url",), "link.zhihu.com": ("target",),
    "duckduckgo.com": ("uddg",), "exit.sc": ("url",), "href.li": (), "anonym.to": (), "getpocket.com": ("url",), "m.facebook.com": ("u", "next"), "instagram.com": ("next",), "urldefense.com": (), "urldefense.proofpoint.com": ("u",),
    "weibo.cn": ("u",), "ok.ru": ("st.link",), "href": (),
}  # fmt: skip
#: Parameters in which other hosts' redirectors, a site's own among them, hold the address that they lead to.
FORWARDS = (
    "url",
    "u",
    "to",
    "target",
    "goto",
    "redirect",
    "redirect_url",
    "redirect_to",
    "link",
    "dest",
    "destination",
    "out",
)
#: What is no redirector for all that: it shares, translates or looks up what it is given.
NO_FORWARD = re.compile(
    r"shar|intent|oexchange|translat|valid|embed|cache|archive|login|oauth|whois|pagespeed|preview|screenshot", re.I
)
#: Apps' own schemes: host or path, the parameter that names the profile, and the form.
DEEP_LINKS: tuple[tuple[str, str, str], ...] = (
    (r"tg://resolve/?\?(?:[^#]*&)?domain=([\w]{4,32})", "telegram", "https://t.me/{0}"),
    (r"instagram://user/?\?(?:[^#]*&)?username=([\w.]{2,40})", "instagram", "https://www.instagram.com/{0}"),
    (r"intent://(?:www\.)?instagram\.com/(?:_u/)?([\w.]{2,40})", "instagram", "https://www.instagram.com/{0}"),
    (r"twitter://user/?\?(?:[^#]*&)?screen_name=(\w{1,15})", "x", "https://x.com/{0}"),
    (r"fb://(?:page|profile)/(\d{5,20})", "facebook", "https://www.facebook.com/profile.php?id={0}"),
    (r"snapchat://add/([\w.-]{3,30})", "snapchat", "https://www.snapchat.com/add/{0}"),
    (r"snssdk\d*://user/profile/(\w+)", "tiktok", "https://www.tiktok.com/@{0}"),
    (r"line://(?:R/)?ti/p/((?:@|%40|~)[\w.-]{2,40})", "line", "https://line.me/R/ti/p/{0}"),
    (
        r"vnd\.youtube://(?:www\.youtube\.com/)?((?:channel|user|c)/[\w-]{2,60})",
        "youtube",
        "https://www.youtube.com/{0}",
    ),
    (r"whatsapp://send/?\?(?:[^#]*&)?phone=(?:%2B|\+|%20)*0{0,2}(\d{8,15})", "whatsapp", "https://wa.me/{0}"),
)
#: Instances of the fediverse that are sure to be one; others need a word or rel=me beside them.
MASTODON = frozenset(
    "mstdn.social mstdn.jp mas.to fosstodon.org chaos.social hachyderm.io techhub.social troet.cafe norden.social social.tchncs.de "
    "infosec.exchange det.social pawoo.net mamot.fr piaille.fr toot.io toot.community social.vivaldi.net masto.ai social.lol c.im "
    "indieweb.social universeodon.com octodon.social tooting.ch sfba.social ruhr.social muenchen.social bildung.social digitalcourage.social "
    "social.bund.de mstdn.party mstdn.ca aus.social social.coop scholar.social wandering.shop journa.host newsie.social climatejustice.social "
    "vis.social eldritch.cafe framapiaf.org social.network.europa.eu nrw.social dresden.network pixelfed.social gts.superseriousbusiness.org".split()
)
#: How people call networks in text, for handles that stand in prose.
SPOKEN = {
    "instagram": "instagram", "insta": "instagram", "ig": "instagram", "tiktok": "tiktok", "tik tok": "tiktok", "twitter": "x", "x": "x",
    "facebook": "facebook", "telegram": "telegram", "threads": "threads", "youtube": "youtube", "snapchat": "snapchat", "line": "line",
    "line id": "line", "line official": "line", "pinterest": "pinterest", "twitter/x": "x", "x/twitter": "x", "телеграм": "telegram", "bluesky": "bluesky",
    "twitch": "twitch", "公式line": "line", "ライン": "line", "インスタグラム": "instagram", "インスタ": "instagram",
    "ツイッター": "x", "인스타그램": "instagram", "인스타": "instagram", "ไลน์": "line", "ไอจี": "instagram", "инстаграм": "instagram", "телеграмм": "telegram", "тг": "telegram",
    "انستقرام": "instagram", "انستغرام": "instagram", "إنستغرام": "instagram", "تويتر": "x", "سناب شات": "snapchat", "سناب": "snapchat", "تيك توك": "tiktok", "تلغرام": "telegram", "تيليجرام": "telegram", "تليجرام": "telegram", "تلگرام": "telegram",
    "اینستاگرام": "instagram", "توییتر": "x", "אינסטגרם": "instagram", "טלגרם": "telegram", "טיקטוק": "tiktok", "טוויטר": "x", "ทวิตเตอร์": "x", "ติ๊กต็อก": "tiktok",
    "틱톡": "tiktok", "트위터": "x", "텔레그램": "telegram", "ティックトック": "tiktok", "テレグラム": "telegram", "इंस्टाग्राम": "instagram", "твиттер": "x", "тикток": "tiktok", "інстаграм": "instagram",
}  # fmt: skip
#: What widgets call the profile that they show: (attribute, what its value must look like) -> network and form.
WIDGETS = {
    "data-screen-name": (r"@?(\w{1,15})", "x", "https://x.com/{0}"),
    "data-channelid": (r"(UC[\w-]{20,24})", "youtube", "https://www.youtube.com/channel/{0}"),
    "data-channel": (r"(\w{3,40})", "youtube", "https://www.youtube.com/user/{0}"),
}
HANDLE_FORMS = {
    "instagram": "https://www.instagram.com/{0}", "tiktok": "https://www.tiktok.com/@{0}", "x": "https://x.com/{0}",
    "facebook": "https://www.facebook.com/{0}", "telegram": "https://t.me/{0}", "threads": "https://www.threads.com/@{0}",
    "youtube": "https://www.youtube.com/@{0}", "snapchat": "https://www.snapchat.com/add/{0}", "line": "https://line.me/R/ti/p/@{0}",
    "pinterest": "https://www.pinterest.com/{0}", "twitch": "https://www.twitch.tv/{0}", "bluesky": "https://bsky.app/profile/{0}.bsky.social",
}  # fmt: skip
