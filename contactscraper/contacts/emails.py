"""The email addresses of a page, each with where it stands and, where it does not count, why."""

import codecs
import re
from collections.abc import Iterator
from html import unescape
from itertools import islice
from urllib.parse import unquote

from contactscraper.contacts.email_attributes import of_attributes
from contactscraper.contacts.email_codes import of_cfemail
from contactscraper.contacts.email_judge import Found, Judge
from contactscraper.contacts.email_lines import address_lines
from contactscraper.contacts.email_scripts import of_call, of_script, spread_over
from contactscraper.contacts.email_text import MAILTO, comma_as_dot, in_text, of_mailto
from contactscraper.contacts.ownership import WEBMAIL
from contactscraper.contacts.page import Page
from contactscraper.contacts.scan import FOREIGN, HIDDEN
from contactscraper.contacts.spelled import TRAP_SIGNS, replaced, unspelled
from contactscraper.contacts.structured import RUN, UNNAMED, held_strings, js_unescaped, read_vcard
from contactscraper.contacts.telling import BRACKETED
from contactscraper.urls import registered_domain

#: A link that is an address, for somebody forgot the scheme or an editor put another.
_FORGOTTEN = re.compile(
    r"(https?://(?:[^/@\s]{1,80}/)?|/|tel:|callto:)?([\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,4}[a-z]{2,24})/?", re.I
)
#: Webmail's own 'write to' links.
_COMPOSING = re.compile(
    r"//(?:mail\.google\.|outlook\.|compose\.mail\.|mail\.yahoo\.|mail\.yandex\.|e\.mail\.ru)[^?#]{0,120}\?", re.I
)
_SAYS_MAIL = re.compile(r"mail|[(\[]at[)\]]", re.I)


#: Candidates read of one page, and lines that are searched for them.
MOST_FOUND, MOST_LINES, MOST_SIGNS = 5_000, 5_000, 20_000


class _Reader(Judge):
    def links(self) -> Iterator[Found]:
        page, below = self.page, self.below
        for link in page.links:
            href = link.href
            low = href[:40].lower().lstrip()
            if (low[:1] in "em" and MAILTO.match(low)) or "mailto:" in low[:12] or "/mailto:" in href.lower()[:300]:
                line = page.scan.text_of(link.line)
                zone = link.zone | (FOREIGN if link.line in below else 0)
                place = max(0, line.find(link.text)) if link.text else 0
                if "/mailto:" in href.lower():
                    href = href[href.lower().rindex("mailto:") :]
                recipients = of_mailto(href, self.top) or self.turned(href)
                for address in recipients:
                    yield self.judged(address, "mailto", zone, line, place, place + len(link.text))
            elif "/cdn-cgi/l/email-protection#" in href:
                for address, *_ in in_text(of_cfemail(href.partition("#")[2][:1_000]), self.top):
                    yield self.judged(address, "data-cfemail", link.zone)
            elif "mailto%3a" in href[:300].lower():
                for address in of_mailto(unquote(href[href.lower().index("mailto%3a") :]), self.top):
                    yield self.judged(address, "mailto in a link", link.zone)
            elif "to=" in href and _COMPOSING.search(href):
                for address in of_mailto("mailto:?" + href.partition("?")[2][:2_000], self.top):
                    yield self.judged(address, "link to webmail", link.zone)
            elif low.startswith("znvygb:"):
                for address in of_mailto(codecs.decode(href, "rot13"), self.top):
                    yield self.judged(address, "link, ROT13", link.zone)
            elif low.startswith("javascript:"):
                code = unquote(href[11:5_000])
                for piece in (
                    *of_script(code),
                    *of_call(code),
                    js_unescaped(code) if "\\" in code or "mailto:" in code else "",
                ):
                    yield from self.plain(piece, "link's script", link.zone)
            elif "@" in href[:150] and (forgotten := _FORGOTTEN.fullmatch(href.strip())):
                for address, *_ in in_text(forgotten[2], self.top):
                    host = address.rpartition("@")[2]
                    if not forgotten[1] or host in WEBMAIL or registered_domain(host) == self.domain:
                        yield self.judged(address, "link without a scheme", link.zone)
            elif low.startswith("data:"):
                for name, value in read_vcard(href[:200_000]):
                    if name == "EMAIL":
                        yield from self.plain(value, "vCard", link.zone)

    def turned(self, href: str) -> list[str]:
        """The recipients of a ``mailto:`` link that is written backwards, on the site's own domain."""
        found = of_mailto("mailto:" + href.partition(":")[2][:300][::-1], self.top) if "@" in href else []
        return [one for one in found if registered_domain(one.rpartition("@")[2]) == self.domain]

    def plain(self, text: str, source: str, zone: int = 0) -> Iterator[Found]:
        """What one unveiled piece of text holds: an address, spelled out or not, markup around it or not."""
        if not text:
            return
        checked = text.startswith("\0")
        text = re.sub(r"<[^<>]{0,2000}>", " ", text) + " " + " ".join(re.findall(r"mailto:[^\"'<>\s]+", text))
        text = " ".join(text[:20_000].split())
        for address, *_ in in_text(unspelled(text) if "@" not in text else text, self.top):
            if not checked or address.rpartition("@")[2].endswith(self.domain):
                yield self.judged(address, source, zone)

    def text(self) -> Iterator[Found]:
        searched = total = 0
        texts, zones = self.page.scan.texts, self.page.scan.zones
        for index in address_lines(texts, self.page.text, self.page.encoded):
            text = texts[index]
            zone = zones.get(index, 0) | (FOREIGN if index in self.below else 0)
            signs = text.count("@") + text.count("＠")
            if text.endswith("@"):
                text += self.page.scan.text_of(index + 1)[:100]  # a break behind the sign
            elif text.startswith("@" + self.domain) and index and self.domain:
                text = texts[index - 1][-60:].rpartition(" ")[2] + text  # a break before it
            at, searched, total = signs > 0, searched + 1, total + signs
            if searched > MOST_LINES or total > MOST_SIGNS:
                return
            spelled = False
            for start in range(0, len(text), 4_000):
                part = text[start : start + 4_100]
                if "&#" in part or "&commat" in part:  # encoded twice
                    part = unescape(part)
                    at = "@" in part
                if at and "," in part:
                    dotted = comma_as_dot(part, self.top)
                    if dotted != part and ("@" + self.domain in dotted or _SAYS_MAIL.search(part)):
                        part = dotted
                if at and not (TRAP_SIGNS.search(part) and unspelled(part, self.domain) != part):
                    for address, place, end in in_text(part, self.top):
                        yield self.judged(address, "text", zone, part, place, end)
                plain = unspelled(part, self.domain)
                if plain != part:
                    spelled = True
                    for address, place, end in in_text(plain, self.top):
                        yield self.judged(address, "text, spelled out", zone, plain, place, end)
            if not spelled and len(text) < 500:
                near = "\n".join(texts[max(0, index - 1) : index + 2])
                if ("@" in near or "＠" in near or "at" in near) and (plain := replaced(near)):
                    plain_line = plain.split("\n")
                    for address, *_ in in_text(
                        re.sub(
                            "[（(][^（()）]*[）)]?", " ", plain_line[min(1, index)] if len(plain_line) > 1 else plain
                        ),
                        self.top,
                    ):
                        yield self.judged(address, "text, with a stand-in", zone)

    def elements(self) -> Iterator[Found]:
        for element in self.page.scan.elements:
            attributes = element.attributes
            if element.zone & HIDDEN:
                continue
            for name in ("title", "aria-label", "alt", "content", "href", "value"):
                value = attributes.get(name)
                if not value or len(value) > 2_000:
                    continue
                unsaid = (
                    "readonly" not in attributes
                    and element.tag not in ("data", "button")
                    and attributes.get("type") not in ("button", "submit")
                )
                if (name == "href" and element.tag != "link") or (name == "value" and unsaid):
                    continue
                if "@" in value:
                    for address, place, end in in_text(value, self.top):
                        yield self.judged(address, name, element.zone, value, place, end)
                elif name != "href" and ("at" in value.lower() or "arroba" in value) and _SAYS_MAIL.search(value):
                    yield from self.plain(unspelled(value), name, element.zone)
            for name, value in attributes.items():  # a click handler, a form's action, a framework's binding
                if name[:2] == "on" and len(value) < 2_000:
                    for piece in (*of_script(value), *of_call(value)):
                        yield from self.plain(piece, name, element.zone)
                if "-" in element.tag and len(value) < 200 and BRACKETED.search(value):
                    yield from self.plain(unspelled(value), name, element.zone)
                if name.endswith("mail") and name[:5] != "data-" and "@" in value and element.tag != "input":
                    yield from self.plain(value, name, element.zone)
                if "mailto:" in value and name != "href":
                    for said in re.findall(r"mailto:[^\"'\s\\)<>]{5,300}", value[:2_000]):
                        yield from (self.judged(address, name, element.zone) for address in of_mailto(said, self.top))
            for name, value in attributes.items():
                if value[:1] in ("{", "[") and "@" in value and name[:2] != "on":
                    for key, one in held_strings(value[:200_000]):
                        yield from self.stated(key, one, name, element.zone) if "@" in one else ()
            for piece in of_attributes(attributes):
                yield from self.plain(piece, "data attribute", element.zone)

    def stated(self, key: str, value: str, source: str, zone: int = 0) -> Iterator[Found]:
        """The addresses in a string of the state that a page is rendered from."""
        value = unescape(value) if "&" in value else value
        stated = "mail" in key or "contact" in key or "correo" in key or "courriel" in key
        shown = js_unescaped(value) if "\\u" in value or "\\n" in value else value
        said = " ".join(re.findall(r"mailto:[^\"'<>\s\\]{5,300}", shown))
        shown = re.sub(r"<[^<>]{0,2000}>", "\n", shown)
        for address, place, end in (*in_text(shown, self.top), *in_text(said, self.top)):
            found = self.judged(address, source, zone, shown[max(0, place - 300) : end], min(place, 300), end)
            host = address.rpartition("@")[2]
            known = registered_domain(host) == self.domain or (host in WEBMAIL and key != UNNAMED)
            if not found.why and not (known or (stated and self.akin(host)) or "<" in value):
                found = found._replace(why="another's address in a script")
            elif not found.why and ("client" in key or "admin" in key or "token" in key):
                found = found._replace(why="a setting")
            yield found

    def scripts(self) -> Iterator[Found]:
        for key, value in self.page.state:
            if "@" not in value and "&#" not in value and "%40" not in value:
                continue
            yield from self.stated(key, value, "state")
        if any("charCodeAt" in text and "13" in text for _, text in self.page.scan.scripts if len(text) < 5_000):
            for line in self.page.lines[
                :2_000
            ]:  # a script turns letters by thirteen: what is in the text yields no address
                if "@" in line.text[:2_000]:
                    yield from self.plain("\0" + codecs.decode(line.text[:2_000], "rot13"), "text, ROT13", line.zone)
        scripts = [text for kind, text in self.page.scan.scripts if kind in RUN and text]
        for text in scripts:
            for piece in of_script(text):
                yield from self.plain(piece, "script")
        if together := spread_over(scripts):
            for piece in of_script(together):
                yield from self.plain(piece, "script")

    def structured(self) -> Iterator[Found]:
        page = self.page
        for thing in page.json_ld:
            value = thing.get("email")
            for one in value if isinstance(value, list) else [value]:
                one = one.get("@value") if isinstance(one, dict) else one
                if isinstance(one, str):
                    for address in of_mailto(one[:1_000], self.top):
                        yield self.judged(address, "JSON-LD")
            value = thing.get("description")
            if isinstance(value, str) and "@" in value:
                yield from self.plain(value, "JSON-LD")
        for name, content in page.metas:
            if "@" in content and ("description" in name or "email" in name or "contact" in name or "reply" in name):
                for address, place, end in in_text(content, self.top):
                    yield self.judged(address, f"meta {name}", 0, content, place, end)
            elif "email" in name:
                yield from self.plain(unspelled(content), f"meta {name}")
            elif "@" in content:  # an author is as often as not the maker
                for address, *_ in in_text(content, self.top):
                    if registered_domain(address.rpartition("@")[2]) == self.domain:
                        yield self.judged(address, f"meta {name}")

        if "@" in page.title:
            yield from self.plain("\0" + page.title, "title")

    def run(self) -> Iterator[Found]:
        """All candidates, up to a number that no site's own addresses reach."""
        yield from islice(self.all(), MOST_FOUND)

    def all(self) -> Iterator[Found]:
        self.below = self.page.foreign
        yield from self.links()
        yield from self.text()
        yield from self.elements()
        yield from self.structured()
        yield from self.scripts()


def candidates(page: Page) -> Iterator[Found]:
    """All addresses of *page*, links first, those that do not count among them."""
    return _Reader(page).run()
