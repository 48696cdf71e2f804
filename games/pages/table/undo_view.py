"""Build the one-tap undo of the table page, with a preview of what it would change."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from games.models import Table
from games.pages.table.table import UndoButton, UndoScoreChange
from games.rules.analysis.undo_preview import UndoEffect, sheet_after_undo, undo_effect
from games.rules.ledger import GameStarted, PlayersChanged, RulesChanged, StakesSet
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.caching import cached_by_language
from games.selectors.table.ledger import entries_of
from games.selectors.table.table_names import names_by_seat
from games.selectors.table.table_paths import table_path
from games.wording import undo as words
from games.wording.scores import headline
from games.wording.words import side_names


def undo_view(table: Table, sheet: TableSheet, players: Sequence[str]) -> UndoButton | None:
    """Return what an undo would take back; None if there is nothing to undo."""
    return None if sheet.next_undo is None else _undo_view(_UndoKey(id(sheet), tuple(players), table, sheet))


@dataclass(frozen=True, slots=True)
class _UndoKey:
    """The cache key. It holds the sheet, so that the sheet's id() stays unique while it is cached."""

    sheet_id: int
    players: tuple[str, ...]
    table: Table = field(compare=False)
    sheet: TableSheet = field(compare=False)


@cached_by_language(64)
def _undo_view(key: _UndoKey) -> UndoButton:
    """Build the undo; cached, because all scoring screens of a table request it at once."""
    table, sheet, players, newest = key.table, key.sheet, key.players, key.sheet.next_undo
    if newest is None:
        raise ValueError("nothing to undo")
    undone = sheet_after_undo(entries_of(table, sheet.revision), sheet)
    before = next(game for game in sheet.games if game.number == newest.game)
    after = next((game for game in undone.games if game.number == newest.game), None)
    moves: tuple[UndoScoreChange, ...] = ()
    clauses = [words.previous_game_text(undone.current.number)]
    if after is not None and not isinstance(newest.body, GameStarted):
        changes = undo_effect(before, after)
        moves = tuple(_score_changes(changes, players))
        if changes.other_sides:
            clauses = [words.new_scores_text(_scores(after, players)), *_result_changes(before, after, players)]
        else:
            clauses = [*_restored_settings(sheet, undone, players), *_result_changes(before, after, players)]
        if undone.current.number != sheet.current.number:
            clauses.append(words.previous_game_text(undone.current.number))
    changed = any(line.edited for line in before.rounds if line.number == newest.round)
    return UndoButton(
        text=words.undo_title(newest, changed=changed, earlier=before.number != sheet.current.number),
        score_changes=moves,
        other_changes=", ".join(clauses) or ("" if moves else words.no_score_change_text()),
        url=table_path(table, "undo"),
        revision=newest.revision,
    )


def _score_changes(changes: UndoEffect, players: Sequence[str]) -> Iterator[UndoScoreChange]:
    """Yield the scores that would change: points, or boxes if no points change."""
    for side in changes.points or changes.boxes:
        name = " & ".join(players[number] for number in side.players)
        yield UndoScoreChange(name, words.steps_text(side.steps, boxes=not changes.points))


def _scores(game: GameSheet, players: Sequence[str]) -> list[str]:
    """Return the score of every side."""
    names = side_names(game.rules, names_by_seat(game, players))
    return [f"{name} {game.cumulative[side]}" for side, name in enumerate(names)]


def _restored_settings(before: TableSheet, after: TableSheet, players: Sequence[str]) -> Iterator[str]:
    """Yield a clause about rules, stakes or players that would be in force again."""
    newest = before.next_undo
    if newest and isinstance(newest.body, RulesChanged):
        yield words.previous_rules_text(newest.body.through + 1)
    if newest and isinstance(newest.body, StakesSet):
        yield words.previous_stakes_text(none=after.stakes is None)
    if newest and isinstance(newest.body, PlayersChanged):
        yield words.previous_players_text([players[number] for number in after.next_players])


def _result_changes(before: GameSheet, after: GameSheet, players: Sequence[str]) -> Iterator[str]:
    """Yield a clause if the game would go on, be over, or end differently."""
    if before.over and not after.over:
        yield words.game_continues_text()
    elif after.final is not None and after.over and (not before.over or after.final != before.final):
        result = headline(after.final, side_names(after.rules, names_by_seat(after, players)))
        yield result if before.over else words.game_over_text(result)
    if after.needs_attention and after.needs_attention != before.needs_attention:
        yield words.waiting_rounds_text(after.needs_attention)
