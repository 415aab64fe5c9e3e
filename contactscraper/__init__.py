"""Finds the published contacts of a list of web sites, cheapest way first, and remembers.

One URL's journey, and the module of each step:

    a line of the list      storage/inputs.py        opened and closed as a visit by extensions/visits/
    -> a URL, its key       urls.py
    -> memory?              middlewares/gate.py      asks storage/ and domains/, and recall.py what follows
    -> robots.txt           middlewares/robots.py
    -> HEAD                 middlewares/probe.py     asks reply.py; extensions/uplink.py doubts the network first
    -> GET, a wall?         middlewares/challenge.py asks reply.py and challenge
    -> contacts?            pipelines/contacts.py    asks contacts/, and cascade.py what follows
    -> contact page, tab    extensions/visits/       tabs/ is the browser
    -> domain state         pipelines/memory.py      asks domains/, writes through storage/
    -> log line, result     pipelines/page_log.py    feeds are Scrapy's own

On all cores or several machines each shard of a list takes this journey in a crawl of its own: fleet/
"""
