"""What a domain's state makes of its next visit, in words, as the README's table of states has it."""

from contactscraper.domains.states import State

OUTLOOK: dict[State, str] = {
    State.UNKNOWN: "HEAD, GET, contact page, tab",
    State.DEAD: "no request",
    State.COLD: "no request",
    State.ANTIBOT_SOFT: "GET without HEAD, a tab where that fails",
    State.ANTIBOT_HARD: "a tab at once",
    State.FRIENDLY: "GET without HEAD, never a tab",
}
