"""Leagues as the API tells of them: themselves, their members, who runs them, their room and their links."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from games.models import Account, Duty, League, LeagueEvent, LeagueLink, Member, Office, Opens, Place
from games.permissions import LeagueAccess
from games.refusals import Refused
from games.selectors.league_access import whole
from games.selectors.league_codes import code_address
from games.selectors.league_history import sentences
from games.selectors.league_page import members_with_phones
from games.selectors.people import people_of
from games.selectors.secrets import secret_of


def league_json(access: LeagueAccess) -> dict[str, Any]:
    """A league for who asks: itself, what he is in it, and who runs it. One query."""
    return _league(access.league, access.duties, access.member) | {
        "officials": [{"name": office.account.name, "duty": office.duty} for office in offices_of(access.league)]
    }


def leagues_json(leagues: Iterable[League], account: Account | None) -> list[dict[str, Any]]:
    """Leagues in a list, each with what ``account`` is in it. Two queries."""
    duties: dict[int, set[Duty]] = {}
    members: dict[int, Member | None] = {}
    if account:
        for office in Office.objects.filter(account=account):
            duties.setdefault(office.league_id, set()).add(Duty(office.duty))
        for member in Member.objects.filter(account=account).select_related("merged_into"):
            members[member.league_id] = whole(member)
    return [_league(league, frozenset(duties.get(league.pk, ())), members.get(league.pk)) for league in leagues]


def _league(league: League, duties: frozenset[Duty], member: Member | None) -> dict[str, Any]:
    return {
        "id": league.public_id,
        "name": league.name,
        "place": league.place,
        "zone": league.zone,
        "public": league.public,
        "founded_at": league.created_at.isoformat(),
        "mine": {
            "duties": [duty.value for duty in Duty if duty in duties],
            "member": name_json(member) if member else None,
        },
    }


def name_json(one: Member | Place) -> dict[str, Any]:
    """A member or a place in short."""
    return {"id": one.pk, "name": one.name}


# --- Members ----------------------------------------------------------------------------------------------------------


def member_json(member: Member, access: LeagueAccess) -> dict[str, Any]:
    """A member of those that ``members_with_phones`` finds; whether he has a phone is for who runs the league."""
    claimed = member.account_id is not None or bool(getattr(member, "phone", False))
    told = {"claimed": claimed if access.may("manage_league") else None, "added_at": member.created_at.isoformat()}
    return name_json(member) | told


def one_member_json(access: LeagueAccess, member_id: int) -> dict[str, Any]:
    """A member with those who turned out to be him. Raises Refused ("not_found") for others', merged and erased ones.

    Whose accounts and phones they are is nobody's business; who turned out to be whom is told to who runs the league.
    """
    member = members_with_phones(access.league).filter(pk=member_id).first()
    if member is None:
        raise Refused("not_found")
    others = Member.objects.filter(pk__in=people_of(member)).exclude(pk=member.pk).order_by("pk")
    told = others if access.may("manage_league") else ()
    return member_json(member, access) | {"merged": [name_json(other) for other in told]}


# --- Who runs it, and the room ----------------------------------------------------------------------------------------


def offices_of(league: League) -> list[Office]:
    """The offices of a league with their accounts: organisers first. One query."""
    rank = list(Duty.values)
    offices = Office.objects.filter(league=league).select_related("account").order_by("pk")
    return sorted(offices, key=lambda office: rank.index(office.duty))


def office_json(office: Office, access: LeagueAccess) -> dict[str, Any]:
    """An office, with the number of its account, to which the league can be handed over."""
    return {
        "id": office.pk,
        "account": office.account_id,
        "name": office.account.name,
        "duty": office.duty,
        "mine": access.account is not None and office.account_id == access.account.pk,
        "since": office.created_at.isoformat(),
    }


def heirs_json(access: LeagueAccess, accounts: QuerySet[Account]) -> list[dict[str, Any]]:
    """To whom the league can be handed over: of ``accounts`` all but the one that asks."""
    own = access.account.pk if access.account else 0
    return [{"account": one.pk, "name": one.name} for one in accounts.order_by("pk") if one.pk != own]


def places_of(league: League) -> QuerySet[Place]:
    """The tables of a league's room by name; ``tablet`` tells whether a link for its tablet is switched on."""
    links = LeagueLink.objects.filter(place=OuterRef("pk"), revoked_at=None)
    return Place.objects.filter(league=league).annotate(tablet=Exists(links))


def place_json(place: Place) -> dict[str, Any]:
    """A table of those that ``places_of`` finds, or a new one."""
    return name_json(place) | {"tablet": bool(getattr(place, "tablet", False))}


# --- Links ------------------------------------------------------------------------------------------------------------


def links_of(league: League) -> QuerySet[LeagueLink]:
    """The links of a league, with whom and what they are about."""
    return LeagueLink.objects.filter(league=league).select_related("member", "place")


def league_link_json(link: LeagueLink) -> dict[str, Any]:
    """A link without its secret."""
    return {
        "id": link.pk,
        "opens": link.opens,
        "duty": link.duty or None,
        "member": name_json(link.member) if link.member else None,
        "place": name_json(link.place) if link.place else None,
        "created_at": link.created_at.isoformat(),
        "used_at": link.used_at.isoformat() if link.used_at else None,
        "revoked_at": link.revoked_at.isoformat() if link.revoked_at else None,
    }


def told_link_json(link: LeagueLink, base_url: str) -> dict[str, Any]:
    """A link with its secret; both are null where the server's key has changed since it was made."""
    secret = secret_of(link) or None
    return league_link_json(link) | {"secret": secret, "url": code_address(link, base_url) or None}


def claims_of(league: League) -> QuerySet[LeagueLink]:
    """The links, switched on, by which members of a league claim their names."""
    return links_of(league).filter(opens=Opens.MEMBER, revoked_at=None, member__merged_into=None)


# --- History ----------------------------------------------------------------------------------------------------------


def history_json(events: list[LeagueEvent], *, reasons: bool) -> list[dict[str, Any]]:
    """What was decided, of events with their members and seasons; ``reasons`` are for those who run the league."""
    return [
        {
            "id": event.pk,
            "kind": event.kind,
            "text": text,
            "by": event.by,
            "at": event.at.isoformat(),
            "reason": event.reason if reasons else "",
        }
        for event, text in zip(events, sentences(events), strict=True)
    ]
