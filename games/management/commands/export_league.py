"""``manage.py export_league ID``: write a league as JSON to standard output."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import League
from games.selectors.sharing.json_stream import archive_pieces
from games.selectors.sharing.league_archive import league_archive


class Command(BaseCommand):
    """Write the archive of one league."""

    help = "Export a league, with every ledger, as one JSON document."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the league's id, as in its address."""
        parser.add_argument("league", help="ID in the league's address: /l/ID/")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it."""
        league = League.objects.filter(public_id=options["league"]).first()
        if league is None:
            raise CommandError(f"There is no league with the ID {options['league']}.")
        for piece in archive_pieces(league_archive(league)):
            self.stdout.write(piece, ending="")
        self.stdout.write("")
