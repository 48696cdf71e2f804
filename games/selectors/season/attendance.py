"""Who of a season is in the room tonight."""

from collections.abc import Mapping
from datetime import date

from games.models import Attendance, MatchSide, Season
from games.selectors.season.league_dates import date_in_league


def attendance(season: Season, night: date) -> Mapping[int, bool]:
    """Return whether each entrant (primary key) who has not withdrawn is in the room on a night.

    What the desk said last counts. Of those it said nothing about, anyone whose table was opened that night is here.
    """
    said = dict(Attendance.objects.filter(season=season, night=night).values_list("entrant", "here"))
    at_tables = set(
        MatchSide.objects.filter(match__season=season, match__night=night, match__table__isnull=False)
        .order_by()
        .values_list("entrant", flat=True)
    )
    competing = season.entrants.filter(withdrawn_on=None).values_list("pk", flat=True)
    return {entrant: said.get(entrant, entrant in at_tables) for entrant in competing}


def absent_tonight(season: Season) -> frozenset[int]:
    """Return the entrants (primary keys) who are not in the room tonight; the season is loaded with its league."""
    here = attendance(season, date_in_league(season.league))
    return frozenset(entrant for entrant, present in here.items() if not present)
