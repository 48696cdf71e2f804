"""Dates in a league's time zone, where a night lasts until four in the morning."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.models import League


def date_in_league(league: League) -> date:
    """Return the current date in the league's time zone; it changes at four in the morning."""
    return night_of(league, timezone.now())


def calendar_date_in_league(league: League) -> date:
    """Return the date on the calendar in the league's time zone; it changes at midnight."""
    return timezone.now().astimezone(ZoneInfo(league.zone)).date()


def night_of(league: League, moment: datetime) -> date:
    """Return the date of the night to which the moment ``moment`` belongs."""
    local = moment.astimezone(ZoneInfo(league.zone))
    return date.fromordinal(local.date().toordinal() - (local.hour < 4))
