"""Find a device's recent tables and the names of people it seated, for the start page."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

from games.models import Device, Player, Table
from games.models.table import closed_tables
from games.pages.table.game_view import table_status
from games.pages.table.start import RecentTable
from games.pages.table.table_page import table_title
from games.selectors.table.ledger import sheet_of
from games.selectors.table.table_names import rules_title
from games.selectors.table.table_paths import table_path
from games.wording.words import day_text

RECENT_TABLES: Final = 6
REMEMBERED_NAMES: Final = 12


def recent_tables(device: Device | None, first: int = 0, most: int = RECENT_TABLES) -> tuple[RecentTable, ...]:
    """Return ``most`` of the tables the device may still see, newest first, after leaving out the ``first`` ones."""
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
        .order_by("-pk")[first : first + most]
    )
    return tuple(_recent(table, device) for table in tables)


def remembered_names(device: Device | None) -> tuple[str, ...]:
    """Return the names of people the device has seated, most often seated first."""
    if device is None:
        return ()
    from django.db.models import Count

    seated = Player.objects.filter(remembered_by=device).annotate(times=Count("seats")).order_by("-times", "name")
    return tuple(seated.values_list("name", flat=True)[:REMEMBERED_NAMES])


def usual_names(tables: Sequence[RecentTable]) -> tuple[str, ...]:
    """Return the people this phone seated last, who are likely to play again."""
    return next((table.own_names for table in tables if table.own_names), ())


def _recent(table: Table, device: Device) -> RecentTable:
    seated = [seat.player for seat in table.seats.all()]
    players = tuple(player.name for player in seated)
    sheet = sheet_of(table)
    game = sheet.current
    usual = [seated[number] for number in sheet.next_players]
    values = {"rules": rules_title(game), "target": game.rules.target}
    return RecentTable(
        url=table_path(table),
        title=table_title(table, players, sheet),
        status=table_status(sheet, players),
        when=day_text(table.created_at),
        rules=_("%(rules)s, to %(target)s") % values if game.rules.target else rules_title(game),
        over=game.over,
        own_names=(
            tuple(player.name for player in usual)
            if all(player.remembered_by_id == device.pk for player in usual)
            else ()
        ),
    )
