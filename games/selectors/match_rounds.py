"""The rounds of a match as pages show them."""

from collections.abc import Sequence

from games.models import FixtureSeat, Table
from games.pages.match import MatchRound
from games.selectors.game_view import names_in
from games.selectors.lineups import entrant_name
from games.selectors.round_checks import CheckedRound
from games.selectors.round_view import round_view
from games.wording.match import gain_text, round_title, standing_text


def side_names_of(seats: Sequence[FixtureSeat]) -> tuple[str, ...]:
    """What the sides of a match are called, by position: the team, or the member who competes."""
    named = {seat.side.position: entrant_name(seat.side.entrant) for seat in seats}
    return tuple(named[position] for position in sorted(named))


def match_round(
    table: Table, one: CheckedRound, players: Sequence[str], sides: Sequence[str], *, games: bool
) -> MatchRound:
    """One round; ``players`` are the names at the table, ``sides`` those of the match. ``games``: it is of several."""
    names = names_in(one.game, players)
    view = round_view(table, one.game, one.line, names, may_score=False)
    return MatchRound(
        value=":".join(str(part) for part in one.key),
        title=round_title(one.game.number, one.line.number, games=games),
        what=view.what,
        gains=tuple(gain_text(cell.points, cell.name) for cell in view.gains if cell.points),
        state=one.standing.value,
        says=standing_words(one, sides),
        by=view.by,
        at=view.at,
        game=one.game.number,
        number=one.line.number,
    )


def standing_words(one: CheckedRound, sides: Sequence[str]) -> str:
    """How a round stands, in words."""
    disputes = [(check.by if check.side is None else sides[check.side], check.reason) for check in one.disputes]
    approved_by = one.approved.by if one.approved else ""
    return standing_text(one.standing, [sides[side] for side in one.awaited], disputes, approved_by)
