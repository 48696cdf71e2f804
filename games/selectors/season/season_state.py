"""Whether a season has begun, so that its rule set is fixed, and whether its standings are hidden."""

from django.db.models import Q

from games.models import MatchState, Pairing, Season
from games.selectors.league.league_access import SeasonAccess


def is_under_way(season: Season) -> bool:
    """Return whether a table was opened or a match has a result; from then on the rule set can't be changed."""
    begun = Q(table__isnull=False) | Q(state__in=(MatchState.RUNNING, MatchState.PLAYED, MatchState.FORFEITED))
    return season.matches.filter(begun).exists()


def may_change_crossing(season: Season, *, under_way: bool) -> bool:
    """Return whether losers may still cross over otherwise: until a double elimination is past its first round.

    Other formats keep their rules once they are ``under_way``.
    """
    if season.pairing != Pairing.DOUBLE_ELIMINATION:
        return not under_way
    return season.matches.filter(bracket_match__isnull=False).values("round").distinct().count() < 2


def is_hidden(season_access: SeasonAccess, *, for_all: bool = False) -> bool:
    """Return whether the standings are hidden from the reader; with ``for_all``, even from one who runs the league."""
    return not season_access.season.table_shown and (for_all or not season_access.access.may("manage_league"))
