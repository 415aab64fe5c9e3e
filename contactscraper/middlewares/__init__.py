"""Where Scrapy asks us on a request's way: thin. Translate, ask, count, return.

A request of a visit carries ``meta["visit"]`` and ``meta["step"]`` (``head``, ``fetch``, ``tab``, ``robots``);
requests without them (the canaries) pass untouched.
"""

from scrapy.exceptions import IgnoreRequest
from scrapy.http import Headers

from contactscraper.cascade import What
from contactscraper.items import Ending
from contactscraper.reply import Failure


def header_lists(headers: Headers) -> dict[str, list[str]]:
    """Headers as the pure rooms take them: each value by itself, since a joined Set-Cookie cannot be parted again."""
    # As they are stored: Headers' own items() would spell each name anew.
    return {
        name.decode("latin-1"): [value.decode("latin-1") for value in values or ()]
        for name, values in dict.items(headers)
    }


class StepDone(IgnoreRequest):
    """A step found something that needs no page: *what* it is, and the *method* that found it."""

    def __init__(self, what: What, method: str, vendor: str = "") -> None:
        super().__init__(what.value)
        self.what, self.method, self.vendor = what, method, vendor


class VisitEnds(IgnoreRequest):
    """The visit ends with *ending*, whatever steps it has had."""

    def __init__(self, ending: Ending) -> None:
        super().__init__(ending.reason)
        self.ending = ending


class Unreached(IgnoreRequest):
    """The host of a request cannot be reached, or must not be. *url* is where that was, if not the request's own:
    a HEAD may have been led elsewhere before it failed."""

    def __init__(self, failure: Failure, url: str = "") -> None:
        super().__init__(failure.value)
        self.failure, self.url = failure, url
