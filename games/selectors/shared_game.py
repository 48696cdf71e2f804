"""The shared summary of a game: which one a secret shows, and which one there is of a game."""

from collections.abc import Sequence

from games.models import SharedGame, Table
from games.refusals import Refused
from games.rules.ledger import Entry, EntryUndone, GameStarted
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.access import LONGEST_SECRET, check_open, hashed
from games.selectors.ledger import entries_of, sheet_of


def began_at(entries: Sequence[Entry], number: int) -> int | None:
    """The revision of the entry that started game ``number`` as it stands; None where there is no such game."""
    undone = {entry.body.revision for entry in entries if isinstance(entry.body, EntryUndone)}
    starts = [entry for entry in entries if isinstance(entry.body, GameStarted) and entry.game == number]
    return next((entry.revision for entry in reversed(starts) if entry.revision not in undone), None)


def shared_at(table: Table, number: int) -> SharedGame | None:
    """What is shared of game ``number`` as it stands; None where nothing is."""
    shared = SharedGame.objects.filter(table=table, game=number, revoked_at=None).first()
    return shared if shared and shared.began == began_at(entries_of(table), number) else None


def shared_by(secret: str) -> SharedGame:
    """What ``secret`` shows.

    Raises Refused: "not_found", and "link_revoked" where it was taken back, or the table was one to try out.
    """
    found = None
    if secret and len(secret) <= LONGEST_SECRET:
        found = SharedGame.objects.filter(secret_hash=hashed(secret)).select_related("table").first()
    if found is None:
        raise Refused("not_found")
    if found.revoked_at is not None:
        raise Refused("link_revoked", what="shared")
    check_open(found.table)
    return found


def game_shared(shared: SharedGame) -> tuple[TableSheet, GameSheet]:
    """The sheet and the game that ``shared`` shows, as they stand.

    Raises Refused ("link_revoked") where that game is no more, and another one may have its number.
    """
    if began_at(entries_of(shared.table), shared.game) != shared.began:
        raise Refused("link_revoked", what="shared")
    sheet = sheet_of(shared.table)
    return sheet, next(game for game in sheet.games if game.number == shared.game)
