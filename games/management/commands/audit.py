"""``manage.py audit``: recomputes everything that is stored and lists each difference; the exit status tells."""

import json
import sys
from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from games.selectors.audit import Audited, CannotAudit, audit
from games.wording.audit import audited_text, difference_text

DIFFERS: Final = 1
CANNOT_RUN: Final = 2


class Command(BaseCommand):
    """Exit status 0: nothing differs; 1: something does; 2: the audit could not run to its end."""

    help = "Recompute every ledger, score, total and table of a season, and list what differs. Writes nothing."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's own way to say "none"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what to look at and how to say it."""
        parser.add_argument("--table", metavar="ID", help="only this table, by the id in its address: /t/ID/")
        parser.add_argument("--json", action="store_true", help="one JSON object a line, the last one the counts")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print each difference as it is found, then what was looked at."""
        audited, differences = Audited(), 0
        try:
            for found in audit(audited, table=options["table"]):
                differences += 1
                text = difference_text(found)
                line = {"code": found.code, **found.about, "text": text}
                self.stdout.write(json.dumps(line) if options["json"] else text)
        except CannotAudit as why:
            raise CommandError(str(why), returncode=CANNOT_RUN) from why
        except DatabaseError as error:
            raise CommandError(f"The database cannot be read: {error}.", returncode=CANNOT_RUN) from error
        counts = (audited.tables, audited.entries, audited.seasons, differences)
        names = ("tables", "entries", "seasons", "differences")
        said = json.dumps(dict(zip(names, counts, strict=True))) if options["json"] else audited_text(*counts)
        self.stdout.write(said)
        if differences:
            sys.exit(DIFFERS)
