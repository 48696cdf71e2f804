"""``manage.py restore``: restore a backup into this installation."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.backup_file import read
from scorekeeper.backups import restore
from scorekeeper.sqlite_file import BackupError


class Command(BaseCommand):
    """Print what is in the backup, then restore it. Exit status 1 if nothing was restored or changed."""

    help = "Restore a backup to the data folder (SCOREKEEPER_DATA) and the database, and audit it."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's own way to say "none"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the file, and whether existing data may be put aside."""
        parser.add_argument("file", type=Path, help="the backup file")
        parser.add_argument("--replace", action="store_true", help="move existing data aside first")
        parser.add_argument("--look", action="store_true", help="only show what the backup contains")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what is in the backup, then restore it."""
        try:
            backup = read(options["file"])
            self.stdout.write(f"{backup.file} was {backup.about.text}.")
            if options["look"]:
                return
            for name in restore(backup, replace=options["replace"]):
                self.stdout.write(f"The previous data is now {name}.")
        except BackupError as why:
            raise CommandError(str(why)) from why
        self.stdout.write("Restored and audited. Run `python3 manage.py start` to continue.")
