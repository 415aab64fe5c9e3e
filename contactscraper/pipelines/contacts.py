"""Pipeline 1: reads a page's contacts, notes the evidence, and asks the cascade what follows."""

import time
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem
from scrapy.http import TextResponse
from scrapy.settings import BaseSettings

from contactscraper.cascade import MAX_TRIES, RANK, Decision, Next, What, decide, retry_delay
from contactscraper.contacts import Page, contact_links, extract_contacts, has_contact_words
from contactscraper.domains import Evidence, Method, Outcome, State
from contactscraper.extensions import extension
from contactscraper.extensions.stores import Stores
from contactscraper.extensions.visits import Visits
from contactscraper.items import Ending, Step, StepResult, Visit
from contactscraper.middlewares.challenge import Found
from contactscraper.urls import host_of, is_own_door, is_root

#: Three tries that found no connection, in a row, say that there is none.
NO_CONNECTION = frozenset({What.CONNECT_TIMEOUT})
#: Pages that still leave the visit a contact where it has found one that was not wanted (socials, or a phone).
WITHOUT_CONTACT = frozenset({What.WORDS, What.NOTHING, What.SHELL})
#: Findings for which no request was sent, so that the trail has none.
ASKED_NOTHING = frozenset({What.ROBOTS, What.PRIVATE_ADDRESS, What.TAB_ONLY, What.NO_BROWSER, What.INTERNAL})


@dataclass(frozen=True)
class ContactSettings:
    wanted: str
    pages: int
    region: str | None
    max_tries: int

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Self:
        return cls(
            wanted=settings["CONTACTS_WANTED"],
            pages=settings.getint("CONTACT_PAGES"),
            region=settings["PHONE_REGION"] or None,
            max_tries=settings.getint("RETRY_QUEUE_MAX_TRIES", MAX_TRIES),
        )


class ContactsPipeline:
    """Turns what a step brought into the visit's next step, or into its end."""

    def __init__(self, crawler: Crawler, settings: ContactSettings) -> None:
        self._crawler = crawler
        self._settings = settings

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler, ContactSettings.from_settings(crawler.settings))

    @cached_property
    def _stores(self) -> Stores:
        return extension(self._crawler, Stores)

    @cached_property
    def _visits(self) -> Visits:
        return extension(self._crawler, Visits)

    def process_item(self, item: Any) -> Any:
        if isinstance(item, Visit):
            return item  # ended without a step
        step: StepResult = item
        visit = step.visit
        if visit.closed or visit.ending is not None:
            raise DropItem("the visit has ended", log_level="DEBUG")
        self._visits.step_done(visit, step)
        if isinstance(step.detail, Ending):
            return self._end(visit, step.detail)
        what, vendor = self._what(step)
        if what is None:
            self._visits.go_on(visit, visit.pages.pop(0), "fetch")
            raise DropItem("on to the site's own contact page", log_level="DEBUG")
        policy = State.UNKNOWN if visit.forced or visit.state is None else visit.state
        decision = decide(what, step.method, policy, self._visits.tabs, vendor)
        self._crawler.stats.inc_value(f"cascade/{step.method}/{what.value}")
        if visit.story is not None:
            visit.story.decided(step.method, what, decision)
        self._note(visit, step, what, decision)
        return self._follow(visit, what, decision)

    # What a step found -----------------------------------------------------------------------------------------------

    def _what(self, step: StepResult) -> tuple[What | None, str]:
        """What the step means for the visit; None: go on with the next contact page."""
        visit = step.visit
        what, vendor, shell = step.what, step.detail or "", False
        if step.response is not None:
            found: Found = step.request.meta.get("found") or Found(None)
            what, vendor, shell = found.what, found.vendor, found.shell
            visit.retry_after = found.retry_after
            self._note_response(visit, step)
        elif step.method in ("fetch", "tab") and what not in ASKED_NOTHING:
            ms = round(1000 * (time.monotonic() - visit.touched))
            visit.trail.append(Step(step.method, step.request.url, ms=ms))
        if step.request.meta.get("fallback") and what is not None:
            what = What.DEFAULT_PAGE  # the other door shows no site either
        first = step.request.meta.get("first") or step.request.meta.get("fallback")
        if step.method == "tab":
            return self._tab_page(step, what), vendor
        if not first and step.method == "fetch":
            return self._contact_page(step, what), vendor
        if what is None:
            what = self._first_page(step, shell)
            if what is not What.CONTACT and visit.pages:
                visit.last = (what, vendor)
                return None, vendor
        return what, vendor

    def _first_page(self, step: StepResult, shell: bool) -> What:
        visit, response = step.visit, step.response
        page = self._read(visit, response, "fetch")
        if self._satisfied(visit):
            return What.CONTACT
        if page is not None and self._settings.pages:
            visit.pages = contact_links(page, page.url, self._settings.pages)
            visit.best_page = visit.pages[0] if visit.pages else ""
            if visit.story is not None and visit.pages:
                visit.story.links(visit.pages)
        return What.SHELL if shell else self._empty(visit)

    def _contact_page(self, step: StepResult, what: What | None) -> What | None:
        """A contact page that is a wall, gone or empty leaves the first page's finding as it was."""
        visit = step.visit
        if what is None:
            self._read(visit, step.response, "fetch")
            if self._satisfied(visit):
                return What.CONTACT
        elif visit.best_page == step.request.meta["asked"] and what in (What.GONE, What.ROBOTS, What.NOT_HTML):
            visit.best_page = ""
        if visit.pages:
            return None
        before = visit.last[0] if visit.last else What.NOTHING
        return before if before is What.SHELL else self._empty(visit)

    def _tab_page(self, step: StepResult, what: What | None) -> What:
        """Nothing is read from what is no page of the site: an error page shows its host's address, not the site's."""
        visit = step.visit
        if what is None and step.response is not None:
            for shown in step.request.meta.get("tab_pages") or ():
                if shown.html and shown.url != step.response.url:
                    self._read_html(visit, shown.html, shown.url, "tab")
            self._read(visit, step.response, "tab")
        if self._satisfied(visit) and visit.found_by == "tab":
            return What.CONTACT
        return what or self._empty(visit)

    def _empty(self, visit: Visit) -> What:
        """A page without the contact that is wanted."""
        if visit.words:
            return What.WORDS
        return What.SOCIALS if visit.contacts else What.NOTHING

    def _satisfied(self, visit: Visit) -> bool:
        return visit.contacts is not None and visit.contacts.has_contact(self._settings.wanted)

    def _read(self, visit: Visit, response: Any, method: str) -> Page | None:
        if not isinstance(response, TextResponse):
            return None
        return self._read_html(visit, response.text, response.url, method)

    def _read_html(self, visit: Visit, html: str, url: str, method: str) -> Page:
        page = Page(html, url)
        contacts = extract_contacts(page, url, self._settings.region)
        contacts = self._stores.suppressed.of_page(contacts, url)
        if visit.story is not None or not contacts.has_contact(self._settings.wanted):  # else nobody asks
            visit.words = visit.words or has_contact_words(page)
        visit.title = visit.title or contacts.title or ""
        if visit.story is not None:
            visit.story.contacts(url, method, contacts, visit.words)
        if contacts:
            better = visit.contacts is None or (
                contacts.has_contact(self._settings.wanted) and not visit.contacts.has_contact(self._settings.wanted)
            )
            visit.contacts = contacts if visit.contacts is None else visit.contacts.merged(contacts)
            if better:
                visit.found_on, visit.found_by = url, method
        return page

    def _note_response(self, visit: Visit, step: StepResult) -> None:
        response = step.response
        assert response is not None
        visit.fetch_ms += 1000 * step.request.meta.get("download_latency", 0.0)
        if step.request.meta.get("first") or step.request.meta.get("fallback") or step.method == "tab":
            visit.status, visit.final_url = response.status, response.url
            visit.body_size = len(response.body)

    # What follows ----------------------------------------------------------------------------------------------------

    def _note(self, visit: Visit, step: StepResult, what: What, decision: Decision) -> None:
        """At most one entry per method: the best of what it brought."""
        if visit.trail and not visit.trail[-1].outcome and decision.evidence is not None:
            visit.trail[-1].outcome = decision.evidence.value
        if decision.evidence is None:
            return
        own_host = host_of(visit.url)
        met_at = host_of(visit.final_url or step.request.url)  # where redirects led: its fate is not the domain's
        of_host = is_own_door(own_host, visit.domain) and is_own_door(met_at, visit.domain)
        outcome, partial = decision.evidence, what is What.SOCIALS
        if what in WITHOUT_CONTACT and visit.found_by == step.method:
            outcome, partial = Outcome.OK_CONTACT, True
        entry = Evidence(
            visit=f"{visit.key}:{int(1000 * visit.at)}",
            at=visit.at,
            method=Method(step.method),
            outcome=outcome,
            status=visit.status if step.response is not None or step.method == "head" else None,
            error_class=decision.error_class or None,
            partial=partial,
            block=what is What.BLOCK,
            rate_limited=what is What.RATE_LIMITED,
            of_domain=of_host and (what is not What.GONE or is_root(visit.url)),
            no_such_name=what is What.NO_SUCH_NAME,
            tries_used_up=what in NO_CONNECTION and visit.tries + 1 >= self._settings.max_tries and of_host,
        )
        before = next((known for known in visit.evidence if known.method == entry.method), None)
        if before is None:
            visit.evidence.append(entry)
        elif RANK[entry.outcome] > RANK[before.outcome]:
            visit.evidence[visit.evidence.index(before)] = entry

    def _follow(self, visit: Visit, what: What, decision: Decision) -> Visit:
        ending = Ending(decision.method, decision.outcome, decision.reason, decision.error_class)
        if self._visits.stopping and decision.next is not Next.END:
            return self._end(visit, Ending("skip", "error", "stopped", "wider"))
        if decision.next is Next.TAB:
            self._crawler.stats.inc_value(f"tab/asked_for/{what.value}")
            self._visits.go_on(visit, visit.best_page or visit.url, "tab")
            raise DropItem("on to a browser tab", log_level="DEBUG")
        if decision.next is Next.RETRY and not visit.contacts:
            self._retry(visit, what, ending)
        return self._end(visit, ending)

    def _retry(self, visit: Visit, what: What, ending: Ending) -> None:
        tries = visit.tries + 1
        due_at = time.time() + retry_delay(what, visit.retry_after)
        if what is What.RATE_LIMITED:
            self._visits.put_off.rest(visit.domain, due_at)
        used_up = tries >= self._settings.max_tries
        if used_up:
            ending.reason = "retries-used-up"
        self._visits.put_off.queue(visit, due_at, what.value, ending.error_class, tries=tries, resting=used_up)

    def _end(self, visit: Visit, ending: Ending) -> Visit:
        """Contacts that were found win over whatever came later."""
        if visit.contacts and ending.outcome != "ok-contact" and ending.reason not in ("stopped", "network-down"):
            ending = Ending(visit.found_by or ending.method, "ok-contact", "found")
        elif ending.reason == "found" and visit.found_by:
            ending = Ending(visit.found_by, "ok-contact", "found")
        visit.ending = ending
        return visit
