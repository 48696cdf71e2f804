"""Count each player's knocks, gins, undercuts and losses in a game, and the points missed by better melds."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from games.rules.analysis.hindsight import missed_points
from games.rules.declaration import Declaration, TeamDeal
from games.rules.scoring import Event, RoundResult
from games.rules.sheet import GameSheet, RoundLine
from games.rules.sides import side_of

_GINS = (Event.GIN, Event.BIG_GIN)


@dataclass(slots=True)
class SeatStatistics:
    """Counts and points of one seat in one game.

    ``hands`` counts the hands played. ``knocks`` are the player's own, including undercut ones, and ``knock_deadwood``
    the sum of the deadwood they were made with; ``gins`` include the ``big_gins``. ``undercuts`` are those the player
    made, ``undercut_by`` the player's knocks that were undercut. ``caught`` counts the hands that another player ended
    and won, ``caught_points`` the deadwood in them. ``biggest`` is the best round of the player's side, ``comeback``
    the most points it was behind in a game that it won. ``shown`` counts the hands shown as cards, and ``missed`` the
    points that better melds and layoffs would have saved in them.
    """

    hands: int = 0
    knocks: int = 0
    knock_deadwood: int = 0
    gins: int = 0
    big_gins: int = 0
    undercuts: int = 0
    undercut_by: int = 0
    caught: int = 0
    caught_points: int = 0
    biggest: int = 0
    comeback: int = 0
    shown: int = 0
    missed: int = 0


def seat_statistics(game: GameSheet) -> Mapping[int, SeatStatistics]:
    """Return the counts of every seat of ``game``, from the rounds that count."""
    facts = {seat: SeatStatistics() for members in game.sides for seat in members}
    behind = [0] * len(game.sides)
    for line in game.rounds:
        if not line.counts:
            continue
        for hand, result, winners in hands_of(line):
            _add(hand, result, winners, facts)
        declaration = line.latest.declaration
        missed = missed_points(declaration, line.rules)
        for seat in declaration.shown:
            facts[seat].shown += 1
            facts[seat].missed += missed.get(seat, 0)
        best = max(line.cumulative.values())
        for side, members in enumerate(game.sides):
            behind[side] = max(behind[side], best - line.cumulative[side])
            for seat in members:
                facts[seat].biggest = max(facts[seat].biggest, line.latest.result.points.get(side, 0))
    if game.over and game.final and game.final.winner is not None:
        for seat in game.sides[game.final.winner]:
            facts[seat].comeback = behind[game.final.winner]
    return facts


def hands_of(line: RoundLine) -> Iterator[tuple[Declaration, RoundResult, Collection[int]]]:
    """Yield the hands of a round, each with its result and the seats that won it."""
    declaration, result = line.latest.declaration, line.latest.result
    if isinstance(declaration, TeamDeal):
        yield from (
            (hand, scored, scored.winners) for hand, scored in zip(declaration.hands, result.hands, strict=True)
        )
    else:
        yield declaration, result, [seat for seat in declaration.active if side_of(line.rules, seat) in result.winners]


def _add(hand: Declaration, result: RoundResult, winners: Collection[int], facts: Mapping[int, SeatStatistics]) -> None:
    for seat in hand.active:
        facts[seat].hands += 1
    if hand.ender is None or result.event not in (Event.KNOCK, Event.UNDERCUT, *_GINS):
        return
    ender, deadwood = facts[hand.ender], result.deadwood
    if result.event in _GINS:
        ender.gins += 1
        ender.big_gins += result.event is Event.BIG_GIN
    else:
        ender.knocks += 1
        ender.knock_deadwood += deadwood[hand.ender]
        ender.undercut_by += result.event is Event.UNDERCUT
    for seat in hand.active:
        if seat == hand.ender:
            continue
        if result.event is not Event.UNDERCUT:
            facts[seat].caught += 1
            facts[seat].caught_points += deadwood[seat]
        elif seat in winners:
            facts[seat].undercuts += 1
