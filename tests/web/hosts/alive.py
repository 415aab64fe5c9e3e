"""Sites that publish a contact where a GET finds it, or publish none."""

from tests.web.endings import EMPTY_IN_TAB, FOUND, NO_WORDS, NOT_HTML
from tests.web.model import Ending, Line, Reply, site
from tests.web.pages import email, html, link, page, phone

FACEBOOK = link("https://www.facebook.com/sunnymill.bakery", "Facebook")
LINKEDIN = link("https://www.linkedin.com/company/sunnymill-bakery/", "LinkedIn")
WORDS = "<p>Contact us by email or phone. We like to hear from you.</p>"
LATIN = html("Café Crème", email("info@latin.test")).replace('<meta charset="utf-8">', "").encode("latin-1")

SITES = (
    site("canary.test", "always up: the uplink's canary", pages={"*": page("Canary")}),
    site("acme-bakery.test", "an email and a phone on the home page; more pages", FOUND,
         pages={"/": page("Acme Bakery", email("info@acme-bakery.test"), phone("+442079460123", "+44 20 7946 0123")),
                "/about": page("About Acme", email("team@acme-bakery.test"))},
         more_lines=(Line("https://acme-bakery.test/about", FOUND),)),
    site("phone-only.test", "a phone, no email", FOUND,
         pages={"/": page("Corner Plumber", phone("+442079460199", "+44 20 7946 0199"))}),
    site("socials-only.test", "profiles, no other contact and no word of one", FOUND,
         pages={"/": page("Sunny Mill", FACEBOOK, LINKEDIN)}),
    site("socials-words.test", "profiles and words of contact: a tab looks for more in vain", FOUND,
         pages={"/": page("Sunny Mill", FACEBOOK, WORDS)}),
    site("contact-page.test", "an email on /contact only", FOUND,
         pages={"/": page("Contact Page Ltd", link("/contact", "Contact us")),
                "/contact": page("Contact us", email("desk@contact-page.test"))}),
    site("impressum-haus.test", "an email on /impressum only (German)", FOUND,
         pages={"/": page("Haus und Garten", link("/impressum", "Impressum"), lang="de"),
                "/impressum": page("Impressum", email("hallo@impressum-haus.test"), lang="de")}),
    site("chajia.test", "an email on the contact page only (Chinese)", FOUND,
         pages={"/": page("山间茶叶", "<p>本店自一九六二年起在山间种茶制茶。</p>",
                          link("/lianxi.html", "联系我们"), lang="zh"),
                "/lianxi.html": page("联系我们", email("sales@chajia.test"), lang="zh")}),
    site("kissaten.test", "an email on the contact page only (Japanese)", FOUND,
         pages={"/": page("喫茶みずうみ", "<p>湖のそばの小さな店です。</p>",
                          link("/toiawase/", "お問い合わせ"), lang="ja"),
                "/toiawase/": page("お問い合わせ", email("info@kissaten.test"), lang="ja")}),
    site("no-words.test", "no contact and no word of one", NO_WORDS, pages={"/": page("Quiet Mill")}),
    site("words-only.test", "words of contact, but none there, in a tab neither", EMPTY_IN_TAB,
         pages={"/": page("Words Only", WORDS)}),
    site("leaflet.test", "a PDF", NOT_HTML, "https://leaflet.test/leaflet.pdf",
         pages={"/leaflet.pdf": Reply(b"%PDF-1.4\n" + b"0" * 2000 + b"\n%%EOF\n", type="application/pdf")}),
    site("picture.test", "an image as home page", NOT_HTML, pages={"/": Reply(b"\x89PNG\r\n", type="image/png")}),
    site("slow-name.test", "a name server that answers after 1.5 s", FOUND, dns="slow",
         pages={"/": page("Slow Name", email("info@slow-name.test"))}),
    site("latin.test", "a page in Latin-1 that says so in its header", FOUND,
         pages={"/": Reply(LATIN, type="text/html; charset=iso-8859-1")}),
    site("query-shop.test", "pages that differ in their query only", FOUND, "https://query-shop.test/shop.php?id=1",
         pages={"/shop.php": page("Shop", email("sales@query-shop.test"))},
         more_lines=(Line("https://query-shop.test/shop.php?id=2", Ending("cache", "ok-contact", "cached")),)),
    site("cf-plain.test", "behind Cloudflare's CDN, with its script in the page: no wall", FOUND,
         pages={"/": Reply(html("Vellmark Joinery", email("info@cf-plain.test"),
                                '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>'),
                           headers={"Server": "cloudflare", "CF-RAY": "9a1b2c3d4e5f6071-AMS"})}),
    site("moment.test", "an ordinary page that says 'just a moment'", FOUND,
         pages={"/": page("Just a moment by the lake", "<p>Take just a moment to rest.</p>",
                          email("info@moment.test"))}),
)  # fmt: skip
