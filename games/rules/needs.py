"""What each entrant still needs: statements that hold whatever the others do, computed from the rules and what is left.

All matches left are taken to be played, with any outcome and any score, and no others. First place may be shared where
the rules have no lot. A season of free play, where nobody knows what is left, has no outlook.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from math import prod
from types import MappingProxyType
from typing import Final

from games.rules.chances import Can, Opponents, Scenario, most_bonus, opponents, results
from games.rules.season import SeasonRules, TieBreak
from games.rules.standings import Outcome, Penalty, Row, Tally, standings

MOST_WAYS: Final = 3**8
"""In how many ways the matches left may come out for all of them to be gone through: eight matches of two."""


@dataclass(frozen=True, slots=True)
class Left:
    """A match still to be played; one entrant alone will have a bye."""

    match: int
    entrants: tuple[int, ...]


class NeedCode(StrEnum):
    """What is said of an entrant.

    CHAMPION: nobody can pass it. OUT: it cannot be first, even winning all it has left. WINS_NEEDED: exactly so many
    wins more make sure of first place. WINS_ENOUGH: so many do, fewer may. UNRANKED: so many matches more for a place.
    NEXT_WIN, NEXT_DRAW: the next match, so ended, makes a place sure, all other matches aside. PASS_BY_WIN: winning it
    passes a rival; PASS_BY_MARGIN: winning it by so much, or with so many, does.
    """

    CHAMPION = "champion"
    OUT = "out"
    WINS_NEEDED = "wins_needed"
    WINS_ENOUGH = "wins_enough"
    UNRANKED = "unranked"
    NEXT_WIN = "next_win"
    NEXT_DRAW = "next_draw"
    PASS_BY_WIN = "pass_by_win"  # noqa: S105 - no password
    PASS_BY_MARGIN = "pass_by_margin"  # noqa: S105 - no password


@dataclass(frozen=True, slots=True)
class Need:
    """One statement about an ``entrant``.

    ``number`` is of wins or matches, the worst place that is left, or the margin, in the unit of its ``criterion``:
    game points, boxes, gins. ``match`` is the next one. ``rival`` is who is passed; where it is also ``met`` in that
    match, the margin is the difference between the two, otherwise what the entrant wins. ``place`` is the one now.
    """

    code: NeedCode
    entrant: int
    number: int = 0
    match: int | None = None
    rival: int | None = None
    criterion: TieBreak | None = None
    met: bool = False
    place: int = 0


def outlook(
    entrants: Sequence[int],
    tally: Tally,
    rules: SeasonRules,
    left: Sequence[Left],
    *,
    penalties: Sequence[Penalty] = (),
    seed: str = "",
    numbers: Mapping[int, int] | None = None,
) -> Mapping[int, tuple[Need, ...]]:
    """What can be said for certain of each of ``entrants``; ``left`` are their matches, the next ones first.

    The other arguments are those of ``standings``. Where the matches left can come out in no more than MOST_WAYS ways,
    each is gone through; otherwise bounds are told, which say less but nothing wrong.
    """
    everybody = {*entrants, *tally.records, *(entrant for match in left for entrant in match.entrants)}
    rows = standings(sorted(everybody), tally, rules, penalties=penalties, seed=seed, numbers=numbers)
    season = _Season(tuple(sorted(entrants)), rows, tally, rules, tuple(left), opponents(tally))
    table = standings(entrants, tally, rules, penalties=penalties, seed=seed, numbers=numbers)
    first = {need.entrant: need for need in season.first_place()}
    told: dict[int, tuple[Need, ...]] = {}
    for number, row in enumerate(table):
        needs = [first[row.entrant]] if row.entrant in first else []
        if not row.ranked:
            needs.append(Need(NeedCode.UNRANKED, row.entrant, rules.minimum - row.record.played))
        elif not needs or needs[0].code is not NeedCode.CHAMPION:
            needs += season.next_match(row, table[:number])
        told[row.entrant] = tuple(needs)
    return told


@dataclass(frozen=True, slots=True)
class _Season:
    """What outlook knows."""

    entrants: tuple[int, ...]
    rows: tuple[Row, ...]
    tally: Tally
    rules: SeasonRules
    left: tuple[Left, ...]
    opponents: Opponents

    def first_place(self) -> Iterator[Need]:
        """Who has it, who cannot have it, and with how many wins it is sure."""
        mine = Counter(entrant for match in self.left for entrant in match.entrants if len(match.entrants) > 1)
        scenario = self._scenario(mine)
        for match in self.left:
            scenario.leave_open(match.entrants)
        race = list(scenario.race(scenario.entrants))
        may = {entrant for entrant, first, _ in race if first}
        if self.left:
            yield from (Need(NeedCode.OUT, entrant, mine[entrant]) for entrant in self.entrants if entrant not in may)
        reach = scenario.in_reach()
        matters = [match for match in self.left if self._matters(match, reach)]
        if prod(len(results(len(match.entrants))) for match in matters) <= MOST_WAYS:
            yield from self._each_way(self._scenario(mine, reach), matters, mine)
            return
        yield from (Need(NeedCode.CHAMPION, entrant) for entrant, _, passed in race if passed is Can.NO)
        if self.rules.order[0] == "points" and not self.rules.best_nights:
            yield from self._by_bounds([entrant for entrant, first, passed in race if first and passed], reach, mine)

    def _scenario(self, more: Mapping[int, int], only: Set[int] | None = None) -> Scenario:
        """The table of those who have a place in it once they have played so many matches ``more``."""
        record = {row.entrant: row.record for row in self.rows}
        ranked = [e for e in self.entrants if record[e].played + more.get(e, 0) >= self.rules.minimum]
        if only is not None:
            ranked = [entrant for entrant in ranked if entrant in only]
        return Scenario(ranked, self.rows, self.tally, self.rules, self.opponents)

    def _matters(self, match: Left, reach: Set[int]) -> bool:
        """Whether a match can tell in the race for first place between those in ``reach``."""
        sums = {"buchholz", "sonneborn_berger"}
        return not (sums.isdisjoint(self.rules.order) and reach.isdisjoint(match.entrants))

    def _each_way(self, scenario: Scenario, left: Sequence[Left], mine: Mapping[int, int]) -> Iterator[Need]:
        """Go through every way in which the matches ``left`` can come out."""
        may: set[int] = set()
        failed: dict[int, dict[int, Can]] = {entrant: {} for entrant in scenario.entrants}
        asked = set(scenario.entrants)
        for _ in _ways(scenario, left):
            for entrant, first, passed in list(scenario.race(asked)):
                if first:
                    may.add(entrant)
                if passed is not Can.NO:
                    wins = scenario.won[entrant]
                    failed[entrant][wins] = max(passed, failed[entrant].get(wins, passed))
                # Who may be first, and may not be even by winning everything: there is no more to say.
                if entrant in may and mine[entrant] in failed[entrant]:
                    asked.remove(entrant)
            if not asked:
                break
        for entrant, by_wins in failed.items():
            if not by_wins:
                yield Need(NeedCode.CHAMPION, entrant)
            elif entrant not in may:
                yield from [Need(NeedCode.OUT, entrant, mine[entrant])] if self.left else []
            elif max(by_wins) < mine[entrant] and not self.rules.best_nights:
                yield _wins(entrant, max(by_wins) + 1, exactly=by_wins[max(by_wins)] is Can.YES)

    def _by_bounds(self, asked: Sequence[int], reach: Set[int], mine: Mapping[int, int]) -> Iterator[Need]:
        """With how many wins first place is sure, each rival taken at its best: it wins all that it still can."""
        rules = self.rules
        points = {row.entrant: row.points for row in self.rows}
        bonus: dict[int, float] = dict.fromkeys(points, 0)
        together: Counter[tuple[int, int]] = Counter()
        for match in self.left:
            sides = len(match.entrants)
            for one in match.entrants:
                points[one] += rules.bye_points if sides == 1 else 0
                bonus[one] += most_bonus(rules, sides) if sides > 1 else 0
                together.update((one, other) for other in match.entrants)

        def lead(entrant: int, wins: int, rival: int) -> float:
            """By how much the entrant is ahead at worst with so many wins, the rest lost."""
            lost = max(0, wins - mine[entrant] + together[entrant, rival])
            own = points[entrant] + wins * rules.win + (mine[entrant] - wins) * rules.loss
            most = points[rival] + (mine[rival] - lost) * rules.win + lost * rules.loss + bonus[rival]
            return own - most

        for entrant in asked:
            wins, rivals = 0, [rival for rival in reach if rival != entrant]
            for rival in rivals:
                while wins <= mine[entrant] and lead(entrant, wins, rival) <= 0:
                    wins += 1
            if 0 < wins <= mine[entrant]:
                yield _wins(entrant, wins, exactly=any(lead(entrant, wins - 1, rival) < 0 for rival in rivals))

    def next_match(self, row: Row, above: Sequence[Row]) -> Iterator[Need]:
        """What the next match of a ranked entrant can bring, all others aside; ``above`` are the rows above its own.

        Nothing where only the best nights count: whether that night will be one of them is not known.
        """
        mine = (match for match in self.left if row.entrant in match.entrants and len(match.entrants) > 1)
        match = next(mine, None)
        if match is None or self.rules.best_nights:
            return
        scenario = self._scenario(Counter(match.entrants))
        worst = len(scenario.entrants)
        for outcome, code in ((Outcome.DRAW, NeedCode.NEXT_DRAW), (Outcome.WIN, NeedCode.NEXT_WIN)):
            place = max(scenario.place(row.entrant) for _ in _ways(scenario, [match], {row.entrant: outcome}))
            if place <= row.place and place < worst:
                yield Need(code, row.entrant, place, match.match, place=row.place)
                worst = place
        if len(match.entrants) == 2 and above:
            for rival in {rival.entrant: rival for rival in (above[-1], above[0])}.values():
                if rival.place < place:
                    yield from self._pass(scenario, match, row, rival)

    def _pass(self, scenario: Scenario, match: Left, row: Row, rival: Row) -> Iterator[Need]:
        """How winning the next match passes ``rival``."""
        one, other, criterion, by = row.entrant, rival.entrant, None, 0
        met = other in match.entrants
        for _ in _ways(scenario, [match], {one: Outcome.WIN}):
            if scenario.above(other, one, or_level=True) is Can.NO:
                yield Need(NeedCode.PASS_BY_WIN, one, 0, match.match, other, met=met, place=row.place)
            else:
                criterion = scenario.margin(one, other)
        if criterion is not None:
            behind = int(rival.values[criterion] - row.values[criterion])
            by = behind // 2 + 1 if met and criterion == "point_difference" else behind + 1
            yield Need(NeedCode.PASS_BY_MARGIN, one, max(1, by), match.match, other, criterion, met, row.place)


def _wins(entrant: int, wins: int, *, exactly: bool) -> Need:
    return Need(NeedCode.WINS_NEEDED if exactly else NeedCode.WINS_ENOUGH, entrant, wins)


def _ways(
    scenario: Scenario, left: Sequence[Left], fixed: Mapping[int, Outcome] = MappingProxyType({})
) -> Iterator[None]:
    """Assume the matches ``left`` in every way in which the outcomes ``fixed`` come about, one after the other."""
    if not left:
        yield
        return
    sides = left[0].entrants
    for result in results(len(sides)):
        if all(fixed.get(entrant, outcome) is outcome for entrant, outcome in zip(sides, result, strict=True)):
            scenario.assume(sides, result)
            yield from _ways(scenario, left[1:], fixed)
            scenario.take_back()
