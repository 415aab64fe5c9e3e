"""What is known of a domain, and what a visit's evidence makes of it. Pure: time is an argument."""

from contactscraper.domains.machine import age, force_state, new_record, record_visit, settled, touch
from contactscraper.domains.record import RECENT, DomainRecord, Entry, Evidence
from contactscraper.domains.states import (
    TRANSITIONS,
    TTLS,
    Event,
    Method,
    Outcome,
    State,
    Transition,
    diagram,
)

__all__ = [
    "RECENT",
    "TRANSITIONS",
    "TTLS",
    "DomainRecord",
    "Entry",
    "Event",
    "Evidence",
    "Method",
    "Outcome",
    "State",
    "Transition",
    "age",
    "diagram",
    "force_state",
    "new_record",
    "record_visit",
    "settled",
    "touch",
]
