"""Leagues as the API tells of them."""

from typing import Any

from games.models import Duty, League, Member, Office
from games.permissions import LeagueAccess


def league_json(access: LeagueAccess) -> dict[str, Any]:
    """A league for who asks: itself, what he is in it, and who runs it. One query."""
    return summary_json(access.league, access.duties, access.member) | {"officials": _officials(access.league)}


def summary_json(league: League, duties: frozenset[Duty], member: Member | None) -> dict[str, Any]:
    """A league in a list."""
    return {
        "id": league.public_id,
        "name": league.name,
        "place": league.place,
        "zone": league.zone,
        "public": league.public,
        "founded_at": league.created_at.isoformat(),
        "mine": {
            "duties": [duty.value for duty in Duty if duty in duties],
            "member": {"id": member.pk, "name": member.name} if member else None,
        },
    }


def _officials(league: League) -> list[dict[str, Any]]:
    offices = Office.objects.filter(league=league).select_related("account").order_by("pk")
    rank = list(Duty.values)
    return [
        {"name": office.account.name, "duty": office.duty}
        for office in sorted(offices, key=lambda office: rank.index(office.duty))
    ]
