"""Who can still stand above whom: the table with some matches assumed, as far as their outcomes settle it.

Of a match that is assumed only the outcome is: game points, boxes and gins may be any number, whoever won; shutouts
are bounded by the games of a match; one side may lead in boxes, or none. So most of what is asked here is a range.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations
from math import inf
from typing import Final

from games.rules.season import SeasonRules, TieBreak
from games.rules.standings import Outcome, Record, Row, Tally, Value, head_to_head

Bound = Value | float
"""A number, or one without end."""
Range = tuple[Bound, Bound]
"""The worst and the best that something can be; losses are below nothing, so that more is always better."""
Result = tuple[Outcome, ...]
"""How a match comes out for each of its sides."""
Opponents = Mapping[int, Sequence[tuple[int, Record]]]
"""Whom each entrant has met, and how it went."""

_ANYTHING: Final[Range] = (-inf, inf)
MARGINS: Final[tuple[TieBreak, ...]] = ("point_difference", "boxes", "gins")
"""The criteria of which a match can bring any amount."""
_SUMS: Final[tuple[TieBreak, ...]] = ("buchholz", "sonneborn_berger")
_WEIGHT: Final = {Outcome.WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0}
_MET: Final = {
    Outcome.WIN: Record(played=1, wins=1),
    Outcome.DRAW: Record(played=1, draws=1),
    Outcome.LOSS: Record(played=1, losses=1),
}


class Can(IntEnum):
    """Whether something can come about; UNCLEAR is what ranges are too coarse to say."""

    NO = 0
    UNCLEAR = 1
    YES = 2


@cache
def results(sides: int) -> tuple[Result, ...]:
    """Every way in which a match of so many sides can come out; a bye has one.

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
    """Whom each entrant has met, and how it went."""
    met: dict[int, list[tuple[int, Record]]] = {}
    for (one, other), record in tally.pairs.items():
        met.setdefault(one, []).append((other, record))
    return met


def most_bonus(rules: SeasonRules, sides: int) -> float:
    """The most league points that bonuses can bring one side of a match; where gins are paid there is no most."""
    if rules.bonus_gin:
        return inf
    return rules.bonus_shutout * rules.count * (sides - 1) + rules.bonus_box_lead


class Scenario:
    """The table as it would be after more matches; ``entrants`` are those who get a place in it.

    ``rows`` are of everybody who has played or will, those out of the season too; ``opponents`` are whom they met.
    """

    def __init__(
        self, entrants: Iterable[int], rows: Iterable[Row], tally: Tally, rules: SeasonRules, opponents: Opponents
    ) -> None:
        self.entrants = tuple(entrants)
        self._rules = rules
        self._rows = {row.entrant: row for row in rows}
        self.won = dict.fromkeys(self._rows, 0)
        """The matches assumed to be won, by entrant."""
        self._lost = dict.fromkeys(self._rows, 0)
        self._low: dict[int, float] = {entrant: row.points for entrant, row in self._rows.items()}
        self._high = dict(self._low)
        self._open = dict.fromkeys(self._rows, 0)
        self._unsettled = dict.fromkeys(self._rows, 0)
        self._assumed: list[tuple[Sequence[int], Result, list[tuple[float, float]]]] = []
        self._tally = tally
        self._opponents = opponents

    def assume(self, sides: Sequence[int], result: Result) -> None:
        """Let a match come out so; one side alone has its bye."""
        low, high = self._low, self._high
        self._assumed.append((sides, result, [(low[entrant], high[entrant]) for entrant in sides]))
        if len(sides) == 1:
            self._gain(sides[0], self._rules.bye_points, self._rules.bye_points)
            return
        bonus = most_bonus(self._rules, len(sides))
        for entrant, outcome in zip(sides, result, strict=True):
            points = self._count(entrant, outcome, 1)
            self._gain(entrant, points, points + bonus)

    def take_back(self) -> None:
        """Undo the last match that was assumed."""
        sides, result, before = self._assumed.pop()
        for entrant, outcome, (low, high) in zip(sides, result, before, strict=True):
            self._low[entrant], self._high[entrant] = low, high
            if len(sides) > 1:
                self._count(entrant, outcome, -1)

    def leave_open(self, sides: Sequence[int]) -> None:
        """Let a match come out in any way, for good."""
        if len(sides) == 1:
            self.assume(sides, (Outcome.WIN,))
            return
        bonus = most_bonus(self._rules, len(sides))
        for entrant in sides:
            self._gain(entrant, self._rules.loss, self._rules.win + bonus)
            self._open[entrant] += 1
            self._unsettled[entrant] += 1

    def _count(self, entrant: int, outcome: Outcome, by: int) -> int:
        """Count a match that came out so, or one less; the league points of that outcome."""
        self._open[entrant] += by
        if outcome is Outcome.WIN:
            self.won[entrant] += by
            return self._rules.win
        if outcome is Outcome.DRAW:
            return self._rules.draw
        self._lost[entrant] += by
        return self._rules.loss

    def _gain(self, entrant: int, least: float, most: float) -> None:
        # A match may fall into a night that is not among the best: then it brings nothing.
        if not self._rules.best_nights:
            self._low[entrant] += least
        self._high[entrant] += most

    def bounds(self, criterion: TieBreak, entrant: int) -> Range:
        """The worst and the best that ``criterion`` (any but head-to-head) can say of ``entrant``."""
        if criterion == "points":
            return self._low[entrant], self._high[entrant]
        if criterion in _SUMS:
            return self._sum(criterion, entrant)
        value = self._rows[entrant].values[criterion]
        if not self._open[entrant] or criterion == "lot":
            return (-value, -value) if criterion == "fewest_losses" else (value, value)
        if self._rules.best_nights or criterion == "point_difference":
            return _ANYTHING
        unsettled = self._unsettled[entrant]
        if criterion == "wins":
            return value + self.won[entrant], value + self.won[entrant] + unsettled
        if criterion == "fewest_losses":
            return -value - self._lost[entrant] - unsettled, -value - self._lost[entrant]
        return value, inf

    def _sum(self, criterion: TieBreak, entrant: int) -> Range:
        """Twice the Buchholz or the Sonneborn-Berger of ``entrant``."""
        if self._unsettled[entrant]:
            return _ANYTHING
        buchholz, low, high = criterion == "buchholz", 0.0, 0.0
        weights = [
            (other, 2 * met.played if buchholz else 2 * met.wins + met.draws)
            for other, met in self._opponents.get(entrant, ())
        ]
        for sides, result, _ in self._assumed:
            if entrant in sides:
                weight = 2 if buchholz else _WEIGHT[result[sides.index(entrant)]]
                weights += [(other, weight) for other in sides if other != entrant]
        for other, weight in weights:
            if weight:
                low += weight * self._low[other]
                high += weight * self._high[other]
        return low, high

    def above(self, one: int, other: int, *, or_level: bool = False) -> Can:
        """Whether ``one`` can stand above ``other``, or, with ``or_level``, share the place."""
        for number, criterion in enumerate(self._rules.order):
            if criterion == "head_to_head":
                direct = self._direct(one, other, self._rules.order[:number])
                if direct is not None:
                    return direct
                continue
            worst, best = self.bounds(criterion, one)
            others_worst, others_best = self.bounds(criterion, other)
            if best < others_worst:
                return Can.NO
            # Two sums may have opponents in common, so that both ends are not reached at once.
            if criterion in _SUMS and (worst != best or others_worst != others_best):
                return Can.UNCLEAR
            if best > others_worst:
                return Can.YES
        return Can.YES if or_level else Can.NO

    def _direct(self, one: int, other: int, before: Sequence[TieBreak]) -> Can | None:
        """What head-to-head says of ``one`` above ``other``, who are level in what comes ``before``; None: nothing."""
        tied = self._tied(other, before)
        if tied is None:
            return Can.UNCLEAR
        pairs = {(a, b): self._tally.pairs.get((a, b), Record()) for a in tied for b in tied if a != b}
        for sides, result, _ in self._assumed:
            for a, outcome in zip(sides, result, strict=True):
                for b in sides:
                    if (a, b) in pairs:
                        pairs[a, b] += _MET[outcome]
        while points := head_to_head(tied, pairs, self._rules):
            if points[one] != points[other]:
                return Can.YES if points[one] > points[other] else Can.NO
            level_still = [entrant for entrant in tied if points[entrant] == points[other]]
            if len(level_still) == len(tied):
                return None
            tied = level_still
        return None

    def _tied(self, entrant: int, before: Sequence[TieBreak]) -> Sequence[int] | None:
        """Who is level with ``entrant`` in what comes ``before``, it included; None if that is not settled."""
        values = [(criterion, *self.bounds(criterion, entrant)) for criterion in before]
        if any(worst != best for _, worst, best in values):
            return None
        tied, settled = [], True
        for one in self.entrants:
            exact = not self._unsettled[one]
            for criterion, value, _ in values:
                worst, best = self.bounds(criterion, one)
                if value < worst or best < value:
                    break
                exact = exact and worst == best
            else:
                tied.append(one)
                settled = settled and exact
        return tied if settled else None

    def margin(self, one: int, other: int) -> TieBreak | None:
        """The first of MARGINS, where ``one`` is level with ``other`` at worst in all that comes before it."""
        for number, criterion in enumerate(self._rules.order):
            if criterion in MARGINS:
                return criterion
            if criterion == "head_to_head":
                if self._direct(one, other, self._rules.order[:number]) is not None:
                    return None
            elif self.bounds(criterion, one)[0] != self.bounds(criterion, other)[1]:
                return None
        return None

    def in_reach(self) -> set[int]:
        """Those who can come level with the first in the first criterion."""
        return self._in_reach(self._first_ranges())

    def race(self, asked: Iterable[int]) -> Iterator[tuple[int, bool, Can]]:
        """For each of ``asked`` whether it may be first, shared or alone, and whether somebody can stand above it."""
        ranges = self._first_ranges()
        reach = self._in_reach(ranges)
        for entrant in asked:
            if entrant not in reach:
                yield entrant, False, Can.YES
                continue
            low, high = ranges[entrant]
            passed, first = Can.NO, True
            for other in reach:
                if other == entrant:
                    continue
                if passed is not Can.YES and ranges[other][1] >= low:
                    passed = max(passed, self.above(other, entrant))
                if first and ranges[other][0] >= high:
                    first = self.above(entrant, other, or_level=True) is not Can.NO
            yield entrant, first, passed

    def place(self, entrant: int) -> int:
        """The worst place that ``entrant`` can have."""
        ranges = self._first_ranges()
        low = ranges[entrant][0]
        rivals = (other for other, (_, high) in ranges.items() if high >= low and other != entrant)
        return 1 + sum(self.above(other, entrant) is not Can.NO for other in rivals)

    def _first_ranges(self) -> dict[int, Range]:
        first = self._rules.order[0]
        if first == "points":
            return {entrant: (self._low[entrant], self._high[entrant]) for entrant in self.entrants}
        return {e: _ANYTHING if first == "head_to_head" else self.bounds(first, e) for e in self.entrants}

    @staticmethod
    def _in_reach(ranges: Mapping[int, Range]) -> set[int]:
        floor = max((low for low, _ in ranges.values()), default=0)
        return {entrant for entrant, (_, high) in ranges.items() if high >= floor}
