"""Import games in notation (text) as a new table, with an entry for each round."""

from collections.abc import Sequence

from django.db import transaction

from games.models import Account, Device
from games.models.entry import MOST_ROUNDS
from games.refusals import RefusedError
from games.rules.ledger import GameStarted, derived_key, entry_facts
from games.rules.line_up import MOST_PEOPLE
from games.rules.notation import NotatedGame
from games.rules.settlement import Handicap
from games.selectors.sharing.notation import entries_from_notes, people_of
from games.services.idempotency import check_key
from games.services.rulebook.house_rules import record_use
from games.services.sharing.seals import seal_finished_games
from games.services.table.game_settle import settle_games
from games.services.table.tables import StartedTable, check_opening, find_started_table, open_table, players_named


@transaction.atomic(durable=True)
def import_table(
    *, games: Sequence[NotatedGame], device: Device | None = None, account: Account | None = None, key: str
) -> StartedTable:
    """Make a table of ``games``; the last of them is continued if it is not over.

    Later games may have other players. ``account`` owns the table through its tokens. ``key`` makes a retry return
    the same table, as in ``start_table``; the keys of later entries are derived from it. Raises RefusedError:
    "idempotency_key_reused" for a key that made another table, "invalid_value" for no game or a score from paper in
    a later game, "too_many" people, "target_reached" for an opening score that ends its game, and "table_full" for more
    rounds or entries than a table holds.
    """
    check_games(games)
    check_key(key)
    planned = list(entries_from_notes(games))
    if earlier := find_started_table(key, device):
        entries = earlier.access.table.entries
        rows = entries.order_by("revision").values_list("game", "round", "facts")[: len(planned)]
        more = entries.filter(key=derived_key(key, len(planned))).exists()
        if more or list(rows) != [(entry.game, entry.round, entry_facts(entry.body)) for entry in planned]:
            raise RefusedError("idempotency_key_reused")
        return earlier
    started, ledger = open_table(
        players=players_named(people_of(games), device), title="", device=device, account=account, key=key
    )
    ledger.first_seats = len(games[0].players)
    for number, entry in enumerate(planned):
        ledger.key = derived_key(key, number)
        ledger.append(entry.body, game=entry.game, round_number=entry.round, reason=entry.reason)
    settle_games(ledger.table, ledger.sheet)
    seal_finished_games(ledger.table, ledger.sheet)
    if device is not None:
        record_use(device=device, preset=games[-1].preset, saved=None)
    return started


def check_games(games: Sequence[NotatedGame]) -> None:
    """Raise RefusedError where ``games`` cannot be the games of one table."""
    if not games:
        raise RefusedError("invalid_value", what="players")
    if len(people_of(games)) > MOST_PEOPLE:
        raise RefusedError("too_many", most=MOST_PEOPLE, what="people")
    if any(notes.opening and not isinstance(notes.opening, Handicap) for notes in games[1:]):
        raise RefusedError("invalid_value", what="opening")
    for notes in games:
        check_opening(
            GameStarted(notes.rules, notes.preset, notes.dealer, "", notes.opening), range(len(notes.players))
        )
    if sum(len(notes.rounds) for notes in games) > MOST_ROUNDS:
        raise RefusedError("table_full", most=MOST_ROUNDS, what="rounds")
