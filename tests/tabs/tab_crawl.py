"""A crawl in a process of its own whose spider knows nothing but tabs: reads an order, prints what came of it.

Order: {"settings": {...}, "names": {host: [kind, address]}, "urls": [[url, timeout, next_url or None], ...]}.
"""

import json
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


@dataclass
class Crawl:
    """What a crawl has brought: a result a URL, its stats, its log."""

    results: dict[str, dict[str, Any]]
    stats: dict[str, Any]
    log: str
    seconds: float
    cpu: float = field(default=0.0)


def start(urls: list[tuple[str, float, str | None]], **settings: Any) -> "subprocess.Popen[str]":
    names = settings.pop("names", {})
    order = json.dumps({"settings": settings, "names": names, "urls": urls})
    command = [sys.executable, "-m", "tests.tabs.tab_crawl"]
    process = subprocess.Popen(
        command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin
    process.stdin.write(order)
    process.stdin.close()
    process.stdin = None
    return process


def finish(process: "subprocess.Popen[str]", patience: float = 90) -> Crawl:
    began = time.monotonic()
    try:
        out, log = process.communicate(timeout=patience)
    except subprocess.TimeoutExpired:
        process.kill()
        out, log = process.communicate()
        raise AssertionError(f"the crawl hangs:\n{log[-5000:]}") from None
    assert process.returncode == 0, log
    brought = json.loads(out.splitlines()[-1])
    return Crawl(brought["results"], brought["stats"], log, time.monotonic() - began)


def crawl(urls: list[tuple[str, float, str | None]], **settings: Any) -> Crawl:
    return finish(start(urls, **settings))


def main() -> None:
    order = json.load(sys.stdin)
    import scrapy
    from scrapy.crawler import AsyncCrawlerProcess
    from scrapy.settings import Settings

    from contactscraper.resolver import Lookup, LookupKind
    from contactscraper.tabs import TabOrder, handler

    class Names:
        async def lookup(self, host: str) -> Lookup:
            kind, address = order["names"].get(host, ("no-such-name", ""))
            return Lookup(LookupKind(kind), (address,) if address else ())

    handler.installed_resolver = Names  # type: ignore[assignment]
    results: dict[str, dict[str, Any]] = {}

    class TabSpider(scrapy.Spider):
        name = "tabs"

        async def start(self) -> Any:
            for url, timeout, onward in order["urls"]:
                tab = TabOrder(
                    done=lambda html, _: "found@acme.test" in html,
                    next_page=(lambda html, _, onward=onward: onward) if onward else None,
                    timeout=timeout,
                )
                yield scrapy.Request(
                    url,
                    self.parse,
                    errback=self.failed,
                    dont_filter=True,
                    meta={"tab": tab, "asked": url, "began": time.monotonic(), "handle_httpstatus_all": True},
                )

        def parse(self, response: Any) -> None:
            results[response.meta["asked"]] = {
                "url": response.url,
                "status": response.status,
                "html": response.text,
                "found": "found@acme.test" in response.text,
                "pages": [[page.url, page.status] for page in response.meta["tab_pages"]],
                "latency": response.meta["download_latency"],
            }

        def failed(self, failure: Any) -> None:
            error = failure.value
            results[failure.request.meta["asked"]] = {
                "error": type(error).__name__,
                "text": str(error),
                "cause": repr(error.__cause__),
            }

    settings = Settings()
    settings.setmodule("contactscraper.settings")
    for name in ("DOWNLOADER_MIDDLEWARES", "SPIDER_MIDDLEWARES", "ITEM_PIPELINES", "EXTENSIONS", "FEEDS"):
        settings.set(name, {})
    settings.update(
        {
            "ROBOTSTXT_OBEY": False,
            "RETRY_ENABLED": False,
            "ALLOW_PRIVATE_ADDRESSES": "127.0.0.0/27",
            "CONCURRENT_REQUESTS": 6,
            "CONCURRENT_REQUESTS_PER_DOMAIN": 6,
            "LOG_LEVEL": "INFO",
        },
        priority="cmdline",
    )
    settings.update(order["settings"], priority="cmdline")
    process = AsyncCrawlerProcess(settings)
    crawler = process.create_crawler(TabSpider)
    process.crawl(crawler)
    process.start()
    assert crawler.stats
    print(json.dumps({"results": results, "stats": crawler.stats.get_stats()}, default=str))


if __name__ == "__main__":
    main()
