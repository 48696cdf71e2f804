"""``manage.py import_account FILE --account EMAIL``: import the tables and leagues of an archive."""

from collections.abc import Iterable

from django.urls import reverse

from games.management.importing import ImportCommand
from games.models import Account
from games.selectors.sharing.owner_links import owner_path
from games.services.sharing.account_archive import import_archive


class Command(ImportCommand):
    """Import the archive of an account, a table or a league."""

    help = "Import the archive of an account, a table or a league. Importing a file twice adds nothing."

    def import_archive(self, account: Account, text: str) -> Iterable[str]:
        """Import everything; return the address of each table and league, and whether it is new."""
        made = import_archive(account=account, text=text)
        tables = [(one.new, "table", owner_path(one.table)) for one in made.tables]
        leagues = [(one.new, "league", reverse("league:page", args=[one.league.public_id])) for one in made.leagues]
        return [f"{kind if new else 'known'} {address}" for new, kind, address in (*tables, *leagues)]
