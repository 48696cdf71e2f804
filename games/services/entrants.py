"""Who competes in a season, after its beginning too: latecomers, withdrawals, teams and who plays for them."""

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from games.models import Entrant, Member, Season, Teammate
from games.permissions import LeagueAccess
from games.refusals import Refused
from games.selectors.nights import today
from games.services.abandoned import drop_fixtures, put_back_all
from games.services.leagues import note
from games.services.members import member_here
from games.services.seasons import open_season

MOST_SEEDS: Final = 10_000
MOST_TEAMS: Final = 250
"""Teams of a season."""


def withdraw(
    *, access: LeagueAccess, season: Season, entrant_id: int, reason: str = "", annul: bool = False
) -> Entrant:
    """Let an entrant play no more from today on. A second time changes nothing.

    What he has not played is cancelled; what he played counts, or where ``annul`` is cancelled, too. Raises Refused
    ("not_your_duty", "season_closed", "not_found").
    """
    with open_season(access, season) as book:
        entrant = _entrant(book, entrant_id)
        if entrant.withdrawn_on is None:
            entrant.withdrawn_on = today(access.league)
            entrant.save(update_fields=["withdrawn_on"])
            gone = drop_fixtures(entrant, played=annul)
            facts = {"fixtures": gone, "annulled": annul}
            _note(access, "withdrawn", entrant, on=entrant.withdrawn_on, reason=reason, more=facts)
    return entrant


def come_back(*, access: LeagueAccess, season: Season, entrant_id: int) -> Entrant:
    """Let an entrant who withdrew play on, with the matches that were cancelled when he left.

    A match with somebody else who left stays cancelled. Raises as ``withdraw`` does, and "not_found" for who was erased
    since.
    """
    with open_season(access, season) as book:
        entrant = _entrant(book, entrant_id)
        if entrant.member and entrant.member.erased_at:
            raise Refused("not_found")
        if entrant.withdrawn_on is not None:
            entrant.withdrawn_on = None
            entrant.save(update_fields=["withdrawn_on"])
            left = book.events.filter(kind="withdrawn", facts__entrant=entrant.pk).last()
            put_back_all(book, left.facts.get("fixtures", []) if left else [])
            _note(access, "returned", entrant)
    return entrant


def take_out(*, access: LeagueAccess, season: Season, entrant_id: int) -> None:
    """Take out an entrant for whom no match was made yet. Raises as ``withdraw`` does, and "not_playable"."""
    with open_season(access, season) as book:
        entrant = _entrant(book, entrant_id)
        if entrant.sides.exists():
            raise Refused("not_playable", what="has_matches")
        _note(access, "taken_out", entrant)
        entrant.delete()


def seed_entrants(*, access: LeagueAccess, season: Season, seeds: Mapping[int, int | None]) -> None:
    """Say how strong entrants are taken to be, by primary key: 1 is the best, None after all others.

    A knock-out and the first round of a Swiss season go by it. Raises Refused ("not_your_duty", "season_closed",
    "not_found", "invalid_value" for a seed below 1 or one given twice).
    """
    with open_season(access, season) as book:
        entrants = {entrant.pk: entrant for entrant in book.entrants.all()}
        if not set(seeds) <= set(entrants):
            raise Refused("not_found")
        after = {pk: seeds.get(pk, entrant.seed) for pk, entrant in entrants.items()}
        given = [seed for seed in after.values() if seed is not None]
        if len(set(given)) < len(given) or any(not 1 <= seed <= MOST_SEEDS for seed in given):
            raise Refused("invalid_value", what="seed")
        changed = [entrants[pk] for pk, seed in after.items() if entrants[pk].seed != seed]
        for entrant in changed:
            entrant.seed = after[entrant.pk]
        if changed:
            Entrant.objects.bulk_update(changed, ["seed"])
            note(access, "seeded", season=book)


def make_team(*, access: LeagueAccess, season: Season, name: str) -> Entrant:
    """A team under a clean ``name``, with nobody in it.

    Raises Refused ("not_your_duty", "season_closed", "invalid_value" where no teams compete, "name_taken", "too_many").
    """
    with open_season(access, season) as book:
        if not book.teams:
            raise Refused("invalid_value", what="teams")
        _check_free(book, name)
        if book.entrants.count() >= MOST_TEAMS:
            raise Refused("too_many", most=MOST_TEAMS, what="teams")
        team = Entrant.objects.create(season=book, name=name, joined_on=today(access.league))
        _note(access, "team_made", team)
    return team


def rename_team(*, access: LeagueAccess, season: Season, entrant_id: int, name: str) -> Entrant:
    """Call a team otherwise. Raises Refused ("not_found", "name_taken") and as ``make_team`` does."""
    with open_season(access, season) as book:
        team = _team(book, entrant_id)
        if team.name != name:
            _check_free(book, name, team.pk)
            before, team.name = team.name, name
            team.save(update_fields=["name"])
            _note(access, "team_renamed", team, before=before)
    return team


def join_team(*, access: LeagueAccess, season: Season, entrant_id: int, member_id: int, on: date) -> Teammate:
    """Let a member play for a team from a day on: today, or one that has been.

    Raises Refused ("not_found", "in_team" where he plays for another, or this one, at that time, "wrong_day") and as
    ``make_team`` does.
    """
    with open_season(access, season) as book:
        return _join(access, _team(book, entrant_id), member_here(access.league, member_id), on)


def leave_team(
    *, access: LeagueAccess, season: Season, teammate_id: int, on: date, to: int | None = None
) -> Teammate | None:
    """Let a member play for his team no more from a day on, and for the team ``to`` instead where one is named.

    Returns his place in that team. Raises as ``join_team`` does.
    """
    with open_season(access, season) as book:
        mates = Teammate.objects.select_related("entrant", "member")
        mate = mates.filter(season=book, pk=teammate_id, left_on=None).first()
        if mate is None:
            raise Refused("not_found")
        if not mate.joined_on <= on <= today(access.league):
            raise Refused("wrong_day")
        mate.left_on = on
        mate.save(update_fields=["left_on"])
        _note(access, "left_team", mate.entrant, member=mate.member, on=on)
        return _join(access, _team(book, to), mate.member, on) if to is not None else None


def _join(access: LeagueAccess, team: Entrant, member: Member, on: date) -> Teammate:
    if on > today(access.league):
        raise Refused("wrong_day")
    for other in Teammate.objects.filter(season=team.season, member=member).select_related("entrant"):
        if other.left_on is None or other.left_on > on:
            raise Refused("in_team", name=member.name, team=other.entrant.name)
    mate = Teammate.objects.create(season=team.season, entrant=team, member=member, joined_on=on)
    _note(access, "joined_team", team, member=member, on=on)
    return mate


def _entrant(season: Season, entrant_id: int) -> Entrant:
    entrant = Entrant.objects.select_related("season", "member").filter(season=season, pk=entrant_id).first()
    if entrant is None:
        raise Refused("not_found")
    return entrant


def _team(season: Season, entrant_id: int) -> Entrant:
    entrant = _entrant(season, entrant_id)
    if entrant.member_id is not None:
        raise Refused("not_found")
    return entrant


def _check_free(season: Season, name: str, own: int = 0) -> None:
    if taken := season.entrants.filter(name__iexact=name).exclude(pk=own).first():
        raise Refused("name_taken", name=taken.name)


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
    """Write down what became of an entrant: a team by its own name, a member as the one it is about."""
    facts = {"entrant": entrant.pk, "team": entrant.name, "on": on.isoformat() if on else "", "before": before}
    told = {name: fact for name, fact in facts.items() if fact} | (more or {})
    note(access, kind, season=entrant.season, member=member or entrant.member, facts=told, reason=reason)
