"""One context for all hosts, and still each host's own name."""

import pytest
from OpenSSL import SSL
from scrapy.core.downloader.contextfactory import _ScrapyClientContextFactory
from scrapy.utils.test import get_crawler
from twisted.internet.address import IPv4Address
from twisted.internet.protocol import Factory, Protocol
from twisted.protocols.tls import TLSMemoryBIOFactory

from contactscraper.network import certificates
from contactscraper.network.certificates import TolerantPolicy


def policy(verifies: bool = True) -> TolerantPolicy:
    crawler = get_crawler(settings_dict={"DOWNLOAD_VERIFY_CERTIFICATES": verifies})
    return TolerantPolicy(_ScrapyClientContextFactory.from_crawler(crawler))


def connection(policy: TolerantPolicy, host: str) -> SSL.Connection:
    creator = policy.creatorForNetloc(host.encode(), 443)
    factory = TLSMemoryBIOFactory(creator, True, Factory.forProtocol(Protocol))
    return creator.clientConnectionForTLS(factory.buildProtocol(IPv4Address("TCP", "127.0.0.1", 443)))


def test_hosts_share_one_context() -> None:
    """A second host's connection reads no list of authorities again, and asks for its own name."""
    made = policy()
    one, other = connection(made, "one.test"), connection(made, "other.test")
    assert one.get_context() is other.get_context()
    assert (one.get_servername(), other.get_servername()) == (b"one.test", b"other.test")


@pytest.mark.parametrize("verifies", [True, False])
def test_tolerated_hosts_have_another(verifies: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A host whose bad certificate is put up with shares its context with hosts of its kind alone."""
    monkeypatch.setattr(certificates, "tolerated", {"bad.test", "worse.test"})
    made = policy(verifies)
    strict, bad, worse = (connection(made, host).get_context() for host in ("one.test", "bad.test", "worse.test"))
    assert bad is worse
    assert (strict is bad) is not verifies
