"""Read the matches of a bracket, as they were decided by a night."""

from collections.abc import Iterable
from datetime import date

from games.models import Entrant, Match, MatchState
from games.rules.league.standings import Outcome
from games.rules.pairings.bracket_places import BracketMatch


def is_later(match: Match, on: date) -> bool:
    """Return whether a match is played after the night ``on``."""
    return match.night is not None and match.night > on


def match_of(match: Match, on: date | None) -> BracketMatch:
    """Return a match as it was decided by the night ``on``; a match under way is undecided."""
    sides = list(match.sides.all())
    entrants = tuple(side.entrant_id for side in sides)
    if on is not None and is_later(match, on):
        return BracketMatch(entrants)
    if match.state == MatchState.BYE:
        return BracketMatch(entrants, entrants[0])
    if match.state not in (MatchState.PLAYED, MatchState.FORFEITED):
        return BracketMatch(entrants)
    winner = next((side.entrant_id for side in sides if side.outcome == Outcome.WIN), None)
    losers = frozenset(side.entrant_id for side in sides if side.outcome == Outcome.LOSS)
    # A drawn match is replayed.
    return BracketMatch(entrants, winner, losers if winner or len(losers) == len(sides) else frozenset())


def withdrawn_by(entrants: Iterable[Entrant], on: date | None) -> list[int]:
    """Return which of ``entrants`` have withdrawn by the night ``on``; None means by now."""
    return [entrant.pk for entrant in entrants if entrant.withdrawn_on and (on is None or entrant.withdrawn_on <= on)]
