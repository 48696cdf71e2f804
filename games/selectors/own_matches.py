"""What is to be played next: by whoever asks, and at a place in the room."""

from collections.abc import Iterable
from datetime import date
from typing import Final

from django.db.models import F, Prefetch, Q, QuerySet
from django.urls import reverse

from games.models import Account, Device, Fixture, FixtureSide, FixtureState, League, Member, Opens, Place
from games.pages.match import NextMatch
from games.selectors.league_access import whole
from games.selectors.lineups import entrant_name
from games.selectors.nights import today
from games.wording.match import match_title, when_text

MOST_SHOWN: Final = 4
"""Matches of one person that are shown."""
_MOST_LOOKED_AT: Final = 40


def own_matches(account: Account | None, device: Device | None, league: League | None = None) -> tuple[NextMatch, ...]:
    """The matches of the members that an account or a device is, in ``league`` or in all: running, tonight's, the next.

    One query for who is no member anywhere, three for all others.
    """
    return matches_of(members_of(account, device, league))


def members_of(account: Account | None, device: Device | None, league: League | None = None) -> list[Member]:
    """The members that an account or a device is, in ``league`` or in all."""
    mine = Q(account=account) if account else Q()
    if device:
        passes = Q(links__passes__device=device, links__opens=Opens.MEMBER, links__revoked_at=None)
        mine |= passes
    if not mine:
        return []
    rows = Member.objects.filter(mine).select_related("merged_into")
    if league:
        rows = rows.filter(league=league)
    found = {person.pk: person for row in rows.distinct() if (person := whole(row))}
    return list(found.values())


def matches_of(members: Iterable[Member]) -> tuple[NextMatch, ...]:
    """The matches of members that are being played or to be played tonight; where there are none, the next one."""
    mine = [member.pk for member in members]
    if not mine:
        return ()
    regular = Q(sides__entrant__member__in=mine)
    teams = Q(sides__entrant__teammates__member__in=mine, sides__entrant__teammates__left_on=None)
    seated = Q(seats__member__in=mine) | (Q(seats=None) & (regular | teams))
    rows = _open().filter(seated).distinct().order_by(F("night").asc(nulls_last=True), "at", "pk")[:_MOST_LOOKED_AT]
    found = [(fixture, today(fixture.season.league)) for fixture in rows]
    running = [one for one in found if one[0].state == FixtureState.RUNNING]
    due = [one for one in found if one not in running and one[0].night == one[1]]
    coming = [one for one in found if one[0].night is None or one[0].night > one[1]]
    shown = running + due or coming[:1] or found[:1]
    return tuple(next_match(fixture, night) for fixture, night in shown[:MOST_SHOWN])


def matches_at(place: Place) -> tuple[NextMatch, ...]:
    """What is played tonight at a place in the room, the running match first, then by time."""
    now = today(place.league)
    rows = _open().filter(place=place, night=now).order_by(F("at").asc(nulls_last=True), "pk")[:_MOST_LOOKED_AT]
    found = sorted(rows, key=lambda fixture: fixture.state != FixtureState.RUNNING)
    return tuple(next_match(fixture, now) for fixture in found)


def next_match(fixture: Fixture, now: date) -> NextMatch:
    """A fixture with its season, league, place and sides, as a match to play; ``now`` is the date in its room."""
    season = fixture.season
    where = [season.public_id, fixture.number]
    return NextMatch(
        title=match_title([entrant_name(side.entrant) for side in fixture.sides.all()]),
        season=f"{season.league.name}, {season.name}",
        when="" if fixture.state == FixtureState.RUNNING else when_text(fixture.night, fixture.at, now),
        place=fixture.place.name if fixture.place else "",
        running=fixture.state == FixtureState.RUNNING,
        url=reverse("fixture", args=where),
        play_url=reverse("play_fixture", args=where),
    )


def _open() -> QuerySet[Fixture]:
    """The fixtures of open seasons that are to be played or being played, with all that is shown of them."""
    sides = Prefetch("sides", FixtureSide.objects.select_related("entrant__member"))
    return (
        Fixture.objects.filter(season__closed_at=None, state__in=(FixtureState.PLANNED, FixtureState.RUNNING))
        .select_related("season__league", "place")
        .prefetch_related(sides)
    )
