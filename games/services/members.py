"""The people of a league."""

from collections.abc import Sequence
from typing import Final

from django.db import transaction

from games.models import League, Member, Player
from games.permissions import LeagueAccess
from games.refusals import Refused
from games.rules.names import folded
from games.services.leagues import note

MOST_MEMBERS: Final = 500
"""Members of a league."""


@transaction.atomic(durable=True)
def add_members(*, access: LeagueAccess, names: Sequence[str]) -> list[Member]:
    """New members under clean names. Raises Refused ("not_your_duty", "name_taken", "too_many"); then none is added."""
    access.demand("manage_league")
    league = League.objects.select_for_update().get(pk=access.league.pk)
    return [new_member(access, league, name) for name in names]


def new_member(access: LeagueAccess, league: League, name: str) -> Member:
    """One more member of a league that is locked. Raises Refused ("name_taken", "too_many")."""
    here = Member.objects.filter(league=league, merged_into=None, erased_at=None)
    if taken := here.filter(folded=folded(name)).first():
        raise Refused("name_taken", name=taken.name)
    if here.count() >= MOST_MEMBERS:
        raise Refused("too_many", most=MOST_MEMBERS, what="members")
    player = Player.objects.create(name=name, folded=folded(name))
    member = Member.objects.create(league=league, name=name, folded=folded(name), player=player)
    note(access, "member_added", member=member)
    return member
