"""Build a bracket that follows a plan (double elimination, consolation) from the matches of a season."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from games.models import Entrant, Match, MatchState, Pairing, Season
from games.rules.league.season import season_rules
from games.rules.pairings.bracket_places import BracketMatch, BracketPlace
from games.rules.pairings.bracket_plan import BracketPlan, consolation, double_elimination
from games.rules.pairings.bracket_run import BracketRun
from games.selectors.season.bracket_matches import is_later, match_of, withdrawn_by


@dataclass(frozen=True, slots=True)
class PlannedBracket:
    """The plan of a bracket, and what decides each match drawn so far, by its number in the plan."""

    plan: BracketPlan
    matches: Mapping[int, Match]

    def run(self, entrants: Iterable[Entrant], on: date | None = None) -> BracketRun:
        """Return the bracket as far as it was played by the night ``on``; None means by now."""
        played: dict[int, BracketMatch] = {}
        rounds: defaultdict[int, dict[int, Match]] = defaultdict(dict)
        for number, match in self.matches.items():
            rounds[match.round or 0][number] = match
        for _, matches in sorted(rounds.items()):
            played |= {number: match_of(match, on) for number, match in matches.items()}
            if on is not None and any(is_later(match, on) for match in matches.values()):
                # The next round is drawn only after this one is over.
                break
        return BracketRun(self.plan, played, withdrawn_by(entrants, on))

    def last_matches(self) -> list[Match]:
        """Return the matches from which nobody has moved on to another match that was drawn."""
        followed = {
            source.number
            for planned in self.plan.matches
            for source in planned.sources
            if source.kind != "seed" and planned.number in self.matches
        }
        return [match for number, match in self.matches.items() if number not in followed]

    def places(self, entrants: Iterable[Entrant], on: date | None = None) -> Mapping[int, BracketPlace]:
        """Return how far each of ``entrants`` came by the end of the night ``on``; None means by now."""
        return self.run(entrants, on).places()


def bracket_plan(season: Season, entrants: int) -> BracketPlan:
    """Return the plan for so many entrants; the season's pairing is one of PLANNED_BRACKETS."""
    if season.pairing == Pairing.DOUBLE_ELIMINATION:
        return double_elimination(entrants, season_rules(season.rules).crossing)
    return consolation(entrants)


def planned_bracket(season: Season, drawn: Iterable[Match]) -> PlannedBracket | None:
    """Return the bracket of the matches drawn, in order of their number, with sides; None if they aren't one."""
    matches: dict[int, Match] = {}
    for match in drawn:
        number = match.bracket_match
        # The last of its replays decides; a canceled one only if there is no other.
        if number and (number not in matches or match.state != MatchState.CANCELED):
            matches[number] = match
    first = min((match.round or 0 for match in matches.values()), default=0)
    entrants = {side.entrant_id for match in matches.values() if match.round == first for side in match.sides.all()}
    if len(entrants) < 2:
        return None
    plan = bracket_plan(season, len(entrants))
    seeded = {planned.number for planned in plan.matches if planned.sources[0].kind == "seed"}
    complete = seeded == {number for number, match in matches.items() if match.round == first}
    return PlannedBracket(plan, matches) if complete and max(matches) <= len(plan.matches) else None
