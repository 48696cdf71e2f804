"""``manage.py export_account EMAIL``: write all tables and leagues of an account as JSON to standard output."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Account
from games.selectors.sharing.account_archive import account_archive
from games.selectors.sharing.json_stream import archive_pieces


class Command(BaseCommand):
    """Write the archive of one account."""

    help = "Export everything an account owns or runs, tables and leagues with their ledgers, as one JSON document."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the account's e-mail."""
        parser.add_argument("account", help="e-mail of the account")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it, piece by piece."""
        account = Account.objects.filter(email=options["account"].strip().lower()).first()
        if account is None:
            raise CommandError(f"No account has the e-mail {options['account']}.")
        for piece in archive_pieces(account_archive(account)):
            self.stdout.write(piece, ending="")
        self.stdout.write("")
