"""Score a league match: add up the games of one table for the sides that met there, finished or not."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Final

from games.rules.declaration import Declaration, TeamDeal
from games.rules.league.season import SeasonRules
from games.rules.league.standings import Outcome
from games.rules.scoring import Event
from games.rules.sheet import GameSheet, RoundLine

_GINS = (Event.GIN, Event.BIG_GIN)


@dataclass(frozen=True, slots=True)
class SideScore:
    """The score of one side in a match.

    ``points`` are game points, with the bonuses of finished games; ``against`` the points of the best opponent.
    ``boxes``, ``gins`` (gin and big gin), ``shutouts`` won and ``games`` won are counts. ``led_boxes`` is True if no
    other side had as many boxes.
    """

    outcome: Outcome
    points: int
    against: int
    boxes: int
    gins: int
    shutouts: int
    games: int
    led_boxes: bool


RESULT_FIELDS: Final = tuple(field.name for field in fields(SideScore))
"""What is known of a side's result, in the order in which it is stored, exported and audited."""
NO_RESULT: Final[Mapping[str, object]] = dict.fromkeys(RESULT_FIELDS, 0) | {"outcome": "", "led_boxes": False}
"""The same of a side while nothing counts."""


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The score of a match: its sides in order, whether it is finished, its games and rounds.

    ``games`` are the numbers of the games that count, ``rounds`` (game, number, revision) of every round that does.
    """

    sides: tuple[SideScore, ...]
    finished: bool
    games: tuple[int, ...]
    rounds: tuple[tuple[int, int, int], ...]


def match_score(games: Sequence[GameSheet], sides: Sequence[Sequence[int]], rules: SeasonRules) -> MatchScore | None:
    """Return the score of the match that ``games`` of one table make, None while no round counts.

    ``sides`` are the players' numbers at the table by side of the match. A match of several games is won by the side
    that won more games, a match of one game by its winner, a match of rounds by the side with more points; otherwise it
    is a draw. In an unfinished match points decide if games don't yet. Handicaps count among the points, but nobody
    has them, or wins, in a game without a round. Games of the table after the last one of the
    match don't count, nor those after the one that decided it, where the season's rules end it there.
    """
    side_of = {player: side for side, players in enumerate(sides) for player in players}
    match_games = _match_games(games, side_of, rules)
    lines = [(game, line) for game in match_games for line in _lines(game, rules)]
    if not lines:
        return None
    points, boxes, gins, shutouts, games_won = ([0] * len(sides) for _ in range(5))
    for game in match_games:
        points_by_side, boxes_by_side = _amounts(game, rules)
        for side, sides_here in enumerate(_match_sides(game, side_of)):
            for match_side in sides_here:
                points[match_side] += points_by_side[side]
                boxes[match_side] += boxes_by_side[side]
        # In a match of rounds nobody wins a game, and rounds after them don't count.
        for winner in _winners(game, side_of) if rules.length != "rounds" else ():
            games_won[winner] += 1
            shutouts[winner] += bool(game.final and game.final.shutout and game.complete)
    for game, line in lines:
        for seat in _went_gin(line):
            gins[side_of[game.seating[seat]]] += 1
    finished = _finished(match_games, lines, games_won, rules)
    outcomes = _outcomes(points, games_won, finished=finished, rules=rules)
    most = max(boxes)
    return MatchScore(
        sides=tuple(
            SideScore(
                outcome=outcome,
                points=points[index],
                against=max(points[:index] + points[index + 1 :]),
                boxes=boxes[index],
                gins=gins[index],
                shutouts=shutouts[index],
                games=games_won[index],
                led_boxes=boxes[index] == most and boxes.count(most) == 1,
            )
            for index, outcome in enumerate(outcomes)
        ),
        finished=finished,
        games=tuple(game.number for game in match_games),
        rounds=tuple((game.number, line.number, line.revision) for game, line in lines),
    )


def _match_games(games: Sequence[GameSheet], side_of: Mapping[int, int], rules: SeasonRules) -> Sequence[GameSheet]:
    """Return the games that count: where nobody can catch up any more, those up to the one that decided the match."""
    match_games = games[: rules.count] if rules.length == "games" else games[:1]
    games_won = dict.fromkeys(side_of.values(), 0)
    for number, game in enumerate(match_games, 1):
        if not game.over:
            break
        for winner in _winners(game, side_of):
            games_won[winner] += 1
        if _decided(games_won.values(), number, rules):
            return match_games[:number]
    return match_games


def _decided(games_won: Iterable[int], games: int, rules: SeasonRules) -> bool:
    """Return whether after so many ``games`` the leader can't be caught up with in those that are left."""
    if not rules.best_of:
        return False
    second, most = sorted(games_won)[-2:]
    return most > second + rules.count - games


def _match_sides(game: GameSheet, side_of: Mapping[int, int]) -> list[set[int]]:
    """Return the match's sides by side of ``game``: in a captain's game partners may be several, who score together."""
    return [{side_of[game.seating[seat]] for seat in members} for members in game.sides]


def _winners(game: GameSheet, side_of: Mapping[int, int]) -> set[int]:
    """Return the sides of the match that have won ``game``; none while it goes on, or if it ended level."""
    if not game.over or game.final is None or game.final.winner is None or not _is_played(game):
        return set()
    return _match_sides(game, side_of)[game.final.winner]


def _is_played(game: GameSheet) -> bool:
    return any(line.counts for line in game.rounds)


def _outcomes(points: Sequence[int], games_won: Sequence[int], *, finished: bool, rules: SeasonRules) -> list[Outcome]:
    decides = points if rules.length == "rounds" or (not finished and len(set(games_won)) == 1) else games_won
    best = max(decides)
    first = Outcome.DRAW if decides.count(best) > 1 else Outcome.WIN
    return [first if amount == best else Outcome.LOSS for amount in decides]


def _lines(game: GameSheet, rules: SeasonRules) -> list[RoundLine]:
    """Return the rounds of a game that count for the match."""
    counting = [line for line in game.rounds if line.counts]
    return counting[: rules.count] if rules.length == "rounds" else counting


def _finished(
    match_games: Sequence[GameSheet], lines: Sequence[object], games_won: Sequence[int], rules: SeasonRules
) -> bool:
    if rules.length == "rounds":
        # If the rules have a target, the game may end before that number of rounds.
        return len(lines) == rules.count or (match_games[0].over and match_games[0].reached_in is not None)
    played = len(match_games)
    return all(game.over for game in match_games) and (played == rules.count or _decided(games_won, played, rules))


def _amounts(game: GameSheet, rules: SeasonRules) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """Return points and boxes of a game by its own sides, with all bonuses once it is over."""
    if not _is_played(game):
        return dict.fromkeys(game.cumulative, 0), dict.fromkeys(game.boxes, 0)
    if rules.length == "rounds" and (lines := _lines(game, rules)):
        return lines[-1].cumulative, lines[-1].boxes
    return (game.final.totals if game.final and game.over else game.cumulative), game.boxes


def _went_gin(line: RoundLine) -> list[int]:
    """Return the seats that went gin or big gin in a round, once for each hand."""
    declaration, result = line.latest.declaration, line.latest.result
    if isinstance(declaration, TeamDeal):
        pairs = zip(declaration.hands, result.hands, strict=True)
        return [seat for hand, scored in pairs for seat in _ender(hand, scored.event)]
    return _ender(declaration, result.event)


def _ender(hand: Declaration, event: Event) -> list[int]:
    return [hand.ender] if event in _GINS and hand.ender is not None else []
