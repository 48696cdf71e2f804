"""Seasons: start one, add entrants, and the locked write that publishes every change of a season."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from django.db import transaction

from games import live
from games.models import Entrant, League, Member, Pairing, Season
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.rules.league.season import SeasonRules, season_json
from games.rules.presets import rule_set
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.pairing_fit import misfit_reason
from games.selectors.table.streams import season_topic
from games.services.idempotency import check_key, find_by_key
from games.services.league.leagues import record_event, record_member_events


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
    """Start a season under a clean ``name``; ``key`` makes a retry return the same one.

    Raises RefusedError ("not_your_duty", "idempotency_key_reused", "invalid_value" where the rule set, the pairing and
    teams do not go together, see ``misfit_reason``), RulesError for a contradictory rule set.
    """
    access.demand("manage_league")
    check_key(key)
    League.objects.select_for_update().get(pk=access.league.pk)
    if known := find_by_key(access.league.seasons.all(), key):
        return known
    if reason := misfit_reason(rule_set(preset, house_rules), pairing, teams=teams):
        raise RefusedError("invalid_value", what=reason)
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
    record_event(access, "season_begun", season=season)
    return season


@contextmanager
def open_season(
    access: LeagueAccess, season: Season, *, action: str = "manage_league", with_league: bool = False
) -> Iterator[Season]:
    """Demand the right to ``action``, of REQUIRED_DUTIES, and lock a season for one write.

    ``with_league`` locks its league first, as a write that adds members needs. On leaving, the revision is one higher,
    and pages that show the season are notified.

    Raises RefusedError ("not_your_duty", "season_closed").
    """
    access.demand(action)
    with transaction.atomic(durable=True):
        if with_league:
            League.objects.select_for_update().get(pk=season.league_id)
        locked = locked_season(season.pk)
        if locked.closed_at is not None:
            raise RefusedError("season_closed")
        yield locked
        publish_season_change(locked)
    season.revision = locked.revision


def locked_season(pk: int) -> Season:
    """Return a season with its league, locked for this transaction."""
    return Season.objects.select_for_update(of=("self",)).select_related("league").get(pk=pk)


def publish_season_change(season: Season) -> None:
    """Count one more change of a locked season, and publish its new revision after the commit."""
    season.revision += 1
    season.save(update_fields=["revision"])
    transaction.on_commit(partial(live.publish_revision, season_topic(season), season.revision), robust=True)


def enter_members(*, access: LeagueAccess, season: Season, members: Sequence[Member]) -> list[Entrant]:
    """Enter members in a season, in order.

    Raises RefusedError ("not_found", "invalid_value" for teams, "name_taken").
    """
    with open_season(access, season) as locked:
        return new_entrants(access, locked, members)


def new_entrants(access: LeagueAccess, season: Season, members: Sequence[Member]) -> list[Entrant]:
    """Enter members in a locked season. Raises as ``enter_members`` does."""
    if any(member.league_id != access.league.pk or member.merged_into_id or member.erased_at for member in members):
        raise RefusedError("not_found")
    if season.teams and members:
        raise RefusedError("invalid_value", what="teams")
    entered = set(Entrant.objects.filter(season=season).values_list("member", flat=True))
    for member in members:
        if member.pk in entered:
            raise RefusedError("name_taken", name=member.name)
        entered.add(member.pk)
    record_member_events(access, "entered", members, season=season)
    today = date_in_league(access.league)
    return Entrant.objects.bulk_create(Entrant(season=season, member=member, joined_on=today) for member in members)
