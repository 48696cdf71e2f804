"""What a game says of each player: how often he knocked, went gin, undercut and was caught, and what he left lying."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from games.rules.declaration import Declaration, TeamDeal
from games.rules.hindsight import could_have
from games.rules.scoring import Event, RoundResult
from games.rules.sheet import GameSheet, RoundLine
from games.rules.sides import side_of

_GINS = (Event.GIN, Event.BIG_GIN)


@dataclass(slots=True)
class SeatFacts:
    """Counts and points of one seat in one game.

    ``hands`` he played; ``knocks`` are his own, undercut ones too, with the deadwood they were made with in
    ``knock_deadwood``; ``gins`` include the ``big_gins``. ``undercuts`` are those he made, ``undercut_by`` knocks of
    his that were undercut. ``caught`` counts the hands that another one ended and won, ``caught_points`` the deadwood
    he had in them. ``biggest`` is the best round of his side, ``comeback`` the most points it was behind in a game that
    it won. Of the hands whose cards he showed (``shown``) ``missed`` are the points that better melds and layoffs
    would have saved.
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


def seat_facts(game: GameSheet) -> Mapping[int, SeatFacts]:
    """The facts of every seat of ``game``, from the rounds that count."""
    facts = {seat: SeatFacts() for members in game.sides for seat in members}
    behind = [0] * len(game.sides)
    for line in game.rounds:
        if not line.counts:
            continue
        for hand, result, winners in hands_of(line):
            _add(hand, result, winners, facts)
        told = line.told.declaration
        missed = could_have(told, line.rules)
        for seat in told.shown:
            facts[seat].shown += 1
            facts[seat].missed += missed.get(seat, 0)
        best = max(line.cumulative.values())
        for side, members in enumerate(game.sides):
            behind[side] = max(behind[side], best - line.cumulative[side])
            for seat in members:
                facts[seat].biggest = max(facts[seat].biggest, line.told.result.points.get(side, 0))
    if game.over and game.final and game.final.winner is not None:
        for seat in game.sides[game.final.winner]:
            facts[seat].comeback = behind[game.final.winner]
    return facts


def hands_of(line: RoundLine) -> Iterator[tuple[Declaration, RoundResult, Collection[int]]]:
    """The hands of a round, each with its result and the seats that won it."""
    told, result = line.told.declaration, line.told.result
    if isinstance(told, TeamDeal):
        yield from ((hand, scored, scored.winners) for hand, scored in zip(told.hands, result.hands, strict=True))
    else:
        yield told, result, [seat for seat in told.active if side_of(line.rules, seat) in result.winners]


def _add(hand: Declaration, result: RoundResult, winners: Collection[int], facts: Mapping[int, SeatFacts]) -> None:
    for seat in hand.active:
        facts[seat].hands += 1
    if hand.ender is None or result.event not in (Event.KNOCK, Event.UNDERCUT, *_GINS):
        return
    ender, left = facts[hand.ender], result.deadwood
    if result.event in _GINS:
        ender.gins += 1
        ender.big_gins += result.event is Event.BIG_GIN
    else:
        ender.knocks += 1
        ender.knock_deadwood += left[hand.ender]
        ender.undercut_by += result.event is Event.UNDERCUT
    for seat in hand.active:
        if seat == hand.ender:
            continue
        if result.event is not Event.UNDERCUT:
            facts[seat].caught += 1
            facts[seat].caught_points += left[seat]
        elif seat in winners:
            facts[seat].undercuts += 1
