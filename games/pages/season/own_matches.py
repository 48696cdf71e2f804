"""Find the next matches to play: the reader's own, and those at a place of the room."""

from collections.abc import Iterable
from datetime import date
from typing import Final

from django.db.models import F, Prefetch, Q, QuerySet
from django.urls import reverse

from games.models import Account, Device, League, LinkTarget, Match, MatchSide, MatchState, Member, Place, Season
from games.pages.season.match import NextMatch
from games.selectors.league.league_access import follow_merges
from games.selectors.season.entrant_names import entrant_name
from games.selectors.season.league_dates import calendar_date_in_league, date_in_league
from games.wording.season.match import match_title, when_text

MOST_MATCHES_SHOWN: Final = 4
"""The most matches of one person that are shown."""
_MOST_READ: Final = 40


def own_matches(account: Account | None, device: Device | None, league: League | None = None) -> tuple[NextMatch, ...]:
    """Return the matches of the reader's members in ``league`` or in all: running, tonight's, or the next one.

    One query for a reader who isn't a member, three for all others.
    """
    return matches_of(members_of(account, device, league))


def members_of(account: Account | None, device: Device | None, league: League | None = None) -> list[Member]:
    """Return the members that an account or a device has claimed, in ``league`` or in all."""
    mine = Q(account=account) if account else Q()
    if device:
        passes = Q(links__passes__device=device, links__opens=LinkTarget.MEMBER, links__revoked_at=None)
        mine |= passes
    if not mine:
        return []
    rows = Member.objects.filter(mine).select_related("merged_into")
    if league:
        rows = rows.filter(league=league)
    members = {person.pk: person for row in rows.distinct() if (person := follow_merges(row))}
    return list(members.values())


def matches_of(members: Iterable[Member], season: Season | None = None) -> tuple[NextMatch, ...]:
    """Return the matches of members that are being played or due tonight; if there are none, the next one.

    Those of ``season``, or of all seasons.
    """
    member_ids = [member.pk for member in members]
    if not member_ids:
        return ()
    regular = Q(sides__entrant__member__in=member_ids)
    teams = Q(sides__entrant__teammates__member__in=member_ids, sides__entrant__teammates__left_on=None)
    seated = Q(seats__member__in=member_ids) | (Q(seats=None) & (regular | teams))
    found = _open_matches().filter(seated, **({"season": season} if season else {})).distinct()
    rows = found.order_by(F("night").asc(nulls_last=True), "at", "pk")[:_MOST_READ]
    dated = [(match, date_in_league(match.season.league)) for match in rows]
    running = [item for item in dated if item[0].state == MatchState.RUNNING]
    due = [item for item in dated if item not in running and item[0].night == item[1]]
    coming = [item for item in dated if item[0].night is None or item[0].night > item[1]]
    shown = running + due or coming[:1] or dated[:1]
    return tuple(next_match(match, night) for match, night in shown[:MOST_MATCHES_SHOWN])


def matches_at_place(place: Place) -> tuple[NextMatch, ...]:
    """Return tonight's matches at a place of the room, the running one first, then by time."""
    league_today = date_in_league(place.league)
    rows = (
        _open_matches()
        .filter(place=place, night=league_today)
        .order_by(F("at").asc(nulls_last=True), "pk")[:_MOST_READ]
    )
    matches = sorted(rows, key=lambda match: match.state != MatchState.RUNNING)
    return tuple(next_match(match, league_today) for match in matches)


def next_match(match: Match, now: date) -> NextMatch:
    """Return a match for a list, loaded with season, league, place and sides; ``now`` is the league's date."""
    season = match.season
    args = [season.public_id, match.number]
    return NextMatch(
        title=match_title([entrant_name(side.entrant) for side in match.sides.all()]),
        season=f"{season.league.name}, {season.name}",
        when=""
        if match.state == MatchState.RUNNING
        else when_text(match.night, match.at, now, calendar_date_in_league(season.league)),
        place=match.place.name if match.place else "",
        running=match.state == MatchState.RUNNING,
        url=reverse("season:match", args=args),
        play_url=reverse("season:play_match", args=args),
    )


def _open_matches() -> QuerySet[Match]:
    """Return the planned and running matches of open seasons, loaded with everything that is shown."""
    sides = Prefetch("sides", MatchSide.objects.select_related("entrant__member"))
    return (
        Match.objects.filter(season__closed_at=None, state__in=(MatchState.PLANNED, MatchState.RUNNING))
        .select_related("season__league", "place")
        .prefetch_related(sides)
    )
