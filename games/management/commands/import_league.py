"""``manage.py import_league FILE --account EMAIL``: a league out of its archive, of any size."""

from collections.abc import Iterable

from django.urls import reverse

from games.management.importing import ImportCommand
from games.models import Account
from games.services.league_archive import import_league


class Command(ImportCommand):
    """Read an archive, prove it, and make the league of it."""

    help = "Make a league of an archive that export_league wrote. The same file twice adds nothing."

    def brought(self, account: Account, text: str) -> Iterable[str]:
        """Where the league is."""
        return [reverse("league", args=[import_league(account=account, text=text).public_id])]
