"""Sites that point elsewhere: by status, by a body that is nothing but a pointer, and to where nobody should go."""

from tests.web.endings import FOUND, NO_SUCH_NAME, REDIRECT_ELSEWHERE, REDIRECT_LOOP, REFUSED, WALL
from tests.web.hosts.walls import SG_SCREEN
from tests.web.model import Choose, Ending, Reply, site
from tests.web.pages import email, page, pointer


def home(host: str) -> Reply:
    return page("Mill " + host, email(f"info@{host}"))


def stub(head: str = "", body: str = "") -> Reply:
    """A body that only points elsewhere."""
    return Reply(f"<!DOCTYPE html><html><head><title></title>{head}</head><body>{body}</body></html>")


def refresh(target: str) -> Reply:
    return stub(f'<meta http-equiv="refresh" content="0; url={target}">')


def ever_on() -> Choose:
    """Each answer points to a page that was not there before."""
    return Choose(lambda ask: pointer(f"/{int(ask.path[1:]) + 1 if ask.path[1:].isdigit() else 1}", 302))


#: A frame set has no body element.
FRAMESET = '<html><head><title>Frames</title></head><frameset cols="100%"><frame src="/start.html"></frameset></html>'

SITES = (
    # by status
    site("to-https.test", "http leads to https", FOUND, "http://to-https.test/",
         pages={"http://to-https.test*": pointer("https://to-https.test/"), "/": home("to-https.test")}),
    site("to-www.test", "the bare name leads to www.", FOUND,
         pages={"https://to-www.test*": pointer("https://www.to-www.test/"), "/": home("to-www.test")}),
    site("to-seen.test", "leads to a page that another line has visited", FOUND,
         pages={"*": pointer("https://acme-bakery.test/", 302)}),
    site("to-start.test", "leads to a deep start page", FOUND,
         pages={"/": pointer("/en/start", 302), "/en/start": home("to-start.test")}),
    site("loop.test", "leads back to itself", REDIRECT_LOOP,
         pages={"/": pointer("/a", 302), "/a": pointer("/b", 302), "/b": pointer("/a", 302)}),
    site("ever-on.test", "leads to ever new pages", REDIRECT_LOOP, pages={"*": ever_on()}),
    site("to-private.test", "leads to a private address", REDIRECT_ELSEWHERE,
         pages={"*": pointer("http://10.0.0.1/admin", 302)}),
    site("to-private-name.test", "leads to a name with a private address", REDIRECT_ELSEWHERE,
         pages={"*": pointer("http://inside.test/admin", 302)}),
    site("to-scheme.test", "leads to another scheme", REDIRECT_ELSEWHERE,
         pages={"*": pointer("ftp://files.test/", 302)}),
    site("to-dead.test", "leads to a name that does not exist", NO_SUCH_NAME,
         pages={"*": pointer("https://no-name.test/", 302)}),
    site("to-refused.test", "leads to where nothing listens", REFUSED,
         pages={"*": pointer("https://refused.test/", 302)}),
    # by body
    site("refresh.test", "a meta refresh", FOUND,
         pages={"/": refresh("/home.html"), "/home.html": home("refresh.test")}),
    site("script-stub.test", "a script that sets location", FOUND,
         pages={"/": Reply("<script>window.location.href='/home.html';</script>"),
                "/home.html": home("script-stub.test")}),
    site("frameset.test", "a frame set", FOUND, pages={"/": Reply(FRAMESET), "/start.html": home("frameset.test")}),
    site("full-frame.test", "one frame over the full page", FOUND,
         pages={"/": stub("<style>html,body,iframe{margin:0;height:100%;width:100%;border:0}</style>",
                          '<iframe src="/inner.html"></iframe>'),
                "/inner.html": home("full-frame.test")}),
    site("stub-chain.test", "a pointer to a pointer to the page", FOUND,
         pages={"/": refresh("/1.html"), "/1.html": refresh("/2.html"), "/2.html": home("stub-chain.test")}),
    site("stub-to-private.test", "a meta refresh to a private address", REDIRECT_ELSEWHERE,
         pages={"/": refresh("http://10.0.0.1/")}),
    site("stub-to-wall.test", "a meta refresh to a wall's own address", WALL,
         pages={"/": refresh("/.well-known/sgcaptcha/?r=%2F"),
                "/.well-known/sgcaptcha/": SG_SCREEN}),
    # private addresses
    site("inside.test", "a name with a private address", Ending("skip", "error", "private-address", "parse"),
         addresses=("10.0.0.1",)),
    site("loopback.test", "a name with a loopback address", Ending("skip", "error", "private-address", "parse"),
         addresses=("127.0.0.99",)),
    site("link-local.test", "a name with the address of a cloud's metadata service",
         Ending("skip", "error", "private-address", "parse"), addresses=("169.254.169.254",)),
)  # fmt: skip
