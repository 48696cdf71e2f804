"""``manage.py import_league FILE --account EMAIL``: import a league of any size from its archive."""

from collections.abc import Iterable

from django.urls import reverse

from games.management.importing import ImportCommand
from games.models import Account
from games.services.sharing.league_archive import import_league


class Command(ImportCommand):
    """Import the archive of a league."""

    help = "Import a league from an archive made by export_league. Importing a file twice adds nothing."

    def import_archive(self, account: Account, text: str) -> Iterable[str]:
        """Import the league; return its address."""
        return [reverse("league:page", args=[import_league(account=account, text=text).public_id])]
