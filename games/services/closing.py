"""A season's table behind a curtain, and its end."""

from datetime import UTC, datetime
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.models import Season
from games.permissions import LeagueAccess
from games.services.leagues import note
from games.services.resettling import resettle
from games.services.seasons import locked_season, moved, open_season

UNTIL_SHOWN: Final = datetime(9999, 1, 1, tzinfo=UTC)
"""Hidden until somebody shows it."""


def hide_table(*, access: LeagueAccess, season: Season, until: datetime) -> None:
    """Hide the table from all who do not run the league ``until`` then, or UNTIL_SHOWN.

    Raises Refused ("not_your_duty", "season_closed").
    """
    with open_season(access, season) as book:
        book.hidden_until = until
        book.save(update_fields=["hidden_until"])
        note(access, "table_hidden", season=book, facts={"until": until.isoformat()})


@transaction.atomic(durable=True)
def show_table(*, access: LeagueAccess, season: Season) -> None:
    """Show the table again, also of a season that is closed: the ceremony may come after the end.

    Again changes nothing. Raises Refused ("not_your_duty").
    """
    access.demand("manage_league")
    book = locked_season(season.pk)
    if book.hidden_until is not None:
        book.hidden_until = None
        book.save(update_fields=["hidden_until"])
        note(access, "table_shown", season=book)
        moved(book)


def close_season(*, access: LeagueAccess, season: Season) -> None:
    """End the season: nothing in it changes any more. Raises Refused ("not_your_duty", "season_closed")."""
    with open_season(access, season) as book:
        book.closed_at = timezone.now()
        book.save(update_fields=["closed_at"])
        note(access, "season_closed", season=book)


@transaction.atomic(durable=True)
def reopen_season(*, access: LeagueAccess, season: Season) -> None:
    """Go on with a season that was closed; what was played at its tables meanwhile counts. Again changes nothing.

    Raises Refused ("not_your_duty").
    """
    access.demand("manage_league")
    book = locked_season(season.pk)
    if book.closed_at is not None:
        book.closed_at = None
        book.save(update_fields=["closed_at"])
        resettle(book)
        note(access, "season_opened", season=book)
        moved(book)
