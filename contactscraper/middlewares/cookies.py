"""A cookie jar a visit: sites that set a cookie and redirect to themselves work, and nothing is kept afterwards."""

from typing import Any
from weakref import WeakKeyDictionary

from scrapy import Request
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.http import Response
from scrapy.http.cookies import CookieJar

#: A reply that sets more cookies than browsers keep for a site is a flood, and sets none.
MAX_COOKIES = 50


class VisitCookiesMiddleware(CookiesMiddleware):
    """Scrapy's own, with a jar for each visit that was given a cookie; most never are."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self.jars: Any = WeakKeyDictionary()

    # Scrapy's own methods still take the deprecated argument `spider`.
    def process_request(self, request: Request) -> Request | Response | None:  # type: ignore[override]  # see above
        visit = request.meta.get("visit")
        if visit is None or visit not in self.jars or request.meta["step"] == "tab":
            return None
        request.meta["cookiejar"] = visit
        return super().process_request(request)

    def process_response(  # type: ignore[override]  # see above
        self, request: Request, response: Response
    ) -> Request | Response:
        visit = request.meta.get("visit")
        cookies = response.headers.getlist("Set-Cookie")
        if visit is None or not cookies or len(cookies) > MAX_COOKIES or request.meta["step"] == "tab":
            return response
        self.jars.setdefault(visit, CookieJar())
        request.meta["cookiejar"] = visit
        return super().process_response(request, response)
