"""Whether a season has begun, so that its rule set is fixed, and whether its standings are hidden."""

from games.models import MatchState, Pairing, Season
from games.selectors.league.league_access import SeasonAccess


def is_under_way(season: Season) -> bool:
    """Return whether a table was opened or a match forfeited; from then on the rule set can't be changed."""
    opened = season.matches.filter(table__isnull=False)
    return opened.exists() or season.matches.filter(state=MatchState.FORFEITED).exists()


def may_change_crossing(season: Season) -> bool:
    """Return whether losers may still cross over otherwise: until a double elimination is past its first round."""
    if season.pairing != Pairing.DOUBLE_ELIMINATION:
        return not is_under_way(season)
    return season.matches.filter(bracket_match__isnull=False).values("round").distinct().count() < 2


def is_hidden(season_access: SeasonAccess, *, for_all: bool = False) -> bool:
    """Return whether the standings are hidden from the reader; with ``for_all``, even from one who runs the league."""
    return not season_access.season.table_shown and (for_all or not season_access.access.may("manage_league"))
