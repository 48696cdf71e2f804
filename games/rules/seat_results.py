"""The result of a finished game for each seat, as stored in the rows that standings and statistics add up."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.settlement import Handicap
from games.rules.sheet import GameSheet


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of a finished game for one seat; seats of a team all have the result of the team.

    ``player`` is the number at the table of the player in that seat. ``points`` are those of the rounds and what
    the game began with, ``total`` includes every bonus; ``boxes``, ``hands_won`` and ``rounds`` are counts.
    ``from_paper`` is False for a game that began with a handicap: all its rounds are known.
    """

    player: int
    points: int
    total: int
    boxes: int
    hands_won: int
    rounds: int
    won: bool
    shutout: bool
    complete: bool
    from_paper: bool


def seat_results(game: GameSheet) -> Mapping[int, SeatResult]:
    """Return the result of ``game`` by seat, in seat order; empty while it isn't over."""
    if game.final is None or not game.over:
        return {}
    final = game.final
    side_of = {seat: side for side, members in enumerate(game.sides) for seat in members}
    return {
        seat: SeatResult(
            player=game.seating[seat],
            points=game.cumulative[side],
            total=final.totals[side],
            boxes=game.boxes[side],
            hands_won=game.hands_won[side],
            rounds=sum(1 for line in game.rounds if line.counts),
            won=final.winner == side,
            shutout=final.shutout and game.complete,
            complete=game.complete,
            from_paper=game.opening is not None and not isinstance(game.opening, Handicap),
        )
        for seat, side in sorted(side_of.items())
    }
