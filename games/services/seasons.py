"""A season: begin it, let entrants in, take them out, penalties, hide and close. Whatever moves its pages rings."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from django.db import transaction

from games import live
from games.models import Entrant, League, Member, Pairing, Season
from games.permissions import LeagueAccess
from games.refusals import Refused
from games.rules.ruleset import rule_set
from games.rules.season import SeasonRules, season_json
from games.selectors.nights import today
from games.selectors.pairing_fit import misfit
from games.selectors.streams import live_name
from games.services.announcing import announce_standings
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

    Raises Refused ("not_your_duty", "invalid_value" where the rule set, the pairing and teams do not go together, see
    ``misfit``), Illegal for a rule set that cannot be.
    """
    access.demand("manage_league")
    check_key(key)
    League.objects.select_for_update().get(pk=access.league.pk)
    if known := Season.objects.filter(league=access.league, key=key).first():
        return known
    if why := misfit(rule_set(preset, house_rules), pairing, teams=teams):
        raise Refused("invalid_value", what=why)
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
def open_season(
    access: LeagueAccess, season: Season, *, action: str = "manage_league", with_league: bool = False
) -> Iterator[Season]:
    """Lock a season for one write, ``with_league`` its league before it, as whatever adds members does.

    On leaving, the revision is one higher, and screens that show the season are told.

    Raises Refused ("not_your_duty", "season_closed").
    """
    access.demand(action)
    with transaction.atomic(durable=True):
        if with_league:
            League.objects.select_for_update().get(pk=season.league_id)
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
    """Count one more change of a season that is locked, and ring once it is committed; webhooks are told, too."""
    season.revision += 1
    season.save(update_fields=["revision"])
    announce_standings(season)
    transaction.on_commit(partial(live.ring, live_name(season), season.revision), robust=True)


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
