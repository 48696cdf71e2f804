"""Find a device's recent tables and the names of people it seated, for the start page."""

from games.models import Device, Player, Table
from games.models.table import closed_tables
from games.pages.table.game_view import table_status
from games.pages.table.start import RecentTable
from games.pages.table.table_page import table_title
from games.selectors.table.ledger import sheet_of
from games.selectors.table.table_paths import table_path
from games.wording.words import day_text

RECENT_TABLES = 6
REMEMBERED_NAMES = 12


def recent_tables(device: Device | None) -> tuple[RecentTable, ...]:
    """Return the device's tables, newest first, as far as it may still see them."""
    if device is None:
        return ()
    tables = (
        Table.objects.filter(
            links__passes__device=device,
            links__passes__ended_at__isnull=True,
            links__revoked_at__isnull=True,
            revision__gt=0,
        )
        .exclude(closed_tables())
        .distinct()
        .prefetch_related("seats__player")
        .order_by("-pk")[:RECENT_TABLES]
    )
    return tuple(_recent(table) for table in tables)


def remembered_names(device: Device | None) -> tuple[str, ...]:
    """Return the names of people the device has seated, most often seated first."""
    if device is None:
        return ()
    from django.db.models import Count

    seated = Player.objects.filter(remembered_by=device).annotate(times=Count("seats")).order_by("-times", "name")
    return tuple(seated.values_list("name", flat=True)[:REMEMBERED_NAMES])


def _recent(table: Table) -> RecentTable:
    players = tuple(seat.player.name for seat in table.seats.all())
    return RecentTable(
        url=table_path(table),
        title=table_title(table, players),
        status=table_status(sheet_of(table), players),
        when=day_text(table.created_at),
    )
