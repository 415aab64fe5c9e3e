"""Pages as shops, firms, blogs and WordPress sites send them, generated from a seed, of any size, contacts included."""

import json
from collections.abc import Callable, Iterator
from random import Random

WORDS = (
    "oak mill river stone harbour light garden winter craft paper copper linen bread field north valley table window "
    "summer house music letter forest bridge market kitchen cloud morning silver branch story public workshop glass "
    "with from under over after before while because every other small large quiet early open new old green together "
    "deliver repair choose measure build carry follow learn order visit return write answer protect prepare finish"
).split()
SOCIALS = ("https://www.facebook.com/{0}", "https://www.instagram.com/{0}/", "https://www.linkedin.com/company/{0}",
           "https://www.youtube.com/@{0}", "https://x.com/{0}")  # fmt: skip


class Writer:
    """Words, headings and links of one invented site."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.name = "".join(self.chance.sample(WORDS[:30], 2))
        self.host = f"www.{self.name}.de"
        self.phone = f"+49 30 {self.chance.randrange(2_000_000, 8_999_999)}"

    def words(self, count: int) -> str:
        return " ".join(self.chance.choices(WORDS, k=count))

    def sentences(self, count: int) -> str:
        return " ".join(f"{self.words(self.chance.randint(6, 16)).capitalize()}." for _ in range(count))

    def slug(self, count: int = 3) -> str:
        return "-".join(self.chance.choices(WORDS, k=count))

    def picture(self) -> str:
        path = f"/media/{self.chance.randrange(10, 99)}/{self.slug()}"
        sizes = ", ".join(f"{path}-{width}x{width * 3 // 4}.jpg {width}w" for width in (300, 600, 1024))
        return (
            f'<img loading="lazy" width="600" height="450" src="{path}.jpg" srcset="{sizes}" '
            f'sizes="(max-width: 600px) 100vw, 600px" alt="{self.words(3)}">'
        )

    def json_ld(self, kind: str) -> str:
        thing = {
            "@context": "https://schema.org", "@type": kind, "name": self.name.title(), "url": f"https://{self.host}/",
            "logo": f"https://{self.host}/media/logo.png", "telephone": self.phone, "email": f"info@{self.name}.de",
            "address": {"@type": "PostalAddress", "streetAddress": "Mill Lane 4", "postalCode": "10115",
                        "addressLocality": "Berlin", "addressCountry": "DE"},
            "sameAs": [link.format(self.name) for link in SOCIALS[:3]],
        }  # fmt: skip
        return f'<script type="application/ld+json">{json.dumps(thing)}</script>\n'

    def head(self, kind: str) -> str:
        title, about = self.words(5).title(), self.sentences(1)
        return (
            f'<!DOCTYPE html>\n<html lang="de">\n<head>\n<meta charset="utf-8">\n<title>{title} - {self.name}</title>\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<meta name="description" content="{about}">\n<meta property="og:title" content="{title}">\n'
            f'<meta property="og:url" content="https://{self.host}/">\n<meta property="og:description" content="{about}">\n'
            f'<link rel="canonical" href="https://{self.host}/{self.slug()}">\n'
            f'<link rel="stylesheet" href="/assets/{self.slug(1)}.css?ver={self.chance.randrange(10**6)}" media="all">\n'
            f'<script async src="https://www.googletagmanager.com/gtag/js?id=G-{self.chance.randrange(10**8)}"></script>\n'
            "<script>window.dataLayer = window.dataLayer || []; function gtag(){dataLayer.push(arguments);} "
            f"gtag('js', new Date()); gtag('config', 'G-{self.chance.randrange(10**8)}');</script>\n{self.json_ld(kind)}"
        )

    def header(self) -> str:
        items = "\n".join(
            f'<li id="menu-item-{number}" class="menu-item menu-item-type-post_type menu-item-{number}">'
            f'<a href="/{self.slug()}/" class="menu-link">{self.words(2).title()}</a></li>'
            for number in self.chance.sample(range(1000), 24)
        )
        return (
            f'</head>\n<body class="home page theme-{self.slug(1)}">\n<a class="skip-link screen-reader-text" href="#content">'
            f'Skip to content</a>\n<header id="site-header"><div class="topbar"><span class="phone"><i class="icon-phone">'
            f'</i> <a href="tel:{self.phone.replace(" ", "")}">{self.phone}</a></span></div>\n<a href="https://{self.host}/" '
            f'class="logo" rel="home">{self.picture()}</a>\n<nav class="main-navigation" aria-label="Menu"><ul class="menu">\n'
            f'{items}\n</ul></nav>\n<button class="toggle" aria-expanded="false"><span></span></button></header>\n<main id="content">\n'
        )

    def footer(self) -> str:
        social = "".join(
            f'<li><a href="{link.format(self.name)}" target="_blank" rel="noopener"><svg viewBox="0 0 24 24">'
            f'<path d="M{self.chance.randrange(24)} 5.8a8.4 8.4 0 0 1-2.4.7A4.2 4.2 0 0 0 21.4 4a8.3 8.3 0 0 1-2.7 1z"/></svg></a></li>'
            for link in SOCIALS
        )
        links = "".join(f'<li><a href="/{self.slug()}">{self.words(2).title()}</a></li>\n' for _ in range(16))
        return (
            f'</main>\n<footer class="site-footer"><div class="row"><div class="col-md-4"><h3>Kontakt</h3><p>{self.name.title()} '
            f"GmbH<br>Mill Lane 4<br>10115 Berlin</p><p>Telefon: {self.phone}<br>Fax: {self.phone[:-2]}99<br>E-Mail: "
            f'<a href="mailto:info@{self.name}.de">info@{self.name}.de</a></p></div>\n<div class="col-md-4"><ul class="links">\n'
            f'{links}</ul></div><div class="col-md-4"><ul class="social">{social}</ul></div></div>\n<p class="copyright">&copy; 2026 '
            f'{self.name.title()} GmbH. Alle Preise inkl. MwSt. <a href="/impressum">Impressum</a> <a href="/datenschutz">'
            f'Datenschutz</a></p></footer>\n<script src="/assets/{self.slug(1)}.js" defer></script>\n</body>\n</html>\n'
        )


def shop(site: Writer) -> Iterator[str]:
    """A shop's list of products: cards with pictures, prices and data attributes."""
    yield site.head("Store") + site.header() + '<div class="products row">\n'
    while True:
        number, price = site.chance.randrange(10**5, 10**6), site.chance.randrange(500, 90_000) / 100
        path = f"/{site.slug()}-{number}.html"
        yield (
            f'<article class="product-miniature js-product col-md-3" data-id-product="{number}" data-id-product-attribute="0">\n'
            f'<a href="{path}" class="thumbnail product-thumbnail">{site.picture()}</a>\n<div class="product-description">'
            f'<h2 class="h3 product-title"><a href="{path}">{site.words(4).title()}</a></h2>\n<p>{site.sentences(1)}</p>'
            f'<div class="product-price-and-shipping"><span class="regular-price">{price * 1.2:.2f} €</span> <span class="price" '
            f'aria-label="Price">{price:.2f} €</span></div><button class="add-to-cart" data-button-action="add-to-cart" '
            f'data-id="{number}" type="submit"><i class="icon-cart"></i> In den Warenkorb</button></div></article>\n'
        )


def company(site: Writer) -> Iterator[str]:
    """A firm's page: sections with columns, lists, tables and people."""
    yield site.head("LocalBusiness") + site.header()
    while True:
        points = "".join(f"<li><strong>{site.words(2).title()}</strong> {site.words(9)}</li>\n" for _ in range(4))
        rows = "".join(f"<tr><td>{site.words(2)}</td><td>{site.chance.randrange(8, 20)}:00</td></tr>" for _ in range(4))
        yield (
            f'<section class="section section--{site.slug(1)}"><div class="container"><h2>{site.words(4).title()}</h2>\n'
            f'<p>{site.sentences(3)}</p><p>{site.sentences(2)} <em>{site.words(3)}</em> <a href="/{site.slug()}">'
            f"{site.words(2)}</a>.</p>\n<ul>{points}</ul><table>{rows}</table>\n"
            f'<figure class="team-member">{site.picture()}<figcaption>{site.words(2).title()}<br><span>{site.words(3)}</span>'
            f"</figcaption></figure></div></section>\n"
        )


def blog(site: Writer) -> Iterator[str]:
    """A blog: long paragraphs with few tags, dates, categories."""
    yield site.head("Organization") + site.header()
    while True:
        paragraphs = "".join(f"<p>{site.sentences(6)}</p>\n" for _ in range(4))
        day = f"2026-{site.chance.randrange(1, 13):02d}-{site.chance.randrange(1, 29):02d}"
        yield (
            f'<article class="post"><header><h2 class="entry-title"><a href="/{day.replace("-", "/")}/{site.slug(5)}/" '
            f'rel="bookmark">{site.words(6).capitalize()}</a></h2><div class="meta"><time datetime="{day}T08:00:00+01:00">{day}'
            f'</time> <span class="cat"><a href="/category/{site.slug(1)}/" rel="category tag">{site.words(1).title()}</a></span>'
            f'</div></header>\n<div class="entry-content">{paragraphs}<blockquote><p>{site.sentences(1)}</p></blockquote></div></article>\n'
        )


def wordpress(site: Writer) -> Iterator[str]:
    """A page of a WordPress builder: nested blocks with long class lists, inline styles and scripts with JSON."""
    presets = "".join(f"--wp--preset--color--{site.slug(2)}: #{site.chance.randrange(16**6):06x};" for _ in range(40))
    rules = "".join(
        f".wp-block-{site.slug(2)}{{margin:0 auto;padding:1.2em {number}px;display:flex}}" for number in range(40)
    )
    settings = {"ajax_url": f"https://{site.host}/wp-admin/admin-ajax.php", "nonce": f"{site.chance.randrange(16**10):010x}",
                "i18n": {site.slug(1): site.words(4) for _ in range(20)}, "breakpoints": {"xs": 0, "sm": 480, "md": 768}}  # fmt: skip
    yield (
        f'{site.head("Organization")}<style id="global-styles-inline-css">body{{{presets}}}{rules}</style>\n'
        '<script>window._wpemojiSettings = {"baseUrl":"https:\\/\\/s.w.org\\/images\\/core\\/emoji\\/15.0.3\\/72x72\\/",'
        '"ext":".png"}; !function(i,n){var o,s,e;function c(e){try{var t={supportTests:e,timestamp:(new Date).valueOf()};'
        "sessionStorage.setItem(o,JSON.stringify(t))}catch(e){}}}(window,document);</script>\n"
        f'<script id="site-js-extra">var siteFrontendConfig = {json.dumps(settings)};</script>\n{site.header()}'
    )
    while True:
        mark = f"{site.chance.randrange(16**7):07x}"
        yield (
            f'<div class="elementor-element elementor-element-{mark} e-flex e-con-boxed e-con e-parent" data-id="{mark}" '
            'data-element_type="container" data-settings="{&quot;background_background&quot;:&quot;classic&quot;}">\n'
            '<div class="e-con-inner"><div class="elementor-widget elementor-widget-heading" data-id="'
            f'{mark[::-1]}" data-element_type="widget" data-widget_type="heading.default"><div class="elementor-widget-container">\n'
            f'<h2 class="elementor-heading-title elementor-size-default">{site.words(4).title()}</h2></div></div>\n'
            '<div class="elementor-widget elementor-widget-text-editor" data-element_type="widget"><div class='
            f'"elementor-widget-container"><p>{site.sentences(3)}</p><p><span style="font-weight: 400;">{site.sentences(1)}</span>'
            f'</p></div></div>\n<div class="elementor-widget-image">{site.picture()}</div><div class="elementor-button-wrapper">'
            f'<a class="elementor-button elementor-button-link elementor-size-sm" href="https://{site.host}/{site.slug()}/"><span '
            f'class="elementor-button-content-wrapper"><span class="elementor-button-text">{site.words(2)}</span></span></a></div>\n'
            "</div></div>\n"
        )


KINDS: dict[str, Callable[[Writer], Iterator[str]]] = {
    "shop": shop, "company": company, "blog": blog, "wordpress": wordpress,
}  # fmt: skip


def page(kind: str, seed: int, size: int) -> tuple[str, str]:
    """(HTML of about *size* characters, URL) of an invented site; the same for the same arguments."""
    site = Writer(seed)
    parts: list[str] = []
    total = 0
    for part in KINDS[kind](site):
        parts.append(part)
        total += len(part)
        if total > size - 4_000:
            break
    return "".join(parts) + site.footer(), f"https://{site.host}/"
