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

    help = "Put a backup into the data folder (SCOREKEEPER_DATA) and the database. It is audited."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's own way to say "none"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the file, and whether existing data may be put aside."""
        parser.add_argument("file", type=Path, help="the backup")
        parser.add_argument("--replace", action="store_true", help="put aside what is there")
        parser.add_argument("--look", action="store_true", help="only say what is in it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what is in the backup, then restore it."""
        try:
            backup = read(options["file"])
            self.stdout.write(f"{backup.file} was {backup.about.text}.")
            if options["look"]:
                return
            for name in restore(backup, replace=options["replace"]):
                self.stdout.write(f"What was there is now {name}.")
        except BackupError as why:
            raise CommandError(str(why)) from why
        self.stdout.write("Restored and audited. `python3 manage.py start` goes on from there.")
