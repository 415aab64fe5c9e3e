"""Values that persons or sites have asked not to be collected, known by their hashes alone."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from contactscraper.forgetting import MARK, normal
from contactscraper.urls import host_of

if TYPE_CHECKING:  # it is the caller's; this room only hands its questions to it
    from contactscraper.contacts import Contacts

FILE = "suppressed.txt"
#: A result of which nothing may be delivered.
NOTHING: dict[str, Any] = {"title": None, "emails": [], "phones": [], "faxes": [], "socials": {}, "found_on": None}
_EMAILS = re.compile(r"[^\s<>()\[\],;:\"'|@]{1,64}@[\w.-]{1,253}\w")
_NUMBERS = re.compile(r"\+\d[\d\s()./-]{5,24}\d")


def suppression_hash(kind: str, value: str) -> str:
    """The line of ``suppressed.txt`` for an ``email``, ``phone`` or ``domain``: one for all ways of writing it."""
    return hashlib.sha256(f"{kind}:{normal(kind, value)}".encode("utf-8", "replace")).hexdigest()


class Suppressed:
    """The list as it was when it was read. Blank lines and those with ``#`` are skipped."""

    def __init__(self, path: Path) -> None:
        self._hashes: frozenset[str] = frozenset()
        if path.exists():
            lines = path.read_text(encoding="utf-8-sig", errors="replace").splitlines()
            self._hashes = frozenset(line.strip().lower() for line in lines if line.strip() and line[0] != "#")

    @property
    def hashes(self) -> frozenset[str]:
        return self._hashes

    def __bool__(self) -> bool:
        return bool(self._hashes)

    def email(self, value: str) -> bool:
        """Whether *value*, or the domain that it is on, is suppressed."""
        if not self._hashes:
            return False
        return suppression_hash("email", value) in self._hashes or self.domain(value.rpartition("@")[2])

    def phone(self, value: str) -> bool:
        return bool(self._hashes) and suppression_hash("phone", value) in self._hashes

    def domain(self, value: str) -> bool:
        """Whether *value* (a domain or a host) or one that it is part of is suppressed."""
        if not self._hashes or len(value) > 253:
            return False
        labels = normal("domain", value).split(".")
        return any(suppression_hash("domain", ".".join(labels[start:])) in self._hashes for start in range(len(labels)))

    def without(self, contacts: "Contacts") -> "Contacts":
        """*contacts* less what is suppressed."""
        if not self._hashes:
            return contacts
        return contacts.without(emails=self.email, phones=self.phone)

    def of_page(self, contacts: "Contacts", url: str) -> "Contacts":
        """What was read from the page *url* less what is suppressed: all of it where the page is a suppressed site's,
        under whichever name it was asked."""
        if not self._hashes:
            return contacts
        if self.domain(host_of(url)):
            return type(contacts)()
        return replace(self.without(contacts), title=self.out_of(contacts.title))

    def from_result(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """A remembered result less what has been suppressed since it was found."""
        if not self._hashes:
            return dict(values)
        if self.domain(host_of(values.get("found_on") or "")):
            return {**values, **NOTHING}
        tests = {"emails": self.email, "phones": self.phone, "faxes": self.phone}
        without = {name: [value for value in values.get(name) or () if not test(value)] for name, test in tests.items()}
        return {**values, **without, "title": self.out_of(values.get("title") or "") or None}

    def out_of(self, text: str) -> str:
        """A page's title with a mark instead of suppressed addresses, and of numbers with their country's code."""
        text = _EMAILS.sub(lambda match: MARK if self.email(match[0]) else match[0], text)
        return _NUMBERS.sub(lambda match: MARK if self.phone(re.sub(r"\(0\)", "", match[0])) else match[0], text)


def suppress(path: Path, kind: str, value: str) -> bool:
    """Puts *value* on the list. Returns whether it is new there."""
    line = suppression_hash(kind, value)
    old = path.read_text(encoding="utf-8-sig", errors="replace") if path.exists() else ""
    if line in old.split():
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(("" if not old or old.endswith("\n") else "\n") + line + "\n")
    return True


def take_over(source: Path, target: Path) -> int:
    """Puts the hashes of another list on *target*; returns how many are new there."""
    fresh = Suppressed(source).hashes - Suppressed(target).hashes
    if fresh:
        old = target.read_text(encoding="utf-8-sig", errors="replace") if target.exists() else ""
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("a", encoding="utf-8") as file:
            file.write("\n" if old and not old.endswith("\n") else "")
            file.writelines(f"{line}\n" for line in sorted(fresh))
    return len(fresh)
