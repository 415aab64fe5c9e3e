"""Sites that answer late, in pieces, or break off. *crawler* ones treat a browser well."""

from tests.web import raw
from tests.web.endings import FOUND, FOUND_IN_TAB, TAB_FAILED, TAB_TIMEOUT
from tests.web.model import Ask, Behaviour, Choose, Reply, site
from tests.web.pages import email, html


def body(host: str) -> str:
    return html("Mill " + host, email(f"info@{host}"))


def crawler_only(host: str, behaviour: Behaviour) -> dict[str, Behaviour]:
    """*behaviour* for the crawler, an ordinary page for a browser."""

    def by(ask: Ask) -> Behaviour:
        return Reply(body(host)) if "Chrome/" in ask.user_agent else behaviour

    return {"/": Choose(by)}


SITES = (
    site("slow-head.test", "HEAD after 3 s, GET at once", FOUND,
         pages={"/": Reply(body("slow-head.test"), head=Reply(delay=3))}),
    site("slow-first-byte.test", "everything after 2 s", FOUND,
         pages={"/": Reply(body("slow-first-byte.test"), delay=2)}),
    site("slow-body.test", "a body over 12 s for a crawler", FOUND_IN_TAB,
         pages=crawler_only("slow-body.test", raw.slow_body(body("slow-body.test"), 12))),
    site("never.test", "GET never gets an answer", TAB_TIMEOUT, pages={"/": raw.silent()}),
    site("drip.test", "one byte a second", TAB_TIMEOUT, pages={"/": raw.drip()}),
    site("reset.test", "a reset in the middle, for a crawler", FOUND_IN_TAB,
         pages=crawler_only("reset.test", raw.reset(body("reset.test")))),
    site("hang-up.test", "closed without an answer, for a crawler", FOUND_IN_TAB,
         pages=crawler_only("hang-up.test", raw.hang_up())),
    site("hang-up-all.test", "closed without an answer, for everybody", TAB_FAILED, pages={"/": raw.hang_up()}),
    site("truncated.test", "half of the promised body, for a crawler", FOUND_IN_TAB,
         pages=crawler_only("truncated.test", raw.truncated(body("truncated.test")))),
    # robots.txt
    site("robots-slow.test", "robots.txt after 3 s", FOUND, robots=Reply("User-agent: *\nDisallow:", delay=3),
         pages={"/": Reply(body("robots-slow.test"))}),
)  # fmt: skip
