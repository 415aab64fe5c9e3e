"""What a line of the list becomes: a visit, or a visit that ends before it begins."""

import asyncio
from collections.abc import Iterator

from contactscraper.contacts import Contacts, social_profile
from contactscraper.extensions.visits.settings import VisitSettings
from contactscraper.items import Ending, Visit
from contactscraper.network.addresses import literal_address
from contactscraper.storage.inputs import Line
from contactscraper.storage.memory import Retry
from contactscraper.urls import BadUrl, host_of, parse_input, query_of, url_key

INVALID = Ending("skip", "error", "invalid-url", "parse")
PRIVATE = Ending("skip", "error", "private-address", "parse")
SOCIAL = Ending("skip", "ok-contact", "social-profile")


def visit_of(line: Line | Retry, number: int, at: float, settings: VisitSettings) -> tuple[Visit, Ending | None]:
    """The visit of a *line*, the *number*-th that was read (*at* in epoch seconds), and its end where nothing is to
    be asked for it."""
    visit = Visit(number=number, input=line.input, kept=dict(line.kept), at=at)
    try:
        if isinstance(line, Line):
            if line.problem:
                raise BadUrl(line.problem)
            if (profile := social_profile(line.url)) is not None:
                visit.type, visit.url = "social", profile[1]
                visit.contacts = Contacts.of_social(*profile)
                return visit, SOCIAL
        parsed = parse_input(line.url)
    except BadUrl as error:
        visit.tags.append(str(error)[:200])
        return visit, INVALID
    visit.url, visit.bare = parsed.url, parsed.bare
    host = host_of(visit.url)
    address = literal_address(host)
    if host == "localhost" or (address is not None and not settings.address_rules.allows(address)):
        return visit, PRIVATE
    visit.domain = settings.domain_rules.registered_domain(visit.url)
    visit.key = url_key(visit.url, settings.keep_query)
    visit.query = query_of(visit.url)
    return visit, None


async def following(lines: Iterator[Line | Retry], *, waits: bool) -> Line | Retry | None:
    """The next line, None after the last. A source that *waits* (a pipe) must not hold up the visits meanwhile."""
    return await asyncio.to_thread(next, lines, None) if waits else next(lines, None)
