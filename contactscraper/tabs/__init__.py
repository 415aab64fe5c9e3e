"""The browser tab: the last and most expensive step."""

from contactscraper.tabs.browser import BROWSER_HINT, find_browser
from contactscraper.tabs.handler import TabDownloadHandler
from contactscraper.tabs.order import NoBrowser, NotHtml, TabOrder, TabPage, TabPrivateAddress

__all__ = [
    "BROWSER_HINT",
    "NoBrowser",
    "NotHtml",
    "TabDownloadHandler",
    "TabOrder",
    "TabPage",
    "TabPrivateAddress",
    "find_browser",
]
