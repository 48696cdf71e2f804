"""Results of league matches, and their sums: records by entrant, by pair of opponents and by night."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache
from operator import add, attrgetter

from games.rules.league.season import SeasonRules


class Outcome(StrEnum):
    """The outcome of a match for one side. With three or more sides the best one wins; several best ones draw."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class SideResult:
    """The result of one side of a match: game points for and against it, what it won, and whether it led in boxes."""

    entrant: int
    outcome: Outcome
    points_for: int = 0
    points_against: int = 0
    boxes: int = 0
    gins: int = 0
    shutouts: int = 0
    box_lead: bool = False


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match; a single side had a bye.

    ``night`` is any number that orders nights. A ``void`` match doesn't count. One that isn't ``final`` (running or not
    confirmed) counts provisionally. A ``forfeit`` (somebody didn't come) counts like any match.
    """

    match: int
    night: int
    sides: tuple[SideResult, ...]
    void: bool = False
    final: bool = True
    forfeit: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """A record of matches: how many were played, won and so on, and totals; ``provisional`` counts those not final."""

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

    def __add__(self, other: "Record") -> "Record":
        return Record(*map(add, _numbers(self), _numbers(other)))

    @property
    def point_difference(self) -> int:
        """Game points scored, minus those of the best opponent in each match."""
        return self.points_for - self.points_against


_numbers = attrgetter(*(f.name for f in fields(Record)))


@dataclass(frozen=True, slots=True)
class Tally:
    """The sums of all results: by entrant, by (entrant, opponent), and by (entrant, night).

    Records of a pair have only matches played, wins, draws and losses of the first against the second.
    """

    records: Mapping[int, Record]
    pairs: Mapping[tuple[int, int], Record]
    nights: Mapping[tuple[int, int], Record]


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


def tally(results: Iterable[MatchResult]) -> Tally:
    """Add up ``results``, in any order, without the void ones.

    >>> tally([MatchResult(1, 1, (SideResult(7, Outcome.WIN), SideResult(8, Outcome.LOSS)))]).records[8].losses
    1
    """
    nights: defaultdict[tuple[int, int], _Sums] = defaultdict(_Sums)
    # By (entrant, opponent): how often the first has won against the second, drawn and lost.
    won: defaultdict[tuple[int, int], int] = defaultdict(int)
    drawn: defaultdict[tuple[int, int], int] = defaultdict(int)
    lost: defaultdict[tuple[int, int], int] = defaultdict(int)
    for result in results:
        if result.void:
            continue
        provisional = not result.final
        for side in result.sides:
            entrant, outcome = side.entrant, side.outcome
            sums = nights[entrant, result.night]
            sums.provisional += provisional
            if len(result.sides) == 1:
                sums.byes += 1
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
            sums.points_for += side.points_for
            sums.points_against += side.points_against
            sums.boxes += side.boxes
            sums.gins += side.gins
            sums.shutouts += side.shutouts
            sums.box_leads += side.box_lead
            for other in result.sides:
                if other is not side:
                    pairs[entrant, other.entrant] += 1
    amounts = {key: _numbers(sums) for key, sums in nights.items()}
    by_entrant: defaultdict[int, list[tuple[int, ...]]] = defaultdict(list)
    for (entrant, _), night_amounts in amounts.items():
        by_entrant[entrant].append(night_amounts)
    return Tally(
        {entrant: Record(*map(sum, zip(*of_nights, strict=True))) for entrant, of_nights in by_entrant.items()},
        {
            pair: _pair(won.get(pair, 0), drawn.get(pair, 0), lost.get(pair, 0))
            for pair in dict.fromkeys((*won, *drawn, *lost))
        },
        {key: Record(*night_amounts) for key, night_amounts in amounts.items()},
    )


@cache
def _pair(wins: int, draws: int, losses: int) -> Record:
    return Record(played=wins + draws + losses, wins=wins, draws=draws, losses=losses)


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
        + rules.bye_points * record.byes
    )
