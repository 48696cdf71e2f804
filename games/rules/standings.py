"""The table of a season: results added up, entrants ranked by the criteria of its rules.

Where tie-breaks come from: the FIDE Handbook, C.07 (Play-Off and Tie-Break Regulations, 2024), with the articles named
at each of them below. What we decided ourselves:

* A bye brings its points and nothing else. It is no match played, no win and no opponent.
* A forfeit is a match like any other: the one who came has won it, the other lost it, and they have met.
* Where three or more sit at a table, each of the others is an opponent met, with one's own outcome against each.
* ``best_nights`` chooses by league points, of equal nights the earlier. The nights chosen make the points and what is
  counted of the record (wins, losses, point difference, boxes, gins). Who met whom, and how it came out, is asked of
  all matches: by head-to-head, Buchholz and Sonneborn-Berger, and by the minimum.
* Buchholz and Sonneborn-Berger add up what stands in the column of points, after best nights and penalties, so that
  anybody can check them on the table.
"""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter, itemgetter

from games.rules.results import MatchResult, Outcome, Record, SideResult, Tally, league_points, tally
from games.rules.season import SeasonRules, TieBreak

__all__ = [
    "MatchResult",
    "Outcome",
    "Penalty",
    "Record",
    "Row",
    "SideResult",
    "Tally",
    "Value",
    "head_to_head",
    "league_points",
    "lot",
    "standings",
    "tally",
]

Value = Fraction | int
_NOTHING = Record()


@dataclass(frozen=True, slots=True)
class Penalty:
    """League ``points`` taken away from an entrant; negative ones are given."""

    entrant: int
    points: int


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table.

    ``place`` counts from 1, equal ones share it; it is 0 for those not ``ranked``, who have too few matches and stand
    last. ``points`` are league points, after the ``penalty`` (league points). ``record`` is of all matches,
    ``counted`` of the nights that count. ``values`` are those of the criteria of the rules; the one of head-to-head
    is there only where it was asked, and is that among the last who were level. ``decided_by`` is what put the row
    below the one above, None where they are level or nothing stands above it in its part of the table.
    """

    place: int
    entrant: int
    ranked: bool
    points: int
    record: Record
    counted: Record
    penalty: int
    values: Mapping[TieBreak, Value]
    decided_by: TieBreak | None


def standings(
    entrants: Sequence[int],
    tally: Tally,
    rules: SeasonRules,
    *,
    penalties: Sequence[Penalty] = (),
    seed: str = "",
    numbers: Mapping[int, int] | None = None,
) -> tuple[Row, ...]:
    """The table of ``entrants``: the ranked ones, then those with too few matches for a place.

    It depends on nothing but what is given, and not on its order. ``seed`` is that of the lot, and ``numbers`` are
    those under which entrants draw theirs; without, each under his own. Whoever is in ``tally`` but not among
    ``entrants`` has no row and is an opponent all the same.
    """
    lots = {entrant: lot(seed, (numbers or {}).get(entrant, entrant)) for entrant in entrants}
    table = _Table(entrants, tally, rules, penalties, lots)
    ranked = [entrant for entrant in table.entrants if table.record(entrant).played >= rules.minimum]
    rest = [entrant for entrant in table.entrants if table.record(entrant).played < rules.minimum]
    return (*table.rows(ranked, ranked=True), *table.rows(rest, ranked=False))


def head_to_head(
    tied: Sequence[int], pairs: Mapping[tuple[int, int], Record], rules: SeasonRules
) -> Mapping[int, int] | None:
    """League points of the matches among ``tied``, bonuses aside (FIDE C.07, article 6, direct encounter).

    None unless each of them has met each other, all equally often: otherwise whoever met more of them, or one of them
    more often, would have had more to win. What FIDE adds for Swiss tournaments, one who would be first however the
    missing matches ended, we leave out: nobody could check it on the table.
    """
    points = dict.fromkeys(tied, 0)
    times = 0
    for one in tied:
        for other in tied:
            if one != other:
                met = pairs.get((one, other))
                if met is None or met.played != (times := times or met.played):
                    return None
                points[one] += league_points(met, rules)
    return points


class _Table:
    """The table in the making: what every criterion says of every entrant, and the order that follows from it."""

    def __init__(
        self,
        entrants: Sequence[int],
        tally: Tally,
        rules: SeasonRules,
        penalties: Sequence[Penalty],
        lots: Mapping[int, int],
    ) -> None:
        self.entrants = sorted(entrants)
        self._tally = tally
        self._rules = rules
        self._penalties: defaultdict[int, int] = defaultdict(int)
        for penalty in penalties:
            self._penalties[penalty.entrant] += penalty.points
        self._counted = _best(tally, rules.best_nights, rules) if rules.best_nights else tally.records
        everybody = {*entrants, *tally.records}
        self._points = {
            entrant: league_points(self._counted.get(entrant, _NOTHING), rules) - self._penalties[entrant]
            for entrant in everybody
        }
        self._values: dict[TieBreak, Mapping[int, Value]] = {
            criterion: self._of_all(criterion, lots) for criterion in rules.order if criterion != "head_to_head"
        }
        self._direct: dict[int, int] = {}

    def record(self, entrant: int) -> Record:
        """All matches of an entrant."""
        return self._tally.records.get(entrant, _NOTHING)

    def rows(self, entrants: list[int], *, ranked: bool) -> Iterator[Row]:
        """The rows of one part of the table."""
        place = 1
        for why, level in self._parts(entrants, self._rules.order) if entrants else ():
            for number, entrant in enumerate(level):
                yield self._row(entrant, place if ranked else 0, None if number else why)
            place += len(level)

    def _row(self, entrant: int, place: int, decided_by: TieBreak | None) -> Row:
        values = {criterion: values[entrant] for criterion, values in self._values.items()}
        if entrant in self._direct:
            values["head_to_head"] = self._direct[entrant]
        return Row(
            place,
            entrant,
            place > 0,
            self._points[entrant],
            self.record(entrant),
            self._counted.get(entrant, _NOTHING),
            self._penalties[entrant],
            values,
            decided_by,
        )

    def _parts(
        self, tied: Sequence[int], order: tuple[TieBreak, ...]
    ) -> Iterator[tuple[TieBreak | None, Sequence[int]]]:
        """Those ``tied`` so far in parts that nothing in ``order`` separates, with what put each below the one above.

        A criterion that separates some goes on with the next inside each part. Only head-to-head is asked again, among
        the fewer who are still level, as FIDE does; the ones before it would say the same.
        """
        if len(tied) == 1 or not order:
            yield None, tied
            return
        criterion = order[0]
        levels = defaultdict(list)
        values = self._among(tied) if criterion == "head_to_head" else self._values[criterion]
        for entrant in tied:
            levels[values[entrant]].append(entrant)
        again = criterion == "head_to_head" and len(levels) > 1
        for number, value in enumerate(sorted(levels, reverse=criterion != "fewest_losses")):
            for inside, (why, part) in enumerate(self._parts(levels[value], order if again else order[1:])):
                yield criterion if number and not inside else why, part

    def _among(self, tied: Sequence[int]) -> Mapping[int, Value]:
        points = head_to_head(tied, self._tally.pairs, self._rules)
        if points is None:
            return dict.fromkeys(tied, 0)
        self._direct |= points
        return points

    def _of_all(self, criterion: TieBreak, lots: Mapping[int, int]) -> Mapping[int, Value]:
        """What ``criterion`` says of each entrant, the more the better but for losses.

        Buchholz (C.07, article 8.1) is the sum of the points of the opponents, each as often as met. Sonneborn-Berger
        (article 9.1) is the points of those beaten and half of those drawn with. Of unplayed rounds FIDE makes
        opponents of straw for both; ours, byes, add nothing, and are no wins.
        """
        match criterion:
            case "points":
                return self._points
            case "buchholz":
                return self._sums(lambda met: met.played)
            case "sonneborn_berger":
                doubled = self._sums(lambda met: 2 * met.wins + met.draws)
                return {entrant: Fraction(total, 2) for entrant, total in doubled.items()}
            case "lot":
                return lots
        of = attrgetter("losses" if criterion == "fewest_losses" else criterion)
        return {entrant: of(self._counted.get(entrant, _NOTHING)) for entrant in self.entrants}

    def _sums(self, weight: Callable[[Record], int]) -> dict[int, int]:
        """For each entrant the points of all opponents, each times the ``weight`` of what was played against them."""
        sums = dict.fromkeys(self.entrants, 0)
        for (one, other), met in self._tally.pairs.items():
            if one in sums:
                sums[one] += weight(met) * self._points[other]
        return sums


def _best(tally: Tally, count: int, rules: SeasonRules) -> dict[int, Record]:
    """What counts of each entrant: the ``count`` nights with the most league points, of equal ones the earlier."""
    nights: defaultdict[int, list[tuple[int, int, Record]]] = defaultdict(list)
    for (entrant, night), record in tally.nights.items():
        nights[entrant].append((-league_points(record, rules), night, record))
    return {
        entrant: sum((record for *_, record in sorted(own, key=itemgetter(0, 1))[:count]), _NOTHING)
        for entrant, own in nights.items()
    }


def lot(seed: str, entrant: int) -> int:
    """The lot of ``entrant``, the higher the better: drawn by a hash, so that it is the same whenever it is asked."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{entrant}".encode()).digest()[:8])
