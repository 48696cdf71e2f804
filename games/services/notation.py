"""Import: a table made of games in notation, with every round an entry of its own."""

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
from games.services.settling import settle_games
from games.services.tables import StartedTable, check_opening, open_table, players_named, started_before


@transaction.atomic(durable=True)
def import_table(
    *, games: Sequence[GameNotes], device: Device | None = None, account: Account | None = None, key: str
) -> StartedTable:
    """Make a table of ``games``, which becomes exactly what they say; the last of them goes on if it is not over.

    All games have the players of the first. ``account`` owns the table by its tokens. ``key`` makes a retry the same
    table, as in ``start_table``; the entries after the first have keys made of it. Raises Refused:
    "idempotency_key_reused" for a key that made another table, "invalid_value" for no game, other players in a later
    game and a score from paper in one, "target_reached" for a score from paper that ends its game, and "table_full" for
    more rounds or entries than a table holds.
    """
    check_games(games)
    check_key(key)
    told = list(entries_told(games))
    if before := started_before(key, device):
        entries = before.access.table.entries
        rows = entries.order_by("revision").values_list("game", "round", "facts")[: len(told)]
        more = entries.filter(key=key_after(key, len(told))).exists()
        if more or list(rows) != [(said.game, said.round, facts(said.body)) for said in told]:
            raise Refused("idempotency_key_reused")
        return before
    started, book = open_table(
        players=players_named(games[0].players, device), title="", device=device, account=account, key=key
    )
    for number, said in enumerate(told):
        book.key = key_after(key, number)
        book.append(said.body, game=said.game, round_number=said.round, reason=said.reason)
    settle_games(book.table, book.sheet)
    if device is not None:
        note_use(device=device, preset=games[-1].preset, saved=None)
    return started


def check_games(games: Sequence[GameNotes]) -> None:
    """Raise Refused where ``games`` cannot be one table's."""
    if not games or None in seatings(games):
        raise Refused("invalid_value", what="players")
    if any(notes.opening for notes in games[1:]):
        raise Refused("invalid_value", what="opening")
    first = games[0]
    check_opening(GameStarted(first.rules, first.preset, first.dealer, "", first.opening), len(first.players))
    if sum(len(notes.rounds) for notes in games) > MOST_ROUNDS:
        raise Refused("table_full", most=MOST_ROUNDS, what="rounds")
