"""``scrapy forget``: the request of a person or a site not to be collected, carried out and kept."""

import argparse
from typing import Any

from contactscraper.console.command import MemoryCommand, RawHelp, usage
from contactscraper.console.terminal import counted, facts, show, show_json, table
from contactscraper.forgetting import KINDS, BadValue, Forgotten
from contactscraper.storage.forget import Forgot, forget
from contactscraper.storage.shards import root_of
from contactscraper.storage.suppressed import FILE, suppress
from contactscraper.urls import DomainRules


class Command(MemoryCommand):
    def syntax(self) -> str:
        return "VALUE [--region DE] [--kind email|phone|domain] [--dry-run] [--yes] [--json]"

    def short_desc(self) -> str:
        return "Remove an email, a phone or a site from all that was kept, and never deliver it again"

    def long_desc(self) -> str:
        return (
            "Takes VALUE (an email, a phone in any way of writing, or a site's domain) out of the memory, the "
            "results (DATA_DIR/contacts) and the page logs, and puts its hash on DATA_DIR/suppressed.txt, so "
            "that no later visit delivers it again.\n\n"
            "An address or number goes out of lists, and wherever else it stands (title, URLs, the list's own "
            'columns) "[forgotten]" takes its place. Of a domain go its record, its answers and retries, every '
            "line that was collected from it, the addresses on it in other lines; its later visits end with the "
            "reason `suppressed`. Other files under DATA_DIR that hold the value are named and left as they "
            "are.\n\n"
            "Examples:\n"
            "  scrapy forget jane@example.com --dry-run\n"
            '  scrapy forget "+49 30 1234567"\n'
            '  scrapy forget "030 1234567" --region DE --yes\n'
            "  scrapy forget example.com"
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.formatter_class = RawHelp
        parser.add_argument("--region", metavar="CC", help="country (such as DE) of a number without its country code")
        parser.add_argument("--kind", choices=KINDS, help="what VALUE is, where its look misleads")
        parser.add_argument("--dry-run", action="store_true", help="only list what would be touched")
        parser.add_argument("--yes", action="store_true", help="do not ask before it is removed")

    def carry_out(self, args: list[str], opts: argparse.Namespace) -> None:
        what = self._what(args, opts)
        if not opts.dry_run:
            self.check_change(must_exist=False)
        with self.read() as memories:
            found = forget(self.data_dir, memories, what, write=False)
        if opts.dry_run:
            self._tell(what, found, opts)
            return
        if found and not opts.yes:
            self._tell(what, found, opts, as_json=False)
        if found and not self.confirm(f"This removes the {what.kind} {what.value} from all of them", opts):
            return
        try:
            with self.own() as memories:
                suppressed = suppress(root_of(self.data_dir) / FILE, what.kind, what.value)
                done = forget(self.data_dir, memories, what, write=True)
        except OSError as error:
            raise usage(f"{error.filename} cannot be written ({(error.strerror or str(error)).lower()}).") from None
        self._tell(what, done, opts, suppressed=suppressed)

    def _what(self, args: list[str], opts: argparse.Namespace) -> Forgotten:
        assert self.settings is not None
        if len(args) != 1:
            raise usage("Name one email, phone or domain (a number with blanks in quotation marks).")
        region = (opts.region or self.settings["PHONE_REGION"] or "").upper() or None
        rules = DomainRules(self.settings.getlist("SHARED_HOSTS"), self.settings.getbool("SUBDOMAIN_TRACKING"))
        try:
            return Forgotten.parse(args[0], rules, opts.kind, region)
        except BadValue as error:
            raise usage(f"{error}.") from None

    def _tell(
        self, what: Forgotten, found: Forgot, opts: argparse.Namespace, *, suppressed: bool | None = None,
        as_json: bool = True,
    ) -> None:  # fmt: skip
        """What was touched, or would be (*suppressed* None)."""
        if opts.json and as_json:
            show_json({"dryRun": suppressed is None, "suppressed": suppressed or False, **as_values(what, found)})
            return
        show(facts([(what.kind, what.value), ("memory", _memory(found))]))
        if found.files:
            rows = [(touched.path, touched.removed or "", touched.changed or "") for touched in found.files]
            show(table(("file", ">lines that go", ">lines changed"), rows))
        for path in found.left:
            show(f"{path} holds it too and is left as it is: see to it yourself.")
        if opts.dry_run:
            show("Nothing was changed.")
        elif suppressed is not None:
            show(f"Its hash is {'now' if suppressed else 'already'} on {root_of(self.data_dir) / FILE}.")


def as_values(what: Forgotten, found: Forgot) -> dict[str, Any]:
    """What was touched, for scripts."""
    return {
        "kind": what.kind,
        "value": what.value,
        "memory": {"domains": found.domains, "answers": found.answers, "retries": found.retries},
        "files": [{"file": str(t.path), "removed": t.removed, "changed": t.changed} for t in found.files],
        "left": [str(path) for path in found.left],
    }


def _memory(found: Forgot) -> str:
    counts = (
        counted(found.domains, "domain"),
        counted(found.answers, "answer"),
        counted(found.retries, "retry", "retries"),
    )
    return ", ".join(counts)
