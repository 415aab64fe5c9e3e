"""Certificates of the test web: good ones by one authority, for each host as it is asked for, and bad ones."""

import base64
import datetime
import hashlib
import ssl
from collections import OrderedDict
from pathlib import Path

import trustme
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

#: Contexts kept; a host beyond them gets a new certificate for the same key.
MAX_CONTEXTS = 512


class Certificates:
    """One authority, one key for all good certificates (so that Chromium can be told of it), another for bad ones."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        authority = trustme.CA(organization_name="Test web")
        self.authority_file = folder / "authority.pem"
        authority.cert_pem.write_to_path(str(self.authority_file))
        self._authority = x509.load_pem_x509_certificate(authority.cert_pem.bytes())
        signer = serialization.load_pem_private_key(authority.private_key_pem.bytes(), None)
        assert isinstance(signer, ec.EllipticCurvePrivateKey)
        self._signer = signer
        self._good = ec.generate_private_key(ec.SECP256R1())
        self._bad = ec.generate_private_key(ec.SECP256R1())
        self._contexts: OrderedDict[tuple[str, str], ssl.SSLContext] = OrderedDict()

    def spki(self) -> str:
        """What ``--ignore-certificate-errors-spki-list`` wants to know of the good certificates' key."""
        der = self._good.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        return base64.b64encode(hashlib.sha256(der).digest()).decode()

    def context(self, host: str, kind: str) -> ssl.SSLContext:
        """The TLS context for *host* with a certificate that is good, other-name, expired or self-signed."""
        known = self._contexts.get((host, kind))
        if known is None:
            known = self._contexts[host, kind] = self._make(host, kind)
            if len(self._contexts) > MAX_CONTEXTS:
                self._contexts.popitem(last=False)
        else:
            self._contexts.move_to_end((host, kind))
        return known

    def _make(self, host: str, kind: str) -> ssl.SSLContext:
        key = self._good if kind == "good" else self._bad
        names = ["other-company.test"] if kind == "other-name" else [host]
        now = datetime.datetime.now(datetime.UTC)
        days = (-60, -30) if kind == "expired" else (-1, 90)
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0][:64])])
        issuer, signer = (subject, key) if kind == "self-signed" else (self._authority.subject, self._signer)
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(issuer)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now + datetime.timedelta(days=days[0]))
            .not_valid_after(now + datetime.timedelta(days=days[1]))
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(name) for name in names]), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False)
        )
        certificate = builder.sign(signer, hashes.SHA256())
        file = self._folder / "leaf.pem"
        file.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
            + certificate.public_bytes(serialization.Encoding.PEM)
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        context.set_alpn_protocols(["http/1.1"])
        return context
