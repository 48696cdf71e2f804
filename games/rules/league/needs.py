"""Compute what each entrant of a season still needs, such as "two more wins make sure of first place".

Each statement holds whatever the other entrants do. It assumes that exactly the remaining matches are played, with any
outcome and score. First place may be shared if the rules have no lot. Seasons of free play have no outlook, because
their remaining matches aren't known.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from math import prod
from types import MappingProxyType
from typing import Final

from games.rules.league.scenarios import (
    DEPEND_ON_OTHERS,
    Opponents,
    Possibility,
    Scenario,
    most_bonus,
    opponents,
    results,
)
from games.rules.league.season import SeasonRules, TieBreak
from games.rules.league.standings import Outcome, PointsPenalty, StandingsRow, Tally, standings

MAX_COMBINATIONS: Final = 3**8
"""The most combinations of results that are tried one by one: those of eight matches between two."""


@dataclass(frozen=True, slots=True)
class RemainingMatch:
    """A match still to be played; a single entrant gets a bye."""

    match: int
    entrants: tuple[int, ...]


class NeedCode(StrEnum):
    """The kinds of statements about an entrant; numbers are in ``Need.number``.

    CHAMPION: nobody can pass it. OUT: it can't be first, even by winning all remaining matches. WINS_NEEDED: exactly
    this many more wins make sure of first place. WINS_ENOUGH: this many do, fewer may. UNRANKED: it needs this many
    more matches to be ranked. FINISHED: its place is settled, between the current and the worst possible one.
    WINS_LEFT: this many more wins win the knock-out. SURE_OF: it finishes in this place or better. FOR_THIRD: it plays
    for third place. NEXT_WIN, NEXT_DRAW: this outcome of the next match secures a place, ignoring all other matches.
    PASS_BY_WIN: winning the next match passes a rival. PASS_BY_MARGIN: winning it by this margin does.
    """

    CHAMPION = "champion"
    OUT = "out"
    WINS_NEEDED = "wins_needed"
    WINS_ENOUGH = "wins_enough"
    UNRANKED = "unranked"
    FINISHED = "finished"
    WINS_LEFT = "wins_left"
    SURE_OF = "sure_of"
    FOR_THIRD = "for_third"
    NEXT_WIN = "next_win"
    NEXT_DRAW = "next_draw"
    PASS_BY_WIN = "pass_by_win"  # noqa: S105 - no password
    PASS_BY_MARGIN = "pass_by_margin"  # noqa: S105 - no password


@dataclass(frozen=True, slots=True)
class Need:
    """One statement about an ``entrant``.

    ``number`` is a number of wins or matches, the worst possible place, or a margin in the unit of its ``criterion``:
    game points, boxes, gins. ``match`` is the entrant's next match. ``rival`` is who is passed. If the rival is also
    the opponent in that match (``met``), the margin is the difference between the two, otherwise what the entrant has
    to win. ``place`` is the current one, which may be ``shared``.
    """

    code: NeedCode
    entrant: int
    number: int = 0
    match: int | None = None
    rival: int | None = None
    criterion: TieBreak | None = None
    met: bool = False
    place: int = 0
    shared: bool = False


def outlook(
    entrants: Sequence[int],
    tally: Tally,
    rules: SeasonRules,
    remaining: Sequence[RemainingMatch],
    *,
    penalties: Sequence[PointsPenalty] = (),
    seed: str = "",
    lot_numbers: Mapping[int, int] | None = None,
) -> Mapping[int, tuple[Need, ...]]:
    """Return by entrant what is certain about the end of the season; ``remaining`` are the remaining matches in order.

    The other arguments are those of ``standings``. If the remaining matches have at most MAX_COMBINATIONS combinations
    of results, all are tried; otherwise bounds are used, which say less but are never wrong.
    """
    everybody = {*entrants, *tally.records, *(entrant for match in remaining for entrant in match.entrants)}
    rows = standings(sorted(everybody), tally, rules, penalties=penalties, seed=seed, lot_numbers=lot_numbers)
    season = _Season(tuple(sorted(entrants)), rows, tally, rules, tuple(remaining), opponents(tally))
    table = standings(entrants, tally, rules, penalties=penalties, seed=seed, lot_numbers=lot_numbers)
    first = {need.entrant: need for need in season.first_place()}
    needs_by_entrant: dict[int, tuple[Need, ...]] = {}
    for number, row in enumerate(table):
        needs = [first[row.entrant]] if row.entrant in first else []
        if not row.ranked:
            needs.append(Need(NeedCode.UNRANKED, row.entrant, rules.minimum - row.record.played))
        elif not needs or needs[0].code is not NeedCode.CHAMPION:
            needs += season.next_match(row, table[:number])
        needs_by_entrant[row.entrant] = tuple(needs)
    return needs_by_entrant


def settled_place(row: StandingsRow) -> tuple[Need, ...]:
    """Return what is certain about ``row`` after the last match: the place, for those who are ranked."""
    if not row.ranked:
        return ()
    if row.place == 1 and row.bracket is None:
        return (Need(NeedCode.CHAMPION, row.entrant),)
    return (Need(NeedCode.FINISHED, row.entrant, place=row.place, shared=row.shared),)


def bracket_needs(row: StandingsRow, entrants: int) -> tuple[Need, ...]:
    """Return what is certain about ``row`` in a knock-out of so many ``entrants``, running or over.

    For those still in: how many more wins they need and the worst place they can finish in. For the others: their
    place.
    """
    bracket_place, entrant = row.bracket, row.entrant
    if bracket_place is None or not row.ranked:
        return ()
    sure_of = (Need(NeedCode.SURE_OF, entrant, bracket_place.worst),)
    if bracket_place.wins_left:
        return (
            Need(NeedCode.WINS_LEFT, entrant, bracket_place.wins_left),
            *(sure_of if bracket_place.worst < entrants else ()),
        )
    if bracket_place.third == "open":
        return (Need(NeedCode.FOR_THIRD, entrant, bracket_place.worst),)
    if bracket_place.part == "consolation" and bracket_place.worst > bracket_place.place:
        return sure_of
    if bracket_place.worst > bracket_place.place:
        return (Need(NeedCode.FINISHED, entrant, bracket_place.worst, place=bracket_place.place),)
    return settled_place(row)


@dataclass(frozen=True, slots=True)
class _Season:
    """The season as ``outlook`` got it, with methods for each kind of statement."""

    entrants: tuple[int, ...]
    rows: tuple[StandingsRow, ...]
    tally: Tally
    rules: SeasonRules
    remaining: tuple[RemainingMatch, ...]
    opponents: Opponents

    def first_place(self) -> Iterator[Need]:
        """Yield who has first place, who can't get it, and how many wins make sure of it."""
        matches_left = Counter(
            entrant for match in self.remaining for entrant in match.entrants if len(match.entrants) > 1
        )
        scenario = self._scenario(matches_left)
        for match in self.remaining:
            scenario.leave_open(match.entrants)
        race = list(scenario.race(scenario.entrants))
        can_win = {entrant for entrant, first, _ in race if first}
        if self.remaining:
            yield from (
                Need(NeedCode.OUT, entrant, matches_left[entrant])
                for entrant in self.entrants
                if entrant not in can_win
            )
        reach = scenario.in_reach()
        matters = [match for match in self.remaining if self._matters(match, reach)]
        if prod(len(results(len(match.entrants))) for match in matters) <= MAX_COMBINATIONS:
            yield from self._each_way(self._scenario(matches_left, reach), matters, matches_left)
            return
        yield from (
            Need(NeedCode.CHAMPION, entrant) for entrant, _, can_be_passed in race if can_be_passed is Possibility.NO
        )
        if self.rules.order[0] == "points" and not self.rules.best_nights:
            yield from self._by_bounds(
                [entrant for entrant, first, can_be_passed in race if first and can_be_passed], reach, matches_left
            )

    def _scenario(self, more: Mapping[int, int], only: Set[int] | None = None) -> Scenario:
        """Return the table of those who will be ranked after ``more`` matches each, if given ``only`` some of them."""
        record = {row.entrant: row.record for row in self.rows}
        ranked = [e for e in self.entrants if record[e].played + more.get(e, 0) >= self.rules.minimum]
        if only is not None:
            ranked = [entrant for entrant in ranked if entrant in only]
        return Scenario(ranked, self.rows, self.tally, self.rules, self.opponents)

    def _matters(self, match: RemainingMatch, reach: Set[int]) -> bool:
        """Return whether a match can affect who of those in ``reach`` comes first."""
        return not (DEPEND_ON_OTHERS.isdisjoint(self.rules.order) and reach.isdisjoint(match.entrants))

    def _each_way(
        self, scenario: Scenario, remaining: Sequence[RemainingMatch], matches_left: Mapping[int, int]
    ) -> Iterator[Need]:
        """Yield the statements about first place by trying every combination of results of ``remaining``."""
        can_win: set[int] = set()
        failed: dict[int, dict[int, Possibility]] = {entrant: {} for entrant in scenario.entrants}
        undecided = set(scenario.entrants)
        for _ in _each_outcome(scenario, remaining):
            for entrant, can_be_first, can_be_passed in list(scenario.race(undecided)):
                if can_be_first:
                    can_win.add(entrant)
                if can_be_passed is not Possibility.NO:
                    wins = scenario.won[entrant]
                    failed[entrant][wins] = max(can_be_passed, failed[entrant].get(wins, can_be_passed))
                # It may come first, but isn't sure of it even by winning every match: nothing more to find out.
                if entrant in can_win and matches_left[entrant] in failed[entrant]:
                    undecided.remove(entrant)
            if not undecided:
                break
        for entrant, by_wins in failed.items():
            if not by_wins:
                yield Need(NeedCode.CHAMPION, entrant)
            elif entrant not in can_win:
                yield from [Need(NeedCode.OUT, entrant, matches_left[entrant])] if self.remaining else []
            elif max(by_wins) < matches_left[entrant] and not self.rules.best_nights:
                yield _wins_need(entrant, max(by_wins) + 1, exactly=by_wins[max(by_wins)] is Possibility.YES)

    def _by_bounds(self, candidates: Sequence[int], reach: Set[int], matches_left: Mapping[int, int]) -> Iterator[Need]:
        """Yield how many wins make sure of first place if each rival wins all its other matches."""
        rules = self.rules
        points = {row.entrant: row.points for row in self.rows}
        bonus: dict[int, float] = dict.fromkeys(points, 0)
        together: Counter[tuple[int, int]] = Counter()
        for match in self.remaining:
            sides = len(match.entrants)
            for player in match.entrants:
                points[player] += rules.bye_points if sides == 1 else 0
                bonus[player] += most_bonus(rules, sides) if sides > 1 else 0
                together.update((player, opponent) for opponent in match.entrants)

        def lead(entrant: int, wins: int, rival: int) -> float:
            """Return the least lead of the entrant over a rival with so many wins and all other matches lost."""
            lost = max(0, wins - matches_left[entrant] + together[entrant, rival])
            own = points[entrant] + wins * rules.win + (matches_left[entrant] - wins) * rules.loss
            most = points[rival] + (matches_left[rival] - lost) * rules.win + lost * rules.loss + bonus[rival]
            return own - most

        for entrant in candidates:
            wins, rivals = 0, [rival for rival in reach if rival != entrant]
            for rival in rivals:
                while wins <= matches_left[entrant] and lead(entrant, wins, rival) <= 0:
                    wins += 1
            if 0 < wins <= matches_left[entrant]:
                yield _wins_need(entrant, wins, exactly=any(lead(entrant, wins - 1, rival) < 0 for rival in rivals))

    def next_match(self, row: StandingsRow, above: Sequence[StandingsRow]) -> Iterator[Need]:
        """Yield what the next match of a ranked entrant can change; ``above`` are the rows above its own.

        Other matches are ignored. Yields nothing where only the best nights count, because it isn't known whether the
        night of that match will be one of them.
        """
        own_matches = (match for match in self.remaining if row.entrant in match.entrants and len(match.entrants) > 1)
        match = next(own_matches, None)
        if match is None or self.rules.best_nights:
            return
        scenario = self._scenario(Counter(match.entrants))
        worst = len(scenario.entrants)
        for outcome, code in ((Outcome.DRAW, NeedCode.NEXT_DRAW), (Outcome.WIN, NeedCode.NEXT_WIN)):
            place = max(scenario.place(row.entrant) for _ in _each_outcome(scenario, [match], {row.entrant: outcome}))
            if place <= row.place and place < worst:
                yield Need(code, row.entrant, place, match.match, place=row.place)
                worst = place
        if len(match.entrants) == 2 and above:
            for rival in {rival.entrant: rival for rival in (above[-1], above[0])}.values():
                if rival.place < place:
                    yield from self._pass(scenario, match, row, rival)

    def _pass(
        self, scenario: Scenario, match: RemainingMatch, row: StandingsRow, rival: StandingsRow
    ) -> Iterator[Need]:
        """Yield how winning the next match passes ``rival``."""
        entrant, rival_entrant, criterion_of_margin, margin = row.entrant, rival.entrant, None, 0
        meets_rival = rival_entrant in match.entrants
        for _ in _each_outcome(scenario, [match], {entrant: Outcome.WIN}):
            if scenario.above(rival_entrant, entrant, or_level=True) is Possibility.NO:
                yield Need(
                    NeedCode.PASS_BY_WIN, entrant, 0, match.match, rival_entrant, met=meets_rival, place=row.place
                )
            else:
                criterion_of_margin = scenario.margin(entrant, rival_entrant)
        if criterion_of_margin is not None:
            deficit = int(rival.values[criterion_of_margin] - row.values[criterion_of_margin])
            margin = deficit // 2 + 1 if meets_rival and criterion_of_margin == "point_difference" else deficit + 1
            yield Need(
                NeedCode.PASS_BY_MARGIN,
                entrant,
                max(1, margin),
                match.match,
                rival_entrant,
                criterion_of_margin,
                meets_rival,
                row.place,
            )


def _wins_need(entrant: int, wins: int, *, exactly: bool) -> Need:
    return Need(NeedCode.WINS_NEEDED if exactly else NeedCode.WINS_ENOUGH, entrant, wins)


def _each_outcome(
    scenario: Scenario, remaining: Sequence[RemainingMatch], fixed: Mapping[int, Outcome] = MappingProxyType({})
) -> Iterator[None]:
    """Assume every combination of results of ``remaining`` that has the ``fixed`` outcomes, and yield for each."""
    if not remaining:
        yield
        return
    sides = remaining[0].entrants
    for result in results(len(sides)):
        if all(fixed.get(entrant, outcome) is outcome for entrant, outcome in zip(sides, result, strict=True)):
            scenario.assume(sides, result)
            yield from _each_outcome(scenario, remaining[1:], fixed)
            scenario.take_back()
