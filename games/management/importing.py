"""Base class of the commands that import an archive: reads the file, finds the account, reports errors."""

from abc import ABC, abstractmethod
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Account
from games.refusals import RefusedError
from games.services.sharing.archives import ArchiveError
from games.wording.refusals import refusal_text


class ImportCommand(BaseCommand, ABC):
    """Read an archive from a file and import it for an account."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the file, and the account that will own everything."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--account", required=True, help="e-mail of the account that will own the imported data")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import the archive, and print the address of each part; or fail with the reason."""
        account = Account.objects.filter(email=options["account"].strip().lower()).first()
        if account is None:
            raise CommandError(f"No account has the e-mail {options['account']}.")
        try:
            text = options["file"].read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"Cannot read {options['file']}: {error}.") from error
        try:
            for line in self.import_archive(account, text):
                self.stdout.write(line)
        except ArchiveError as bad:
            raise CommandError(f"Nothing was imported: {bad}.") from bad
        except RefusedError as why:
            raise CommandError(f"Nothing was imported: {refusal_text(why)}") from why

    @abstractmethod
    def import_archive(self, account: Account, text: str) -> Iterable[str]:
        """Import the archive ``text``; return a line for each part. Raises ArchiveError, RefusedError."""
