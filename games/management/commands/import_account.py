"""``manage.py import_account FILE --account EMAIL``: tables and leagues out of an archive."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from games.models import Account
from games.refusals import Refused
from games.selectors.owner_links import owner_address
from games.services.account_archive import import_archive
from games.services.archives import BadArchive
from games.wording import refusal_text


class Command(BaseCommand):
    """Read an archive of an account, a table or a league, prove it, and make what is in it."""

    help = "Bring the archive of an account, a table or a league. The same file twice adds nothing."

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
            brought = import_archive(account=account, text=text)
        except BadArchive as bad:
            raise CommandError(f"Nothing was imported: {bad}.") from bad
        except Refused as why:
            raise CommandError(f"Nothing was imported: {refusal_text(why)}") from why
        for table in brought.tables:
            self.stdout.write(f"{'table' if table.new else 'known'} {owner_address(table.table)}")
        for league in brought.leagues:
            self.stdout.write(
                f"{'league' if league.new else 'known'} {reverse('league', args=[league.league.public_id])}"
            )
