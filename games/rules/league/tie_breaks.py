"""Compute the value of each ranking criterion for each entrant; more is better, except for losses.

The definitions are those of the FIDE Handbook, C.07 (Tie-Break Regulations, in force since March 2026):

* Buchholz (article 8.1): the sum of the opponents' points, each counted as often as they met.
* Buchholz cut 1 (article 14.1): Buchholz without its lowest item.
* Median Buchholz (article 14.3, Median-1): Buchholz without its lowest and its highest item.
* Sonneborn-Berger (article 9.1): the points of opponents beaten plus half of those drawn with.
* Extended Sonneborn-Berger (article 13.2.4, EGGSB): the game points of each opponent times those scored against them.
* Progressive score (article 7.5): the points after each round, added up.
* Koya (article 9.2): the points from matches against opponents who have at least half of the points they could have.

What a round without a match counts as in Buchholz (cut or not) and both Sonneborn-Bergers is in ``missed_rounds``. Our
own decisions:

* Opponents' points are those of the table, so that anyone can check the sums, unless the season chose FIDE's.
* Games won are those within matches. Where a match is one game or a number of rounds, they are the matches won.
* Koya counts wins and draws without bonuses, as head-to-head does. What an opponent could have is a win in each
  match that counted, and in each bye.
* The progressive score counts all matches, byes and bonuses, but no penalties, as these belong to no round. Rounds
  are those of the draw; matches outside a draw count night by night, after them.
"""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Final

from games.rules.league.missed_rounds import FIDE, Item, game_scale, league_scale, opponents_items
from games.rules.league.results import Record, Tally, league_points
from games.rules.league.season import HEAD_TO_HEAD, SeasonRules, TieBreak

Value = Fraction | int
_BY_LEAGUE_POINTS: Final = frozenset({"buchholz", "buchholz_cut_1", "median_buchholz", "sonneborn_berger"})
_BY_OPPONENT: Final = _BY_LEAGUE_POINTS | {"extended_sonneborn_berger"}
NEED_PAIRS: Final = _BY_OPPONENT | {*HEAD_TO_HEAD, "koya"}
"""The criteria that need the records of pairs."""
NEED_SCORED: Final = frozenset({"head_to_head_difference", "head_to_head_scored", "extended_sonneborn_berger"})
"""The criteria that need the game points of pairs."""
_RECORD_FIELDS: Final[Mapping[TieBreak, str]] = {
    "wins": "wins",
    "games_won": "games_won",
    "point_difference": "point_difference",
    "points_scored": "points_for",
    "boxes": "boxes",
    "gins": "gins",
    "fewest_losses": "losses",
}
_NOTHING: Final = Record()


def need_steps(criteria: Collection[str], rules: SeasonRules) -> bool:
    """Return whether any of these criteria needs the records of steps."""
    return "progressive" in criteria or (rules.unplayed != "nothing" and not _BY_OPPONENT.isdisjoint(criteria))


def need_forfeits(criteria: Collection[str], rules: SeasonRules) -> bool:
    """Return whether any of these criteria needs to know which matches were forfeited."""
    return rules.unplayed in FIDE and not _BY_OPPONENT.isdisjoint(criteria)


class TieBreaks:
    """The values of all criteria but head-to-head, which depends on who is level."""

    def __init__(
        self,
        entrants: Sequence[int],
        tally: Tally,
        rules: SeasonRules,
        *,
        points: Mapping[int, int],
        counted: Mapping[int, Record],
        lots: Mapping[int, int],
    ) -> None:
        self._entrants = entrants
        self._tally = tally
        self._rules = rules
        self._points = points
        self._counted = counted
        self._lots = lots

    def values(self, criteria: Collection[TieBreak]) -> dict[TieBreak, Mapping[int, Value]]:
        """Return the values of ``criteria`` by entrant, without head-to-head."""
        items: Mapping[int, Sequence[Item]] = {}
        if not _BY_LEAGUE_POINTS.isdisjoint(criteria):
            scale = league_scale(self._rules)
            items = opponents_items(self._entrants, self._tally, self._rules, self._points, scale)
        return {criterion: self._of_all(criterion, items) for criterion in criteria if criterion not in HEAD_TO_HEAD}

    def _of_all(self, criterion: TieBreak, items: Mapping[int, Sequence[Item]]) -> Mapping[int, Value]:
        match criterion:
            case "points":
                return self._points
            case "lot":
                return self._lots
            case "buchholz" | "buchholz_cut_1" | "median_buchholz":
                lowest, highest = int(criterion != "buchholz"), int(criterion == "median_buchholz")
                return {
                    entrant: _cut_sum(items.get(entrant, ()), lowest=lowest, highest=highest)
                    for entrant in self._entrants
                }
            case "sonneborn_berger":
                return {
                    entrant: Fraction(sum(item.half_wins * item.points for item in items.get(entrant, ())), 2)
                    for entrant in self._entrants
                }
            case "extended_sonneborn_berger":
                return self._extended_sonneborn_berger()
            case "progressive":
                return self._progressive()
            case "koya":
                return self._koya()
        single = criterion == "games_won" and self._rules.length != "games"
        read_value = attrgetter("wins" if single else _RECORD_FIELDS[criterion])
        return {entrant: read_value(self._counted.get(entrant, _NOTHING)) for entrant in self._entrants}

    def _extended_sonneborn_berger(self) -> dict[int, int]:
        scored = {entrant: self._counted.get(entrant, _NOTHING).points_for for entrant in self._points}
        items = opponents_items(self._entrants, self._tally, self._rules, scored, game_scale(self._rules))
        return {
            entrant: sum(item.points * item.scored for item in items.get(entrant, ())) for entrant in self._entrants
        }

    def _progressive(self) -> dict[int, int]:
        steps = {step: number for number, step in enumerate(sorted({step for _, step in self._tally.steps}))}
        sums = dict.fromkeys(self._entrants, 0)
        for (entrant, step), record in self._tally.steps.items():
            if entrant in sums:
                # The points of a step are in the score after it and after each later one.
                sums[entrant] += league_points(record, self._rules) * (len(steps) - steps[step])
        return sums

    def _koya(self) -> dict[int, int]:
        sums = dict.fromkeys(self._entrants, 0)
        for (entrant, opponent), record in self._tally.pairs.items():
            if entrant in sums and self._has_half(opponent):
                sums[entrant] += league_points(record, self._rules)
        return sums

    def _has_half(self, entrant: int) -> bool:
        counted = self._counted.get(entrant, _NOTHING)
        return 2 * self._points[entrant] >= self._rules.win * (counted.played + counted.byes)


def _cut_sum(items: Sequence[Item], *, lowest: int, highest: int) -> int:
    """Return the sum of ``items`` without so many of the lowest and highest; rounds missed by choice are cut first."""
    points = [(not item.by_choice, item.points) for item in items for _ in range(item.times)]
    kept = sorted(value for _, value in sorted(points)[lowest:])
    return sum(kept[: len(kept) - highest] if highest else kept)
