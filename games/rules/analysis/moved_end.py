"""Compare a table before and after a change of a round: which end of a game it would move."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules.ledger import LedgerEntry, RoundEntered, RoundVoided
from games.rules.sheet import GameSheet, TableSheet, fold


@dataclass(frozen=True, slots=True)
class MovedEnd:
    """The changed game ``before`` and ``after`` the change, and the sheet of the table after it."""

    before: GameSheet
    after: GameSheet
    sheet: TableSheet

    @property
    def opens(self) -> bool:
        """Whether the game would no longer be over."""
        return self.before.over and not self.after.over

    @property
    def asks(self) -> bool:
        """Whether people would have to decide about the game, because a later one was started."""
        return self.opens and any(game.number == self.after.number for game in self.sheet.open_again)

    @property
    def closes(self) -> bool:
        """Whether the game would be over, and isn't yet."""
        return self.after.over and not self.before.over

    @property
    def changes_winner(self) -> bool:
        """Whether the game would be over with another winner."""
        ends = self.before.final, self.after.final
        return self.before.over and self.after.over and len({end.winner if end else None for end in ends}) > 1

    @property
    def late_rounds(self) -> tuple[int, ...]:
        """The rounds that would come after the end of the game, if those are others than now."""
        return self.after.needs_attention if self.after.needs_attention != self.before.needs_attention else ()


def moved_end(
    entries: Iterable[LedgerEntry], sheet: TableSheet, game: int, number: int, body: RoundEntered | RoundVoided
) -> MovedEnd:
    """Return what round ``number`` of ``game`` would move as ``body``; ``entries`` are those of ``sheet``."""
    known = tuple(entries)
    entry = LedgerEntry(sheet.revision + 1, game, number, body, "", known[-1].at)
    after = fold((*known, entry), sheet.first_seats)
    before_game, after_game = (next(g for g in each.games if g.number == game) for each in (sheet, after))
    return MovedEnd(before_game, after_game, after)
