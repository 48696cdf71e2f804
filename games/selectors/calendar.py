"""A season's matches as a calendar (RFC 5545), for all of it or for one member."""

from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import icalendar
from django.db.models import Count, Max, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Fixture, FixtureState, LeagueEvent, Member, Season
from games.selectors.matches import match_title, with_sides

_MOVES: Final = ("rescheduled", "cancelled", "restored", "forfeited")
"""What is decided of a match that a calendar has to know anew."""
_LASTS: Final = timedelta(hours=2)
"""How long an evening's match takes in a calendar; nobody knows beforehand."""


def season_calendar(season: Season, member: Member | None, base_url: str) -> bytes:
    """The matches that have a night, as text of an .ics file; ``base_url`` is this server's, for links.

    The same match has the same UID for ever. Its SEQUENCE is how often it was moved, cancelled or put back.
    """
    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Scorekeeper//Matches//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", f"{season.name}, {member.name if member else season.league.name}")
    calendar.add("x-wr-timezone", season.league.zone)
    calendar.add("refresh-interval", timedelta(hours=1), {"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    told = _told(season)
    for fixture in _fixtures(season, member):
        moves, at = told.get(fixture.pk, (0, season.created_at))
        calendar.add_component(_event(season, fixture, moves, at, base_url))
    calendar.add_missing_timezones()
    return bytes(calendar.to_ical())


def _fixtures(season: Season, member: Member | None) -> QuerySet[Fixture]:
    fixtures = season.fixtures.filter(night__isnull=False).exclude(state=FixtureState.BYE)
    if member:
        his = Q(sides__entrant__member=member) | Q(seats__member=member)
        team = Q(sides__entrant__teammates__member=member, sides__entrant__teammates__left_on=None)
        fixtures = fixtures.filter(pk__in=season.fixtures.filter(his | team).values("pk"))
    return with_sides(fixtures).order_by("night", "at", "number")


def _told(season: Season) -> dict[int, tuple[int, datetime]]:
    """Of each fixture (primary key) that has a history, how often it moved and when it was last spoken of."""
    rows = LeagueEvent.objects.filter(fixture__season=season).order_by().values_list("fixture")
    counted = rows.annotate(moves=Count("pk", filter=Q(kind__in=_MOVES)), last=Max("at"))
    return {fixture: (moves, last) for fixture, moves, last in counted}


def _event(season: Season, fixture: Fixture, moves: int, at: datetime, base_url: str) -> icalendar.Event:
    event = icalendar.Event()
    # The primary key: a number may be given again when what was not played is drawn anew.
    event.add("uid", f"{season.public_id}-{fixture.pk}@scorekeeper")
    event.add("sequence", moves)
    event.add("dtstamp", at.astimezone(UTC))
    event.add("summary", match_title(fixture))
    if fixture.night and fixture.at:
        start = datetime.combine(fixture.night, fixture.at, ZoneInfo(season.league.zone))
        event.add("dtstart", start)
        event.add("dtend", (start.astimezone(UTC) + _LASTS).astimezone(ZoneInfo(season.league.zone)))
    elif fixture.night:
        event.add("dtstart", fixture.night)
    where = [fixture.place.name if fixture.place else "", season.league.place]
    if any(where):
        event.add("location", ", ".join(text for text in where if text))
    about = [season.name, _("round %(number)s") % {"number": fixture.round} if fixture.round else ""]
    event.add("description", ", ".join(text for text in about if text))
    event.add("url", base_url + reverse("fixture", args=[season.public_id, fixture.number]))
    event.add("status", "CANCELLED" if fixture.state == FixtureState.CANCELLED else "CONFIRMED")
    return event
