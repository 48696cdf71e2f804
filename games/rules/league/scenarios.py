"""Work out who can still finish above whom in a league table, assuming how some of the remaining matches end.

Only the outcome of a match is assumed (win, draw or loss). Its game points, boxes and gins may be any number, its
shutouts are bounded by the number of games, and one side or none may lead in boxes. So most values here are ranges.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum
from functools import cache
from itertools import combinations, takewhile
from math import inf
from typing import Final

from games.rules.league.results import RECORD_OF
from games.rules.league.season import HEAD_TO_HEAD, SeasonRules, TieBreak, in_turn
from games.rules.league.standings import Outcome, Record, StandingsRow, Tally, Value, mini_table

Bound = Value | float
"""A number, or plus or minus infinity."""
Range = tuple[Bound, Bound]
"""The worst and the best possible value; losses are counted as negative numbers, so that more is always better."""
Result = tuple[Outcome, ...]
"""The outcome of a match for each of its sides."""
Opponents = Mapping[int, Sequence[tuple[int, Record]]]
"""The opponents each entrant has met, with the record against each."""

_ANYTHING: Final[Range] = (-inf, inf)
MARGINS: Final[tuple[TieBreak, ...]] = ("point_difference", "boxes", "gins")
"""The criteria that a single match can change by any amount."""
_SUMS: Final[tuple[TieBreak, ...]] = ("buchholz", "sonneborn_berger")
"""Sums of opponents' points; without virtual opponents their range is computed."""
_ROUGH: Final[tuple[TieBreak, ...]] = (
    *("buchholz_cut_1", "median_buchholz", "extended_sonneborn_berger", "progressive", "koya"),
)
"""Criteria that one more match of anybody may change; their range isn't computed."""
DEPEND_ON_OTHERS: Final = frozenset({*_SUMS, *_ROUGH})
"""The criteria whose value for an entrant can change by matches of others."""
_UNCLEAR: Final = DEPEND_ON_OTHERS | {"points_scored", "games_won"}
"""The criteria whose values can't be had in just any combination, so that not all of their range may be possible."""
_POINT_WEIGHT: Final = {Outcome.WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0}


class Possibility(IntEnum):
    """Whether something is possible; UNCLEAR where the ranges are too coarse to tell."""

    NO = 0
    UNCLEAR = 1
    YES = 2


@cache
def results(sides: int) -> tuple[Result, ...]:
    """Return every possible result of a match with so many sides; a bye has one.

    >>> len(results(1)), len(results(2)), len(results(3))
    (1, 3, 7)
    """
    if sides == 1:
        return ((Outcome.WIN,),)
    return tuple(
        tuple((Outcome.WIN if count == 1 else Outcome.DRAW) if side in best else Outcome.LOSS for side in range(sides))
        for count in range(1, sides + 1)
        for best in combinations(range(sides), count)
    )


def opponents(tally: Tally) -> Opponents:
    """Return the opponents each entrant has met, with the record against each."""
    met: dict[int, list[tuple[int, Record]]] = {}
    for (entrant, opponent), record in tally.pairs.items():
        met.setdefault(entrant, []).append((opponent, record))
    return met


def most_bonus(rules: SeasonRules, sides: int) -> float:
    """Return the most bonus league points one side can get in a match; infinite where gins earn a bonus."""
    if rules.bonus_gin:
        return inf
    return rules.bonus_shutout * rules.count * (sides - 1) + rules.bonus_box_lead


class Scenario:
    """A league table after some assumed matches; ``entrants`` are those ranked in it.

    ``rows`` are the rows of all who have played or will play, including those who left the season; ``opponents`` are
    the opponents they have met.
    """

    def __init__(
        self,
        entrants: Iterable[int],
        rows: Iterable[StandingsRow],
        tally: Tally,
        rules: SeasonRules,
        opponents: Opponents,
    ) -> None:
        self.entrants = tuple(entrants)
        self._rules = rules
        self._turns = in_turn(rules.order)
        self._rows = {row.entrant: row for row in rows}
        self.won = dict.fromkeys(self._rows, 0)
        """How many of the assumed matches each entrant wins."""
        self._lost = dict.fromkeys(self._rows, 0)
        self._low: dict[int, float] = {entrant: row.points for entrant, row in self._rows.items()}
        self._high = dict(self._low)
        self._open = dict.fromkeys(self._rows, 0)
        self._walkovers = dict.fromkeys(self._rows, 0)
        """How many of the assumed matches are byes, which may score game points but nothing else."""
        self._unsettled = dict.fromkeys(self._rows, 0)
        self._assumed: list[tuple[Sequence[int], Result, list[tuple[float, float]]]] = []
        self._left_open = False
        virtual = rules.unplayed != "nothing"
        self._sums: frozenset[TieBreak] = frozenset() if virtual else frozenset(_SUMS)
        self._rough: frozenset[TieBreak] = frozenset({*_ROUGH, *(_SUMS if virtual else ())})
        self._tally = tally
        self._opponents = opponents

    def assume(self, sides: Sequence[int], result: Result) -> None:
        """Assume the result of a match; a single side gets a bye."""
        low, high = self._low, self._high
        self._assumed.append((sides, result, [(low[entrant], high[entrant]) for entrant in sides]))
        if len(sides) == 1:
            self._walkovers[sides[0]] += bool(self._rules.walkover)
            self._gain(sides[0], self._rules.bye_points, self._rules.bye_points)
            return
        bonus = most_bonus(self._rules, len(sides))
        for entrant, outcome in zip(sides, result, strict=True):
            points = self._count(entrant, outcome, 1)
            self._gain(entrant, points, points + bonus)

    def take_back(self) -> None:
        """Take back the last assumed match."""
        sides, result, before = self._assumed.pop()
        for entrant, outcome, (low, high) in zip(sides, result, before, strict=True):
            self._low[entrant], self._high[entrant] = low, high
            if len(sides) > 1:
                self._count(entrant, outcome, -1)
            else:
                self._walkovers[entrant] -= bool(self._rules.walkover)

    def leave_open(self, sides: Sequence[int]) -> None:
        """Allow any result of a match. This can't be taken back."""
        if len(sides) == 1:
            self.assume(sides, (Outcome.WIN,))
            return
        self._left_open = True
        bonus = most_bonus(self._rules, len(sides))
        for entrant in sides:
            self._gain(entrant, self._rules.loss, self._rules.win + bonus)
            self._open[entrant] += 1
            self._unsettled[entrant] += 1

    def _count(self, entrant: int, outcome: Outcome, by: int) -> int:
        """Add ``by`` (1 or -1) matches with this outcome, and return the league points that the outcome is worth."""
        self._open[entrant] += by
        if outcome is Outcome.WIN:
            self.won[entrant] += by
            return self._rules.win
        if outcome is Outcome.DRAW:
            return self._rules.draw
        self._lost[entrant] += by
        return self._rules.loss

    def _gain(self, entrant: int, least: float, most: float) -> None:
        # If only the best nights count, the match may be on a night that doesn't.
        if not self._rules.best_nights:
            self._low[entrant] += least
        self._high[entrant] += most

    def bounds(self, criterion: TieBreak, entrant: int) -> Range:
        """Return the range of ``criterion`` (any but head-to-head) for ``entrant``."""
        if criterion == "points":
            return self._low[entrant], self._high[entrant]
        if criterion in self._sums:
            return self._sum(criterion, entrant)
        if criterion in self._rough and (self._left_open or self._assumed):
            return _ANYTHING
        value = self._rows[entrant].values[criterion]
        by_points = criterion in ("point_difference", "points_scored")
        is_open = self._open[entrant] or (by_points and self._walkovers[entrant])
        if not is_open or criterion == "lot" or criterion in self._rough:
            return (-value, -value) if criterion == "fewest_losses" else (value, value)
        if self._rules.best_nights or by_points:
            return _ANYTHING
        unsettled = self._unsettled[entrant]
        if criterion == "wins":
            return value + self.won[entrant], value + self.won[entrant] + unsettled
        if criterion == "fewest_losses":
            return -value - self._lost[entrant] - unsettled, -value - self._lost[entrant]
        return value, inf

    def _sum(self, criterion: TieBreak, entrant: int) -> Range:
        """Return the range of twice the Buchholz or Sonneborn-Berger score of ``entrant``."""
        if self._unsettled[entrant]:
            return _ANYTHING
        buchholz, low, high = criterion == "buchholz", 0.0, 0.0
        weights = [
            (opponent, 2 * record.played if buchholz else 2 * record.wins + record.draws)
            for opponent, record in self._opponents.get(entrant, ())
        ]
        for sides, result, _ in self._assumed:
            if entrant in sides:
                weight = 2 if buchholz else _POINT_WEIGHT[result[sides.index(entrant)]]
                weights += [(opponent, weight) for opponent in sides if opponent != entrant]
        for opponent, weight in weights:
            if weight:
                low += weight * self._low[opponent]
                high += weight * self._high[opponent]
        return low, high

    def above(self, entrant: int, rival: int, *, or_level: bool = False) -> Possibility:
        """Return whether ``entrant`` can rank above ``rival``, or with ``or_level`` at least share the place."""
        for number, (criterion, *more) in enumerate(self._turns):
            if criterion in HEAD_TO_HEAD:
                direct = self._direct(entrant, rival, (criterion, *more), self._turns[:number])
                if direct is not None:
                    return direct
                continue
            worst, best = self.bounds(criterion, entrant)
            others_worst, others_best = self.bounds(criterion, rival)
            if best < others_worst:
                return Possibility.NO
            # Two sums may share opponents, so one may not be at its best while the other is at its worst.
            if criterion in _UNCLEAR and (worst != best or others_worst != others_best):
                return Possibility.UNCLEAR
            if best > others_worst:
                return Possibility.YES
        return Possibility.YES if or_level else Possibility.NO

    def _direct(
        self, entrant: int, rival: int, criteria: tuple[TieBreak, ...], before: Sequence[tuple[TieBreak, ...]]
    ) -> Possibility | None:
        """Return whether head-to-head ``criteria`` put ``entrant`` above ``rival``, None if they leave them level.

        They are level in the criteria ``before`` these.
        """
        earlier = [criterion for together in before for criterion in together]
        tied = None if set(earlier).intersection(HEAD_TO_HEAD) else self._tied(rival, earlier)
        if tied is None:
            return Possibility.UNCLEAR
        pairs = {(a, b): self._tally.pairs.get((a, b), Record()) for a in tied for b in tied if a != b}
        assumed = False
        for sides, result, _ in self._assumed:
            for a, outcome in zip(sides, result, strict=True):
                for b in sides:
                    if (a, b) in pairs:
                        pairs[a, b] += RECORD_OF[outcome]
                        assumed = True
        # Game points of an assumed match may be any, so only points for wins and draws are known, if they are first.
        known = tuple(takewhile("head_to_head".__eq__, criteria)) if assumed else criteria
        tally = replace(self._tally, pairs=pairs)
        while table := mini_table(tied, tally, self._rules, known):
            if table[entrant] != table[rival]:
                return Possibility.YES if table[entrant] > table[rival] else Possibility.NO
            if known != criteria:
                return Possibility.UNCLEAR
            still_level = [entrant for entrant in tied if table[entrant] == table[rival]]
            if len(still_level) == len(tied):
                return None
            tied = still_level
        return None

    def _tied(self, entrant: int, before: Sequence[TieBreak]) -> Sequence[int] | None:
        """Return who is level with ``entrant`` in the criteria ``before``, itself included; None if that is open."""
        values = [(criterion, *self.bounds(criterion, entrant)) for criterion in before]
        if any(worst != best for _, worst, best in values):
            return None
        tied, settled = [], True
        for candidate in self.entrants:
            exact = not self._unsettled[candidate]
            for criterion, value, _ in values:
                worst, best = self.bounds(criterion, candidate)
                if value < worst or best < value:
                    break
                exact = exact and worst == best
            else:
                tied.append(candidate)
                settled = settled and exact
        return tied if settled else None

    def margin(self, entrant: int, rival: int) -> TieBreak | None:
        """Return the first of MARGINS in the order, if at worst the two are level in all criteria before it."""
        for number, (criterion, *more) in enumerate(self._turns):
            if criterion in MARGINS:
                return criterion
            if criterion in HEAD_TO_HEAD:
                if self._direct(entrant, rival, (criterion, *more), self._turns[:number]) is not None:
                    return None
            elif self.bounds(criterion, entrant)[0] != self.bounds(criterion, rival)[1]:
                return None
        return None

    def in_reach(self) -> set[int]:
        """Return the entrants who can still draw level with the leader in the first criterion."""
        return self._in_reach(self._first_ranges())

    def race(self, candidates: Iterable[int]) -> Iterator[tuple[int, bool, Possibility]]:
        """Yield for each candidate whether it may be first (shared or alone), and whether anyone can rank above it."""
        ranges = self._first_ranges()
        reach = self._in_reach(ranges)
        for entrant in candidates:
            if entrant not in reach:
                yield entrant, False, Possibility.YES
                continue
            low, high = ranges[entrant]
            can_be_passed, can_be_first = Possibility.NO, True
            for rival in reach:
                if rival == entrant:
                    continue
                if can_be_passed is not Possibility.YES and ranges[rival][1] >= low:
                    can_be_passed = max(can_be_passed, self.above(rival, entrant))
                if can_be_first and ranges[rival][0] >= high:
                    can_be_first = self.above(entrant, rival, or_level=True) is not Possibility.NO
            yield entrant, can_be_first, can_be_passed

    def place(self, entrant: int) -> int:
        """Return the worst place that ``entrant`` can finish in."""
        ranges = self._first_ranges()
        low = ranges[entrant][0]
        rivals = (rival for rival, (_, high) in ranges.items() if high >= low and rival != entrant)
        return 1 + sum(self.above(rival, entrant) is not Possibility.NO for rival in rivals)

    def _first_ranges(self) -> dict[int, Range]:
        first = self._rules.order[0]
        if first == "points":
            return {entrant: (self._low[entrant], self._high[entrant]) for entrant in self.entrants}
        return {
            entrant: _ANYTHING if first in HEAD_TO_HEAD else self.bounds(first, entrant) for entrant in self.entrants
        }

    @staticmethod
    def _in_reach(ranges: Mapping[int, Range]) -> set[int]:
        floor = max((low for low, _ in ranges.values()), default=0)
        return {entrant for entrant, (_, high) in ranges.items() if high >= floor}
