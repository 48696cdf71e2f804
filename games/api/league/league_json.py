"""Leagues as JSON for the API: the league, its members, offices, room, links and history."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from games.models import Account, Duty, League, LeagueEvent, LeagueLink, LinkTarget, Member, Office, Place
from games.pages.league.league_codes import link_url
from games.pages.league.league_page import members_with_phones
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.selectors.league.league_access import follow_merges
from games.selectors.league.league_history import event_sentences
from games.selectors.league.merged_members import merged_member_ids
from games.selectors.secrets import secret_of


def league_json(access: LeagueAccess) -> dict[str, Any]:
    """Return a league, the reader's own part in it, and who runs it. One query."""
    return _league(access.league, access.duties, access.member) | {
        "officials": [{"name": office.account.name, "duty": office.duty} for office in offices_of(access.league)]
    }


def leagues_json(leagues: Iterable[League], account: Account | None) -> list[dict[str, Any]]:
    """Return a list of leagues, each with the part of ``account`` in it. Two queries."""
    duties: dict[int, set[Duty]] = {}
    members: dict[int, Member | None] = {}
    if account:
        for office in Office.objects.filter(account=account):
            duties.setdefault(office.league_id, set()).add(Duty(office.duty))
        for member in Member.objects.filter(account=account).select_related("merged_into"):
            members[member.league_id] = follow_merges(member)
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


def name_json(named: Member | Place) -> dict[str, Any]:
    """Return the id and name of a member or a place."""
    return {"id": named.pk, "name": named.name}


# --- Members ----------------------------------------------------------------------------------------------------------


def member_json(member: Member, access: LeagueAccess) -> dict[str, Any]:
    """Return a member from ``members_with_phones``; ``claimed`` is only for those who run the league."""
    claimed = member.account_id is not None or bool(getattr(member, "phone", False))
    details = {"claimed": claimed if access.may("manage_league") else None, "added_at": member.created_at.isoformat()}
    return name_json(member) | details


def member_detail_json(access: LeagueAccess, member_id: int) -> dict[str, Any]:
    """Return a member with those merged into it.

    Raises RefusedError ("not_found") for others', merged and erased members.

    Accounts and devices are left out; merges are only for those who run the league.
    """
    member = members_with_phones(access.league).filter(pk=member_id).first()
    if member is None:
        raise RefusedError("not_found")
    others = Member.objects.filter(pk__in=merged_member_ids(member)).exclude(pk=member.pk).order_by("pk")
    merged = others if access.may("manage_league") else ()
    return member_json(member, access) | {"merged": [name_json(other) for other in merged]}


# --- Who runs it, and the room ----------------------------------------------------------------------------------------


def offices_of(league: League) -> list[Office]:
    """Return the offices of a league with their accounts, organizers first. One query."""
    rank = list(Duty.values)
    offices = Office.objects.filter(league=league).select_related("account").order_by("pk")
    return sorted(offices, key=lambda office: rank.index(office.duty))


def office_json(office: Office, access: LeagueAccess) -> dict[str, Any]:
    """Return an office with the id of its account, which identifies a successor."""
    return {
        "id": office.pk,
        "account": office.account_id,
        "name": office.account.name,
        "duty": office.duty,
        "mine": access.account is not None and office.account_id == access.account.pk,
        "since": office.created_at.isoformat(),
    }


def successors_json(access: LeagueAccess, accounts: QuerySet[Account]) -> list[dict[str, Any]]:
    """Return the possible successors of the organizer: all of ``accounts`` but the reader's own."""
    own_account = access.account.pk if access.account else 0
    return [{"account": heir.pk, "name": heir.name} for heir in accounts.order_by("pk") if heir.pk != own_account]


def places_of(league: League) -> QuerySet[Place]:
    """Return the tables of a league's room; ``tablet`` tells whether a tablet has an active link."""
    links = LeagueLink.objects.filter(place=OuterRef("pk"), revoked_at=None)
    return Place.objects.filter(league=league).annotate(tablet=Exists(links))


def place_json(place: Place) -> dict[str, Any]:
    """Return a table from ``places_of``, or a new one."""
    return name_json(place) | {"tablet": bool(getattr(place, "tablet", False))}


# --- Links ------------------------------------------------------------------------------------------------------------


def links_of(league: League) -> QuerySet[LeagueLink]:
    """Return the links of a league, with their member or place."""
    return LeagueLink.objects.filter(league=league).select_related("member", "place")


def league_link_json(link: LeagueLink) -> dict[str, Any]:
    """Return a link without its secret."""
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


def link_with_secret_json(link: LeagueLink, base_url: str) -> dict[str, Any]:
    """Return a link with secret and URL; both are null if the server's key has changed since it was made."""
    secret = secret_of(link) or None
    return league_link_json(link) | {"secret": secret, "url": link_url(link, base_url) or None}


def claim_links(league: League) -> QuerySet[LeagueLink]:
    """Return the active links with which members of a league claim their names."""
    return links_of(league).filter(opens=LinkTarget.MEMBER, revoked_at=None, member__merged_into=None)


# --- History ----------------------------------------------------------------------------------------------------------


def history_json(events: list[LeagueEvent], *, reasons: bool) -> list[dict[str, Any]]:
    """Return events, loaded with member and season; ``reasons`` are only for those who run the league."""
    return [
        {
            "id": event.pk,
            "kind": event.kind,
            "text": text,
            "by": event.by,
            "at": event.at.isoformat(),
            "reason": event.reason if reasons else "",
        }
        for event, text in zip(events, event_sentences(events), strict=True)
    ]
