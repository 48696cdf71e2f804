"""The one-tap undo of the table page, which says what it would change before it does."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from games.models import Table
from games.pages import Undo, UndoMove
from games.rules.ledger import GameStarted, RulesChanged, StakesSet
from games.rules.sheet import GameSheet, TableSheet
from games.rules.undoing import Difference, difference, without_newest
from games.selectors.addresses import at_table
from games.selectors.game_view import names_in
from games.selectors.ledger import entries_of
from games.selectors.reckoned import kept_in_words
from games.wording import headline, side_names
from games.wording import undo as words


def undo_view(table: Table, sheet: TableSheet, players: Sequence[str]) -> Undo | None:
    """What an undo takes back at a table that stands at ``sheet``; None where there is nothing."""
    return None if sheet.undoes is None else _undo_view(_Asked(id(sheet), tuple(players), table, sheet))


@dataclass(frozen=True, slots=True)
class _Asked:
    """What it follows from; a sheet is kept, and lives as long as what is asked of it is kept."""

    sheet_id: int
    players: tuple[str, ...]
    table: Table = field(compare=False)
    sheet: TableSheet = field(compare=False)


@kept_in_words(64)
def _undo_view(asked: _Asked) -> Undo:
    """Kept, as all scoring screens of a table ask at once."""
    table, sheet, players, newest = asked.table, asked.sheet, asked.players, asked.sheet.undoes
    if newest is None:
        raise ValueError("nothing to undo")
    then = without_newest(entries_of(table, sheet.revision), sheet, len(players))
    before = next(game for game in sheet.games if game.number == newest.game)
    after = next((game for game in then.games if game.number == newest.game), None)
    moves: tuple[UndoMove, ...] = ()
    told = [words.back_to(then.current.number)]
    if after is not None and not isinstance(newest.body, GameStarted):
        moved = difference(before, after)
        moves = tuple(_moves(moved, players))
        if moved.other_sides:
            told = [words.then(_scores(after, players)), *_comes_to(before, after, players)]
        else:
            told = [*_goes_back(sheet, then), *_comes_to(before, after, players)]
    changed = any(line.edited for line in before.rounds if line.number == newest.round)
    return Undo(
        text=words.undo_title(newest, changed=changed, earlier=before.number != sheet.current.number),
        moves=moves,
        what=", ".join(told) or ("" if moves else words.nothing_moves()),
        url=at_table(table, "undo/"),
        revision=newest.revision,
    )


def _moves(moved: Difference, players: Sequence[str]) -> Iterator[UndoMove]:
    """The scores that move: points, or boxes where nobody's points do."""
    for side in moved.points or moved.boxes:
        name = " & ".join(players[number] for number in side.players)
        yield UndoMove(name, words.steps_text(side.steps, boxes=not moved.points))


def _scores(game: GameSheet, players: Sequence[str]) -> list[str]:
    """Where a game stands, side by side."""
    names = side_names(game.rules, names_in(game, players))
    return [f"{name} {game.cumulative[side]}" for side, name in enumerate(names)]


def _goes_back(before: TableSheet, after: TableSheet) -> Iterator[str]:
    """The rules or the stakes that are in force again."""
    newest = before.undoes
    if newest and isinstance(newest.body, RulesChanged):
        yield words.old_rules(newest.body.through + 1)
    if newest and isinstance(newest.body, StakesSet):
        yield words.old_stakes(none=after.stakes is None)


def _comes_to(before: GameSheet, after: GameSheet, players: Sequence[str]) -> Iterator[str]:
    """Whether the game goes on, is over, or ends otherwise."""
    if before.over and not after.over:
        yield words.goes_on()
    elif after.final is not None and after.over and (not before.over or after.final != before.final):
        who = headline(after.final, side_names(after.rules, names_in(after, players)))
        yield who if before.over else words.is_over(who)
    if after.needs_attention and after.needs_attention != before.needs_attention:
        yield words.counts_no_more(after.needs_attention)
