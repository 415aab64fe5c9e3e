"""Sites whose contact only a script brings, so that a tab is needed; they behave well."""

from tests.web.endings import EMPTY_IN_TAB, FOUND_IN_TAB
from tests.web.model import Behaviour, Reply, site
from tests.web.pages import link, page, script

#: Fetches /api, then writes the email into the page.
RENDER = (
    "fetch('/api').then(function(r){return r.json()}).then(function(d){var p=document.createElement('p');"
    "p.textContent='Write to '+d.email;document.getElementById('app').appendChild(p);});"
)
APP = '<div id="app">Contact</div>'


def api(host: str) -> Reply:
    return Reply(f'{{"email": "info@{host}"}}', type="application/json")


def rendered(host: str, extra: str = "", more: dict[str, Behaviour] | None = None) -> dict[str, Behaviour]:
    """A home page that a script completes; *extra* HTML stands before it."""
    return {"/": page("Mill " + host, extra, APP, script(RENDER)), "/api": api(host), **(more or {})}


SHELL = Reply(
    '<!DOCTYPE html><html><head><meta charset="utf-8"><title>App</title></head><body><div id="app"></div>'
    + script(RENDER) + "</body></html>"
)  # fmt: skip
EMPTY_SHELL = Reply('<!DOCTYPE html><html><head><title>App</title></head><body><div id="root"></div></body></html>')

SITES = (
    site("rendered.test", "words of contact; a script brings the email", FOUND_IN_TAB, pages=rendered("rendered.test")),
    site("shell.test", "a script's shell under 1 KB", FOUND_IN_TAB, pages={"/": SHELL, "/api": api("shell.test")}),
    site("shell-empty.test", "a shell that stays empty", EMPTY_IN_TAB, pages={"/": EMPTY_SHELL}),
    site("rendered-contact.test", "the email is brought by a script of the contact page", FOUND_IN_TAB,
         pages={"/": page("Mill", link("/contact", "Contact")),
                "/contact": page("Contact", APP, script(RENDER)), "/api": api("rendered-contact.test")}),
    site("rendered-late.test", "a script brings the email after 2 s", FOUND_IN_TAB,
         pages={"/": page("Late", APP, script("setTimeout(function(){" + RENDER + "},2000);")),
                "/api": api("rendered-late.test")}),
)  # fmt: skip
