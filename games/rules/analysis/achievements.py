"""Achievements in a finished game, such as a first gin or a comeback, computed from its sheet.

Nothing is stored: when an entry of the game is undone or corrected, its achievements change with it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.rules.analysis.statistics import hands_of
from games.rules.scoring import Event
from games.rules.settlement import leader
from games.rules.sheet import GameSheet

IN_A_ROW: Final = 3
"""How many rounds won one after the other make a winning streak."""
BEHIND: Final = 80
"""How many points behind the winner must have been for a comeback."""
WHISKER: Final = 5
"""The largest lead in round points with which a game is won by a whisker."""
KINDS: Final = ("first_gin", "big_gin", "by_one", "in_a_row", "comeback", "whisker", "shutout")
"""Every kind of achievement, in the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class Achievement:
    """One achievement: its ``kind`` (one of KINDS) and the ``seats`` that earned it, several for a team.

    ``round`` is the number of the round that earned it, None where the whole game did. ``amount`` is in points, or for
    a streak in rounds.
    """

    kind: str
    seats: tuple[int, ...]
    round: int | None = None
    amount: int = 0


def achievements(games: Sequence[GameSheet], game: GameSheet) -> tuple[Achievement, ...]:
    """Return the achievements of ``game``, none while it is not over. ``games`` are all games of its table."""
    if not game.over:
        return ()
    earlier_games = [earlier for earlier in games if earlier.number < game.number]
    earned = [
        *_hand_achievements(game, _players_with_gin(earlier_games)),
        *_winning_streaks(game),
        *_ending_achievements(game),
    ]
    return tuple(
        sorted(
            earned, key=lambda achievement: (KINDS.index(achievement.kind), achievement.round or 0, achievement.seats)
        )
    )


def _players_with_gin(games: Sequence[GameSheet]) -> set[int]:
    """Return who went gin in these games, as players' numbers at the table."""
    return {
        game.seating[hand.ender]
        for game in games
        for line in game.rounds
        if line.counts
        for hand, result, _ in hands_of(line)
        if hand.ender is not None and result.event in (Event.GIN, Event.BIG_GIN)
    }


def _hand_achievements(game: GameSheet, players_with_gin: set[int]) -> Iterator[Achievement]:
    """Yield each player's first gin of the evening, every big gin, and every undercut by one point."""
    for line in game.rounds:
        for hand, result, winners in hands_of(line) if line.counts else ():
            ender, deadwood = hand.ender, result.deadwood
            if ender is None:
                continue
            if result.event in (Event.GIN, Event.BIG_GIN):
                if game.seating[ender] not in players_with_gin:
                    players_with_gin.add(game.seating[ender])
                    yield Achievement("first_gin", (ender,), line.number)
                if result.event is Event.BIG_GIN:
                    yield Achievement("big_gin", (ender,), line.number)
            elif result.event is Event.UNDERCUT:
                for seat in hand.active:
                    if seat in winners and deadwood[ender] - deadwood[seat] == 1:
                        yield Achievement("by_one", (seat,), line.number)


def _winning_streaks(game: GameSheet) -> Iterator[Achievement]:
    """Yield the longest winning streak of each side; a round without a winner does not end a streak."""
    longest: dict[int, tuple[int, int]] = {}
    leader, run = -1, 0
    for line in game.rounds:
        winners = line.latest.result.winners
        if not line.counts or not winners:
            continue
        if len(winners) > 1:
            leader, run = -1, 0
            continue
        leader, run = winners[0], run + 1 if winners[0] == leader else 1
        if run >= IN_A_ROW and run > longest.get(leader, (0, 0))[0]:
            longest[leader] = run, line.number
    for winner, (rounds, last) in longest.items():
        yield Achievement("in_a_row", game.sides[winner], last, rounds)


def _ending_achievements(game: GameSheet) -> Iterator[Achievement]:
    """Yield what the winner of the game earned: a comeback, a win by a whisker, a shutout."""
    final = game.final
    if final is None or final.winner is None or not game.complete:
        return
    won = game.sides[final.winner]
    if not game.columns:
        lines = [line for line in game.rounds if line.counts]
        deficit = max((max(line.cumulative.values()) - line.cumulative[final.winner] for line in lines), default=0)
        if deficit >= BEHIND:
            yield Achievement("comeback", won, None, deficit)
        margin = _winning_margin(game)
        if leader(game.cumulative) == final.winner and game.rules.target is not None and 0 < margin <= WHISKER:
            yield Achievement("whisker", won, None, margin)
    if final.shutout:
        yield Achievement("shutout", won)


def _winning_margin(game: GameSheet) -> int:
    """Return by how many round points the first side leads the second."""
    first, second, *_ = sorted(game.cumulative.values(), reverse=True)
    return first - second
