"""``manage.py audit``: recompute everything stored and list each difference; the exit status says if there was one."""

import json
import sys
from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from games.pages.sharing.seal_page import find_seal, seal_json, seal_lines
from games.rules.seals import format_seal, read_seal
from games.selectors.operating.audit import AuditCounts, audit, check_database_ready, read_snapshot
from games.selectors.operating.audit_chains import EXPLAINED, UNCHECKABLE
from games.selectors.operating.audit_parts import AuditError
from games.selectors.sharing.seal_check import AS_SEALED, DIFFERENT
from games.wording.audit import audited_text, difference_text
from games.wording.seals import not_a_seal_text, unknown_seal_text

DIFFERS: Final = 1
CANNOT_RUN: Final = 2
CANNOT_CHECK: Final = 3


class Command(BaseCommand):
    """Exit status 0: nothing differs; 1: something does; 2: the audit could not run to its end; 3: see below.

    3: nothing differs, but some of it cannot be checked, because the secret of its codes is not known here.
    """

    help = "Recompute all ledgers, scores, totals and standings, and list every difference. Changes nothing."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's own way to say "none"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare what to audit and the output format."""
        parser.add_argument("--table", metavar="ID", help="only this table, by the ID in its address: /t/ID/")
        parser.add_argument("--seal", metavar="SEAL", help="only check whether this seal's game or season is unchanged")
        parser.add_argument(
            "--json", action="store_true", help="print one JSON object per line, with the counts in the last one"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print each difference as it is found, then the counts; with ``--seal`` the state of that seal."""
        if options["seal"] is not None:
            self._check_seal(options["seal"], as_json=options["json"])
            return
        audited, differences, unchecked = AuditCounts(), 0, 0
        try:
            for found in audit(audited, table=options["table"]):
                unchecked += found.code == UNCHECKABLE
                differences += found.code not in (EXPLAINED, UNCHECKABLE)
                text = difference_text(found)
                line = {"code": found.code, **found.location, "text": text}
                self.stdout.write(json.dumps(line, default=str) if options["json"] else text)
        except AuditError as why:
            raise CommandError(str(why), returncode=CANNOT_RUN) from why
        except DatabaseError as error:
            raise CommandError(f"Cannot read the database: {error}.", returncode=CANNOT_RUN) from error
        counts = (audited.tables, audited.entries, audited.seasons, differences)
        names = ("tables", "entries", "seasons", "differences")
        counted = dict(zip(names, counts, strict=True))
        if options["json"]:
            self.stdout.write(json.dumps({**counted, "unchecked": unchecked}))
        else:
            self.stdout.write(audited_text(*counts, unchecked=unchecked))
        if differences or unchecked:
            sys.exit(DIFFERS if differences else CANNOT_CHECK)

    def _check_seal(self, typed: str, *, as_json: bool) -> None:
        """Check one seal. Exit status 0 if it is unchanged; 1 if it is changed or unknown."""
        seal = read_seal(typed)
        if seal is None:
            raise CommandError(not_a_seal_text(), returncode=CANNOT_RUN)
        try:
            check_database_ready()
            with read_snapshot():
                answer = find_seal(seal, lambda one: True)
                shape = (
                    seal_json(answer[0], visible=True) if answer else {"seal": format_seal(seal), "state": "unknown"}
                )
                lines = list(seal_lines(answer[0])) if answer else [unknown_seal_text()]
        except AuditError as why:
            raise CommandError(str(why), returncode=CANNOT_RUN) from why
        except DatabaseError as error:
            raise CommandError(f"Cannot read the database: {error}.", returncode=CANNOT_RUN) from error
        self.stdout.write(json.dumps(shape) if as_json else "\n".join(lines))
        unchanged = answer is not None and answer[0].state == AS_SEALED and answer[0].names != DIFFERENT
        if not unchanged:
            sys.exit(DIFFERS)
