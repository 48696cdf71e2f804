"""A season: begin it, let entrants in, take them out, penalties, hide and close. Whatever moves its pages rings."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from functools import partial
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from games import live
from games.models import Entrant, League, Member, Pairing, Season
from games.permissions import LeagueAccess
from games.refusals import Refused
from games.rules.ruleset import changed, preset_named
from games.rules.season import SeasonRules, season_json
from games.services.keys import check_key
from games.services.leagues import note


@transaction.atomic(durable=True)
def start_season(
    *,
    access: LeagueAccess,
    name: str,
    preset: str,
    house_rules: Mapping[str, object],
    rules_title: str = "",
    rules: SeasonRules,
    pairing: Pairing,
    teams: bool = False,
    key: str,
) -> Season:
    """A new season under a clean ``name``; ``key`` makes a retry the same one.

    Raises Refused ("not_your_duty", "invalid_value" for teams in threes), Illegal for a rule set that cannot be.
    """
    access.demand("manage_league")
    check_key(key)
    League.objects.select_for_update().get(pk=access.league.pk)
    if known := Season.objects.filter(league=access.league, key=key).first():
        return known
    changed(preset_named(preset).rules, house_rules)
    if teams and pairing is Pairing.TRIOS:
        raise Refused("invalid_value", what="teams")
    season = Season.objects.create(
        league=access.league,
        name=name,
        preset=preset,
        house_rules=dict(house_rules),
        rules_title=rules_title,
        rules=season_json(rules),
        pairing=pairing,
        teams=teams,
        key=key,
    )
    note(access, "season_begun", season=season)
    return season


@contextmanager
def open_season(access: LeagueAccess, season: Season, *, action: str = "manage_league") -> Iterator[Season]:
    """Lock a season for one write; on leaving its revision is one higher, and screens that show it are told.

    Raises Refused ("not_your_duty", "season_closed").
    """
    access.demand(action)
    with transaction.atomic(durable=True):
        locked = locked_season(season.pk)
        if locked.closed_at is not None:
            raise Refused("season_closed")
        yield locked
        moved(locked)
    season.revision = locked.revision


def locked_season(pk: int) -> Season:
    """A season, locked for this transaction, with its league."""
    return Season.objects.select_for_update(of=("self",)).select_related("league").get(pk=pk)


def moved(season: Season) -> None:
    """Count one more change of a season that is locked, and ring once it is committed."""
    season.revision += 1
    season.save(update_fields=["revision"])
    transaction.on_commit(partial(live.ring, live_name(season), season.revision), robust=True)


def live_name(season: Season) -> str:
    """What the bell calls a season: no table has such an id."""
    return f"season:{season.public_id}"


def today(league: League) -> date:
    """The date in the league's room. A night goes on until four in the morning."""
    return tonight(league, timezone.now())


def tonight(league: League, at: datetime) -> date:
    """The night that a moment belongs to, in the league's room."""
    local = at.astimezone(ZoneInfo(league.zone))
    return date.fromordinal(local.date().toordinal() - (local.hour < 4))


def enter_members(*, access: LeagueAccess, season: Season, members: Sequence[Member]) -> list[Entrant]:
    """Let members in, in this order. Raises Refused ("not_found", "invalid_value" for teams, "name_taken")."""
    with open_season(access, season) as book:
        return [enter(access, book, member) for member in members]


def enter(access: LeagueAccess, season: Season, member: Member) -> Entrant:
    """Let a member in to a season that is locked. Raises as ``enter_members`` does."""
    if member.league_id != access.league.pk or member.merged_into_id or member.erased_at:
        raise Refused("not_found")
    if season.teams:
        raise Refused("invalid_value", what="teams")
    if Entrant.objects.filter(season=season, member=member).exists():
        raise Refused("name_taken", name=member.name)
    note(access, "entered", season=season, member=member)
    return Entrant.objects.create(season=season, member=member, joined_on=today(access.league))
