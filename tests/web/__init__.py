"""A web of many host names in one process on loopback, with its own name server, certificates and bad manners.

    with Web() as web:
        ...  # scrapy crawl contacts, with web.arguments and web.environ
        assert [seen.url for seen in web.requests] == [...]

The hosts and how a visit to each must end stand in `tests.web.hosts`. ``python -m tests.web`` runs it by hand.
"""

from tests.web.client import Seen, Web
from tests.web.hosts import SITES, lines, site_of
from tests.web.model import Ending, Line, Site

__all__ = ["SITES", "Ending", "Line", "Seen", "Site", "Web", "lines", "site_of"]
