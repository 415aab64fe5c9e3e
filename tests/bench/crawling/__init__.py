"""What `tests.bench.crawl` runs: a web of as many host names as wanted, and the crawlers that are measured on it."""
