"""Read the matches of a bracket from their fixtures, as they were decided by a night."""

from collections.abc import Iterable
from datetime import date

from games.models import Entrant, Fixture, FixtureState
from games.rules.league.standings import Outcome
from games.rules.pairings.bracket_places import BracketMatch


def is_later(fixture: Fixture, on: date) -> bool:
    """Return whether a match is played after the night ``on``."""
    return fixture.night is not None and fixture.night > on


def match_of(fixture: Fixture, on: date | None) -> BracketMatch:
    """Return a match as it was decided by the night ``on``; a match under way is undecided."""
    sides = list(fixture.sides.all())
    entrants = tuple(side.entrant_id for side in sides)
    if on is not None and is_later(fixture, on):
        return BracketMatch(entrants)
    if fixture.state == FixtureState.BYE:
        return BracketMatch(entrants, entrants[0])
    if fixture.state not in (FixtureState.PLAYED, FixtureState.FORFEITED):
        return BracketMatch(entrants)
    winner = next((side.entrant_id for side in sides if side.outcome == Outcome.WIN), None)
    losers = frozenset(side.entrant_id for side in sides if side.outcome == Outcome.LOSS)
    # A drawn match is replayed.
    return BracketMatch(entrants, winner, losers if winner or len(losers) == len(sides) else frozenset())


def withdrawn_by(entrants: Iterable[Entrant], on: date | None) -> list[int]:
    """Return which of ``entrants`` have withdrawn by the night ``on``; None means by now."""
    return [entrant.pk for entrant in entrants if entrant.withdrawn_on and (on is None or entrant.withdrawn_on <= on)]
