"""The handicaps of a season: the points that its entrants start each game with."""

from django.db.models import QuerySet

from games.models import MatchSeat, Season
from games.models.season import LARGEST_HANDICAP
from games.rules.ruleset import RuleSet
from games.selectors.season.pairing_fit import rules_for


def handicaps_of(seats: QuerySet[MatchSeat], rules: RuleSet) -> dict[int, int] | None:
    """Return what those in the ``seats`` of a match start a game with, by number at the table; None if nobody has any.

    The columns of a Hollywood sheet all start at 0.
    """
    if rules.columns > 1:
        return None
    given = seats.filter(side__entrant__handicap__gt=0)
    return dict(given.values_list("seat", "side__entrant__handicap")) or None


def most_handicap(season: Season) -> int:
    """Return the highest handicap that the season's rules allow: below the target, and 0 on a Hollywood sheet."""
    rules = next((rules for players in range(2, 9) if (rules := rules_for(season, players))), None)
    if rules is None or rules.columns > 1:
        return 0
    return LARGEST_HANDICAP if rules.target is None else min(LARGEST_HANDICAP, rules.target - 1)
