"""Views of a match's rounds, with their state of confirmation."""

from collections.abc import Sequence

from games.models import MatchSeat, Table
from games.pages.season.match import MatchRound
from games.pages.table.round_view import round_view
from games.selectors.season.entrant_names import entrant_name
from games.selectors.season.round_checks import CheckedRound
from games.selectors.table.table_names import names_by_seat
from games.wording.season.match import confirmation_text, gain_text, round_title


def side_names_of(seats: Sequence[MatchSeat]) -> tuple[str, ...]:
    """Return the names of a match's sides by position: the team, or the member who competes."""
    names = {seat.side.position: entrant_name(seat.side.entrant) for seat in seats}
    return tuple(names[position] for position in sorted(names))


def match_round(
    table: Table, checked: CheckedRound, players: Sequence[str], sides: Sequence[str], *, games: bool
) -> MatchRound:
    """Return the view of a round; ``players`` are the names at the table, ``sides`` those of the match.

    ``games`` tells whether the match consists of several games.
    """
    names = names_by_seat(checked.game, players)
    view = round_view(table, checked.game, checked.line, names, may_score=False)
    return MatchRound(
        value=":".join(str(part) for part in checked.key),
        title=round_title(checked.game.number, checked.line.number, games=games),
        what=view.what,
        gains=tuple(gain_text(cell.points, cell.name) for cell in view.gains if cell.points),
        state=checked.standing.value,
        status=standing_words(checked, sides),
        by=view.by,
        time=view.time,
        game=checked.game.number,
        number=checked.line.number,
    )


def standing_words(checked: CheckedRound, sides: Sequence[str]) -> str:
    """Return the confirmation state of a round in words."""
    disputes = [(check.by if check.side is None else sides[check.side], check.reason) for check in checked.disputes]
    approver = checked.approved.by if checked.approved else ""
    return confirmation_text(checked.standing, [sides[side] for side in checked.awaited], disputes, approver)
