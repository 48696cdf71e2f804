"""Check in the entrants of a season on a night: at the desk, one by one or all together."""

from collections.abc import Collection

from games.models import Attendance, Season
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.selectors.season.attendance import attendance
from games.selectors.season.league_dates import date_in_league
from games.services.season.seasons import open_season


def check_in(*, access: LeagueAccess, season: Season, entrants: Collection[int] | None, here: bool) -> int:
    """Note that entrants (primary keys; None: all) are in the room tonight, or are not; return how many changed.

    A second time changes nothing. Raises RefusedError ("not_your_duty", "season_closed", "not_found" for entrants of
    another season and for those who have withdrawn).
    """
    with open_season(access, season, action="run_desk") as locked:
        night = date_in_league(locked.league)
        current = attendance(locked, night)
        chosen = current.keys() if entrants is None else set(entrants)
        if not chosen <= current.keys():
            raise RefusedError("not_found")
        changed = [entrant for entrant in chosen if current[entrant] != here]
        Attendance.objects.bulk_create(
            [Attendance(season=locked, entrant_id=entrant, night=night, here=here) for entrant in sorted(changed)],
            update_conflicts=True,
            unique_fields=["entrant", "night"],
            update_fields=["here"],
        )
    return len(changed)
