"""The leagues that an account has a part in; the officers, the room and the links of a league."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, QuerySet

from games.models import Account, Duty, League, LeagueLink, LinkTarget, Member, Office, Place
from games.permissions import LeagueAccess
from games.selectors.league.league_access import follow_merges


def accesses_of(account: Account | None, leagues: Iterable[League]) -> list[LeagueAccess]:
    """Return what an account may do in each of these leagues. Two queries."""
    duties: dict[int, set[Duty]] = {}
    members: dict[int, Member | None] = {}
    if account:
        for office in Office.objects.filter(account=account):
            duties.setdefault(office.league_id, set()).add(Duty(office.duty))
        for member in Member.objects.filter(account=account).select_related("merged_into"):
            members[member.league_id] = follow_merges(member)
    return [
        LeagueAccess(league, frozenset(duties.get(league.pk, ())), members.get(league.pk), account=account)
        for league in leagues
    ]


def offices_of(league: League) -> list[Office]:
    """Return the offices of a league with their accounts, organizers first. One query."""
    rank = list(Duty.values)
    offices = Office.objects.filter(league=league).select_related("account").order_by("pk")
    return sorted(offices, key=lambda office: rank.index(office.duty))


def places_of(league: League) -> QuerySet[Place]:
    """Return the tables of a league's room; ``tablet`` tells whether a tablet has an active link."""
    links = LeagueLink.objects.filter(place=OuterRef("pk"), revoked_at=None)
    return Place.objects.filter(league=league).annotate(tablet=Exists(links))


def links_of(league: League) -> QuerySet[LeagueLink]:
    """Return the links of a league, with their member or place."""
    return LeagueLink.objects.filter(league=league).select_related("member", "place")


def claim_links(league: League) -> QuerySet[LeagueLink]:
    """Return the active links with which members of a league claim their names."""
    return links_of(league).filter(opens=LinkTarget.MEMBER, revoked_at=None, member__merged_into=None)
