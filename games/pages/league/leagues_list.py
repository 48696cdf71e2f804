"""List the leagues that a reader may see: their own, then the public ones."""

from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from games.models import Account, Device, Duty, League, LeaguePass, Member, Office
from games.pages.league.leagues import LeagueEntry, LeaguesPage
from games.wording.league.offices import own_offices_text

MOST_LEAGUES: Final = 100
"""The most leagues of others that are shown."""


def visible_leagues(account: Account | None, device: Device | None) -> QuerySet[Any]:
    """Return the leagues that an account and a device may see; ``own`` marks those in which either has a part."""
    active_passes = LeaguePass.objects.filter(device=device, link__revoked_at=None, device__isnull=False)
    passes = active_passes.filter(link__league=OuterRef("pk"))
    member = Member.objects.filter(account=account, account__isnull=False, league=OuterRef("pk"), erased_at=None)
    offices = Office.objects.filter(account=account, account__isnull=False, league=OuterRef("pk"))
    leagues = League.objects.annotate(own=Exists(passes) | Exists(member) | Exists(offices))
    return leagues.filter(Q(own=True) | Q(public=True))


def leagues_page(account: Account | None, device: Device | None, *, has_account: bool) -> LeaguesPage:
    """Return the page of leagues: first those in which ``account`` or ``device`` has a part, then the others."""
    leagues = visible_leagues(account, device).order_by("name", "pk")
    duties: dict[int, list[Duty]] = {}
    for office in Office.objects.filter(account=account, account__isnull=False).order_by("pk"):
        duties.setdefault(office.league_id, []).append(Duty(office.duty))
    mine = leagues.filter(own=True)
    public = leagues.filter(own=False)
    shown = public[:MOST_LEAGUES]
    return LeaguesPage(
        mine=tuple(_entry(league, duties.get(league.pk, [])) for league in mine),
        others=tuple(_entry(league, []) for league in shown),
        more=max(0, public.count() - MOST_LEAGUES),
        has_account=has_account,
    )


def _entry(league: League, duties: list[Duty]) -> LeagueEntry:
    return LeagueEntry(
        name=league.name,
        url=reverse("league:page", args=[league.public_id]),
        note=" · ".join(part for part in (league.place, own_offices_text(duties)) if part),
    )
