"""Which night it is in a league's room."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.models import League


def today(league: League) -> date:
    """The date in the league's room. A night goes on until four in the morning."""
    return tonight(league, timezone.now())


def tonight(league: League, at: datetime) -> date:
    """The night that a moment belongs to, in the league's room."""
    local = at.astimezone(ZoneInfo(league.zone))
    return date.fromordinal(local.date().toordinal() - (local.hour < 4))
