"""What classes and ids say of a part of a page: that others wrote it, that only screen readers say it, what it is."""

import re

#: Class names and ids of parts that others wrote or that list others.
OTHERS = re.compile(
    r"(?:^|[\s_-])(?:comments?(?:list|s|body|area|thread)?|commentlist|disqus\w*|reviews?|testimonials?|partners?|"
    r"sponsors?|guestbook|gaestebuch|twitter-tweet|instagram-media|tiktok-embed|reddit-embed(?:-bq)?|reddit-card|bluesky-embed|tumblr-post|opiniones|avis|bewertung(?:en)?|"
    r"kommentare?|commentaires?|comentarios?|commenti|recensioni|rezensionen|kundenstimmen|depoimentos?|avaliacoes|testimonios?|valoraciones|resenas?|temoignages?|testimonianza|testimonianze|opinie|opinii|komentarze|"
    r"recenze|recensies|beoordelingen|reacties|yorumlar|anmeldelser|hodnoceni|kundenmeinungen|otzyvy|letters|readers?-letters?|"
    r"fediverse-post|mastodon-embed|reader-?mail|related-sites|blogroll|webring|friends|supporters|members-list|"
    r"ad|ads|advert|advertisement|werbung|classifieds?|listings?|vendors?|exhibitors?|directory-listing)"
    r"(?:$|[\s_-](?!form|us|desk|links?$))",
    re.I,
)
READERS_ONLY = re.compile(
    r"(?:^|\s)(?:visually-?hidden|sr-only|screen-reader-text|screenreader\w*|a11y-hidden)(?:\s|$)", re.I
)
BREAKING = re.compile(r"(?:^|\s)(?:[pu]-)?(?:tel|email|adr|org|fn)(?:\s|$)", re.I)
#: An icon of the sign @.
AT_SIGN = re.compile(r"(?:^|\s)(?:[a-z]{1,12}-){1,2}at(?:-(?:sign|line|symbol))?(?:\s|$)")
#: A class or id that the four patterns above know has one of these words (or begins with one of the stems).
WORDS = frozenset(
    "comment comments commentlist commentslist commentss commentbody commentsbody commentarea commentsarea commentthread "
    "commentsthread review reviews testimonial testimonials partner partners sponsor sponsors guestbook gaestebuch twitter "
    "instagram tiktok reddit bluesky tumblr opiniones avis bewertung bewertungen kommentar kommentare commentaire commentaires comentario "
    "comentarios commenti recensioni rezensionen kundenstimmen depoimento depoimentos avaliacoes testimonio testimonios valoraciones resena resenas "
    "temoignage temoignages testimonianza testimonianze opinie opinii komentarze recenze recensies beoordelingen reacties "
    "yorumlar anmeldelser hodnoceni kundenmeinungen otzyvy letters reader readers readermail fediverse mastodon "
    "related blogroll webring friends supporters members ad ads advert advertisement werbung classified classifieds "
    "listing listings vendor vendors exhibitor exhibitors directory visually visuallyhidden hidden sr screen a11y "
    "tel email adr org fn at".split()
)
STEMS = ("disqus", "screenreader")
