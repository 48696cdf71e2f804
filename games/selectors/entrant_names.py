"""The names of all who compete in a season."""

from games.models import Season
from games.selectors.lineups import entrant_name


def names_in(season: Season) -> dict[int, str]:
    """The names of a season's entrants by primary key, as they came."""
    return {entrant.pk: entrant_name(entrant) for entrant in season.entrants.select_related("member")}
