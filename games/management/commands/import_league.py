"""``manage.py import_league FILE --account EMAIL``: a league out of its archive, of any size."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from games.models import Account
from games.refusals import Refused
from games.services.archives import BadArchive
from games.services.league_archive import import_league
from games.wording import refusal_text


class Command(BaseCommand):
    """Read an archive, prove it, and make the league of it."""

    help = "Make a league of an archive that export_league wrote. The same file twice adds nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, and whose the league will be."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--account", required=True, help="the e-mail of who will run the league")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import it, or say why not."""
        account = Account.objects.filter(email=options["account"].strip().lower()).first()
        if account is None:
            raise CommandError(f"There is no account {options['account']}.")
        try:
            text = options["file"].read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{options['file']} cannot be read: {error}.") from error
        try:
            league = import_league(account=account, text=text)
        except BadArchive as bad:
            raise CommandError(f"Nothing was imported: {bad}.") from bad
        except Refused as why:
            raise CommandError(f"Nothing was imported: {refusal_text(why)}") from why
        self.stdout.write(reverse("league", args=[league.public_id]))
