"""The elements of HTML by what they do to a page's text."""

#: Zones that a line or link may stand in.
FOREIGN, CODE, HIDDEN, STRUCK, HEADING = 1, 2, 4, 8, 16

#: Elements whose content is no markup, or none that people read.
RAW = frozenset("script style title textarea svg math select".split())
SKIPPED = frozenset("template iframe object audio video canvas datalist".split())
INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite data del dfn em font i ins kbd label mark nobr q rp rt ruby s small span "
    "strike strong sub sup time tt u var wbr img slot".split()
)
VOID = frozenset("area base br col embed hr img input link meta source track wbr param".split())
#: Hidden by a class of a sheet counts for these only: a tab or an accordion hides blocks that a click shows.
DECOYS = INLINE | {"p", "code"}
HEADINGS = frozenset("h1 h2 h3 h4 h5 h6 dt legend".split())
CODE_TAGS = frozenset("pre code samp kbd".split())
STRUCK_TAGS = frozenset("s del strike".split())
#: Elements whose attributes say something about the page.
SPECIAL = frozenset("area meta link html base iframe frame fb:page fb:like-box fb:fan fb:like".split())
NO_ELEMENTS = frozenset("html meta link iframe".split())
#: The zones that elements open by their names.
KINDS = {
    **dict.fromkeys(HEADINGS, HEADING),
    **dict.fromkeys(CODE_TAGS, CODE),
    **dict.fromkeys(STRUCK_TAGS, STRUCK),
    **dict.fromkeys(SKIPPED, HIDDEN),
}
BLOCKS = (
    "address article aside blockquote body br button caption center dd details div dl fieldset figcaption figure footer "
    "form header hr input li main nav noscript ol p section summary table tbody td th thead tr ul"
).split()
