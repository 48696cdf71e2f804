"""Export a season's matches as a calendar (RFC 5545), of all members or of one."""

from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import icalendar
from django.db.models import Count, Max, Q, QuerySet
from django.urls import reverse

from games.models import LeagueEvent, Match, MatchState, Member, Season
from games.selectors.season.match_titles import match_title, with_sides
from games.selectors.season.round_names import round_names

_CHANGE_KINDS: Final = ("rescheduled", "canceled", "restored", "forfeited")
"""Kinds of events that change a match's date or status; each raises its SEQUENCE."""
_LENGTH: Final = timedelta(hours=2)
"""How long a match lasts in the calendar; the real length isn't known beforehand."""


def season_calendar(season: Season, member: Member | None, base_url: str) -> bytes:
    """Return the matches that have a date as an .ics file; ``base_url`` is this server's, for links.

    A match keeps its UID for ever. Its SEQUENCE is the number of times it was moved, canceled or restored.
    """
    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Scorekeeper//Matches//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", f"{season.name}, {member.name if member else season.league.name}")
    calendar.add("x-wr-timezone", season.league.zone)
    calendar.add("refresh-interval", timedelta(hours=1), {"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    changes, names = _changes(season), round_names(season)
    for match in _matches(season, member):
        change = changes.get(match.pk, (0, season.created_at))
        calendar.add_component(_event(season, match, names.of_match(match), change, base_url))
    calendar.add_missing_timezones()
    return bytes(calendar.to_ical())


def _matches(season: Season, member: Member | None) -> QuerySet[Match]:
    matches = season.matches.filter(night__isnull=False).exclude(state=MatchState.BYE)
    if member:
        own = Q(sides__entrant__member=member) | Q(seats__member=member)
        team = Q(sides__entrant__teammates__member=member, sides__entrant__teammates__left_on=None)
        matches = matches.filter(pk__in=season.matches.filter(own | team).values("pk"))
    return with_sides(matches).order_by("night", "at", "number")


def _changes(season: Season) -> dict[int, tuple[int, datetime]]:
    """Return, for each match (primary key) with events, how often it was changed and the time of its last event."""
    rows = LeagueEvent.objects.filter(match__season=season).order_by().values_list("match")
    counts = rows.annotate(moves=Count("pk", filter=Q(kind__in=_CHANGE_KINDS)), last=Max("at"))
    return {match: (moves, last) for match, moves, last in counts}


def _event(
    season: Season, match: Match, round_name: str, change: tuple[int, datetime], base_url: str
) -> icalendar.Event:
    event, (times_moved, changed_at) = icalendar.Event(), change
    # The primary key, because a number may be reused when unplayed matches are drawn anew.
    event.add("uid", f"{season.public_id}-{match.pk}@scorekeeper")
    event.add("sequence", times_moved)
    event.add("dtstamp", changed_at.astimezone(UTC))
    event.add("summary", match_title(match))
    if match.night and match.at:
        start = datetime.combine(match.night, match.at, ZoneInfo(season.league.zone))
        event.add("dtstart", start)
        event.add("dtend", (start.astimezone(UTC) + _LENGTH).astimezone(ZoneInfo(season.league.zone)))
    elif match.night:
        event.add("dtstart", match.night)
    places = [match.place.name if match.place else "", season.league.place]
    if any(places):
        event.add("location", ", ".join(text for text in places if text))
    event.add("description", ", ".join(text for text in (season.name, round_name) if text))
    event.add("url", base_url + reverse("season:match", args=[season.public_id, match.number]))
    # RFC 5545 spells it with two L; a calendar ignores any other word and still shows the match.
    event.add("status", "CANCELLED" if match.state == MatchState.CANCELED else "CONFIRMED")
    return event
