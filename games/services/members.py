"""The people of a league: add them, rename one, let one claim his name."""

import secrets
from collections.abc import Iterable, Sequence
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.models import Device, League, LeagueLink, Member, Opens, Player, Season
from games.permissions import LeagueAccess
from games.refusals import Refused
from games.rules.names import folded
from games.services.leagues import ask_viewers_again, link_to, locked_league, new_link, note
from games.services.seasons import locked_season, moved

MOST_MEMBERS: Final = 500
"""Members of a league."""


@transaction.atomic(durable=True)
def add_members(*, access: LeagueAccess, names: Sequence[str]) -> list[Member]:
    """New members under clean names. Raises Refused ("not_your_duty", "name_taken", "too_many"); then none is added."""
    league = locked_league(access)
    return [new_member(access, league, name) for name in names]


def new_member(access: LeagueAccess, league: League, name: str) -> Member:
    """One more member of a league that is locked. Raises Refused ("name_taken", "too_many")."""
    check_name_free(league, name)
    if Member.objects.filter(league=league, merged_into=None, erased_at=None).count() >= MOST_MEMBERS:
        raise Refused("too_many", most=MOST_MEMBERS, what="members")
    player = Player.objects.create(name=name, folded=folded(name))
    member = Member.objects.create(league=league, name=name, folded=folded(name), player=player)
    note(access, "member_added", member=member)
    return member


@transaction.atomic(durable=True)
def rename_member(*, access: LeagueAccess, member_id: int, name: str) -> Member:
    """Call a member ``name``, a clean one, everywhere. Raises Refused ("not_your_duty", "not_found", "name_taken")."""
    league = locked_league(access)
    member = member_here(league, member_id)
    if member.name == name:
        return member
    check_name_free(league, name, member.pk)
    Device.objects.filter(league_passes__link__member=member, label=member.name).update(label=name)
    for named in (member, member.player):
        named.name, named.folded = name, folded(name)
        named.save(update_fields=["name", "folded"])
    note(access, "renamed", member=member)
    move_seasons_of([member.pk])
    return member


@transaction.atomic(durable=True)
def claim_link(*, access: LeagueAccess, member_id: int) -> LeagueLink:
    """The link by which a member makes his name his own. Raises Refused ("not_your_duty", "not_found")."""
    league = locked_league(access)
    return link_to(league, Opens.MEMBER, member=member_here(league, member_id))


@transaction.atomic(durable=True)
def claim_links(*, access: LeagueAccess) -> None:
    """Such a link for every member who has none. Raises Refused ("not_your_duty")."""
    league = locked_league(access)
    having = LeagueLink.objects.filter(league=league, opens=Opens.MEMBER, revoked_at=None).values("member")
    for member in Member.objects.filter(league=league, merged_into=None, erased_at=None).exclude(pk__in=having):
        new_link(nonce=secrets.token_hex(16), league=league, opens=Opens.MEMBER, member=member)


@transaction.atomic(durable=True)
def release_member(*, access: LeagueAccess, member_id: int) -> Member:
    """Take a name back from whoever claimed it: account, phones and links.

    Raises Refused ("not_your_duty", "not_found").
    """
    member = member_here(locked_league(access), member_id)
    cut_claims([member.pk])
    ask_viewers_again(access.league)
    note(access, "released", member=member)
    return member


def cut_claims(members: Iterable[int]) -> None:
    """Let nobody be these members (primary keys) any more: no account, and no phone by a link."""
    Member.objects.filter(pk__in=members).update(account=None)
    LeagueLink.objects.filter(member__in=members, revoked_at=None).update(revoked_at=timezone.now())


def member_here(league: League, member_id: int) -> Member:
    """A member who is still somebody. Raises Refused ("not_found") for others', merged and erased ones."""
    members = Member.objects.select_related("player")
    found = members.filter(league=league, pk=member_id, merged_into=None, erased_at=None).first()
    if found is None:
        raise Refused("not_found")
    return found


def check_name_free(league: League, name: str, own: int = 0) -> None:
    """Raise Refused ("name_taken") where another member is called that."""
    here = Member.objects.filter(league=league, merged_into=None, erased_at=None).exclude(pk=own)
    if taken := here.filter(folded=folded(name)).first():
        raise Refused("name_taken", name=taken.name)


def move_seasons_of(members: Iterable[int]) -> None:
    """Tell the screens of every season in which these members (primary keys) are: what they show has changed."""
    seasons = Season.objects.filter(Q(entrants__member__in=members) | Q(teammates__member__in=members))
    for pk in seasons.order_by("pk").values_list("pk", flat=True).distinct():
        moved(locked_season(pk))
