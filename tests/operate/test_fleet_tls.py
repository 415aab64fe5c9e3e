"""A scheduler behind TLS: who has a certificate of its authority is served, nobody else is."""

from pathlib import Path

import pytest
import trustme

from tests.operate.fleet import fleets
from tests.web import Web

pytestmark = [pytest.mark.operate, pytest.mark.crawl, pytest.mark.slow, pytest.mark.long]


def test_tls(web: Web, tmp_path: Path) -> None:
    """With Dask's own configuration the command and the workers speak TLS; without a certificate the command is told
    that there is no scheduler to be reached, and nothing is begun."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    own = authority.issue_cert("127.0.0.1", "localhost")
    own.private_key_and_cert_chain_pem.write_to_path(tmp_path / "own.pem")
    files = ("--tls-ca-file", str(tmp_path / "ca.pem"), "--tls-cert", str(tmp_path / "own.pem"), "--tls-key", str(tmp_path / "own.pem"))  # fmt: skip
    (tmp_path / "urls.txt").write_text("ok-00001.test\nok-00002.test\n")
    listed = ("-a", f"input={tmp_path / 'urls.txt'}", "--shards", "2", "-s", "TAB_ENABLED=False")
    prefix = "DASK_DISTRIBUTED__COMM__"
    trusted = {
        f"{prefix}REQUIRE_ENCRYPTION": "true",
        f"{prefix}TLS__CA_FILE": str(tmp_path / "ca.pem"),
        f"{prefix}TLS__CLIENT__CERT": str(tmp_path / "own.pem"),
        f"{prefix}TLS__CLIENT__KEY": str(tmp_path / "own.pem"),
    }
    with fleets(web, tmp_path) as made:
        _, address = made.scheduler("--protocol", "tls", *files)
        assert address.startswith("tls://")
        made.worker(address, *files)
        stranger = made.ended(made.fleet(tmp_path / "none", *listed, "--scheduler", address), 120)
        assert stranger.status == 2 and f"no Dask scheduler to be reached at {address}" in stranger.log, stranger.log
        assert not list(tmp_path.glob("none/shards/*"))
        with fleets(web, tmp_path, **trusted) as known:
            done = known.ended(known.fleet(tmp_path / "data", *listed, "--scheduler", address), 180)
        assert done.status == 0 and "2 lines read = 2 results" in done.log, done.log[-3000:]
