"""``manage.py move``: move an installation from SQLite to PostgreSQL."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scorekeeper.postgresql_move import MoveError, move


class Command(BaseCommand):
    """Exit status 1 if nothing was moved; a sentence says why."""

    help = "Move all data from this installation's SQLite file to an empty PostgreSQL database, and verify the copy."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's own way to say "none"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the target database."""
        parser.add_argument(
            "--to", metavar="URL", required=True, help="an empty database: postgres://user:password@host:port/database"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Move everything, and print what to set next."""
        try:
            moved = move(options["to"], self.stdout.write)
        except MoveError as why:
            raise CommandError(str(why)) from why
        self.stdout.write(
            f"Moved: {_number(moved.tables, 'table')} with {_number(moved.entries, 'entry', 'entries')} and "
            f"{_number(moved.seasons, 'season')}, {_number(sum(moved.rows.values()), 'row')} in all. Both databases "
            "have the same rows, digests, sheets and standings, and the audit found no difference.\nNext: set "
            "DATABASE_URL to the address you gave as --to, and start. Keep SECRET_KEY, or the file secret_key in "
            f"{settings.DATA}, so that all links still work. The SQLite file stays in that folder, but is no longer "
            "used."
        )


def _number(amount: int, singular: str, plural: str = "") -> str:
    return f"{amount:,} {singular if amount == 1 else plural or singular + 's'}"
