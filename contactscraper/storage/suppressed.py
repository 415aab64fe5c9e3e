"""Values that persons or sites have asked not to be collected, known by their hashes alone."""

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contactscraper.contacts import Contacts


def suppression_hash(kind: str, value: str) -> str:
    """The line of ``suppressed.txt`` for an ``email``, ``phone`` or ``domain``."""
    return hashlib.sha256(f"{kind}:{value.strip().lower()}".encode()).hexdigest()


class Suppressed:
    """The list as it was when the run began."""

    def __init__(self, path: Path) -> None:
        self._hashes: frozenset[str] = frozenset()
        if path.exists():
            lines = path.read_text(encoding="ascii", errors="replace").splitlines()
            self._hashes = frozenset(line.strip() for line in lines if line.strip() and not line.startswith("#"))

    def email(self, value: str) -> bool:
        return bool(self._hashes) and (
            suppression_hash("email", value) in self._hashes or self.domain(value.rpartition("@")[2])
        )

    def phone(self, value: str) -> bool:
        return bool(self._hashes) and suppression_hash("phone", value) in self._hashes

    def domain(self, value: str) -> bool:
        return bool(self._hashes) and suppression_hash("domain", value) in self._hashes

    def without(self, contacts: "Contacts") -> "Contacts":
        """*contacts* less what is suppressed."""
        if not self._hashes:
            return contacts
        return contacts.without(emails=self.email, phones=self.phone)
