"""Look up the shared summary of a game, by its secret or by the game."""

from collections.abc import Sequence

from games.models import SharedGame, Table
from games.refusals import RefusedError
from games.rules.ledger import EntryUndone, GameStarted, LedgerEntry
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.access import LONGEST_SECRET, check_tryout_open, hash_secret
from games.selectors.table.ledger import entries_of, sheet_of


def start_revision(entries: Sequence[LedgerEntry], number: int) -> int | None:
    """Return the revision of the entry that started game ``number``; None if there is no such game."""
    undone = {entry.body.revision for entry in entries if isinstance(entry.body, EntryUndone)}
    starts = [entry for entry in entries if isinstance(entry.body, GameStarted) and entry.game == number]
    return next((entry.revision for entry in reversed(starts) if entry.revision not in undone), None)


def shared_summary(table: Table, number: int) -> SharedGame | None:
    """Return the shared summary of game ``number``; None if it isn't shared, or a new game has that number."""
    shared = SharedGame.objects.filter(table=table, game=number, revoked_at=None).first()
    return shared if shared and shared.began == start_revision(entries_of(table), number) else None


def shared_by_secret(secret: str) -> SharedGame:
    """Return the shared summary with this secret.

    Raises RefusedError: "not_found", or "link_revoked" if it was revoked or its table was a tryout that has expired.
    """
    shared = None
    if secret and len(secret) <= LONGEST_SECRET:
        shared = SharedGame.objects.filter(secret_hash=hash_secret(secret)).select_related("table").first()
    if shared is None:
        raise RefusedError("not_found")
    if shared.revoked_at is not None:
        raise RefusedError("link_revoked", what="shared")
    check_tryout_open(shared.table)
    return shared


def sheet_and_game(shared: SharedGame) -> tuple[TableSheet, GameSheet]:
    """Return the current sheet and game of ``shared``.

    Raises RefusedError ("link_revoked") if that game was undone; another one may have its number.
    """
    if start_revision(entries_of(shared.table), shared.game) != shared.began:
        raise RefusedError("link_revoked", what="shared")
    sheet = sheet_of(shared.table)
    return sheet, next(game for game in sheet.games if game.number == shared.game)
