"""Downloads: by Twisted, or in a browser tab. (The tab itself comes next.)"""

from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler


class TabDownloadHandler(HTTP11DownloadHandler):
    pass
