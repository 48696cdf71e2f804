"""What the commands share that bring an archive: the file, whose it will be, and what is said where it is none."""

from abc import ABC, abstractmethod
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Account
from games.refusals import Refused
from games.services.archives import BadArchive
from games.wording import refusal_text


class ImportCommand(BaseCommand, ABC):
    """Read a file for an account, prove it, and make what is in it."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, and whose it will all be."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--account", required=True, help="the e-mail of who will own it all")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import it, and say where each part is, or say why not."""
        account = Account.objects.filter(email=options["account"].strip().lower()).first()
        if account is None:
            raise CommandError(f"There is no account {options['account']}.")
        try:
            text = options["file"].read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{options['file']} cannot be read: {error}.") from error
        try:
            for line in self.brought(account, text):
                self.stdout.write(line)
        except BadArchive as bad:
            raise CommandError(f"Nothing was imported: {bad}.") from bad
        except Refused as why:
            raise CommandError(f"Nothing was imported: {refusal_text(why)}") from why

    @abstractmethod
    def brought(self, account: Account, text: str) -> Iterable[str]:
        """Make what is in the archive ``text``; a line for each part. Raises BadArchive, Refused."""
