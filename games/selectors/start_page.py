"""What a device remembers: its tables, and the people it seated."""

from datetime import datetime

from django.utils import timezone

from games.models import Device, Player, Table
from games.pages import RecentTable
from games.selectors.addresses import at_table
from games.selectors.game_view import status_of
from games.selectors.ledger import sheet_of
from games.selectors.table_page import table_title
from games.wording import clock

RECENT_TABLES = 6
REMEMBERED_NAMES = 12


def recent_tables(device: Device | None) -> tuple[RecentTable, ...]:
    """The tables the device was at, newest first, as far as it may still see them."""
    if device is None:
        return ()
    tables = (
        Table.objects.filter(links__passes__device=device, links__revoked_at__isnull=True, revision__gt=0)
        .distinct()
        .prefetch_related("seats__player")
        .order_by("-pk")[:RECENT_TABLES]
    )
    return tuple(_recent(table) for table in tables)


def remembered_names(device: Device | None) -> tuple[str, ...]:
    """The people the device seated before, the most often seated first."""
    if device is None:
        return ()
    from django.db.models import Count

    seated = Player.objects.filter(remembered_by=device).annotate(times=Count("seats")).order_by("-times", "name")
    return tuple(seated.values_list("name", flat=True)[:REMEMBERED_NAMES])


def _recent(table: Table) -> RecentTable:
    players = tuple(seat.player.name for seat in table.seats.all())
    return RecentTable(
        url=at_table(table),
        title=table_title(table, players),
        status=status_of(sheet_of(table), players),
        when=_day(table.created_at),
    )


def _day(at: datetime) -> str:
    day = timezone.localdate(at)
    days = (timezone.localdate() - day).days
    if days == 0:
        return f"today, {clock(at)}"
    return "yesterday" if days == 1 else f"{day:%d %B %Y}".lstrip("0")
