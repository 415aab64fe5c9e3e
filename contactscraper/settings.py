"""Every knob, in the order of a URL's journey, to be set with ``-s NAME=value``; seconds unless said otherwise."""

import os

# Before Scrapy is imported: its cookies middleware would fetch the suffix list from the network, blocking.
os.environ.setdefault("TLDEXTRACT_PUBLIC_SUFFIX_LIST_URLS", "")

BOT_NAME = "contactscraper"
SPIDER_MODULES = ["contactscraper.spiders"]
NEWSPIDER_MODULE = "contactscraper.spiders"
COMMANDS_MODULE = "contactscraper.commands"

# Where memory, page logs and results live. The variable sets it once for all that a deployment runs: Scrapyd's jobs,
# timers, and the commands that people type.
DATA_DIR = os.environ.get("CONTACTSCRAPER_DATA_DIR") or "data"
DATA_DIR_WAIT = 0  # for the end of another crawl that owns it; 0 leaves at once, with status 2

# 1. The list -----------------------------------------------------------------------------------------------------
URL_KEY_KEEP_QUERY = False  # True for lists such as shop.php?id=7, whose queries tell the pages apart
SHARED_HOSTS = [  # platforms whose hosts belong to different owners and which the Public Suffix List lacks
    "alibaba.com", "en.alibaba.com", "made-in-china.com", "en.made-in-china.com", "1688.com", "globalsources.com",
    "ec21.com", "tradeindia.com", "indiamart.com", "wixsite.com", "wordpress.com", "squarespace.com",
    "jimdosite.com", "jimdofree.com", "business.site", "weebly.com", "tilda.ws", "godaddysites.com", "webnode.page",
    "ueniweb.com", "tripod.com", "yolasite.com", "bandcamp.com",
]  # fmt: skip
SUBDOMAIN_TRACKING = False  # True keeps a state per host instead of per registered domain

# 2. The memory ---------------------------------------------------------------------------------------------------
EXIT_NAME = "direct"  # names the exit (address, proxy) of a run: a wall that one exit meets says nothing of another's
DOMAIN_TTL_UNKNOWN = 7 * 86400  # more than a schedule's interval, or nothing is learned from one run to the next
DOMAIN_TTL_DEAD = 30 * 86400
DOMAIN_TTL_COLD = 90 * 86400
DOMAIN_TTL_ANTIBOT_SOFT = 7 * 86400
DOMAIN_TTL_ANTIBOT_HARD = 90 * 86400
DOMAIN_STATS_MAX = 1_000_000  # domains; the least recently seen leave first
MEMORY_FLUSH_INTERVAL = 0.25  # a visit's log line waits for its evidence to be on disk
MEMORY_FLUSH_SIZE = 200  # visits
MEMORY_JOURNAL = "WAL"  # "DELETE", a rollback journal, where DATA_DIR is on a file system that machines share

# 3. Good citizen -------------------------------------------------------------------------------------------------
ROBOTSTXT_OBEY = True
ROBOTSTXT_USER_AGENT = "contactscraper"  # the name that a robots.txt would call us by
CONCURRENT_REQUESTS_PER_DOMAIN = 2
DOWNLOAD_DELAY = 0
ALLOW_PRIVATE_ADDRESSES = False  # True, or networks such as "127.0.0.0/27,10.20.0.0/16"
USER_AGENT = "Mozilla/5.0 (compatible; contactscraper/0.1)"
FETCH_REFERER = "https://www.google.com/"  # empty: none

# 4. Names --------------------------------------------------------------------------------------------------------
TWISTED_DNS_RESOLVER = "contactscraper.resolver.NameResolver"
DNS_TIMEOUT = 5
DNS_THREADS = 100  # look-ups at a time; the default of ten starves where names block for seconds
DNSCACHE_SIZE = 20_000
DNS_SERVERS: list[str] = []  # "address:port", asked instead of the system's resolver
PORT_MAP: dict[int, int] = {}  # for tests: connect to this port instead, on Chromium's side at 127.0.0.1

# 5. HEAD ---------------------------------------------------------------------------------------------------------
PROBE_ENABLED = True
PROBE_TIMEOUT = 1.0
PROBE_CONFIRM = True  # a HEAD's 404 and 5xx are asked once more by GET
DEAD_ON_BAD_CERTIFICATE = True  # False reads such sites without verification and says so in the log
DOWNLOAD_VERIFY_CERTIFICATES = True

UPLINK_GUARD = 25  # domains that fail in a row before the network is doubted; 0: never
UPLINK_CANARIES = ["https://www.wikipedia.org/", "https://www.cloudflare.com/", "https://www.google.com/"]
UPLINK_GUARD_PATIENCE = 600
UPLINK_STALL = 1.0  # failures that no other host's answer has confirmed for so long are asked of the canaries

# 6. GET ----------------------------------------------------------------------------------------------------------
DOWNLOAD_TIMEOUT = 5
DOWNLOAD_MAXSIZE = 5 * 1024 * 1024  # bytes, unpacked
DOWNLOAD_WARNSIZE = 0
REDIRECT_MAX_TIMES = 10
STUB_MAX = 3  # pages that only point elsewhere, followed

# 7. Contacts -----------------------------------------------------------------------------------------------------
CONTACTS_WANTED = "any"  # "email" goes on until an email is found
CONTACT_PAGES = 2  # of the site's own contact pages, read by GET before a tab is opened; 0: none
PHONE_REGION = None  # such as "DE": for national numbers where the page does not tell

# 8. Retries ------------------------------------------------------------------------------------------------------
RETRY_QUEUE_MAX_TRIES = 3

# 9. Tabs ---------------------------------------------------------------------------------------------------------
TAB_ENABLED = True
TAB_CONCURRENCY = 4  # tabs at a time; more where pages wait for the network rather than for the processor
TAB_TIMEOUT = 15
TAB_CONTACT_PAGES = 1
TAB_BROWSER = None  # path of a Chromium; None looks for one
TAB_SANDBOX = None  # the browser's own: True insists on it, False does without, None takes it where it can be had
TAB_LAUNCH_ARGS: list[str] = []
TAB_USER_AGENT = None  # None: the crawl's, where USER_AGENT was changed, else the browser's own
TAB_PROXY = None  # where tabs go through another proxy than the crawl (http_proxy, https_proxy in the environment)
TAB_BROWSER_RECYCLE = 500  # tabs; a browser leaks a little
VISIT_TIMEOUT = 120  # a step that takes longer is given up: no visit may vanish
STOP_GRACE = 20  # for requests and tabs under way when a run is stopped: a tab's time, and well below what kills it

DOWNLOAD_HANDLERS = {
    "http": "contactscraper.tabs.TabDownloadHandler",
    "https": "contactscraper.tabs.TabDownloadHandler",
}
PLAYWRIGHT_PROCESS_REQUEST_HEADERS = None  # a tab is an ordinary browser visit, with the browser's own headers

# 10. Log and results ---------------------------------------------------------------------------------------------
PAGE_LOG_ENABLED = True
FEEDS = {
    "%(data_dir)s/contacts/%(run)s.jsonl": {"format": "jsonlines", "encoding": "utf8", "store_empty": False},
}
FEED_URI_PARAMS = "contactscraper.exporters.uri_params"
FEED_STORAGES = {
    "": "contactscraper.exporters.WholeLineFileStorage",
    "file": "contactscraper.exporters.WholeLineFileStorage",
}
FEED_EXPORTERS = {"csv": "contactscraper.exporters.SpreadsheetExporter"}
FEED_EXPORT_ENCODING = "utf-8"

# 11. Metrics for operators ---------------------------------------------------------------------------------------
METRICS_FILE = None  # a path such as "/var/lib/node_exporter/contactscraper.prom": Prometheus' text format
METRICS_PORT = 0  # the same at http://METRICS_HOST:METRICS_PORT/metrics while a run lasts; 0: none
METRICS_HOST = "127.0.0.1"  # whoever reaches it can read it
METRICS_INTERVAL = 15.0  # between two writings of the file

# Scrapy's machinery ----------------------------------------------------------------------------------------------
TWISTED_REACTOR = "twisted.internet.asyncioreactor.AsyncioSelectorReactor"
VISIT_WINDOW = 128  # visits at a time: more would only wait for the processor, while HEAD's second runs
CONCURRENT_REQUESTS = 1024  # twice as many as visits that are open with those that wait for slow hosts
CONCURRENT_ITEMS = 1  # one item a response: each of the default's 100 tasks costs
SCRAPER_SLOT_MAX_ACTIVE_SIZE = 64 * 1024 * 1024  # responses wait here while the memory writes its batch
SCHEDULER_PRIORITY_QUEUE = "scrapy.pqueues.ScrapyPriorityQueue"  # the default's pop grows with the number of domains
DUPEFILTER_CLASS = "scrapy.dupefilters.BaseDupeFilter"  # visits are told apart by the memory, not by the scheduler
HTTPERROR_ALLOW_ALL = True  # every status is a verdict here
LOG_LEVEL = "INFO"
LOG_VERSIONS: list[str] = []
STATS_DUMP = False  # True prints every count of the run at its end
LOGSTATS_INTERVAL = 0  # our own progress line tells more
PROGRESS_BAR = True  # on a terminal; elsewhere, or where this is off, a line of the log now and then
PROGRESS_INTERVAL = 30.0  # between two such lines; 0: none

DOWNLOADER_MIDDLEWARES = {
    "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,  # keeps a parser a host for ever
    "scrapy.downloadermiddlewares.retry.RetryMiddleware": None,  # swallows the 429 and 503 that we must see
    "scrapy.downloadermiddlewares.redirect.MetaRefreshMiddleware": None,  # the judge knows what only points elsewhere
    "scrapy.downloadermiddlewares.offsite.OffsiteMiddleware": None,
    "scrapy.downloadermiddlewares.httpauth.HttpAuthMiddleware": None,
    "scrapy.downloadermiddlewares.cookies.CookiesMiddleware": None,  # ours keeps a jar a visit, not one for all
    "contactscraper.middlewares.gate.GateMiddleware": 90,
    "contactscraper.middlewares.robots.RobotsMiddleware": 100,
    # Replies come back from the last number to the first: decoded (590) and with redirects followed (600).
    "contactscraper.middlewares.challenge.ChallengeMiddleware": 540,
    "contactscraper.middlewares.cookies.VisitCookiesMiddleware": 700,
    "contactscraper.middlewares.probe.ProbeMiddleware": 760,  # after HttpProxyMiddleware (750): it knows the exit
}
SPIDER_MIDDLEWARES = {
    "scrapy.spidermiddlewares.depth.DepthMiddleware": None,
    "scrapy.spidermiddlewares.urllength.UrlLengthMiddleware": None,
    "scrapy.spidermiddlewares.httperror.HttpErrorMiddleware": None,  # every status is a verdict here
}
ITEM_PIPELINES = {
    "contactscraper.pipelines.contacts.ContactsPipeline": 100,
    "contactscraper.pipelines.memory.MemoryPipeline": 200,
    "contactscraper.pipelines.page_log.PageLogPipeline": 300,
}
EXTENSIONS = {
    "scrapy.extensions.remote_control.RemoteControl": None,  # switched off they would be loaded all the same,
    "scrapy.extensions.telnet.TelnetConsole": None,  # half a second of processor time at each start
    "contactscraper.extensions.lean.Lean": 10,
    "scrapy.extensions.feedexport.FeedExporter": 500,
    "contactscraper.extensions.stores.Stores": 100,
    "contactscraper.extensions.uplink.Uplink": 150,
    "contactscraper.extensions.visits.Visits": 200,
    "contactscraper.extensions.metrics.Metrics": 800,
    "contactscraper.extensions.progress.Progress": 900,
}
