"""``manage.py doctor``: examine this installation and say what to fix."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand

from scorekeeper import doctor_data, doctor_settings
from scorekeeper.doctor_findings import Severity

_MARKS: Final = {Severity.OK: "ok", Severity.LOOK: " !", Severity.BROKEN: " ✗"}
_STATUS: Final = {Severity.OK: 0, Severity.LOOK: 1, Severity.BROKEN: 2}


class Command(BaseCommand):
    """Exit status 0: all is well; 1: something should be looked at; 2: something is broken."""

    help = "Check settings, disk, database, clock and backups, and suggest fixes. Changes nothing."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's own way to say "none"; they are run one by one

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the output format, and the folder of backups."""
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument(
            "--backups", metavar="DIR", type=Path, help="folder with the backups (default: backups, in the data folder)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print each finding, with its fix below."""
        findings = [*doctor_settings.examined(), *doctor_data.examined(options["backups"])]
        status = max(_STATUS[finding.severity] for finding in findings)
        if options["json"]:
            checks = [{"name": x.name, "state": x.severity, "text": x.text, "mend": x.fix} for x in findings]
            self.stdout.write(json.dumps({"status": status, "checks": checks}))
        else:
            for finding in findings:
                self.stdout.write(_printable(f"{_MARKS[finding.severity]}  {finding.name}: {finding.text}"))
                if finding.fix:
                    self.stdout.write(_printable(f"      {finding.fix}"))
        sys.exit(status)


def _printable(line: str) -> str:
    """Return the line with characters the terminal cannot show replaced."""
    encoding = sys.stdout.encoding or "ascii"
    return line.encode(encoding, errors="replace").decode(encoding)
