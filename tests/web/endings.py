"""Endings that many sites share."""

from tests.web.model import Ending

FOUND = Ending("fetch", "ok-contact", "found")
FOUND_IN_TAB = Ending("tab", "ok-contact", "found")
NO_WORDS = Ending("fetch", "ok-empty", "no-contact-words")
EMPTY_IN_TAB = Ending("tab", "ok-empty", "empty-in-tab")
NOT_HTML = Ending("fetch", "ok-empty", "not-html")
NOT_HTML_IN_TAB = Ending("tab", "ok-empty", "not-html")
PARKED = Ending("fetch", "ok-empty", "parked")
SUSPENDED = Ending("fetch", "ok-empty", "suspended")
DEFAULT_PAGE = Ending("fetch", "ok-empty", "default-page")

NO_SUCH_NAME = Ending("head", "dead", "no-such-name", "dns")
REFUSED = Ending("head", "dead", "refused", "wider")
BAD_CERTIFICATE = Ending("head", "dead", "bad-certificate", "ssl")
NO_TLS = Ending("head", "dead", "tls", "ssl")
GONE = Ending("fetch", "dead", "gone", "http")  # HEAD's 404 is confirmed by GET
DNS_TROUBLE = Ending("head", "error", "retry-queued", "dns")
CONNECT_TIMEOUT = Ending("fetch", "error", "retry-queued", "timeout")
SERVER_ERROR = Ending("fetch", "error", "retry-queued", "http")  # HEAD's 5xx is confirmed by GET
RATE_LIMITED = Ending("head", "error", "retry-queued", "http")

WALL_CLOUDFLARE = Ending("tab", "antibot", "wall", "cf-challenge")
WALL = Ending("tab", "antibot", "wall", "wider")
HTTP_STATUS = Ending("tab", "error", "http-status", "http")
GONE_IN_TAB = Ending("tab", "dead", "gone", "http")
TAB_TIMEOUT = Ending("tab", "error", "tab-timeout", "timeout")
TAB_FAILED = Ending("tab", "error", "tab-failed", "wider")

INVALID = Ending("skip", "error", "invalid-url", "parse")
PRIVATE = Ending("skip", "error", "private-address", "parse")
SOCIAL = Ending("skip", "ok-contact", "social-profile")
ROBOTS = Ending("skip", "error", "robots")
REDIRECT_LOOP = Ending("fetch", "error", "redirect-loop", "http")
REDIRECT_ELSEWHERE = Ending("fetch", "error", "redirect-elsewhere", "http")
TOO_BIG = Ending("fetch", "error", "too-big", "wider")
BROKEN = Ending("fetch", "error", "broken", "parse")
