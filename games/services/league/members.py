"""Members of a league: add them, rename one, and let them claim their name or release it."""

import secrets
from collections.abc import Iterable, Sequence
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.models import Device, League, LeagueLink, LinkTarget, Member, Player, Season
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.rules.names import folded_name
from games.services.league.leagues import (
    ensure_link,
    locked_league,
    new_link,
    recheck_viewers,
    record_event,
    record_member_events,
)
from games.services.season.seasons import locked_season, publish_season_change

MOST_MEMBERS: Final = 500
"""Members of a league."""


@transaction.atomic(durable=True)
def add_members(*, access: LeagueAccess, names: Sequence[str]) -> list[Member]:
    """Add members under clean names: all or none. Raises RefusedError ("not_your_duty", "name_taken", "too_many")."""
    return new_members(access, locked_league(access), names)


def new_members(access: LeagueAccess, league: League, names: Sequence[str]) -> list[Member]:
    """Add members to a locked league. Raises RefusedError ("name_taken", "too_many")."""
    known = dict(league.members.active().values_list("folded", "name"))
    for name in names:
        if taken := known.get(folded_name(name)):
            raise RefusedError("name_taken", name=taken)
        known[folded_name(name)] = name
    if len(known) > MOST_MEMBERS:
        raise RefusedError("too_many", most=MOST_MEMBERS, what="members")
    players = Player.objects.bulk_create(Player(name=name, folded=folded_name(name)) for name in names)
    members = Member.objects.bulk_create(
        Member(league=league, name=player.name, folded=player.folded, player=player) for player in players
    )
    record_member_events(access, "member_added", members)
    return members


@transaction.atomic(durable=True)
def rename_member(*, access: LeagueAccess, member_id: int, name: str) -> Member:
    """Rename a member everywhere; ``name`` is clean.

    Raises RefusedError ("not_your_duty", "not_found", "name_taken").
    """
    league = locked_league(access)
    member = active_member(league, member_id)
    if member.name == name:
        return member
    check_name_free(league, name, member.pk)
    Device.objects.filter(league_passes__link__member=member, label=member.name).update(label=name)
    for row in (member, member.player):
        row.name, row.folded = name, folded_name(name)
        row.save(update_fields=["name", "folded"])
    record_event(access, "renamed", member=member)
    publish_seasons_of([member.pk])
    return member


@transaction.atomic(durable=True)
def claim_link(*, access: LeagueAccess, member_id: int) -> LeagueLink:
    """Return the link by which a member claims their name. Raises RefusedError ("not_your_duty", "not_found")."""
    league = locked_league(access)
    return ensure_link(league, LinkTarget.MEMBER, member=active_member(league, member_id))


@transaction.atomic(durable=True)
def claim_links(*, access: LeagueAccess) -> None:
    """Make such a link for every member without one. Raises RefusedError ("not_your_duty")."""
    league = locked_league(access)
    members_with_link = LeagueLink.objects.filter(league=league, opens=LinkTarget.MEMBER, revoked_at=None).values(
        "member"
    )
    for member in league.members.active().exclude(pk__in=members_with_link):
        new_link(nonce=secrets.token_hex(16), league=league, opens=LinkTarget.MEMBER, member=member)


@transaction.atomic(durable=True)
def release_member(*, access: LeagueAccess, member_id: int) -> Member:
    """Undo the claim of a member's name: detach its account, phones and links.

    Raises RefusedError ("not_your_duty", "not_found").
    """
    member = active_member(locked_league(access), member_id)
    release_claims([member.pk])
    recheck_viewers(access.league)
    record_event(access, "released", member=member)
    return member


def release_claims(members: Iterable[int]) -> None:
    """Detach these members (primary keys) from their accounts, and revoke their claim links."""
    Member.objects.filter(pk__in=members).update(account=None)
    LeagueLink.objects.filter(member__in=members, revoked_at=None).update(revoked_at=timezone.now())


def active_member(league: League, member_id: int) -> Member:
    """Return a member of this league who is neither merged nor erased. Raises RefusedError ("not_found")."""
    member = league.members.active().select_related("player").filter(pk=member_id).first()
    if member is None:
        raise RefusedError("not_found")
    return member


def check_name_free(league: League, name: str, own: int) -> None:
    """Raise RefusedError ("name_taken") where another member has this name."""
    if taken := league.members.active().exclude(pk=own).filter(folded=folded_name(name)).first():
        raise RefusedError("name_taken", name=taken.name)


def publish_seasons_of(members: Iterable[int]) -> None:
    """Publish a change of every season that these members (primary keys) play in, as its pages show their names."""
    seasons = Season.objects.filter(Q(entrants__member__in=members) | Q(teammates__member__in=members))
    for pk in seasons.order_by("pk").values_list("pk", flat=True).distinct():
        publish_season_change(locked_season(pk))
