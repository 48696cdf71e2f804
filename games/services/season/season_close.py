"""Hide or show a season's standings table; close and reopen the season."""

from datetime import UTC, datetime
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.models import Season
from games.permissions import LeagueAccess
from games.sealing.pending import record_ledger_ends
from games.selectors.season.bracket import CLOSED_BY_BRACKET, follows_bracket
from games.services.league.leagues import record_event
from games.services.season.season_resettle import resettle
from games.services.season.seasons import locked_season, open_season, publish_season_change
from games.services.sharing.seals import seal_season

UNTIL_SHOWN: Final = datetime(9999, 1, 1, tzinfo=UTC)
"""A date that never comes: hidden until the organizer shows it."""


def hide_standings(*, access: LeagueAccess, season: Season, until: datetime) -> None:
    """Hide the standings from everyone who does not run the league, until a moment or UNTIL_SHOWN.

    Raises RefusedError ("not_your_duty", "season_closed").
    """
    with open_season(access, season) as locked:
        locked.hidden_until = until
        locked.save(update_fields=["hidden_until"])
        record_event(access, "table_hidden", season=locked, facts={"until": until.isoformat()})


@transaction.atomic(durable=True)
def show_standings(*, access: LeagueAccess, season: Season) -> None:
    """Show the standings again, also in a closed season, as the prize giving may come after the end.

    A second time changes nothing. Raises RefusedError ("not_your_duty").
    """
    access.demand("manage_league")
    locked = locked_season(season.pk)
    if locked.hidden_until is not None:
        locked.hidden_until = None
        locked.save(update_fields=["hidden_until"])
        record_event(access, "table_shown", season=locked)
        publish_season_change(locked)


def close_season(*, access: LeagueAccess, season: Season) -> None:
    """Close the season: nothing in it changes afterwards. Raises RefusedError ("not_your_duty", "season_closed")."""
    with open_season(access, season) as locked:
        facts = CLOSED_BY_BRACKET if follows_bracket(locked) else {}
        locked.closed_at = timezone.now()
        locked.save(update_fields=["closed_at"])
        record_event(access, "season_closed", season=locked, facts=facts)
        record_ledger_ends(locked.league_id, list(locked.fixtures.exclude(table=None).values_list("table", flat=True)))
        # After the event, which says by which rule the sealed table is ranked.
        seal_season(locked)


@transaction.atomic(durable=True)
def reopen_season(*, access: LeagueAccess, season: Season) -> None:
    """Reopen a closed season; rounds played at its tables meanwhile count. A second time changes nothing.

    Raises RefusedError ("not_your_duty").
    """
    access.demand("manage_league")
    locked = locked_season(season.pk)
    if locked.closed_at is not None:
        locked.closed_at = None
        locked.save(update_fields=["closed_at"])
        resettle(locked)
        record_event(access, "season_opened", season=locked)
        publish_season_change(locked)
