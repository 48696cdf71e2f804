"""Store tables with their whole ledgers, many at once: for archives and the demo league."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import AccessLink, Entry, Player, Seal, Seat, SettledSeat, Table
from games.rules.sheet import TableSheet
from games.selectors.chains import current_key
from games.services.chains import create_entries, create_tables
from games.services.sharing.seals import seals_of_finished_games
from games.services.table.game_settle import settled_rows


@dataclass(frozen=True, slots=True)
class NewTable:
    """An unsaved table with its players in the order of their seats, its links, its ledger, and the ledger's sheet."""

    table: Table
    players: Sequence[Player]
    links: Sequence[AccessLink]
    entries: Sequence[Entry]
    sheet: TableSheet


def store_tables(tables: Sequence[NewTable]) -> None:
    """Store tables with everything that belongs to them, settled and sealed. Call it in a transaction.

    Raises IntegrityError, such as for two entries with the same key.
    """
    ledgers = [(new.table, new.entries) for new in tables]
    create_tables(ledgers)
    AccessLink.objects.bulk_create(link for new in tables for link in new.links)
    create_entries(ledgers)
    Seat.objects.bulk_create(
        Seat(table=new.table, number=number, player=player)
        for new in tables
        for number, player in enumerate(new.players)
    )
    SettledSeat.objects.bulk_create(
        row
        for new in tables
        for game in new.sheet.games
        for row in settled_rows(new.table, game, [player.pk for player in new.players], new.sheet.revision)
    )
    key = current_key()
    Seal.objects.bulk_create(
        seal
        for new in tables
        for seal in seals_of_finished_games(key, new.table, [p.name for p in new.players], new.entries, new.sheet)
    )
