"""Social profiles in places and spellings that are less usual, and what of the same looks is none."""

import pytest

from contactscraper.contacts import extract_contacts, social_profile

MILL = "https://www.oakmill.com/"


def socials(body: str) -> list[str]:
    found = extract_contacts(body, MILL).socials
    return sorted(url for urls in found.values() for url in urls)


ADDRESSES = {
    "https://www.facebook.com/home.php#!/oakmill": "https://www.facebook.com/oakmill",
    "https://www.oakmill.com/https://www.facebook.com/oakmill": "https://www.facebook.com/oakmill",
    "https:www.facebook.com/oakmill": "https://www.facebook.com/oakmill",
    "https://href.li/?https://www.instagram.com/oakmill": "https://www.instagram.com/oakmill",
    "https://www.linkedin.cn/company/oak-mill": "https://www.linkedin.com/company/oak-mill",
    "https://music.youtube.com/channel/UCa0b1c2d3e4f5g6h7i8j9kA": "https://www.youtube.com/channel/UCa0b1c2d3e4f5g6h7i8j9kA",
    "https://oakmill.bsky.social": "https://bsky.app/profile/oakmill.bsky.social",
    "https://oakmill.t.me/": "https://t.me/oakmill",
    "https://t.me/joinchat/AAAAAEoakmill": "https://t.me/joinchat/AAAAAEoakmill",
    "https://chat.whatsapp.com/AbCdEf123456GhIjKl": "https://chat.whatsapp.com/AbCdEf123456GhIjKl",
    "https://m.bilibili.com/space/5501234": "https://space.bilibili.com/5501234",
    "https://www.iesdouyin.com/share/user/MS4wOakMill": "https://www.douyin.com/user/MS4wOakMill",
    "https://page.line.me/?accountId=oakmill": "https://line.me/R/ti/p/@oakmill",
    "https://line.me/R/oaMessage/@oakmill/?Hi": "https://line.me/R/ti/p/@oakmill",
    "https://line.me/R/ti/p/~oakmill": "https://line.me/R/ti/p/~oakmill",
    "https://t.me/@oakmill": "https://t.me/oakmill",
    "https://discord.gg/invite/oakMill9": "https://discord.gg/oakMill9",
    "https://m.weibo.cn/profile/5501234567": "https://weibo.com/u/5501234567",
    "https://www.reddit.com/user/oakmill/submitted/": "https://www.reddit.com/user/oakmill",
    "https://www.facebook.com/people/Oak-Mill/pfbid02abc/": "https://www.facebook.com/people/Oak-Mill/pfbid02abc",
    "https://www.instagram.com/accounts/login/?next=/oakmill/": "https://www.instagram.com/oakmill",
    "https://m.facebook.com/login.php?next=https%3A%2F%2Fm.facebook.com%2Foakmill": "https://www.facebook.com/oakmill",
    "https://www.facebook.com/flx/warn/?u=https%3A%2F%2Ft.me%2Foakmill&h=1": "https://t.me/oakmill",
    "https://urldefense.com/v3/__https://www.facebook.com/oakmill__;!!A": "https://www.facebook.com/oakmill",
    "https://www.google.no/url?q=https://www.instagram.com/oakmill/&sa=D": "https://www.instagram.com/oakmill",
    "https://social.bark.org/@oakmill": "https://social.bark.org/@oakmill",
    "https://wald.social/@oakmill": "https://wald.social/@oakmill",
}


@pytest.mark.parametrize(("url", "wanted"), ADDRESSES.items(), ids=ADDRESSES)
def test_addresses(url: str, wanted: str) -> None:
    """Old, mistyped, mobile and national addresses of a profile have its canonical form."""
    found = social_profile(url)
    assert found is not None and found[1] == wanted


@pytest.mark.parametrize(
    "url",
    [
        "https://instagram.com/invites/contact/?i=1",
        "https://www.threads.net/@jo/post/Cabc",
        "https://www.youtube.com/c/example",
        "https://web.archive.org/web/2020/https://www.facebook.com/oakmill",
        "https://cache.bark.org/https://www.facebook.com/oakmill",
        "https://bsky.social/about",
        "https://www.facebook.com/groups/",
        "https://www.facebook.com/pages/",
        "https://www.facebook.com/ad_center/",
        "https://vk.com/poll1_2",
        "https://www.twitch.tv/downloads",
        "https://www.instagram.com/accounts/login/",
        "https://chat.whatsapp.com/",
        "https://bark.org/@oakmill",
    ],
)
def test_no_addresses(url: str) -> None:
    """Invitations of friends, posts, archives and placeholders are no profiles."""
    assert social_profile(url) is None


INSTAGRAM = "https://www.instagram.com/oakmill"
PLACES = {
    "two lines": ("<dl><dt>Instagram</dt><dd>@oakmill</dd></dl>", INSTAGRAM),
    "a line that invites": ("<b>Follow us on Instagram:</b><br>@oakmill", INSTAGRAM),
    "an icon": ('<p><i class="fab fa-instagram"></i> @oakmill</p>', INSTAGRAM),
    "a picture": ('<p>x</p><p><img src="a.svg" alt="Instagram"><span>@oakmill</span></p>', INSTAGRAM),
    "no sign": ("<p>Instagram: oak.mill</p>", "https://www.instagram.com/oak.mill"),
    "in Portuguese": ("<p>Siga @oakmill no Instagram</p>", INSTAGRAM),
    "a kind": ("<p>Telegram-канал @oakmill</p>", "https://t.me/oakmill"),
    "official": ("<p>LINE公式アカウント：@oakmill</p>", "https://line.me/R/ti/p/@oakmill"),
    "both names": ("<p>X (formerly Twitter): @oakmill</p>", "https://x.com/oakmill"),
    "official in Taiwan": ("<p>LINE官方帳號：@oakmill</p>", "https://line.me/R/ti/p/@oakmill"),
    "both names in Japanese": ("<p>X（旧Twitter）：@oakmill</p>", "https://x.com/oakmill"),
    "bluesky": ("<p>Find us: @oakmill.bsky.social</p>", "https://bsky.app/profile/oakmill.bsky.social"),
    "bluesky of a domain": ("<p>Bluesky: @oakmill.com</p>", "https://bsky.app/profile/oakmill.com"),
    "reddit": ("<p>Reddit: r/oakmill</p>", "https://www.reddit.com/r/oakmill"),
    "link element": ('<link itemprop="sameAs" href="https://www.instagram.com/oakmill">', INSTAGRAM),
    "meta element": ('<meta itemprop="sameAs" content="https://www.instagram.com/oakmill">', INSTAGRAM),
    "broken json-ld": ('<script type="application/ld+json">{"name":"Oak "Mill"","sameAs":["https:\\/\\/www.instagram.com\\/oakmill"]}</script>', INSTAGRAM),
    "a link element of RDFa": ('<link property="sameAs" href="https://www.instagram.com/oakmill">', INSTAGRAM),
    "in Persian": ("<p>تلگرام: @oakmill</p>", "https://t.me/oakmill"),
    "in Hebrew": ("<p>אינסטגרם: @oakmill</p>", INSTAGRAM),
    "publisher": ('<link rel="publisher" href="https://www.instagram.com/oakmill">', INSTAGRAM),
    "a link of a picture": ('<svg><a xlink:href="https://www.instagram.com/oakmill"><path/></a></svg>', INSTAGRAM),
    "a script's template": ("<script>var s={ig:`https://www.instagram.com/oakmill`}</script>", INSTAGRAM),
    "a frame that waits for consent": (
        '<iframe data-src-cmp="https://www.facebook.com/plugins/page.php?href=https%3A%2F%2Fwww.facebook.com%2Foakmill" src="about:blank"></iframe>',
        "https://www.facebook.com/oakmill",
    ),
    "inflected": ("<p>Obserwuj nas na Instagramie: @oakmill</p>", INSTAGRAM),
    "inflected, and words": ("<p>Instagram’da takip edin: @oakmill</p>", INSTAGRAM),
    "brackets of Japan": ("<p>公式Instagram【@oakmill】</p>", INSTAGRAM),
    "brackets behind": ("<p>@oakmill (Instagram)</p>", INSTAGRAM),
    "brackets": ("<p>On X (@oakmill) and so on</p>", "https://x.com/oakmill"),
    "an arrow": ("<p>Instagram → @oakmill</p>", INSTAGRAM),
    "a link's script": ("<a href=\"javascript:window.open('https://www.instagram.com/oakmill')\">x</a>", INSTAGRAM),
    "all of them": ("<p>We are @oakmill on all platforms: Instagram.</p>", INSTAGRAM),
    "old markup": ('<fb:like-box href="https://www.facebook.com/oakmill"></fb:like-box>', "https://www.facebook.com/oakmill"),
    "a timeline": ('<a class="twitter-timeline" data-screen-name="oakmill" href="#">t</a>', "https://x.com/oakmill"),
    "a subscription": ('<div class="g-ytsubscribe" data-channel="oakmill"></div>', "https://www.youtube.com/user/oakmill"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "wanted"), PLACES.values(), ids=PLACES)
def test_places(body: str, wanted: str) -> None:
    """A profile is found in widgets, in the head, by an icon and in a table of names."""
    assert socials(body) == [wanted]


QUIET = {
    "a word behind a name": "<p>Instagram: closed; Facebook: login; Telegram: news</p>",
    "another's name": "<p>Instagram: barkfriends</p>",
    "a handle below prose": "<p>We like Instagram and all the rest of it. Really</p><p>@jo</p>",
    "a handle of a comment": '<div class="comments"><p>Instagram</p><p>@jo</p></div>',
    "a handle alone": "<p>Hello</p><p>@jo</p>",
    "a post's author": '<blockquote class="instagram-media"><a href="https://www.instagram.com/p/x/">@jo</a></blockquote>',
    "a channel": '<div class="player" data-channel="oakmill"></div>',
    "two networks, one handle each": "<p>Instagram: @ e su TikTok: no</p>",
    "subreddit of a thread": "<p>Seen on reddit: r/oak/comments/1</p>",
    "a creator": "<p>YouTuber @jo and TikTokers @kim, Instagrammers love @lee, Instagram's @team</p>",
    "a product line": "<p>Product line: @home</p>",
    "a builder's own": '<a href="https://www.facebook.com/wixsite">f</a>',
    "a word that turns": "<p>Mail @ noon, line: 4</p>",
}


@pytest.mark.parametrize("body", QUIET.values(), ids=QUIET)
def test_quiet(body: str) -> None:
    """Words, strangers and posts of the same looks are no profiles."""
    assert socials(body) == []
