"""Leagues: the list, a new one, one of them, its settings and its link, and the way out of it."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.league_form import TypedLeague, new_league_form, read_league, settings_form, typed_as
from games.models import Account, LeagueLink, Opens
from games.pages.leagues import QuestionPage
from games.refusals import Refused
from games.selectors.league_admin import league_links_page
from games.selectors.league_page import league_page
from games.selectors.leagues_list import leagues_page
from games.services import leagues as services
from games.services.offices import leave_league
from games.views.devices import known_device
from games.views.league_doors import league_at, organiser_at
from games.views.signed_in import account_of, needs_account
from games.web.base_url import base_url
from games.web.throttles import check_rate
from games.wording import refusal_text


@never_cache
@require_http_methods(["GET", "HEAD"])
def leagues(request: HttpRequest) -> HttpResponse:
    """The leagues that there are to see."""
    account = account_of(request)
    page = leagues_page(account, known_device(request), has_account=account is not None)
    return render(request, "league/leagues.html", {"page": page})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def new_league(request: HttpRequest, account: Account) -> HttpResponse:
    """Found a league."""
    if request.method != "POST":
        return render(request, "league/form.html", {"page": new_league_form(TypedLeague(picked=settings.TIME_ZONE))})
    typed, status = read_league(request.POST), 400
    if not typed.errors:
        check_rate(request, "start")
        try:
            league = services.found_league(
                account=account,
                name=typed.name,
                place=typed.place,
                zone=typed.zone,
                public=typed.public,
                key=typed.key,
            )
            return redirect("league", league.public_id)
        except Refused as why:
            typed.errors["general"], status = refusal_text(why), why.status
    return render(request, "league/form.html", {"page": new_league_form(typed)}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD"])
def league(request: HttpRequest, public_id: str) -> HttpResponse:
    """One league."""
    return render(request, "league/league.html", {"page": league_page(league_at(request, public_id))})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def league_settings(request: HttpRequest, public_id: str) -> HttpResponse:
    """Change what a league is called, where it is, and who sees it."""
    access = organiser_at(request, public_id)
    if request.method != "POST":
        return render(request, "league/form.html", {"page": settings_form(typed_as(access.league), access.league)})
    typed = read_league(request.POST)
    if typed.errors:
        return render(request, "league/form.html", {"page": settings_form(typed, access.league)}, status=400)
    services.change_league(access=access, name=typed.name, place=typed.place, zone=typed.zone, public=typed.public)
    return redirect("league", public_id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def links(request: HttpRequest, public_id: str) -> HttpResponse:
    """The link to a league, made by the button, and what was decided in it."""
    access = organiser_at(request, public_id)
    if request.method == "POST":
        services.league_link(access=access)
        return redirect("league_links", public_id)
    return render(request, "league/links.html", {"page": league_links_page(access, base_url(request))})


@never_cache
@require_POST
def revoke(request: HttpRequest, public_id: str, link: int) -> HttpResponse:
    """Switch a link off, and go back to where it was shown."""
    off = services.revoke_league_link(access=league_at(request, public_id), link_id=link)
    return redirect(_shown_at(off, public_id))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    """Leave a league, once it was asked whether that is meant."""
    access, why = league_at(request, public_id), None
    if request.method == "POST":
        try:
            leave_league(access=access)
            return redirect("leagues")
        except Refused as refused:
            why = refused
    back = reverse("league", args=[public_id])
    page = QuestionPage(
        title=_("Leave %(league)s?") % {"league": access.league.name},
        text=(
            _("This phone, and your account if you are logged in, have no more to do with the league."),
            _("What you played still counts, under your name. Who runs the league can let you in again."),
        ),
        action=request.path,
        button=_("Leave"),
        grave=True,
        back_url=back,
        back_text=access.league.name,
        errors=(refusal_text(why),) if why else (),
    )
    return render(request, "league/question.html", {"page": page}, status=why.status if why else 200)


def _shown_at(link: LeagueLink, public_id: str) -> str:
    if link.opens == Opens.MEMBER:
        return reverse("member", args=[public_id, link.member_id])
    pages = {Opens.LEAGUE: "league_links", Opens.OFFICE: "offices", Opens.PLACE: "places"}
    return reverse(pages[Opens(link.opens)], args=[public_id])
