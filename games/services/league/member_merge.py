"""Merge two members who are the same person, and undo such a merge.

Every row that refers to the one member is changed to the other, so that code reading seasons and matches needs no
special case. The event records what was moved, and the undo moves it back from there.
"""

from typing import Any, Final

from django.db import transaction
from django.db.models import Q, QuerySet

from games.models import (
    Entrant,
    LeagueEvent,
    Match,
    MatchSeat,
    MatchSide,
    Member,
    Penalty,
    Season,
    Table,
    Teammate,
)
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.selectors.league.merged_members import merged_member_ids
from games.services.league.leagues import locked_league, record_event
from games.services.league.members import active_member, check_name_free
from games.services.league.ratings import recompute_member_ratings
from games.services.season.seasons import locked_season, publish_season_change
from games.wording.words import listed

_UNDO_FIELDS: Final = ("pk", "season_id", "seed", "group", "handicap", "joined_on", "withdrawn_on")
"""The fields stored to restore an entrant whose matches went to another one."""


@transaction.atomic(durable=True)
def merge_members(*, access: LeagueAccess, member_id: int, into_id: int) -> Member:
    """Merge ``member_id`` into ``into_id``, who keeps the name and is returned.

    All results are kept. Where both compete in an open season, they become one entrant with the matches of both; a
    closed season stays as it is. Raises RefusedError ("not_your_duty", "not_found", "not_mergeable" for members who
    met, sat at one table, or were both in teams of one season).
    """
    league = locked_league(access)
    member, into = active_member(league, member_id), active_member(league, into_id)
    _check_one_person(member, into)
    for season in _seasons_of(member):
        publish_season_change(locked_season(season.pk))
    entries = {entrant.season_id: entrant for entrant in Entrant.objects.filter(member=into)}
    moving, folding = [], []
    for entrant in Entrant.objects.filter(member=member).select_related("season"):
        if entrant.season_id not in entries:
            moving.append(entrant.pk)
        elif entrant.season.closed_at is None:
            folding.append(_fold(entrant, entries[entrant.season_id]))
    journal = {
        "into": into.pk,
        "entrants": moving,
        "folded": folding,
        "mates": list(Teammate.objects.filter(member=member).values_list("pk", flat=True)),
        "seats": list(MatchSeat.objects.filter(member=member).values_list("pk", flat=True)),
    }
    Entrant.objects.filter(pk__in=moving).update(member=into)
    Teammate.objects.filter(member=member).update(member=into)
    MatchSeat.objects.filter(member=member).update(member=into)
    member.merged_into = into
    member.save(update_fields=["merged_into"])
    record_event(access, "merged", member=member, facts=journal)
    recompute_member_ratings(league, [member.pk])
    return into


@transaction.atomic(durable=True)
def split_members(*, access: LeagueAccess, member_id: int) -> Member:
    """Undo the merge of ``member_id`` and give back everything that was theirs before; returns the member.

    Results since the merge stay with the other member. Raises RefusedError ("not_your_duty", "not_found",
    "not_mergeable" where a later merge depends on it, "name_taken" where a new member has the name).
    """
    league = locked_league(access)
    member = Member.objects.filter(league=league, pk=member_id, erased_at=None).exclude(merged_into=None).first()
    if member is None or member.merged_into is None:
        raise RefusedError("not_found")
    into = member.merged_into
    if into.merged_into is not None:
        raise RefusedError("not_mergeable", what="later", name=into.name)
    last = LeagueEvent.objects.filter(kind="merged", member__merged_into=into).order_by("pk").select_related("member")
    newest = last.last()
    if newest is None or newest.member is None or newest.member.pk != member.pk:
        raise RefusedError("not_mergeable", what="later", name=newest.member.name if newest and newest.member else "")
    check_name_free(league, member.name, member.pk)
    for season in _seasons_of(into):
        publish_season_change(locked_season(season.pk))
    journal = newest.facts
    for folded in journal["folded"]:
        _unfold(folded, member)
    Entrant.objects.filter(pk__in=journal["entrants"], member=into).update(member=member)
    Teammate.objects.filter(pk__in=journal["mates"], member=into).update(member=member)
    MatchSeat.objects.filter(pk__in=journal["seats"], member=into).update(member=member)
    member.merged_into = None
    member.save(update_fields=["merged_into"])
    record_event(access, "parted", member=member, facts={"into": into.pk})
    recompute_member_ratings(league, [member.pk])
    return member


def _check_one_person(member: Member, into: Member) -> None:
    """Raise RefusedError ("not_mergeable") where two members cannot be the same person."""
    names = listed((member.name, into.name))
    if member.pk == into.pk:
        raise RefusedError("not_mergeable", what="himself")
    own, other = merged_member_ids(member), merged_member_ids(into)
    if _matches(own).filter(pk__in=_matches(other).values("pk")).exists():
        raise RefusedError("not_mergeable", what="met", name=names)
    tables = Table.objects.filter(seats__player__member__in=own)
    if tables.filter(pk__in=Table.objects.filter(seats__player__member__in=other).values("pk")).exists():
        raise RefusedError("not_mergeable", what="table", name=names)
    teams = Season.objects.filter(teammates__member__in=own)
    if teams.filter(pk__in=Season.objects.filter(teammates__member__in=other).values("pk")).exists():
        raise RefusedError("not_mergeable", what="teams", name=names)


def _matches(members: frozenset[int]) -> QuerySet[Match]:
    return Match.objects.filter(Q(sides__entrant__member__in=members) | Q(seats__member__in=members))


def _seasons_of(member: Member) -> list[Season]:
    """Return the seasons in which a member competes, plays in a team or was a substitute, in locking order."""
    entered = Q(entrants__member=member) | Q(teammates__member=member) | Q(matches__seats__member=member)
    return list(Season.objects.filter(entered).distinct().order_by("pk"))


def _fold(entrant: Entrant, other: Entrant) -> dict[str, Any]:
    """Move everything of an entrant to another one of the same season and delete it; return what an undo needs."""
    sides, penalties = MatchSide.objects.filter(entrant=entrant), Penalty.objects.filter(entrant=entrant)
    undo = {
        "entrant": {name: getattr(entrant, name) for name in _UNDO_FIELDS}
        | {name: str(day) if (day := getattr(entrant, name)) else None for name in ("joined_on", "withdrawn_on")},
        "into": other.pk,
        "sides": list(sides.values_list("pk", flat=True)),
        "penalties": list(penalties.values_list("pk", flat=True)),
    }
    MatchSide.objects.filter(opponent=entrant).update(opponent=other)
    sides.update(entrant=other)
    penalties.update(entrant=other)
    entrant.delete()
    return undo


def _unfold(undo: dict[str, Any], member: Member) -> None:
    entrant = Entrant(member=member, **undo["entrant"])
    entrant.save(force_insert=True)
    sides = MatchSide.objects.filter(pk__in=undo["sides"], entrant=undo["into"])
    matches = Match.objects.filter(sides__in=sides)
    MatchSide.objects.filter(match__in=list(matches), opponent=undo["into"]).update(opponent=entrant)
    sides.update(entrant=entrant)
    Penalty.objects.filter(pk__in=undo["penalties"], entrant=undo["into"]).update(entrant=entrant)
