"""SQLite through sqlitedict, and files. No Scrapy, and no rules: those are asked of domains/ and freshness.py."""
