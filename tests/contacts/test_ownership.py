"""Whose contact it is: what a page names but is not its own does not count."""

import pytest

from contactscraper.contacts import extract_contacts

URL = "https://www.oakmill.de/seite"
OWN = "<p>Kontakt: info@oakmill.de, Tel. +49 30 23125041</p>"
OTHERS = {
    "authority": "<p>Aufsichtsbehörde: Amt, post@amt-beispielland.org, Tel. +49 221 4710123</p>",
    "authority's heading": "<h3>Supervisory authority</h3><p>Office</p><p>post@office-land.org</p><p>+49 221 4710123</p>",
    "maker": "<footer><p>Webdesign: Pixel GmbH, hallo@pixel-agentur.org, +49 221 4710123</p></footer>",
    "maker en": "<footer>Website by <a href='mailto:hi@pixel-agency.org'>Pixel</a></footer>",
    "maker's link": "<footer>Site by <a href='https://www.instagram.com/pixelagency'>Pixel</a></footer>",
    "comment": "<div id='comments'><p>me@someone-else.org +49 221 4710123</p></div>",
    "review": "<div itemscope itemtype='https://schema.org/Review'>me@someone-else.org</div>",
    "review data": '<script type="application/ld+json">{"@type":"Product","review":{"author":{"email":"me@someone-else.org"}}}</script>',
    "partners": "<ul class='partners'><li><a href='https://www.facebook.com/otherfirm'>Other</a> a@other-firm.org</li></ul>",
    "testimonial": "<section class='testimonials'><p>me@someone-else.org</p></section>",
    "tweet": "<blockquote class='twitter-tweet'><a href='https://twitter.com/passer/status/1'>x</a></blockquote>",
    "a theme's maker": "<p>The theme is by <a href='https://www.instagram.com/pixelagency'>Pixel</a></p>",
    "a thread": "<blockquote class='reddit-embed-bq'><a href='https://www.reddit.com/user/passer/'>passer</a></blockquote>",
    "a bluesky post": "<blockquote class='bluesky-embed'><a href='https://bsky.app/profile/passer.bsky.social'>x</a></blockquote>",
    "a testimonial in Portuguese": "<div class='depoimentos'><p>me@someone-else.org</p></div>",
    "reviews in Turkish": "<div id='yorumlar'><p>me@someone-else.org</p></div>",
    "struck": "<p><s>old@other-firm.org</s></p>",
    "médiateur": "<p>Médiateur de la consommation : contact@mediateur-demo.org</p>",
    "consumers' office": "<p>Defensa del consumidor: reclamos@oficina-demo.org</p><p>Procon: fale@oficina-demo.org</p>",
    "insurer": "<p>Berufshaftpflicht: Beispiel Versicherung, service@versicherer-demo.org</p>",
    "garante": "<p>Autorità di controllo: Garante, garante@garante-demo.org</p>",
}


@pytest.mark.parametrize("body", OTHERS.values(), ids=OTHERS)
def test_others(body: str) -> None:
    """A third party's contacts are left out, the site's own beside them are kept."""
    found = extract_contacts(OWN + body, URL)
    assert (found.emails, found.phones, found.socials) == (["info@oakmill.de"], ["+493023125041"], {})


def test_own_in_a_comment() -> None:
    """The site's own address counts wherever it stands."""
    assert extract_contacts("<div class='comments'>Write to info@oakmill.de</div>", URL).emails == ["info@oakmill.de"]
