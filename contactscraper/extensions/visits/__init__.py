"""Open visits: what a line becomes, whose turn it is, their requests, and the one owner that closes them."""

from contactscraper.extensions.visits.owner import Visits

__all__ = ["Visits"]
