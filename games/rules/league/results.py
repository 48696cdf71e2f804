"""Results of league matches, and their sums: records by entrant, by pair of opponents and by night."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cache
from operator import add, attrgetter, sub
from typing import Final, TypeVar

from games.rules.league.season import SeasonRules

Key = TypeVar("Key")
Amount = TypeVar("Amount", int, "Record")

MOST_ROUNDS: Final = 100_000
"""More rounds than any draw has."""


class RequestedBye(StrEnum):
    """A bye that an entrant asked for; without one, the bye is the pairing's."""

    FULL = "full"
    """It earns as many league points as a win."""
    HALF = "half"
    """It earns as many league points as a draw."""


class Outcome(StrEnum):
    """The outcome of a match for one side. With three or more sides the best one wins; several best ones draw."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class SideResult:
    """The result of one side of a match: game points for and against it, what it won, and whether it led in boxes.

    ``games`` is how many games of the match it won.
    """

    entrant: int
    outcome: Outcome
    points_for: int = 0
    points_against: int = 0
    boxes: int = 0
    gins: int = 0
    shutouts: int = 0
    box_lead: bool = False
    games: int = 0


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match; a single side had a bye.

    ``night`` is any number that orders nights, below 0 if the match has no date. ``round`` is the round of the draw,
    None outside a draw. A ``void`` match doesn't count. One that isn't ``final`` (running or not
    confirmed) counts provisionally. A ``forfeit`` (somebody didn't come) counts like any match, unless the season takes
    it for a missed round, see ``missed_rounds``. ``requested_bye`` is the kind of a bye that isn't the pairing's.
    """

    match: int
    night: int
    sides: tuple[SideResult, ...]
    void: bool = False
    final: bool = True
    forfeit: bool = False
    round: int | None = None
    requested_bye: RequestedBye | None = None

    @property
    def step(self) -> int:
        """What orders matches for the progressive score: see ``Tally.steps``."""
        return step_of(self.round, self.night)


def step_of(round_number: int | None, night: int) -> int:
    """Return the step of a match of this round and ``night``: see ``Tally.steps``."""
    return max(0, night) if round_number is None else round_number - MOST_ROUNDS


@dataclass(frozen=True, slots=True)
class Record:
    """A record of matches: how many were played, won and so on, and totals; ``provisional`` counts those not final.

    Requested byes (``full_byes``, ``half_byes``) are among the ``byes``.
    """

    played: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    byes: int = 0
    points_for: int = 0
    points_against: int = 0
    boxes: int = 0
    gins: int = 0
    shutouts: int = 0
    box_leads: int = 0
    provisional: int = 0
    games_won: int = 0
    full_byes: int = 0
    half_byes: int = 0

    def __add__(self, other: "Record") -> "Record":
        return Record(*map(add, _numbers(self), _numbers(other)))

    def __sub__(self, other: "Record") -> "Record":
        return Record(*map(sub, _numbers(self), _numbers(other)))

    @property
    def point_difference(self) -> int:
        """Game points scored, minus those of the best opponent in each match."""
        return self.points_for - self.points_against


_numbers = attrgetter(*(f.name for f in fields(Record)))
_NO_RECORD: Final = Record()
RECORD_OF: Final = {
    Outcome.WIN: Record(played=1, wins=1),
    Outcome.DRAW: Record(played=1, draws=1),
    Outcome.LOSS: Record(played=1, losses=1),
}
"""The record of a match with each outcome."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The sums of all results: by entrant, by (entrant, opponent), by (entrant, night), and by (entrant, step).

    Records of a pair have only matches played, wins, draws and losses of the first against the second. Steps are the
    rounds of the draw in order (below 0, so that they come first), then the nights of matches outside a draw; those
    without a date are one step, 0. ``excused`` are the (entrant, step) of rounds without a result that nobody missed:
    the match is still to be played, or the format lets them sit out.
    ``forfeits`` are the records of forfeited matches of a draw by (entrant, opponent, step); all others have them too.
    ``scored`` are the game points of the first of a pair in its matches against the second, where they aren't 0.
    """

    records: Mapping[int, Record]
    pairs: Mapping[tuple[int, int], Record]
    nights: Mapping[tuple[int, int], Record]
    steps: Mapping[tuple[int, int], Record] = field(default_factory=dict)
    excused: Set[tuple[int, int]] = frozenset()
    forfeits: Mapping[tuple[int, int, int], Record] = field(default_factory=dict)
    scored: Mapping[tuple[int, int], int] = field(default_factory=dict)

    def __sub__(self, part: "Tally") -> "Tally":
        """Return the tally without a ``part`` of it, for instance the standings before a night."""
        steps = _subtract(self.steps, part.steps, _NO_RECORD)
        return Tally(
            _subtract(self.records, part.records, _NO_RECORD),
            _subtract(self.pairs, part.pairs, _NO_RECORD),
            _subtract(self.nights, part.nights, _NO_RECORD),
            steps,
            self.excused | {key for key in part.steps if key[1] < 0 and key not in steps},
            _subtract(self.forfeits, part.forfeits, _NO_RECORD),
            _subtract(self.scored, part.scored, 0),
        )


def _subtract(whole: Mapping[Key, Amount], part: Mapping[Key, Amount], nothing: Amount) -> dict[Key, Amount]:
    """Return the differences by key, without those that come to ``nothing``."""
    rest = dict(whole)
    for key, amount in part.items():
        left = whole.get(key, nothing) - amount
        if left == nothing:
            rest.pop(key, None)
        else:
            rest[key] = left
    return rest


@dataclass(slots=True)
class _Sums:
    """The fields of a Record while results are added up: changing one is faster than making another Record."""

    played: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    byes: int = 0
    points_for: int = 0
    points_against: int = 0
    boxes: int = 0
    gins: int = 0
    shutouts: int = 0
    box_leads: int = 0
    provisional: int = 0
    games_won: int = 0
    full_byes: int = 0
    half_byes: int = 0


def tally(results: Iterable[MatchResult]) -> Tally:
    """Add up ``results``, in any order, without the void ones.

    >>> tally([MatchResult(1, 1, (SideResult(7, Outcome.WIN), SideResult(8, Outcome.LOSS)))]).records[8].losses
    1
    """
    # By entrant, night and step.
    parts: defaultdict[tuple[int, int, int], _Sums] = defaultdict(_Sums)
    # By (entrant, opponent): how often the first has won against the second, drawn and lost.
    won: defaultdict[tuple[int, int], int] = defaultdict(int)
    drawn: defaultdict[tuple[int, int], int] = defaultdict(int)
    lost: defaultdict[tuple[int, int], int] = defaultdict(int)
    scored: defaultdict[tuple[int, int], int] = defaultdict(int)
    forfeits: dict[tuple[int, int, int], Record] = {}
    for result in results:
        if result.void:
            continue
        night, step, provisional = result.night, result.step, not result.final
        for side in result.sides:
            entrant, outcome = side.entrant, side.outcome
            sums = parts[entrant, night, step]
            sums.provisional += provisional
            sums.points_for += side.points_for
            sums.points_against += side.points_against
            if len(result.sides) == 1:
                sums.byes += 1
                sums.full_byes += result.requested_bye == RequestedBye.FULL
                sums.half_byes += result.requested_bye == RequestedBye.HALF
                continue
            sums.played += 1
            # An if chain, because looking up the outcome in a dict would take most of the running time.
            if outcome == Outcome.WIN:
                sums.wins += 1
                pairs = won
            elif outcome == Outcome.DRAW:
                sums.draws += 1
                pairs = drawn
            else:
                sums.losses += 1
                pairs = lost
            sums.boxes += side.boxes
            sums.gins += side.gins
            sums.shutouts += side.shutouts
            sums.box_leads += side.box_lead
            sums.games_won += side.games
            for other in result.sides:
                if other is not side:
                    pairs[entrant, other.entrant] += 1
                    scored[entrant, other.entrant] += side.points_for
                    if result.forfeit and result.round is not None:
                        key = entrant, other.entrant, step
                        forfeits[key] = forfeits.get(key, _NO_RECORD) + RECORD_OF[outcome]
    amounts = {key: _numbers(sums) for key, sums in parts.items()}
    by_entrant: defaultdict[int, list[tuple[int, ...]]] = defaultdict(list)
    by_night: defaultdict[tuple[int, int], list[tuple[int, ...]]] = defaultdict(list)
    by_step: defaultdict[tuple[int, int], list[tuple[int, ...]]] = defaultdict(list)
    for (entrant, night, step), part in amounts.items():
        by_entrant[entrant].append(part)
        by_night[entrant, night].append(part)
        by_step[entrant, step].append(part)
    return Tally(
        {entrant: _added(these) for entrant, these in by_entrant.items()},
        {
            pair: _pair(won.get(pair, 0), drawn.get(pair, 0), lost.get(pair, 0))
            for pair in dict.fromkeys((*won, *drawn, *lost))
        },
        {key: _added(these) for key, these in by_night.items()},
        {key: _added(these) for key, these in by_step.items()},
        forfeits=forfeits,
        scored={pair: points for pair, points in scored.items() if points},
    )


def _added(parts: list[tuple[int, ...]]) -> Record:
    return Record(*map(sum, zip(*parts, strict=True)))


@cache
def _pair(wins: int, draws: int, losses: int) -> Record:
    return Record(played=wins + draws + losses, wins=wins, draws=draws, losses=losses)


def with_walkover(result: MatchResult, rules: SeasonRules) -> MatchResult:
    """Return ``result`` with the game points it has without a match: who won scores all of ``rules.walkover``.

    A draw brings each side half of it, rounded down. A bye is a win or a draw as it earns league points.
    """
    if len(result.sides) > 1 and not result.forfeit:
        return result
    if len(result.sides) == 1:
        kind = {RequestedBye.FULL: "win", RequestedBye.HALF: "draw", None: rules.bye}[result.requested_bye]
        outcomes = {"win": [Outcome.WIN, Outcome.LOSS], "draw": [Outcome.DRAW] * 2}.get(kind, [Outcome.LOSS] * 2)
    else:
        outcomes = [side.outcome for side in result.sides]
    points = [walkover_points(RECORD_OF[outcome], rules) for outcome in outcomes]
    sides = (
        replace(side, points_for=own, points_against=max(points[:number] + points[number + 1 :]))
        for number, (side, own) in enumerate(zip(result.sides, points, strict=False))
    )
    return replace(result, sides=tuple(sides))


def walkover_points(record: Record, rules: SeasonRules) -> int:
    """Return the game points of a ``record`` of matches that weren't played."""
    return rules.walkover * record.wins + rules.walkover // 2 * record.draws


def league_points(record: Record, rules: SeasonRules) -> int:
    """Return the league points of a record: outcomes, bonuses and byes.

    >>> league_points(Record(played=3, wins=2, draws=1, byes=1), SeasonRules())
    7
    """
    return (
        rules.win * record.wins
        + rules.draw * record.draws
        + rules.loss * record.losses
        + rules.bonus_shutout * record.shutouts
        + rules.bonus_gin * record.gins
        + rules.bonus_box_lead * record.box_leads
        + rules.bye_points * pairing_byes(record)
        + rules.win * record.full_byes
        + rules.draw * record.half_byes
    )


def pairing_byes(record: Record) -> int:
    """Return how many byes the pairing gave, unasked."""
    return record.byes - record.full_byes - record.half_byes
