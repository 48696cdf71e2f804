"""Import games in notation (text) as a new table, with an entry for each round."""

from collections.abc import Sequence

from django.db import transaction

from games.models import Account, Device
from games.models.entry import MOST_ROUNDS
from games.refusals import Refused
from games.rules.ledger import GameStarted, facts, key_after
from games.rules.notation import GameNotes
from games.selectors.notation import entries_told, seatings
from games.services.house_rules import note_use
from games.services.keys import check_key
from games.services.seals import seal_over
from games.services.settling import settle_games
from games.services.tables import StartedTable, check_opening, open_table, players_named, started_before


@transaction.atomic(durable=True)
def import_table(
    *, games: Sequence[GameNotes], device: Device | None = None, account: Account | None = None, key: str
) -> StartedTable:
    """Make a table of ``games``; the last of them is continued if it is not over.

    All games have the players of the first. ``account`` owns the table through its tokens. ``key`` makes a retry return
    the same table, as in ``start_table``; the keys of later entries are derived from it. Raises Refused:
    "idempotency_key_reused" for a key that made another table, "invalid_value" for no game, for other players or an
    opening score in a later game, "target_reached" for an opening score that ends its game, and "table_full" for more
    rounds or entries than a table holds.
    """
    check_games(games)
    check_key(key)
    planned = list(entries_told(games))
    if earlier := started_before(key, device):
        entries = earlier.access.table.entries
        rows = entries.order_by("revision").values_list("game", "round", "facts")[: len(planned)]
        more = entries.filter(key=key_after(key, len(planned))).exists()
        if more or list(rows) != [(entry.game, entry.round, facts(entry.body)) for entry in planned]:
            raise Refused("idempotency_key_reused")
        return earlier
    started, ledger = open_table(
        players=players_named(games[0].players, device), title="", device=device, account=account, key=key
    )
    for number, entry in enumerate(planned):
        ledger.key = key_after(key, number)
        ledger.append(entry.body, game=entry.game, round_number=entry.round, reason=entry.reason)
    settle_games(ledger.table, ledger.sheet)
    seal_over(ledger.table, ledger.sheet)
    if device is not None:
        note_use(device=device, preset=games[-1].preset, saved=None)
    return started


def check_games(games: Sequence[GameNotes]) -> None:
    """Raise Refused where ``games`` cannot be the games of one table."""
    if not games or None in seatings(games):
        raise Refused("invalid_value", what="players")
    if any(notes.opening for notes in games[1:]):
        raise Refused("invalid_value", what="opening")
    first = games[0]
    check_opening(GameStarted(first.rules, first.preset, first.dealer, "", first.opening), len(first.players))
    if sum(len(notes.rounds) for notes in games) > MOST_ROUNDS:
        raise Refused("table_full", most=MOST_ROUNDS, what="rounds")
