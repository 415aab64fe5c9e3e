"""The project's settings, with a user agent that names the crawl's process: so the test web can tell crawls apart."""

import os

from contactscraper.settings import *  # noqa: F403 - what a project of one's own would do too

USER_AGENT = f"Mozilla/5.0 (compatible; crawl/{os.getpid()})"
TAB_USER_AGENT = USER_AGENT
