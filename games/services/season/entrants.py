"""Entrants of a season: withdraw, return, seed them, give them handicaps; make teams and move members between them."""

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from games.models import Entrant, Member, Season, Teammate
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.selectors.season.handicaps import most_handicap
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.seed_orders import SeedSource, seed_order
from games.services.league.leagues import record_event
from games.services.league.members import active_member
from games.services.season.match_stop import leave_matches, restore_matches
from games.services.season.seasons import open_season

MOST_SEEDS: Final = 10_000
MOST_TEAMS: Final = 250
"""Teams of a season."""


def withdraw(
    *, access: LeagueAccess, season: Season, entrant_id: int, reason: str = "", annul: bool = False
) -> Entrant:
    """Withdraw an entrant from today on. A second time changes nothing.

    Their open matches are forfeited in a season drawn by round, and canceled in others; played ones count, or with
    ``annul`` are canceled, too. Raises RefusedError ("not_your_duty", "season_closed", "not_found").
    """
    with open_season(access, season) as locked:
        entrant = _entrant(locked, entrant_id)
        if entrant.withdrawn_on is None:
            entrant.withdrawn_on = date_in_league(access.league)
            entrant.save(update_fields=["withdrawn_on"])
            facts = leave_matches(access, entrant, played=annul) | {"annulled": annul}
            _note(access, "withdrawn", entrant, on=entrant.withdrawn_on, reason=reason, more=facts)
    return entrant


def return_entrant(*, access: LeagueAccess, season: Season, entrant_id: int) -> Entrant:
    """Let a withdrawn entrant return, with the matches that were canceled or forfeited at the withdrawal.

    A match with another withdrawn entrant stays as it is. Raises as ``withdraw`` does, and "not_found" for a member
    who was erased since.
    """
    with open_season(access, season) as locked:
        entrant = _entrant(locked, entrant_id)
        if entrant.member and entrant.member.erased_at:
            raise RefusedError("not_found")
        if entrant.withdrawn_on is not None:
            entrant.withdrawn_on = None
            entrant.save(update_fields=["withdrawn_on"])
            withdrawal = locked.events.filter(kind="withdrawn", facts__entrant=entrant.pk).last()
            restore_matches(locked, entrant, withdrawal.facts if withdrawal else {})
            _note(access, "returned", entrant)
    return entrant


def remove_entrant(*, access: LeagueAccess, season: Season, entrant_id: int) -> None:
    """Remove an entrant who has no matches yet. Raises as ``withdraw`` does, and "not_playable"."""
    with open_season(access, season) as locked:
        entrant = _entrant(locked, entrant_id)
        if entrant.sides.exists():
            raise RefusedError("not_playable", what="has_matches")
        _note(access, "taken_out", entrant)
        entrant.delete()


def seed_entrants(*, access: LeagueAccess, season: Season, seeds: Mapping[int, int | None]) -> None:
    """Set the seeds of entrants by primary key: 1 is the strongest, None comes after all seeded ones.

    Brackets and the first round of a Swiss season use them. A withdrawn entrant loses a seed that someone else gets.
    Raises RefusedError ("not_your_duty", "season_closed",
    "not_found", "invalid_value" for a seed below 1 or one given twice).
    """
    with open_season(access, season) as locked:
        entrants = {entrant.pk: entrant for entrant in locked.entrants.all()}
        if not set(seeds) <= set(entrants):
            raise RefusedError("not_found")
        taken = set(seeds.values())
        kept_seeds = {
            pk: None if entrant.withdrawn_on and entrant.seed in taken else entrant.seed
            for pk, entrant in entrants.items()
        }
        new_seeds = {**kept_seeds, **seeds}
        given_seeds = [seed for seed in new_seeds.values() if seed is not None]
        if len(set(given_seeds)) < len(given_seeds) or any(not 1 <= seed <= MOST_SEEDS for seed in given_seeds):
            raise RefusedError("invalid_value", what="seed")
        changed = [entrants[pk] for pk, seed in new_seeds.items() if entrants[pk].seed != seed]
        for entrant in changed:
            entrant.seed = new_seeds[entrant.pk]
        if changed:
            Entrant.objects.bulk_update(changed, ["seed"])
            record_event(access, "seeded", season=locked)


def seed_entrants_from(*, access: LeagueAccess, season: Season, source: SeedSource) -> None:
    """Set all seeds by ratings or by the season before; those whom the source doesn't know have none.

    Raises RefusedError ("not_your_duty", "season_closed", "not_playable" where the source knows nobody).
    """
    access.demand("manage_league")
    order = seed_order(season, source)
    if not order:
        raise RefusedError("not_playable", what=f"no_{source}")
    seeds: dict[int, int | None] = dict.fromkeys(season.entrants.values_list("pk", flat=True))
    seed_entrants(access=access, season=season, seeds=seeds | {pk: seed for seed, pk in enumerate(order, 1)})


def set_handicaps(*, access: LeagueAccess, season: Season, handicaps: Mapping[int, int]) -> None:
    """Set the points that entrants (primary keys) start each game with, in games that begin from now on.

    Raises RefusedError ("not_your_duty", "season_closed", "not_found", "invalid_value" for one below 0 or above what
    the season's rules allow).
    """
    with open_season(access, season) as locked:
        entrants = locked.entrants.select_related("season", "member").in_bulk(handicaps)
        if len(entrants) < len(handicaps):
            raise RefusedError("not_found")
        changed = [entrant for pk, entrant in entrants.items() if entrant.handicap != handicaps[pk]]
        most = most_handicap(locked)
        for entrant in changed:
            before, entrant.handicap = entrant.handicap, handicaps[entrant.pk]
            # Other rules may have left one that is too high now; it can always go.
            if entrant.handicap and not 0 <= entrant.handicap <= most:
                raise RefusedError("invalid_value", what="handicap")
            _note(access, "handicap_set", entrant, before=str(before), more={"points": str(entrant.handicap)})
        Entrant.objects.bulk_update(changed, ["handicap"])


def make_team(*, access: LeagueAccess, season: Season, name: str) -> Entrant:
    """Make an empty team under a clean ``name``.

    Raises RefusedError ("not_your_duty", "season_closed", "invalid_value" in a season without teams, "name_taken",
    "too_many").
    """
    with open_season(access, season) as locked:
        if not locked.teams:
            raise RefusedError("invalid_value", what="teams")
        _check_free(locked, name)
        if locked.entrants.count() >= MOST_TEAMS:
            raise RefusedError("too_many", most=MOST_TEAMS, what="teams")
        team = Entrant.objects.create(season=locked, name=name, joined_on=date_in_league(access.league))
        _note(access, "team_made", team)
    return team


def rename_team(*, access: LeagueAccess, season: Season, entrant_id: int, name: str) -> Entrant:
    """Rename a team. Raises RefusedError ("not_found", "name_taken") and as ``make_team`` does."""
    with open_season(access, season) as locked:
        team = _team(locked, entrant_id)
        if team.name != name:
            _check_free(locked, name, team.pk)
            before, team.name = team.name, name
            team.save(update_fields=["name"])
            _note(access, "team_renamed", team, before=before)
    return team


def join_team(*, access: LeagueAccess, season: Season, entrant_id: int, member_id: int, day: date) -> Teammate:
    """Let a member play for a team from a day on, today or earlier.

    Raises RefusedError ("not_found", "in_team" for a member of a team at that time, "wrong_day") and as ``make_team``
    does.
    """
    with open_season(access, season) as locked:
        return _join(access, _team(locked, entrant_id), active_member(access.league, member_id), day)


def leave_team(
    *, access: LeagueAccess, season: Season, teammate_id: int, day: date, new_team_id: int | None = None
) -> Teammate | None:
    """Let a member leave their team from a day on, and join the team ``new_team_id`` instead where one is named.

    Returns the membership in that team. Raises as ``join_team`` does.
    """
    with open_season(access, season) as locked:
        mates = Teammate.objects.select_related("entrant", "member")
        mate = mates.filter(season=locked, pk=teammate_id, left_on=None).first()
        if mate is None:
            raise RefusedError("not_found")
        if not mate.joined_on <= day <= date_in_league(access.league):
            raise RefusedError("wrong_day")
        mate.left_on = day
        mate.save(update_fields=["left_on"])
        _note(access, "left_team", mate.entrant, member=mate.member, on=day)
        return _join(access, _team(locked, new_team_id), mate.member, day) if new_team_id is not None else None


def _join(access: LeagueAccess, team: Entrant, member: Member, on: date) -> Teammate:
    if on > date_in_league(access.league):
        raise RefusedError("wrong_day")
    for other in Teammate.objects.filter(season=team.season, member=member).select_related("entrant"):
        if other.left_on is None or other.left_on > on:
            raise RefusedError("in_team", name=member.name, team=other.entrant.name)
    mate = Teammate.objects.create(season=team.season, entrant=team, member=member, joined_on=on)
    _note(access, "joined_team", team, member=member, on=on)
    return mate


def _entrant(season: Season, entrant_id: int) -> Entrant:
    entrant = Entrant.objects.select_related("season", "member").filter(season=season, pk=entrant_id).first()
    if entrant is None:
        raise RefusedError("not_found")
    return entrant


def _team(season: Season, entrant_id: int) -> Entrant:
    entrant = _entrant(season, entrant_id)
    if entrant.member_id is not None:
        raise RefusedError("not_found")
    return entrant


def _check_free(season: Season, name: str, own: int = 0) -> None:
    if taken := season.entrants.filter(name__iexact=name).exclude(pk=own).first():
        raise RefusedError("name_taken", name=taken.name)


def _note(
    access: LeagueAccess,
    kind: str,
    entrant: Entrant,
    *,
    member: Member | None = None,
    on: date | None = None,
    before: str = "",
    reason: str = "",
    more: dict[str, Any] | None = None,
) -> None:
    """Record an event about an entrant: a team by its own name, a single player as a member."""
    optional = {"entrant": entrant.pk, "team": entrant.name, "on": on.isoformat() if on else "", "before": before}
    facts = {name: fact for name, fact in optional.items() if fact} | (more or {})
    record_event(access, kind, season=entrant.season, member=member or entrant.member, facts=facts, reason=reason)
