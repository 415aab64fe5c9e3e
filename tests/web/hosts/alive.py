"""Sites that publish a contact where a GET finds it, or publish none."""

from tests.web.endings import EMPTY_IN_TAB, FOUND, NO_WORDS, NOT_HTML
from tests.web.model import Line, Reply, site
from tests.web.pages import email, html, link, page, phone

SITES = (
    site("canary.test", "always up: the uplink's canary", pages={"*": page("Canary")}),
    site("acme-bakery.test", "an email on the home page", FOUND,
         pages={"/": page("Acme Bakery", email("info@acme-bakery.test"), phone("+442079460123", "+44 20 7946 0123"))}),
    site("phone-only.test", "a phone, no email", FOUND,
         pages={"/": page("Corner Plumber", phone("+442079460199", "+44 20 7946 0199"))}),
    site("kontakt-haus.test", "an email on /kontakt only (German)", FOUND,
         pages={"/": page("Haus und Garten", link("/kontakt", "Kontakt"), lang="de"),
                "/kontakt": page("Kontakt", email("hallo@kontakt-haus.test"), lang="de")}),
    site("contact-page.test", "an email on /contact only", FOUND,
         pages={"/": page("Contact Page Ltd", link("/contact", "Contact us")),
                "/contact": page("Contact us", email("desk@contact-page.test"))}),
    site("no-words.test", "no contact and no word of one", NO_WORDS, pages={"/": page("Quiet Mill")}),
    site("words-only.test", "words of contact, but none there, in a tab neither", EMPTY_IN_TAB,
         pages={"/": page("Words Only", "<p>Contact us by email or phone. We like to hear from you.</p>")}),
)  # fmt: skip
