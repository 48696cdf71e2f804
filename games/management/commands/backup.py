"""``manage.py backup``: back everything up into one verified file while the server runs."""

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scorekeeper.backups import back_up
from scorekeeper.sqlite_file import BackupError


class Command(BaseCommand):
    """Exit status 1 if no backup was made; a sentence says why."""

    help = "Back up everything into one file while the server is running, then read it back and audit it."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's own way to say "none"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the target folder and how many backups to keep."""
        parser.add_argument(
            "--to", metavar="DIR", type=Path, help="folder for the backup (default: backups, in the data folder)"
        )
        parser.add_argument("--keep", type=_number, default=0, help="how many backups to keep there (default: all)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the backup, and print what is in it."""
        try:
            made = back_up(options["to"] or settings.DATA / "backups", keep=options["keep"])
        except BackupError as why:
            raise CommandError(str(why)) from why
        if made.unproved:
            self.stderr.write(made.unproved)
        proved = "Read back and audited" if not made.unproved else "Read back"
        self.stdout.write(f"{made.file}\n{made.about.text[0].upper()}{made.about.text[1:]}. {proved}.")


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ArgumentTypeError("must be 1 or more")
    return number
