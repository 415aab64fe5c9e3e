"""What each reason of an ending means, in a sentence for people, and what they can do about it."""

_UNREACHED = "With nobody there the domain counts as dead, and is asked again when that time is over, or with --force."

#: The closed list of reasons.
WHY: dict[str, str] = {
    "invalid-url": "The line is no URL that can be visited; the tags say why.",
    "private-address": "The address is not a public one, and a list must not reach the network behind the crawler;"
    " ALLOW_PRIVATE_ADDRESSES opens networks of your own.",
    "social-profile": "The line is a profile on a social network, which is a contact already; nothing is asked.",
    "cached": "An earlier visit has answered this URL, and its answer is still fresh; --force asks anew.",
    "duplicate": "Another line of the same run has visited this URL, and it ended in an error.",
    "retry-later": "It failed before and waits for another try; `scrapy retries run-now URL` makes it due at once.",
    "domain-dead": "Its domain was found dead, and is not asked until that state is over; --force asks anew,"
    " `scrapy domains reset DOMAIN` forgets it.",
    "domain-cold": "Five visits in a row found nothing, so its domain is not asked until that state is over; --force"
    " asks anew, `scrapy domains reset DOMAIN` forgets it.",
    "robots": "Its robots.txt forbids us this URL (ROBOTSTXT_OBEY).",
    "no-such-name": f"The name does not exist. {_UNREACHED}",
    "refused": f"The host refuses connections. {_UNREACHED}",
    "unreachable": f"No route leads to the host. {_UNREACHED}",
    "bad-certificate": "Its certificate is not valid; DEAD_ON_BAD_CERTIFICATE=False reads such sites all the same.",
    "tls": "No secure connection could be agreed with the host.",
    "gone": "The page does not exist (404 or 410). At the root of a site that speaks for the whole domain.",
    "retry-queued": "The server was busy or could not be reached; the URL waits in the retry queue for another try.",
    "retries-used-up": "The last of its tries failed too; it is left alone for a week.",
    "network-down": "No canary answered: our own network is down, so this says nothing of the site.",
    "found": "A contact was found.",
    "no-contact-words": "There is no contact on the page, and no word of one, so a browser would find none either.",
    "not-html": "It is no page but a file of another kind, which is not read.",
    "parked": "The name is parked; what is on such a page is no contact of a site's owner.",
    "suspended": "The host has suspended the site.",
    "default-page": "The server shows its default page: there is no site here, at its other doors neither.",
    "no-tab-for-friendly": "It would need a browser tab, and a friendly domain never gets one: its pages are read by"
    " GET, and five without a contact make it unknown again.",
    "wall": "An anti-bot wall stands before the site, in the browser tab too where there was one.",
    "empty-in-tab": "The browser tab shows no contact either.",
    "tab-timeout": "The browser tab did not load in time (TAB_TIMEOUT).",
    "tab-failed": "The page failed in the browser tab too.",
    "no-browser": "It would need a browser tab, and there is no browser; TAB_BROWSER names one.",
    "tabs-off": "It would need a browser tab, and TAB_ENABLED is off.",
    "http-status": "The server answered with an error, in the browser tab too.",
    "domain-resting": "The domain has asked for a pause (429), so its other URLs wait in the retry queue.",
    "suppressed": "Its owner has asked not to be collected (suppressed.txt).",
    "stopped": "The run was stopped while the visit was open; the next run makes it anew.",
    "too-big": "The body is larger than DOWNLOAD_MAXSIZE.",
    "redirect-loop": "Its redirects lead round in a circle, or further than REDIRECT_MAX_TIMES.",
    "redirect-elsewhere": "It leads to another scheme or to a private address, where nobody should follow.",
    "broken": "The reply cannot be read.",
    "internal": "A fault of our own; its traceback stands in the log.",
}
