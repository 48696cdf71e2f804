"""``manage.py move``: move an installation from SQLite to PostgreSQL."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scorekeeper.postgresql_move import MoveError, move


class Command(BaseCommand):
    """Exit status 1 if nothing was moved; a sentence says why."""

    help = "Take everything from this installation's SQLite file to an empty PostgreSQL database, and prove it."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's own way to say "none"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the target database."""
        parser.add_argument(
            "--to", metavar="URL", required=True, help="postgres://user:password@host:port/database, which is empty"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Move everything, and print what to set next."""
        try:
            moved = move(options["to"], self.stdout.write)
        except MoveError as why:
            raise CommandError(str(why)) from why
        self.stdout.write(
            f"Moved: {_number(moved.tables, 'table')} with {_number(moved.entries, 'entry', 'entries')} and "
            f"{_number(moved.seasons, 'season')}, {_number(sum(moved.rows.values()), 'row')} in all. Each row, and the "
            "digests, sheets and standings of every table and season are the same in both; the audit finds no "
            "difference.\n"
            "Next: set DATABASE_URL to what you gave as --to, and start. SECRET_KEY stays, or the file secret_key in "
            f"{settings.DATA}: by it all links open as before. The SQLite file stays there, too, and nothing reads it "
            "any more."
        )


def _number(amount: int, singular: str, plural: str = "") -> str:
    return f"{amount:,} {singular if amount == 1 else plural or singular + 's'}"
