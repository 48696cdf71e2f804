"""``manage.py evaluate``: answer questions about the rules, one JSON object per line, without a database."""

import json
import sys
from argparse import ArgumentParser
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandError

from games.evaluate.engine import answer_line


class Command(BaseCommand):
    """Read JSON Lines and write one JSON line for each; exit status 1 if any answer is an error."""

    help = "Answer questions about the rules: one JSON object per line in, one per line out."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's own way to say "none"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the file to read, or - for standard input."""
        parser.add_argument("file", help="a JSON Lines file, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer every line in order."""
        if options["file"] == "-":
            sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")  # type: ignore[union-attr]
            failed = self._answer(sys.stdin)
        else:
            try:
                with open(options["file"], encoding="utf-8-sig", errors="replace") as lines:  # noqa: PTH123 - any path
                    failed = self._answer(lines)
            except OSError as error:
                raise CommandError(f"Cannot read {options['file']}: {error.strerror}.") from error
        if failed:
            sys.exit(1)

    def _answer(self, lines: TextIO) -> int:
        failed = 0
        for line in lines:
            if line.strip():
                answer = answer_line(line)
                failed += "error" in answer
                self.stdout.write(json.dumps(answer))
        return failed
