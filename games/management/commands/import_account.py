"""``manage.py import_account FILE --account EMAIL``: tables and leagues out of an archive."""

from collections.abc import Iterable

from django.urls import reverse

from games.management.importing import ImportCommand
from games.models import Account
from games.selectors.owner_links import owner_address
from games.services.account_archive import import_archive


class Command(ImportCommand):
    """Read an archive of an account, a table or a league, prove it, and make what is in it."""

    help = "Bring the archive of an account, a table or a league. The same file twice adds nothing."

    def brought(self, account: Account, text: str) -> Iterable[str]:
        """Where each table and each league is, and whether it is new."""
        made = import_archive(account=account, text=text)
        tables = [(one.new, "table", owner_address(one.table)) for one in made.tables]
        leagues = [(one.new, "league", reverse("league", args=[one.league.public_id])) for one in made.leagues]
        return [f"{what if new else 'known'} {address}" for new, what, address in (*tables, *leagues)]
