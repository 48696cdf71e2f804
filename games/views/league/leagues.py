"""Views of leagues: the list, a new league, the league's page, its settings and links, and leaving it."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.league.league_form import TypedLeague, initial_league, read_league
from games.models import Account, LeagueLink, LinkTarget
from games.pages.league.league_admin import league_links_page
from games.pages.league.league_fields import new_league_form, settings_form
from games.pages.league.league_page import league_page
from games.pages.league.leagues import ConfirmPage
from games.pages.league.leagues_list import leagues_page
from games.refusals import RefusedError
from games.selectors.account.emails import demand_confirmed_email
from games.services.league import leagues as services
from games.services.league.offices import leave_league
from games.views.account.authentication import account_required, current_account
from games.views.devices import known_device
from games.views.league.league_access import league_access_for, organizer_access_for
from games.web.base_url import base_url
from games.web.throttles import check_rate
from games.wording.refusals import refusal_text


@never_cache
@require_http_methods(["GET", "HEAD"])
def leagues(request: HttpRequest) -> HttpResponse:
    """List the leagues that the sender can see."""
    account = current_account(request)
    page = leagues_page(account, known_device(request), has_account=account is not None)
    return render(request, "league/leagues.html", {"page": page})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def new_league(request: HttpRequest, account: Account) -> HttpResponse:
    """Found a league."""
    if request.method != "POST":
        return render(request, "league/form.html", {"page": new_league_form(TypedLeague(picked=settings.TIME_ZONE))})
    typed, status = read_league(request.POST), 400
    if not typed.errors:
        check_rate(request, "start")
        try:
            demand_confirmed_email(account)
            league = services.create_league(
                account=account,
                name=typed.name,
                place=typed.place,
                zone=typed.zone,
                public=typed.public,
                key=typed.key,
            )
            return redirect("league:page", league.public_id)
        except RefusedError as refusal:
            typed.errors["general"], status = refusal_text(refusal), refusal.status
    return render(request, "league/form.html", {"page": new_league_form(typed)}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD"])
def league(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a league."""
    return render(request, "league/league.html", {"page": league_page(league_access_for(request, public_id))})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def league_settings(request: HttpRequest, public_id: str) -> HttpResponse:
    """Change a league's name, place, time zone and visibility."""
    access = organizer_access_for(request, public_id)
    if request.method != "POST":
        return render(
            request, "league/form.html", {"page": settings_form(initial_league(access.league), access.league)}
        )
    typed = read_league(request.POST)
    if typed.errors:
        return render(request, "league/form.html", {"page": settings_form(typed, access.league)}, status=400)
    services.change_league(access=access, name=typed.name, place=typed.place, zone=typed.zone, public=typed.public)
    return redirect("league:page", public_id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def links(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the link to a league and its history; POST makes the link."""
    access = organizer_access_for(request, public_id)
    if request.method == "POST":
        services.league_link(access=access)
        return redirect("league:links", public_id)
    return render(request, "league/links.html", {"page": league_links_page(access, base_url(request))})


@never_cache
@require_POST
def revoke(request: HttpRequest, public_id: str, link: int) -> HttpResponse:
    """Revoke a link and return to the page that listed it."""
    off = services.revoke_league_link(access=league_access_for(request, public_id), link_id=link)
    return redirect(_url_of_link_page(off, public_id))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask for confirmation; POST leaves the league."""
    access, refusal = league_access_for(request, public_id), None
    if request.method == "POST":
        try:
            leave_league(access=access)
            return redirect("leagues")
        except RefusedError as refused:
            refusal = refused
    back = reverse("league:page", args=[public_id])
    page = ConfirmPage(
        title=_("Leave %(league)s?") % {"league": access.league.name},
        text=(
            _("This phone leaves the league. So does your account, if you're logged in."),
            _("Your results still count, under your name. An organizer can add you back."),
        ),
        action=request.path,
        button=_("Leave"),
        destructive=True,
        back_url=back,
        back_text=access.league.name,
        errors=(refusal_text(refusal),) if refusal else (),
    )
    return render(request, "league/question.html", {"page": page}, status=refusal.status if refusal else 200)


def _url_of_link_page(link: LeagueLink, public_id: str) -> str:
    if link.opens == LinkTarget.MEMBER:
        return reverse("league:member", args=[public_id, link.member_id])
    url_names = {LinkTarget.LEAGUE: "links", LinkTarget.OFFICE: "offices", LinkTarget.PLACE: "places"}
    return reverse(f"league:{url_names[LinkTarget(link.opens)]}", args=[public_id])
