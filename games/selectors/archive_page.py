"""Build the page on which an account exports its tables and leagues and imports archives."""

from collections.abc import Iterable

from django.urls import reverse

from games.models import Account, Duty, League, Table
from games.pages.archive import ArchivePage, BroughtView
from games.selectors.addresses import at_table
from games.selectors.table_names import players_at
from games.selectors.table_page import table_title


def archive_page(
    account: Account, imported: tuple[BroughtView, ...] | None = None, faults: tuple[str, ...] = ()
) -> ArchivePage:
    """Return the page of ``account``; ``imported`` is what an import created, ``faults`` why it failed."""
    return ArchivePage(
        tables=Table.objects.filter(account=account, fixture=None).count(),
        leagues=account.offices.filter(duty=Duty.ORGANISER).count(),
        imported=imported,
        faults=faults,
    )


def brought_views(
    tables: Iterable[tuple[Table, bool]], leagues: Iterable[tuple[League, bool]]
) -> tuple[BroughtView, ...]:
    """Return the views of imported tables and leagues; the flag of each says whether it was created by the import."""
    views = [
        BroughtView(table_title(table, players_at(table)), at_table(table), not is_new) for table, is_new in tables
    ]
    views += [
        BroughtView(league.name, reverse("league", args=[league.public_id]), not is_new) for league, is_new in leagues
    ]
    return tuple(views)
