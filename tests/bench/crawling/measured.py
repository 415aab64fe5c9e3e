"""One crawl that is measured: ``python -m tests.bench.crawling.measured MODE`` with a JSON order on standard input.

MODE is ``product``, ``stages`` (the product with its functions timed, which costs), ``get``, ``head-get``, or
``tabs`` (scrapy-playwright as it comes) or ``tabs-waiting`` (told which element to wait for); the order is ``{"input": path, "settings": {name: value}}``. The last
line on standard output is the measures as JSON.
"""

import json
import sys

from scrapy import Spider
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.settings import Settings

from contactscraper.spiders.contacts import ContactsSpider
from tests.bench.crawling import bare
from tests.bench.crawling.meter import Meter
from tests.bench.crawling.stages import Stopwatch


def main(mode: str) -> None:
    order = json.load(sys.stdin)
    settings = Settings()
    settings.setmodule("contactscraper.settings", priority="project")
    settings.update(order["settings"], priority="cmdline")
    watch = Stopwatch()
    if mode in ("product", "stages"):
        if mode == "stages":
            watch.install()
        spider: type[Spider] = ContactsSpider
        arguments = {"input": order["input"]}
    else:
        spider = bare.BareSpider
        bare.strip(settings, head=mode == "head-get")
        tabs = mode if mode.startswith("tabs") else ""
        if tabs:
            bare.with_stock_tabs(settings)
        window = settings.getint("TAB_CONCURRENCY" if tabs else "VISIT_WINDOW")
        arguments = {"input": order["input"], "window": window, "tabs": tabs}
    extensions = {**settings.getdict("EXTENSIONS"), "tests.bench.crawling.meter.Meter": 1}
    settings.set("EXTENSIONS", extensions, priority="cmdline")
    process = AsyncCrawlerProcess(settings)
    crawler = process.create_crawler(spider)
    process.crawl(crawler, **arguments)
    process.start()
    meter = crawler.get_extension(Meter)
    assert meter is not None and crawler.stats is not None
    stats = {name: value for name, value in crawler.stats.get_stats().items() if isinstance(value, int | float | str)}
    print(json.dumps({**meter.result, "stages": watch.seconds, "stats": stats}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
