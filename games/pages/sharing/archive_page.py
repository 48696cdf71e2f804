"""Build the page on which an account exports its tables and leagues and imports archives."""

from collections.abc import Iterable

from django.urls import reverse

from games.models import Account, Duty, League, Table
from games.pages.sharing.archive import ArchivePage, ImportedItemContext
from games.pages.table.table_page import table_title
from games.selectors.table.table_names import player_names
from games.selectors.table.table_paths import table_path


def archive_page(
    account: Account, imported: tuple[ImportedItemContext, ...] | None = None, faults: tuple[str, ...] = ()
) -> ArchivePage:
    """Return the page of ``account``; ``imported`` is what an import created, ``faults`` why it failed."""
    return ArchivePage(
        tables=Table.objects.filter(account=account, match=None).count(),
        leagues=account.offices.filter(duty=Duty.ORGANIZER).count(),
        imported=imported,
        faults=faults,
    )


def imported_views(
    tables: Iterable[tuple[Table, bool]], leagues: Iterable[tuple[League, bool]]
) -> tuple[ImportedItemContext, ...]:
    """Return the views of imported tables and leagues; the flag of each says whether it was created by the import."""
    views = [
        ImportedItemContext(table_title(table, player_names(table)), table_path(table), not is_new)
        for table, is_new in tables
    ]
    views += [
        ImportedItemContext(league.name, reverse("league:page", args=[league.public_id]), not is_new)
        for league, is_new in leagues
    ]
    return tuple(views)
