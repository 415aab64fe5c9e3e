"""Which shard a line of the list belongs to. Pure but for the rules that it is given."""

from contactscraper.contacts import social_profile
from contactscraper.storage.inputs import Line
from contactscraper.storage.shards import shard_of
from contactscraper.urls import BadUrl, DomainRules, parse_input


def line_domain(line: Line, rules: DomainRules) -> str:
    """What a line is owned by: its registered domain.

    A line that has none is owned by what it says, so that lines which repeat it meet, and no shard gets them all: a
    social profile by the profile's URL, a line that is no URL by its text.
    """
    if line.problem:
        return line.url
    if (profile := social_profile(line.url)) is not None:
        return profile[1]
    try:
        return rules.registered_domain(parse_input(line.url).url)
    except BadUrl:
        return line.url


def line_owner(line: Line, rules: DomainRules, count: int) -> int:
    """The shard among *count* that *line* belongs to."""
    return shard_of(line_domain(line, rules), count)
