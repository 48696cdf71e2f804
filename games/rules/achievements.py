"""What somebody can be proud of in a finished game, from its ledger alone: an undo takes it away again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.rules.scoring import Event
from games.rules.settlement import leader
from games.rules.sheet import GameSheet
from games.rules.statistics import hands_of

IN_A_ROW: Final = 3
"""Rounds."""
BEHIND: Final = 80
"""Points from which on it is a comeback to have been behind and to win."""
WHISKER: Final = 5
"""Points of the rounds by which a game is won at most that is won by a whisker."""
KINDS: Final = ("first_gin", "big_gin", "by_one", "in_a_row", "comeback", "whisker", "shutout")
"""All there are, in the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class Achievement:
    """One of KINDS, whose it is (``seats``; several for a team), and how much: points, or rounds in a row.

    ``round`` is the number of the round that brought it, None for what the whole game did.
    """

    kind: str
    seats: tuple[int, ...]
    round: int | None = None
    amount: int = 0


def achievements(games: Sequence[GameSheet], game: GameSheet) -> tuple[Achievement, ...]:
    """What ``game`` has to be proud of; nothing while it is not over. ``games`` are all of its table."""
    if not game.over:
        return ()
    before = [other for other in games if other.number < game.number]
    found = [*_of_hands(game, _gone_gin(before)), *_in_a_row(game), *_of_the_end(game)]
    return tuple(sorted(found, key=lambda one: (KINDS.index(one.kind), one.round or 0, one.seats)))


def _gone_gin(games: Sequence[GameSheet]) -> set[int]:
    """Who went gin in these games, by number at the table."""
    return {
        game.seating[hand.ender]
        for game in games
        for line in game.rounds
        if line.counts
        for hand, result, _ in hands_of(line)
        if hand.ender is not None and result.event in (Event.GIN, Event.BIG_GIN)
    }


def _of_hands(game: GameSheet, gone_gin: set[int]) -> Iterator[Achievement]:
    """First gins of the evening, big gins, and undercuts by one."""
    for line in game.rounds:
        for hand, result, winners in hands_of(line) if line.counts else ():
            ender, left = hand.ender, result.deadwood
            if ender is None:
                continue
            if result.event in (Event.GIN, Event.BIG_GIN):
                if game.seating[ender] not in gone_gin:
                    gone_gin.add(game.seating[ender])
                    yield Achievement("first_gin", (ender,), line.number)
                if result.event is Event.BIG_GIN:
                    yield Achievement("big_gin", (ender,), line.number)
            elif result.event is Event.UNDERCUT:
                for seat in hand.active:
                    if seat in winners and left[ender] - left[seat] == 1:
                        yield Achievement("by_one", (seat,), line.number)


def _in_a_row(game: GameSheet) -> Iterator[Achievement]:
    """The longest run of rounds that each side won alone; a round that nobody won breaks none."""
    longest: dict[int, tuple[int, int]] = {}
    side, run = -1, 0
    for line in game.rounds:
        winners = line.told.result.winners
        if not line.counts or not winners:
            continue
        if len(winners) > 1:
            side, run = -1, 0
            continue
        side, run = winners[0], run + 1 if winners[0] == side else 1
        if run >= IN_A_ROW and run > longest.get(side, (0, 0))[0]:
            longest[side] = run, line.number
    for won, (rounds, last) in longest.items():
        yield Achievement("in_a_row", game.sides[won], last, rounds)


def _of_the_end(game: GameSheet) -> Iterator[Achievement]:
    """What the winner did: from far behind, by a whisker, without an answer."""
    final = game.final
    if final is None or final.winner is None or not game.complete:
        return
    won = game.sides[final.winner]
    if not game.columns:
        lines = [line for line in game.rounds if line.counts]
        behind = max((max(x.cumulative.values()) - x.cumulative[final.winner] for x in lines), default=0)
        if behind >= BEHIND:
            yield Achievement("comeback", won, None, behind)
        ahead = _ahead(game)
        if leader(game.cumulative) == final.winner and game.rules.target is not None and 0 < ahead <= WHISKER:
            yield Achievement("whisker", won, None, ahead)
    if final.shutout:
        yield Achievement("shutout", won)


def _ahead(game: GameSheet) -> int:
    """By how many points of the rounds the first is before the second."""
    first, second, *_ = sorted(game.cumulative.values(), reverse=True)
    return first - second
