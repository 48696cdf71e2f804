"""Build a bracket that follows a plan (double elimination, consolation) from the fixtures of a season."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from games.models import Entrant, Fixture, FixtureState, Pairing
from games.rules.pairings.bracket_places import BracketMatch, BracketPlace
from games.rules.pairings.bracket_plan import BracketPlan, consolation, double_elimination
from games.rules.pairings.bracket_run import BracketRun
from games.selectors.season.bracket_matches import is_later, match_of, withdrawn_by


@dataclass(frozen=True, slots=True)
class PlannedBracket:
    """The plan of a bracket, and the fixture that decides each match drawn so far, by its number in the plan."""

    plan: BracketPlan
    fixtures: Mapping[int, Fixture]

    def run(self, entrants: Iterable[Entrant], on: date | None = None) -> BracketRun:
        """Return the bracket as far as it was played by the night ``on``; None means by now."""
        played: dict[int, BracketMatch] = {}
        rounds: defaultdict[int, dict[int, Fixture]] = defaultdict(dict)
        for number, fixture in self.fixtures.items():
            rounds[fixture.round or 0][number] = fixture
        for _, fixtures in sorted(rounds.items()):
            played |= {number: match_of(fixture, on) for number, fixture in fixtures.items()}
            if on is not None and any(is_later(fixture, on) for fixture in fixtures.values()):
                # The next round is drawn only after this one is over.
                break
        return BracketRun(self.plan, played, withdrawn_by(entrants, on))

    def last_matches(self) -> list[Fixture]:
        """Return the matches from which nobody has moved on to another match that was drawn."""
        followed = {
            source.number
            for match in self.plan.matches
            for source in match.sources
            if source.kind != "seed" and match.number in self.fixtures
        }
        return [fixture for number, fixture in self.fixtures.items() if number not in followed]

    def places(self, entrants: Iterable[Entrant], on: date | None = None) -> Mapping[int, BracketPlace]:
        """Return how far each of ``entrants`` came by the end of the night ``on``; None means by now."""
        return self.run(entrants, on).places()


def bracket_plan(pairing: Pairing, entrants: int) -> BracketPlan:
    """Return the plan for so many entrants; ``pairing`` is one of PLANNED_BRACKETS."""
    return double_elimination(entrants) if pairing is Pairing.DOUBLE_ELIMINATION else consolation(entrants)


def planned_bracket(pairing: Pairing, drawn: Iterable[Fixture]) -> PlannedBracket | None:
    """Return the bracket of the matches drawn, in order of their number, with sides; None if they aren't one."""
    fixtures: dict[int, Fixture] = {}
    for fixture in drawn:
        number = fixture.bracket_match
        # The last of its replays decides; a canceled one only if there is no other.
        if number and (number not in fixtures or fixture.state != FixtureState.CANCELED):
            fixtures[number] = fixture
    first = min((fixture.round or 0 for fixture in fixtures.values()), default=0)
    entrants = {
        side.entrant_id for fixture in fixtures.values() if fixture.round == first for side in fixture.sides.all()
    }
    if len(entrants) < 2:
        return None
    plan = bracket_plan(pairing, len(entrants))
    seeded = {match.number for match in plan.matches if match.sources[0].kind == "seed"}
    complete = seeded == {number for number, fixture in fixtures.items() if fixture.round == first}
    return PlannedBracket(plan, fixtures) if complete and max(fixtures) <= len(plan.matches) else None
