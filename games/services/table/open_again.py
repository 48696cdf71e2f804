"""Decide about an earlier game that lost its end by a correction: end it as it stands, or turn back to it."""

from typing import Literal

from games.models import EntryKind
from games.permissions import Access
from games.refusals import RefusedError
from games.rules.ledger import GameFinished, GameReopened, derived_key
from games.rules.sheet import TableSheet
from games.services.table.ledger import OpenLedger, WriteResult, open_ledger

Decision = Literal["", "end", "resume"]
"""What to do with a game that a correction opens again: end it as it stands, resume it, or "" ask later."""


def is_open_again(sheet: TableSheet, number: int) -> bool:
    """Return whether game ``number`` is an earlier one that lost its end, with nothing decided about it."""
    return any(game.number == number for game in sheet.open_again)


def decide_open_again(*, access: Access, key: str, game: int, revision: int | None, resume: bool) -> WriteResult:
    """``resume`` a game that is open again, so that later games wait, or end it as it stands.

    Anyone who may correct its rounds may decide this. ``revision`` is the table's, as the writer saw it. Raises
    RefusedError ("revision_required", "stale", "game_finished" where there is nothing to decide).
    """
    with open_ledger(access=access, key=key, action="score") as ledger:
        if replayed := ledger.replayed(EntryKind.REOPEN if resume else EntryKind.FINISH, game=game):
            return replayed
        if revision is None:
            raise RefusedError("revision_required")
        if revision != ledger.table.revision:
            raise RefusedError("stale")
        if not is_open_again(ledger.sheet, game):
            raise RefusedError("game_finished", game=game)
        return append_decision(ledger, game, resume=resume)


def append_decision(ledger: OpenLedger, number: int, *, resume: bool) -> WriteResult:
    """Append the decision about game ``number``, which is open again."""
    game = next(game for game in ledger.sheet.open_again if game.number == number)
    # Resuming says nothing about its rounds: if one is corrected back to the target, it ends the game again.
    body = GameReopened(game.open_through) if resume else GameFinished(game.next_round - 1)
    return ledger.append(body, game=number)


def append_decision_with(ledger: OpenLedger, number: int, decision: Decision) -> None:
    """Append the ``decision`` that came with a correction of game ``number``, if that opened the game again."""
    if decision and is_open_again(ledger.sheet, number):
        ledger.key = derived_key(ledger.key, 1)
        append_decision(ledger, number, resume=decision == "resume")
