"""Sites where nobody is, or nobody who can be believed; and those whose other door is open."""

from tests.web.endings import (
    BAD_CERTIFICATE,
    CONNECT_TIMEOUT,
    DNS_TROUBLE,
    FOUND,
    NO_SUCH_NAME,
    NO_TLS,
    REFUSED,
)
from tests.web.model import BLACK_HOLE, HOME_V6, HTTP_ONLY, NO_HANDSHAKE, NOBODY, site
from tests.web.model import NO_TLS as GARBAGE
from tests.web.pages import email, page

ALIVE = page("Old Mill", email("info@old-mill.test"))

SITES = (
    site("no-name.test", "the name does not exist", NO_SUCH_NAME, dns="nxdomain"),
    site("old.acme-bakery.test", "a subdomain that does not exist, of a domain that lives", NO_SUCH_NAME,
         dns="nxdomain"),
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
    # other doors
    site("http-only.test", "https is refused, http answers", FOUND, addresses=(HTTP_ONLY,),
         pages={"/": page("Http Only", email("info@http-only.test"))}),
    site("bad-tls-good-http.test", "a bad certificate, but http answers a bare domain", FOUND,
         certificate="expired", pages={"/": page("Http Door", email("info@bad-tls-good-http.test"))}),
    site("www-door.test", "only www. exists", FOUND, dns="nxdomain"),
    site("www.www-door.test", "the door of www-door.test", pages={"/": page("Www", email("info@www-door.test"))}),
    site("bare-door.test", "www. does not exist, the bare name does", FOUND, "https://www.bare-door.test/", www=False,
         pages={"/": page("Bare", email("info@bare-door.test"))}),
    site("v6-only.test", "an IPv6 address only", FOUND, addresses=(HOME_V6,),
         pages={"/": page("Six", email("info@v6-only.test"))}),
    site("two-addresses.test", "a private address and a good one", FOUND, addresses=("10.0.0.1", "127.0.0.1"),
         pages={"/": page("Two", email("info@two-addresses.test"))}),
)  # fmt: skip
