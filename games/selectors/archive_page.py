"""The page on which an account takes away what is its own, and brings what it had elsewhere."""

from collections.abc import Iterable

from django.urls import reverse

from games.models import Account, Duty, League, Table
from games.pages.archive import ArchivePage, BroughtView
from games.selectors.addresses import at_table
from games.selectors.game_view import players_at
from games.selectors.table_page import table_title


def archive_page(
    account: Account, brought: tuple[BroughtView, ...] | None = None, faults: tuple[str, ...] = ()
) -> ArchivePage:
    """The page of ``account``."""
    return ArchivePage(
        tables=Table.objects.filter(account=account, fixture=None).count(),
        leagues=account.offices.filter(duty=Duty.ORGANISER).count(),
        brought=brought,
        faults=faults,
    )


def brought_views(
    tables: Iterable[tuple[Table, bool]], leagues: Iterable[tuple[League, bool]]
) -> tuple[BroughtView, ...]:
    """Tables and leagues, each with whether it is new here."""
    found = [BroughtView(table_title(table, players_at(table)), at_table(table), not new) for table, new in tables]
    found += [BroughtView(one.name, reverse("league", args=[one.public_id]), not new) for one, new in leagues]
    return tuple(found)
