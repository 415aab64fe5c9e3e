"""Pages that no company publishes: parked names, suspended accounts, a server's default page. None of their
contacts is the site's."""

from tests.web.endings import DEFAULT_PAGE, FOUND, PARKED, SUSPENDED
from tests.web.model import Reply, site
from tests.web.pages import email, page, pointer

SALE = Reply(
    "<!DOCTYPE html><html><head><title>parked-sale.test is for sale</title></head><body>"
    "<h1>The domain name parked-sale.test is for sale</h1><p>Make an offer or rent it by the month. Our brokers answer "
    'in one day: <a href="mailto:offers@namebroker.test">offers@namebroker.test</a></p></body></html>'
)
ADS = Reply(
    '<!DOCTYPE html><html lang="en"><head><title>parked-ads.test - This website is for sale! - parked-ads Resources '
    'and Information.</title><script src="https://img.sedoparking.com/templates/bg/inv.js"></script></head><body>'
    '<div id="container-header"><h1>parked-ads.test</h1><a href="https://sedo.test/buy">Buy this domain</a></div>'
    "<ul><li>Garden Sheds</li><li>Cheap Flights</li></ul></body></html>"
)
ACCOUNT_SUSPENDED = Reply(
    '<!DOCTYPE html><html><head><meta http-equiv="cache-control" content="no-cache"><title>Account Suspended</title>'
    '</head><body><div class="heading"><h1>Account Suspended</h1></div><p>This Account has been suspended. '
    'Write to <a href="mailto:webmaster@hoster.test">webmaster@hoster.test</a></p></body></html>'
)
NGINX = Reply(
    "<!DOCTYPE html>\n<html>\n<head>\n<title>Welcome to nginx!</title>\n<style>\nbody { width: 35em; margin: 0 auto; "
    "font-family: Tahoma, Verdana, Arial, sans-serif; }\n</style>\n</head>\n<body>\n<h1>Welcome to nginx!</h1>\n"
    "<p>If you see this page, the nginx web server is successfully installed and working. Further configuration is "
    'required.</p>\n<p>For online documentation and support please refer to <a href="http://nginx.org/">nginx.org</a>.'
    "</p>\n<p><em>Thank you for using nginx.</em></p>\n</body>\n</html>\n"
)
APACHE = Reply(
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/'
    'xhtml1-transitional.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Apache2 Ubuntu Default Page: It '
    'works</title></head><body><div class="main_page"><div class="page_header"><span>Apache2 Default Page</span></div>'
    "<p>This is the default welcome page used to test the correct operation of the Apache2 server.</p></div></body>"
    "</html>"
)

SITES = (
    site("parked-sale.test", "a name for sale, with its broker's address", PARKED, pages={"*": SALE}),
    site("parked-ads.test", "a name with advertisements", PARKED, pages={"*": ADS}),
    site("suspended.test", "an account that the host has suspended", SUSPENDED, pages={"*": ACCOUNT_SUSPENDED}),
    site("suspended-there.test", "leads to the host's page of suspended accounts", SUSPENDED,
         pages={"/": pointer("/cgi-sys/suspendedpage.cgi", 302), "/cgi-sys/suspendedpage.cgi": ACCOUNT_SUSPENDED}),
    site("default-nginx.test", "nginx's default page at every door", DEFAULT_PAGE, pages={"*": NGINX}),
    site("default-apache.test", "Apache's default page at every door", DEFAULT_PAGE, pages={"*": APACHE}),
    site("default-bare.test", "a default page at the bare name, the site at www.", FOUND,
         pages={"https://default-bare.test*": APACHE, "http://default-bare.test*": APACHE,
                "/": page("Behind Www", email("info@default-bare.test"))}),
)  # fmt: skip
