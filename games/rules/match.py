"""A match of a season: what the games of one table come to for the sides that met there, so far or in the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.rules.declaration import Declaration, TeamDeal
from games.rules.scoring import Event
from games.rules.season import SeasonRules
from games.rules.sheet import GameSheet, RoundLine
from games.rules.standings import Outcome

_GINS = (Event.GIN, Event.BIG_GIN)


@dataclass(frozen=True, slots=True)
class SideScore:
    """What a match came to for one side.

    ``points`` are game points, bonuses of games that are over included; ``against`` those of the best of the others.
    ``boxes``, ``gins`` (gin and big gin), ``shutouts`` dealt out and ``games`` won are counts. ``led_boxes`` tells that
    no other side had as many boxes.
    """

    outcome: Outcome
    points: int
    against: int
    boxes: int
    gins: int
    shutouts: int
    games: int
    led_boxes: bool


@dataclass(frozen=True, slots=True)
class MatchScore:
    """A match as it stands: its sides in order, whether it was played to its end, and the rounds that it is made of.

    ``rounds`` are (game, number, revision) of every round that counts.
    """

    sides: tuple[SideScore, ...]
    finished: bool
    rounds: tuple[tuple[int, int, int], ...]


def match_score(games: Sequence[GameSheet], sides: Sequence[Sequence[int]], rules: SeasonRules) -> MatchScore | None:
    """What ``games`` of one table come to between ``sides`` (players' numbers at the table, by side of the match).

    A match of games is won by who won more of them, one game by its winner, rounds by who has more points in them;
    level is a draw. While a match goes on, points decide where games do not yet. Later games at the same table are no
    part of it. None while no round counts.
    """
    part = games[: rules.count] if rules.length == "games" else games[:1]
    lines = [(game, line) for game in part for line in _lines(game, rules)]
    if not lines:
        return None
    side_of = {player: side for side, players in enumerate(sides) for player in players}
    points, boxes, gins, shutouts, won = ([0] * len(sides) for _ in range(5))
    for game in part:
        # Partners of a captain's game may be of two sides that met: what they have together is each one's.
        whose = [{side_of[game.seating[seat]] for seat in members} for members in game.sides]
        amounts, pips = _amounts(game, rules)
        for side, those in enumerate(whose):
            for where in those:
                points[where] += amounts[side]
                boxes[where] += pips[side]
        # A match of rounds wins no game; what was played after them has nothing to say in it.
        if rules.length != "rounds" and game.over and game.final and game.final.winner is not None:
            for winner in whose[game.final.winner]:
                won[winner] += 1
                shutouts[winner] += game.final.shutout and game.complete
    for game, line in lines:
        for seat in _went_gin(line):
            gins[side_of[game.seating[seat]]] += 1
    finished = _finished(part, lines, rules)
    outcomes = _outcomes(points, won, finished=finished, rules=rules)
    most = max(boxes)
    return MatchScore(
        sides=tuple(
            SideScore(
                outcome=outcome,
                points=points[at],
                against=max(points[:at] + points[at + 1 :]),
                boxes=boxes[at],
                gins=gins[at],
                shutouts=shutouts[at],
                games=won[at],
                led_boxes=boxes[at] == most and boxes.count(most) == 1,
            )
            for at, outcome in enumerate(outcomes)
        ),
        finished=finished,
        rounds=tuple((game.number, line.number, line.revision) for game, line in lines),
    )


def _outcomes(points: Sequence[int], won: Sequence[int], *, finished: bool, rules: SeasonRules) -> list[Outcome]:
    decides = points if rules.length == "rounds" or (not finished and len(set(won)) == 1) else won
    best = max(decides)
    first = Outcome.DRAW if decides.count(best) > 1 else Outcome.WIN
    return [first if amount == best else Outcome.LOSS for amount in decides]


def _lines(game: GameSheet, rules: SeasonRules) -> list[RoundLine]:
    """The rounds of a game that count for the match."""
    counting = [line for line in game.rounds if line.counts]
    return counting[: rules.count] if rules.length == "rounds" else counting


def _finished(part: Sequence[GameSheet], lines: Sequence[object], rules: SeasonRules) -> bool:
    if rules.length == "rounds":
        # Rules with a target may end the game before; there is nothing left to play then.
        return len(lines) == rules.count or (part[0].over and part[0].reached_in is not None)
    return len(part) == rules.count and all(game.over for game in part)


def _amounts(game: GameSheet, rules: SeasonRules) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """Points and boxes of a game by its own sides: with every bonus where it is over."""
    if rules.length == "rounds" and (lines := _lines(game, rules)):
        return lines[-1].cumulative, lines[-1].boxes
    return (game.final.totals if game.final and game.over else game.cumulative), game.boxes


def _went_gin(line: RoundLine) -> list[int]:
    """The seats that went gin or big gin in a round, once for each hand of a deal."""
    told, result = line.told.declaration, line.told.result
    if isinstance(told, TeamDeal):
        pairs = zip(told.hands, result.hands, strict=True)
        return [seat for hand, scored in pairs for seat in _ender(hand, scored.event)]
    return _ender(told, result.event)


def _ender(hand: Declaration, event: Event) -> list[int]:
    return [hand.ender] if event in _GINS and hand.ender is not None else []
