"""Social profiles: each row is an address with the profile that it names, or none."""

import pytest

from contactscraper.contacts import extract_contacts, social_profile
from contactscraper.contacts.networks import NETWORKS

PROFILES = {
    "https://www.facebook.com/oakmill/": "https://www.facebook.com/oakmill", "https://m.facebook.com/oakmill?ref=x": "https://www.facebook.com/oakmill",
    "https://www.facebook.com/profile.php?id=100055501234567": "https://www.facebook.com/profile.php?id=100055501234567",
    "https://www.facebook.com/people/Oak-Mill/100055501234567/": "https://www.facebook.com/people/Oak-Mill/100055501234567",
    "https://instagram.com/oak.mill?igshid=1": "https://www.instagram.com/oak.mill", "https://x.com/oakmill": "https://x.com/oakmill", "https://twitter.com/intent/follow?screen_name=oakmill": "https://x.com/oakmill",
    "https://de.linkedin.com/company/oak-mill/about/": "https://www.linkedin.com/company/oak-mill", "https://linkedin.com/school/oak-mill": "https://www.linkedin.com/school/oak-mill",
    "https://www.youtube.com/c/OakMill": "https://www.youtube.com/c/OakMill", "youtube.com/@oakmill/featured": "https://www.youtube.com/@oakmill", "https://www.tiktok.com/@oak.mill": "https://www.tiktok.com/@oak.mill",
    "https://www.pinterest.de/oakmill/chairs/": "https://www.pinterest.com/oakmill", "https://www.threads.net/@oakmill": "https://www.threads.com/@oakmill", "https://bsky.app/profile/oakmill.bsky.social": "https://bsky.app/profile/oakmill.bsky.social",
    "https://mastodon.social/@oakmill": "https://mastodon.social/@oakmill", "https://t.me/s/oakmill": "https://t.me/oakmill", "tg://resolve?domain=oakmill": "https://t.me/oakmill",
    "https://wa.me/message/ABCDEFGH1234A1?src=qr": "https://wa.me/message/ABCDEFGH1234A1", "https://wa.me/c/442079460123": "https://wa.me/442079460123",
    "https://wa.me/442079460123?text=x": "https://wa.me/442079460123", "whatsapp://send?phone=442079460123": "https://wa.me/442079460123", "https://www.snapchat.com/add/oakmill": "https://www.snapchat.com/add/oakmill",
    "https://discord.com/invite/oakMill": "https://discord.gg/oakMill", "https://github.com/oak-mill/": "https://github.com/oak-mill", "https://github.com/orgs/oak-mill/repositories": "https://github.com/oak-mill", "https://gitlab.com/oak-mill": "https://gitlab.com/oak-mill",
    "https://m.vk.com/oakmill": "https://vk.com/oakmill", "https://ok.ru/oakmill": "https://ok.ru/oakmill", "https://weibo.com/u/5501239999": "https://weibo.com/u/5501239999", "https://www.douyin.com/user/MS4wABCD": "https://www.douyin.com/user/MS4wABCD",
    "https://space.bilibili.com/5501?x=1": "https://space.bilibili.com/5501", "https://www.xing.com/companies/oakmill": "https://www.xing.com/companies/oakmill", "https://line.me/ti/p/%40oakmill": "https://line.me/R/ti/p/@oakmill",
    "intent://instagram.com/_u/oakmill/#Intent;scheme=https;end": "https://www.instagram.com/oakmill", "https://old.reddit.com/r/oakmill": "https://www.reddit.com/r/oakmill", "https://www.reddit.com/r/oakmill/top/": "https://www.reddit.com/r/oakmill", "https://www.reddit.com/u/oakmill": "https://www.reddit.com/user/oakmill", "https://www.twitch.tv/oakmill": "https://www.twitch.tv/oakmill", "https://vimeo.com/oakmill": "https://vimeo.com/oakmill",
    "https://soundcloud.com/oakmill": "https://soundcloud.com/oakmill", "https://l.facebook.com/l.php?u=https%3A%2F%2Fx.com%2Foakmill": "https://x.com/oakmill", "https://www.youtube.com/redirect?q=https%3A%2F%2Finstagram.com%2Foakmill": "https://www.instagram.com/oakmill",
    "https://www.facebook.com/plugins/page.php?href=https%3A%2F%2Fwww.facebook.com%2Foakmill": "https://www.facebook.com/oakmill", "//instagram.com/oakmill": "https://www.instagram.com/oakmill", "HTTPS://X.COM/oakmill": "https://x.com/oakmill",
    "https://www.snapchat.com/@oakmill": "https://www.snapchat.com/add/oakmill", "https://line.me/ti/p/~oakmill": "https://line.me/ti/p/~oakmill",
    "https://https://www.instagram.com/oakmill": "https://www.instagram.com/oakmill", "http:/www.facebook.com/oakmill": "https://www.facebook.com/oakmill",
    "https://go.bark.example/out?url=https%3A%2F%2Fwww.facebook.com%2Foakmill": "https://www.facebook.com/oakmill",
}  # fmt: skip


@pytest.mark.parametrize(("url", "wanted"), PROFILES.items(), ids=PROFILES)
def test_profiles(url: str, wanted: str) -> None:
    """An address that names a profile has one canonical form, which stays as it is."""
    found = social_profile(url)
    assert found is not None and found[1] == wanted
    again = social_profile(wanted)
    assert again == found


NONE = [
    "https://www.facebook.com/share/1AbCdEfG/", "https://www.facebook.com/share/p/1AbCdEfG/", "https://wa.me/message/", "https://wa.me/message/short",
    "https://www.facebook.com/sharer/sharer.php?u=x", "https://www.facebook.com/dialog/share?x=1", "https://twitter.com/intent/tweet?text=x", "https://x.com/share?url=x", "https://x.com/home", "https://www.linkedin.com/shareArticle?url=x",
    "https://www.linkedin.com/posts/x_y", "https://pinterest.com/pin/create/button/?url=x", "https://www.pinterest.com/pin/123/", "https://www.youtube.com/watch?v=abc", "https://youtu.be/abc", "https://www.youtube.com/embed/abc", "https://www.youtube.com/feed/subscriptions",
    "https://www.instagram.com/p/abc/", "https://www.instagram.com/explore/", "https://t.me/share/url?url=x", "https://wa.me/?text=x", "https://api.whatsapp.com/send?text=x", "https://vk.com/share.php?url=x", "https://vk.com/wall-1_2", "https://www.reddit.com/submit?url=x",
    "https://www.reddit.com/r/x/comments/1/y/", "https://www.twitch.tv/videos/1", "https://vimeo.com/12345", "https://github.com/oak/mill", "https://www.facebook.com/tr?id=1", "https://www.facebook.com", "https://www.tiktok.com/tag/oak", "https://notfacebook.com/oakmill",
    "https://facebook.com.evil.example/oakmill", "https://www.facebook.com/yourpage", "https://twitter.com/your_username", "https://www.instagram.com/wix", "https://oakmill.com/@jo", "https://service.weibo.com/share/share.php?url=x", "https://connect.ok.ru/offer?url=x",
    "https://open.spotify.com/track/1", "https://weibo.com/ajax/statuses", "https://t.me/joinchat", "https://www.facebook.com/YourBusinessPage", "https://www.instagram.com/my.shop.name", "https://translate.bark.example/t?u=https://www.facebook.com/oakmill",
    "mailto:a@facebook.com", "https://[::1", "", "https://x.com/oak/status/1",
]  # fmt: skip


@pytest.mark.parametrize("url", NONE)
def test_no_profiles(url: str) -> None:
    """Share buttons, posts, videos, platforms' own pages and placeholders are no profiles."""
    assert social_profile(url) is None


FOUND = {
    "text": ("<p>instagram.com/oakmill</p>", {"instagram": ["https://www.instagram.com/oakmill"]}), "twice": ('<a href="https://x.com/OakMill">a</a><a href="https://twitter.com/oakmill">b</a>', {"x": ["https://x.com/OakMill"]}),
    "same as": ('<script type="application/ld+json">{"sameAs":["https://x.com/oakmill"]}</script>', {"x": ["https://x.com/oakmill"]}), "meta": ('<meta name="twitter:site" content="@oakmill">', {"x": ["https://x.com/oakmill"]}),
    "handle": ("<p>Instagram: @oakmill</p>", {"instagram": ["https://www.instagram.com/oakmill"]}), "fediverse": ("<p>@oak@mastodon.social</p>", {"mastodon": ["https://mastodon.social/@oak"]}),
    "rel me": ('<a rel="me" href="https://social.oak.org/@mill">x</a>', {"mastodon": ["https://social.oak.org/@mill"]}), "widget": ('<div class="fb-page" data-href="https://www.facebook.com/oakmill"></div>', {"facebook": ["https://www.facebook.com/oakmill"]}),
    "script": ('<script>var s={"ig":"https:\\/\\/www.instagram.com\\/oakmill"}</script>', {"instagram": ["https://www.instagram.com/oakmill"]}), "frame": ('<iframe src="https://www.facebook.com/plugins/page.php?href=https://facebook.com/oakmill"></iframe>', {"facebook": ["https://www.facebook.com/oakmill"]}),
    "handle of X": ("<p>X: @oakmill</p>", {"x": ["https://x.com/oakmill"]}), "handle as": ("<p>Find us on TikTok as @oak.mill</p>", {"tiktok": ["https://www.tiktok.com/@oak.mill"]}),
    "handle of two": ("<p>IG / TikTok: @oakmill</p>", {"instagram": ["https://www.instagram.com/oakmill"], "tiktok": ["https://www.tiktok.com/@oakmill"]}),
    "escaped in script": ('<script>var s=["https:\\u002F\\u002Fwww.facebook.com\\u002Foakmill"]</script>', {"facebook": ["https://www.facebook.com/oakmill"]}),
    "handle in Japanese": ("<p>公式X：@oakmill</p>", {"x": ["https://x.com/oakmill"]}), "handle in Thai": ("<p>ไลน์: @oakmill</p>", {"line": ["https://line.me/R/ti/p/@oakmill"]}),
    "slashed name": ("<p>Facebook: /oakmill</p>", {"facebook": ["https://www.facebook.com/oakmill"]}), "json attribute": ("<div data-links='{\"ig\":\"https:\\/\\/www.instagram.com\\/oakmill\"}'></div>", {"instagram": ["https://www.instagram.com/oakmill"]}),
    "sdk": ('<script src="https://connect.facebook.net/en_US/sdk.js"></script>', {}), "left": ("<p>We left twitter.com/oakmills</p>", {}), "whatsapp": ('<a href="https://wa.me/442079460123">x</a>', {"whatsapp": ["https://wa.me/442079460123"]}),
}  # fmt: skip


@pytest.mark.parametrize(("body", "wanted"), FOUND.values(), ids=FOUND)
def test_found(body: str, wanted: dict[str, list[str]]) -> None:
    """Profiles are found wherever a page states them, each once."""
    assert extract_contacts(body, "https://bark.example/").socials == wanted


def test_every_network_has_a_row_that_is_hit() -> None:
    """The rows of the table and the profiles above cover each other for the networks that must be known."""
    hit = {found[0] for url in PROFILES if (found := social_profile(url))}
    must = "facebook instagram linkedin x youtube tiktok pinterest threads bluesky mastodon telegram whatsapp snapchat discord github vk ok weibo douyin bilibili xing line reddit twitch vimeo"
    assert set(must.split()) <= hit <= {network.name for network in NETWORKS} | {"mastodon", "whatsapp"}
