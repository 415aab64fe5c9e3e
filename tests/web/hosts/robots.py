"""What robots.txt says."""

from tests.web.endings import EMPTY_IN_TAB, FOUND, ROBOTS
from tests.web.model import Reply, site
from tests.web.pages import email, link, page


def says(*rules: str) -> Reply:
    return Reply("\n".join(("User-agent: *", *rules, "")), type="text/plain")


SITES = (
    site("robots-none.test", "robots.txt forbids all", ROBOTS, robots=says("Disallow: /"),
         pages={"/": page("Closed", email("info@robots-none.test"))}),
    site("robots-contact.test", "robots.txt forbids the contact page, which alone has the email", EMPTY_IN_TAB,
         robots=says("Disallow: /contact"),
         pages={"/": page("Half Closed", link("/contact", "Contact")),
                "/contact": page("Contact", email("info@robots-contact.test"))}),
    site("robots-500.test", "robots.txt is broken", FOUND, robots=Reply("<h1>Error</h1>", 500),
         pages={"/": page("Broken Robots", email("info@robots-500.test"))}),
    site("robots-other.test", "robots.txt forbids all to another crawler", FOUND,
         robots=Reply("User-agent: otherbot\nDisallow: /\n\nUser-agent: *\nDisallow: /tmp\n", type="text/plain"),
         pages={"/": page("Open", email("info@robots-other.test"))}),
)  # fmt: skip
