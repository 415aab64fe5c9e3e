"""All sites of the test web, one subject a file, and the sites that are made by name."""

from tests.web.hosts import (
    alive,
    dead,
    generated,
    hostile,
    pointing,
    rendered,
    robots,
    slow,
    statuses,
    tabs,
    walls,
    worthless,
)
from tests.web.model import Line, Site

_SUBJECTS = (alive, statuses, pointing, worthless, walls, rendered, robots, slow, dead, hostile, tabs)
SITES: dict[str, Site] = {site.host: site for subject in _SUBJECTS for site in subject.SITES}


def site_of(host: str) -> Site | None:
    """The site that answers for *host*, with or without ``www.``; None where the name does not exist."""
    host = host.rstrip(".").lower()
    if host in SITES:
        return SITES[host]
    bare = host.removeprefix("www.")
    found = SITES.get(bare) or generated.site_of(bare)
    return found if found and (bare == host or found.www) else None


def lines() -> list[Line]:
    """Every line of the table, with the ending that a visit to it must have."""
    return [line for site in SITES.values() for line in site.lines]
