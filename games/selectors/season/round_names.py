"""Name the rounds of a season: by number, or in a bracket as people call them ("Semifinals", "Losers' round 2")."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext as _

from games.models import Match, MatchSide, Season
from games.models.season import BRACKETS, PLANNED_BRACKETS
from games.rules.pairings.bracket_places import round_sizes
from games.selectors.season.planned_bracket import bracket_plan
from games.wording.season.bracket import part_title, round_name, round_title

_Row = tuple[int, int, int | None, int]
"""The number of a match, its round, its number in the plan of its bracket, and an entrant."""


@dataclass(frozen=True, slots=True)
class RoundNames:
    """The names of a season's rounds, by number; ``matches`` are the names of each match's round, by its number.

    The matches of a round can have several names, as a plan has rounds side by side.
    """

    rounds: Mapping[int, str] = field(default_factory=dict)
    matches: Mapping[int, str] = field(default_factory=dict)

    def of(self, number: int) -> str:
        """Return the name of a round."""
        return self.rounds.get(number) or _("Round %(number)s") % {"number": number}

    def of_match(self, match: Match) -> str:
        """Return the name of the round of a match; "" for a match outside the draw."""
        return self.matches.get(match.number) or (self.of(match.round) if match.round else "")


BY_NUMBER: Final = RoundNames()
"""The names of rounds outside brackets."""


def round_names(season: Season) -> RoundNames:
    """Return the names of a season's rounds. One query in a season with a bracket, none in others."""
    if season.pairing not in BRACKETS:
        return BY_NUMBER
    sides = MatchSide.objects.filter(match__season=season, match__round__isnull=False).order_by("match__number")
    found = sides.values_list("match__number", "match__round", "match__bracket_match", "entrant")
    rows = [(match, number or 0, in_plan, entrant) for match, number, in_plan, entrant in found]
    if season.pairing in PLANNED_BRACKETS:
        return _of_plan(season, rows)
    return _of_knockout(rows)


def _of_plan(season: Season, rows: Iterable[_Row]) -> RoundNames:
    planned = [row for row in rows if row[2]]
    first = min((number for _, number, _, _ in planned), default=0)
    entrants = {entrant for _, number, _, entrant in planned if number == first}
    if len(entrants) < 2:
        return BY_NUMBER
    plan = bracket_plan(season, len(entrants))
    matches: dict[int, str] = {}
    rounds: defaultdict[int, dict[str, None]] = defaultdict(dict)
    for match, number, in_plan, _entrant in planned:
        if in_plan is None or in_plan > len(plan.matches):
            return BY_NUMBER
        part, of_part = (found := plan.match(in_plan)).part, plan.rounds(found.part)
        size = plan.positions.get((part, found.round), 0)
        matches[match] = round_name(part, found.round, rounds=len(of_part), matches=size)
        rounds[number][matches[match]] = None
    return RoundNames({number: ", ".join(names) for number, names in rounds.items()}, matches)


def _of_knockout(rows: Iterable[_Row]) -> RoundNames:
    pairs: dict[int, tuple[int, set[int]]] = {}
    for match, number, _in_plan, entrant in rows:
        pairs.setdefault(match, (number, set()))[1].add(entrant)
    rounds: defaultdict[int, dict[frozenset[int], list[int]]] = defaultdict(dict)
    for match, (number, pair) in pairs.items():
        # A replay is between the same two.
        rounds[number].setdefault(frozenset(pair), []).append(match)
    sizes = round_sizes([list(found) for _, found in sorted(rounds.items())])
    names = {number: round_title(size) for number, size in enumerate(sizes, min(rounds, default=1))}
    third = [match for found in list(rounds.get(max(names, default=0), {}).values())[1:] for match in found]
    return RoundNames(names, dict.fromkeys(third, part_title("third")))
