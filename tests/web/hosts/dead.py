"""Sites where nobody is, or nobody who can be believed."""

from tests.web.endings import BAD_CERTIFICATE, CONNECT_TIMEOUT, DNS_TROUBLE, GONE, NO_SUCH_NAME, NO_TLS, REFUSED
from tests.web.model import BLACK_HOLE, NO_HANDSHAKE, NO_TLS as GARBAGE, NOBODY, NOT_FOUND, Reply, site
from tests.web.pages import email, page

ALIVE = page("Old Mill", email("info@old-mill.test"))

SITES = (
    site("no-name.test", "the name does not exist", NO_SUCH_NAME, dns="nxdomain"),
    site("servfail.test", "its name server is in trouble", DNS_TROUBLE, dns="servfail"),
    site("silent-dns.test", "its name server never answers", DNS_TROUBLE, dns="silent"),
    site("refused.test", "nothing listens there", REFUSED, addresses=(NOBODY,)),
    site("black-hole.test", "a connection is never made", CONNECT_TIMEOUT, addresses=(BLACK_HOLE,)),
    site("other-name.test", "a certificate for another name", BAD_CERTIFICATE, "https://other-name.test/",
         certificate="other-name", pages={"/": ALIVE}),
    site("expired.test", "an expired certificate", BAD_CERTIFICATE, "https://expired.test/",
         certificate="expired", pages={"/": ALIVE}),
    site("self-signed.test", "a certificate that nobody vouches for", BAD_CERTIFICATE, "https://self-signed.test/",
         certificate="self-signed", pages={"/": ALIVE}),
    site("tls-refused.test", "a TLS alert instead of a handshake", NO_TLS, "https://tls-refused.test/",
         addresses=(NO_HANDSHAKE,)),
    site("tls-garbage.test", "bytes that are no TLS", NO_TLS, "https://tls-garbage.test/", addresses=(GARBAGE,)),
    site("gone.test", "404 on the home page", GONE, pages={"/": NOT_FOUND}),
    site("gone-410.test", "410 on the home page", GONE, pages={"/": Reply("<h1>Gone</h1>", 410)}),
)  # fmt: skip
