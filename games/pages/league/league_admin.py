"""Build a league's management pages: offices, the league's link, and the tables of its room."""

import secrets

from allauth.mfa.utils import is_mfa_enabled
from django.urls import reverse

from games.models import Duty, LeagueEvent, LeagueLink, LinkTarget, Member, Office
from games.pages.league.league_codes import code_view
from games.pages.league.league_history_lines import history_lines
from games.pages.league.leagues import LeagueLinksPage, OfficeContext, OfficesPage, PlaceContext, PlacesPage
from games.permissions import LeagueAccess
from games.wording.league.offices import duty_text, duty_title, duty_word
from games.wording.words import day_text


def offices_page(access: LeagueAccess, base_url: str, errors: tuple[str, ...] = ()) -> OfficesPage:
    """Return the page of the people who run a league, for its organizer."""
    league, account = access.league, access.account
    rank = list(Duty)
    offices = sorted(
        league.offices.select_related("account"),
        key=lambda office: (rank.index(Duty(office.duty)), office.account.name, office.pk),
    )
    members = Member.objects.filter(league=league, account__isnull=False, erased_at=None).select_related("account")
    successors = {member.account_id: member.account.name for member in members if member.account} | {
        office.account_id: office.account.name for office in offices
    }
    links = LeagueLink.objects.filter(league=league, opens=LinkTarget.OFFICE, revoked_at=None).order_by("-pk")
    return OfficesPage(
        public_id=league.public_id,
        league=league.name,
        league_url=reverse("league:page", args=[league.public_id]),
        offices=tuple(_office(office, access) for office in offices),
        duties=tuple((duty.value, duty_title(duty), duty_text(duty)) for duty in Duty),
        invitations=tuple(code_view(link, league.public_id, base_url) for link in links),
        handover_candidates=tuple(
            (pk, name)
            for pk, name in sorted(successors.items(), key=lambda item: (item[1].casefold(), item[0]))
            if pk is not None and (account is None or pk != account.pk)
        ),
        unprotected=account is not None and not is_mfa_enabled(account),
        key=secrets.token_hex(16),
        errors=errors,
    )


def league_links_page(access: LeagueAccess, base_url: str) -> LeagueLinksPage:
    """Return the page with the link to a league and its history, for its organizer."""
    league = access.league
    link = LeagueLink.objects.filter(league=league, opens=LinkTarget.LEAGUE, revoked_at=None).order_by("-pk").first()
    return LeagueLinksPage(
        public_id=league.public_id,
        league=league.name,
        league_url=reverse("league:page", args=[league.public_id]),
        public=league.public,
        link=code_view(link, league.public_id, base_url) if link else None,
        history=history_lines(LeagueEvent.objects.filter(league=league, season=None), reasons=True),
    )


def places_page(
    access: LeagueAccess, base_url: str, errors: tuple[str, ...] = (), typed: str = "", about: int = 0
) -> PlacesPage:
    """Return the page of the room's tables; ``typed`` and ``errors`` concern the one with id ``about`` or a new one."""
    league = access.league
    links = LeagueLink.objects.filter(league=league, opens=LinkTarget.PLACE, revoked_at=None).order_by("pk")
    codes = {link.place_id: code_view(link, league.public_id, base_url) for link in links}
    return PlacesPage(
        public_id=league.public_id,
        league=league.name,
        league_url=reverse("league:page", args=[league.public_id]),
        places=tuple(
            PlaceContext(
                id=place.pk,
                name=place.name,
                code=codes.get(place.pk),
                error=errors[0] if errors and place.pk == about else "",
                typed=typed if place.pk == about else place.name,
            )
            for place in league.places.all()
        ),
        typed="" if about else typed,
        errors=() if about else errors,
    )


def _office(office: Office, access: LeagueAccess) -> OfficeContext:
    return OfficeContext(
        name=office.account.name,
        duty=duty_word(Duty(office.duty)),
        since=day_text(office.created_at),
        mine=access.account is not None and office.account_id == access.account.pk,
        end_url=reverse("league:end_office", args=[access.league.public_id, office.pk]),
    )
