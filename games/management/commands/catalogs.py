"""``manage.py catalogs``: bring every language's catalog in line with what the code and the pages say."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management import catalogs


class Command(BaseCommand):
    """Add what is new to each catalog, keep the translations of what was reworded, and say what is left to do."""

    help = __doc__ or ""
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """``--check`` only says what is missing, and ends with 1 where anything is."""
        parser.add_argument("--check", action="store_true", help="change nothing; list what is missing")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        """Write the catalogs, or look at them. Raises CommandError where something is missing or malformed."""
        if check:
            self._check(list(catalogs.missing_translations()), list(catalogs.to_review()))
            return
        try:
            for line in catalogs.update_catalogs():
                self.stdout.write(line)
        except ValueError as error:
            raise CommandError(str(error)) from error

    def _check(self, missing: list[str], to_review: list[str]) -> None:
        for line in (*missing, *to_review):
            self.stdout.write(line)
        self.stdout.write(f"{len(missing)} to fix, {len(to_review)} to review")
        if missing:
            raise CommandError("Some texts would appear in English. See docs/translating.md")
